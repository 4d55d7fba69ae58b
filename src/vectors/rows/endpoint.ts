import type {
  AllowedAnswer,
  EndpointRequest,
  Exchange,
  ExpectedExchange,
  Family,
  JsonObject,
  Need,
  Operation,
  Vector,
} from '../../model/index.ts'
import { accept, vectorOf, type Row } from './row.ts'

/** One exchange with an endpoint. By default it is rightly authorised and names a channel that has not been opened. */
export interface EndpointRow
  extends
    Row,
    Partial<Pick<Exchange, 'authorization' | 'headers' | 'before' | 'channel'>>,
    Pick<ExpectedExchange, 'answers' | 'joinParams' | 'absent' | 'noDuplicates'> {
  readonly operation: Operation
  readonly body: string
  readonly needs?: readonly Need[]
}

export const endpointFamily = (name: string, title: string, rows: readonly EndpointRow[]): Family => ({
  name,
  title,
  vectors: rows.map((row) => toVector(name, row)),
})

function toVector(family: string, row: EndpointRow): Vector {
  const { operation, body, authorization = 'right', headers, before, channel = 'unopened' } = row
  const { answers, joinParams, absent, noDuplicates } = row
  const params: Exchange = {
    operation,
    authorization,
    channel,
    ...(headers && { headers }),
    ...(before && { before }),
    body,
  }
  const needs = needsOf(params, row.needs ?? [])
  return vectorOf(family, row, {
    ...(needs.length > 0 && { needs }),
    question: { method: 'endpoint.exchange', params },
    expect: accept({
      answers,
      ...(joinParams && { joinParams }),
      ...(absent && { absent }),
      ...(noDuplicates && { noDuplicates }),
    }),
  })
}

/** What the bodies name must exist. */
function needsOf({ channel, body, before = [] }: Exchange, more: readonly Need[]): Need[] {
  const bodies = [body, ...before.map((request) => request.body)]
  return [
    ...(channel === 'open' ? (['open-channel'] as const) : []),
    ...(bodies.some((text) => text.includes(CHANNEL_USER)) ? (['channel-user'] as const) : []),
    ...more,
  ]
}

/** `{{channel}}` for the channel that the runner chooses, and so on: see `EndpointRequest`. */
export const CHANNEL = '{{channel}}'
export const CHANNEL_USER = '{{channelUser}}'
export const stream = (number: 1 | 2 | 3 | 4): string => `{{stream${number}}}`
/** Each stream has its own: the text does not show whether two may share one (STREAM-URL-SHARED). */
export const pushUrl = (number: number): string => `{{pushUrl${number}}}`

export const ok: readonly AllowedAnswer[] = [{ status: 200 }]
export const status = (...statuses: AllowedAnswer['status'][]): AllowedAnswer[] =>
  statuses.map((each) => ({ status: each }))

/** A mixed push of audio and video, and more. */
export const push = (number: 1 | 2 | 3 | 4, more: JsonObject = {}): JsonObject => ({
  streamId: stream(number),
  url: pushUrl(number),
  flag: 3,
  type: 1,
  ...more,
})

export const bodyOf = (members: JsonObject): string => JSON.stringify({ channelId: CHANNEL, ...members })
export const startBody = (...streamList: JsonObject[]): string => bodyOf({ streamList })
export const changeBody = (change: JsonObject, number: 1 | 2 = 1): string =>
  bodyOf({ streamList: [{ streamId: stream(number), ...change }] })

/** A right body of each operation. */
/** The content of a token that is issued for the right body. */
export const RIGHT_TOKEN: JsonObject = { channelId: CHANNEL, userId: 'channelproof' }

export const RIGHT_BODY: Readonly<Record<Operation, string>> = {
  'auth.token': bodyOf({ userId: 'channelproof' }),
  'streaming.start': startBody(push(1)),
  'streaming.update': changeBody({ fps: 15 }),
  'streaming.stop': bodyOf({ streamId: stream(1) }),
}

export const started = (...streamList: JsonObject[]): EndpointRequest => ({
  operation: 'streaming.start',
  body: startBody(...streamList),
})
export const stopped = (members: JsonObject): EndpointRequest => ({
  operation: 'streaming.stop',
  body: bodyOf(members),
})
