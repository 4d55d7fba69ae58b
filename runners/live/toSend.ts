import { randomBytes, randomInt } from 'node:crypto'
import { inJson } from '../../src/json.ts'
import { entriesOf, objectOrNothing } from '../../src/members.ts'
import { onceFor } from '../../src/tables.ts'
import { ROUTES } from '../../src/interface/operations.ts'
import type { Exchange, EndpointRequest, Operation, StreamIdKind } from '../../src/model/index.ts'
import { appsOf, type LiveConfig } from './config.ts'
import type { Sent, Received } from './http.ts'
import { authorizationOf } from './authorization.ts'
import { visible } from '../../src/report/visible.ts'
import { secretForms } from '../../src/secretForms.ts'
import { standIn } from '../../src/service/authorization.ts'
import { holdsForm } from '../terminal/secrets.ts'

/** What replaces the placeholders of one exchange (see `EndpointRequest`). */
export interface Placeholders {
  readonly channel: string
  /** A number that names no channel, also as text. */
  readonly channelNumber: number
  readonly streams: readonly number[]
}

/** For a request that names its streams itself. */
export const inChannel = (channel: string): Placeholders => ({ channel, channelNumber: 0, streams: [] })

/** As many as an exchange can name. */
const STREAMS = 7

/** Ten digits, so that a number in a body is found there whatever its type. */
const streamId = (): number => randomInt(2 ** 30, 2 ** 31)

const anyStreamIds = (): number[] => Array.from({ length: STREAMS }, streamId)

const STREAM_IDS: Readonly<Record<StreamIdKind, () => number[]>> = {
  prefix() {
    const first = randomInt(10 ** 8, 2 * 10 ** 8)
    return [first, first * 10 + randomInt(10), ...anyStreamIds().slice(2)]
  },
  'beyond-32-bits'() {
    const lowest = streamId()
    return Array.from({ length: STREAMS }, (_, at) => lowest + (STREAMS - at) * 2 ** 32)
  },
  neighbours() {
    const first = streamId()
    return Array.from({ length: STREAMS }, (_, at) => first + at)
  },
}

/** Ids that no other user of the endpoint has. */
export function placeholdersFor(
  { channel, streamIds }: Pick<Exchange, 'channel' | 'streamIds'>,
  config: LiveConfig,
): Placeholders {
  const streams = streamIds === undefined ? anyStreamIds() : STREAM_IDS[streamIds]()
  const unopened = `${config.channelPrefix}${randomBytes(8).toString('hex')}`
  const name = channel === 'open' ? config.channel! : unopened
  return { channel: name, channelNumber: randomInt(2 ** 46, 2 ** 47), streams }
}

/** Streams of this exchange that a start names, of any type. */
export function streamsNamedIn({ body }: Sent, { streams }: Placeholders): number[] {
  // Whole numbers: the digits of one id may begin another.
  const named = new Set(body.match(/[0-9]+/g))
  return streams.filter((id) => named.has(String(id)))
}

/** Streams of this exchange that a start names by their push address alone: no entry has the id as an integer. */
export function streamsWithoutId(sent: Sent, placeholders: Placeholders): number[] {
  const ids = new Set(entriesOf(objectOrNothing(sent.body) ?? {}).map(({ streamId }) => streamId))
  return streamsNamedIn(sent, placeholders).filter((id) => !ids.has(id))
}

/** A request to which any endpoint has an answer: of a token, or the stop of nothing. */
export const plainOf = (operation: Operation): Pick<Exchange, 'operation' | 'body' | 'channel'> => ({
  ...(operation === 'auth.token'
    ? { operation, body: '{"channelId":"{{channel}}","userId":"channelproof"}' }
    : { operation: 'streaming.stop', body: '{"channelId":"{{channel}}"}' }),
  channel: 'unopened',
})

function placed(body: string, placeholders: Placeholders, { pushUrl, channelUser = '' }: LiveConfig): string {
  const { channel, channelNumber, streams } = placeholders
  const numbers: Record<string, number> = { channelNumber }
  const texts: Record<string, string> = { channel, channelUser }
  for (const [index, id] of streams.entries()) {
    numbers[`stream${index + 1}`] = id
    texts[`streamText${index + 1}`] = String(id)
    texts[`pushUrl${index + 1}`] = addressBelow(pushUrl, id)
  }
  return body.replace(PLACE, (whole, number: string, fraction = '', text: string) => {
    const value = number === undefined ? texts[text] : numbers[number]
    if (value === undefined) return whole
    return typeof value === 'number' ? `${value}${fraction}` : inJson(value)
  })
}

/** A push address for this stream alone; the part after a question mark stays at the end. */
const addressBelow = (pushUrl: string, streamId: number) => pushUrl.replace(/\/?(?=\?|$)/, `/${streamId}`)

/** A number, whose quotes are removed, or a text within a string. */
const PLACE = /"\{\{(channelNumber|stream\d)\}\}(\.5)?"|\{\{(\w+)\}\}/g

/** A request of an exchange, and what fills it. */
export interface Outgoing extends EndpointRequest, Pick<Exchange, 'authorization' | 'headers' | 'isCut'> {
  readonly placeholders: Placeholders
}

/** In the headers of a vector: the value of the Authorization, under the name of that header. */
const MADE_AUTHORIZATION = '{{authorization}}'

const isAuthorization = (name: string): boolean => name.toLowerCase() === 'authorization'

/** Where an operation stands below the base URL. */
export const pathOf = (operation: Operation, { baseUrl }: LiveConfig): string =>
  `${baseUrl.pathname.replace(/\/$/, '')}${ROUTES[operation].path}`

/** A request as it is sent, with its Authorization value. @param signal stops the making of the signature */
export async function requestToSend(config: LiveConfig, outgoing: Outgoing, signal?: AbortSignal) {
  const { operation, body, authorization: kind, headers, isCut, placeholders } = outgoing
  const { method } = ROUTES[operation]
  const path = pathOf(operation, config)
  const text = placed(body, placeholders, config)
  const authorization = (await authorizationOf(config, kind, { method, path, body: text }, signal)) ?? ''
  const all: Record<string, string> = {
    'Content-Type': 'application/json',
    Authorization: authorization,
    'Tracking-Id': randomBytes(16).toString('hex'),
  }
  for (const [name, { value }] of Object.entries(config.extraHeaders)) all[name] = value
  for (const [name, value] of Object.entries(headers ?? {}))
    all[name] = value === MADE_AUTHORIZATION ? authorization : value
  const present = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''))
  const sent: Sent = { method, path, headers: present, body: text, ...(isCut && { isCut }) }
  return { sent, authorization }
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A report escapes what is not visible; single quotes send an escape as it stands, printf its bytes (POSIX, %b). */
function dataOf(body: string): readonly [before: string, data: string] {
  if (visible(body) === body) return ['', `--data-binary ${quote(body)}`]
  const escaped = body
    .replaceAll('\\', String.raw`\\`)
    .replaceAll(/##|\P{ASCII}|\p{Cc}/gu, (text) => [...Buffer.from(text)].map(octal).join(''))
  return [`printf %b ${quote(escaped)} | `, '--data-binary @-']
}

const octal = (byte: number): string => String.raw`\0${byte.toString(8).padStart(3, '0')}`

/** A command line that repeats a request, with variables for secrets. */
export function curlLine({ baseUrl, extraHeaders }: LiveConfig, sent: Sent): string {
  const { method, path, headers, body } = sent
  const fields = Object.entries(headers).map(([name, value]) => {
    const variable = isAuthorization(name) ? 'CHANNELPROOF_AUTHORIZATION' : extraHeaders[name]?.variable
    return variable === undefined ? `-H ${quote(`${name}: ${value}`)}` : `-H "${name}: $${variable}"`
  })
  const target = quote(`${baseUrl.origin}${path}`)
  const [before, data] = dataOf(body)
  return `${before}${['curl', '-sS', '-i', '-X', method, ...fields, data, target].join(' ')}`
}

/** The same for steps one after the other, each of requests at the same time. */
export const curlLines = (config: LiveConfig, steps: readonly (readonly Sent[])[]): string =>
  steps
    .map((step) => step.map((sent) => curlLine(config, sent)))
    .map((lines) => (lines.length === 1 ? lines[0]! : `{ ${lines.join(' & ')} & wait; }`))
    .join(' && ')

/** The secrets of app and service that headers and body of an answer show. */
export function shownIn({ status, headers, body }: Received, sent: Sent, config: LiveConfig) {
  // JSON may escape the slashes of base64 (RFC 8259 section 7).
  const answer = [headers, body, body.replaceAll('\\/', '/')]
  const authorization = Object.entries(sent.headers).find(([name]) => isAuthorization(name))?.[1] ?? ''
  const signature = status === 200 ? undefined : rightSignature(authorization, config)
  return [
    ...(holdsForm(answer, secretsOf(config)) ? (['secret'] as const) : []),
    ...(signature !== undefined && holdsForm(answer, secretForms(signature)) ? (['signature'] as const) : []),
  ]
}

/** Made once: every answer is searched for them. */
const secretsOf = onceFor((config: LiveConfig) =>
  appsOf(config).flatMap(({ appSecret = '' }) => secretForms(appSecret)),
)

/** The right HMAC of a stand-in, whose construction is known; undefined if the request itself held it. */
function rightSignature(sent: string, config: LiveConfig): string | undefined {
  const [, appId, timestamp] = /^\S+ +([^.]+)\.([0-9]+)\./.exec(sent) ?? []
  const app = appsOf(config).find((one) => one.appId === appId)
  if (config.authorization.kind !== 'stand-in' || app?.appSecret === undefined) return undefined
  const right = standIn({ appId: app.appId, appSecret: app.appSecret }, Number(timestamp)).split('.').at(-1)!
  return sent.includes(right) ? undefined : right
}
