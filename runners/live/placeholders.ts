import { randomBytes, randomInt } from 'node:crypto'
import { inJson } from '../../src/json.ts'
import type { Exchange } from '../../src/model/index.ts'
import type { LiveConfig } from './config.ts'
import type { Sent } from './http.ts'

/** What replaces the placeholders of one exchange (see `EndpointRequest`). */
export interface Placeholders {
  readonly channel: string
  /** A number that names no channel, also as text. */
  readonly channelNumber: number
  readonly streams: readonly [number, number, number, number]
}

/** Ten digits, so that a number in a body is found there whatever its type. */
const streamId = (): number => randomInt(2 ** 30, 2 ** 31)

/** Ids that no other user of the endpoint has. */
export function placeholdersFor({ channel }: Exchange, config: LiveConfig): Placeholders {
  const streams = [streamId(), streamId(), streamId(), streamId()] as const
  const unopened = `${config.channelPrefix}${randomBytes(8).toString('hex')}`
  return {
    channel: channel === 'open' ? config.channel! : unopened,
    channelNumber: randomInt(2 ** 46, 2 ** 47),
    streams,
  }
}

/** Streams of this exchange that a start names, of any type. */
export const streamsIn = ({ body }: Sent, { streams }: Placeholders): number[] =>
  streams.filter((id) => body.includes(String(id)))

/** The body as it is sent. */
export function placed(
  body: string,
  { channel, channelNumber, streams }: Placeholders,
  { pushUrl, channelUser = '' }: LiveConfig,
): string {
  const numbers: Readonly<Record<string, number>> = {
    channelNumber,
    ...Object.fromEntries(streams.map((id, index) => [`stream${index + 1}`, id])),
  }
  const texts: Readonly<Record<string, string>> = {
    ...Object.fromEntries(streams.map((id, index) => [`streamText${index + 1}`, String(id)])),
    ...Object.fromEntries(streams.map((id, index) => [`pushUrl${index + 1}`, addressBelow(pushUrl, id)])),
    channel,
    channelUser,
  }
  return body.replace(PLACE, (whole, number: string, fraction = '', text: string) => {
    const value = number === undefined ? texts[text] : numbers[number]
    if (value === undefined) return whole
    return typeof value === 'number' ? `${value}${fraction}` : inJson(value)
  })
}

/** A push address for this stream alone; the part after a question mark stays at the end. */
const addressBelow = (pushUrl: string, streamId: number): string =>
  pushUrl.replace(/\/?(?=\?|$)/, `/${streamId}`)

/** A number, whose quotes are removed, or a text within a string. */
const PLACE = /"\{\{(channelNumber|stream\d)\}\}(\.5)?"|\{\{(\w+)\}\}/g
