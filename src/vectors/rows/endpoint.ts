import type {
  EndpointRequest,
  Exchange,
  ExpectedExchange,
  Family,
  JsonObject,
  Need,
  Operation,
  Vector,
} from '../../model/index.ts'
import { CHANNEL, needsOf, ok } from '../../model/placeholders.ts'
import { accept, vectorOf, type Row } from './row.ts'

export { CHANNEL, CHANNEL_USER, ok, status } from '../../model/placeholders.ts'

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

/** A row on the open channel, which is answered 200 if it says nothing else. */
export const onOpenChannel = (
  row: Omit<EndpointRow, 'answers'> & Partial<Pick<EndpointRow, 'answers'>>,
): EndpointRow => ({ channel: 'open', answers: ok, ...row })

export const stream = (number: 1 | 2 | 3 | 4): string => `{{stream${number}}}`
/** Each stream has its own: the text does not show whether two may share one (STREAM-URL-SHARED). */
export const pushUrl = (number: number): string => `{{pushUrl${number}}}`

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

/** The content of a token that is issued for the right body. */
export const RIGHT_TOKEN: JsonObject = { channelId: CHANNEL, userId: 'channelproof' }

/** A right body of each operation. */
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
export const updated = (change: JsonObject, number: 1 | 2 = 1): EndpointRequest => ({
  operation: 'streaming.update',
  body: changeBody(change, number),
})
export const stopped = (members: JsonObject): EndpointRequest => ({
  operation: 'streaming.stop',
  body: bodyOf(members),
})
