/** One generated exchange with an endpoint: its needs follow from the names in its bodies. */
import { errorOf } from '../../interface/errors.ts'
import type {
  AllowedAnswer,
  EarlierRequest,
  EndpointRequest,
  Exchange,
  ExpectedExchange,
  JsonObject,
  Need,
  Vector,
} from '../../model/index.ts'
import { needsOf, ok } from '../../model/placeholders.ts'
import { generatedVector, type Vectors } from '../generated.ts'

export { CHANNEL, CHANNEL_USER, ok, status } from '../../model/placeholders.ts'

export const INVALID: readonly AllowedAnswer[] = [errorOf('Invalid.Parameter.Value')]
/** Issued unchanged, or refused: the text does not show whether such a value is right. */
export const ISSUED_OR_INVALID: readonly AllowedAnswer[] = [...ok, { ...INVALID[0]!, open: true }]

/** What differs from exchange to exchange; by default it is rightly authorised and names an unopened channel. */
export interface RequestParts
  extends
    EndpointRequest,
    Partial<Omit<Exchange, keyof EndpointRequest>>,
    Pick<ExpectedExchange, 'answers' | 'joinParams'> {
  readonly needs?: readonly Need[]
  readonly level?: Vector['level']
}

/** One exchange, as a group of its own. */
export function exchangeVectors(
  family: string,
  title: string,
  requirements: Vector['requirements'],
  { operation, body, authorization = 'right', before, channel = 'unopened', ...rest }: RequestParts,
): Vectors {
  const { answers, joinParams, headers, isCut, room, streamIds } = rest
  const params: Exchange = {
    operation,
    authorization,
    channel,
    ...(headers && { headers }),
    ...(before && before.length > 0 && { before }),
    ...(room !== undefined && { room }),
    ...(isCut && { isCut }),
    ...(streamIds && { streamIds }),
    body,
  }
  const needs = needsOf(params, rest.needs ?? [])
  const vector = generatedVector(`endpoint-${family}`, title, requirements, {
    ...(needs.length > 0 && { needs }),
    ...(rest.level && { level: rest.level }),
    question: { method: 'endpoint.exchange', params },
    expect: { verdict: 'accept', output: { answers, ...(joinParams && { joinParams }) } },
  })
  return [vector]
}

/** Requests about pushes of the open channel, of which the last is judged: unless `rest` says otherwise it is right. */
export const inOpenChannel = (
  title: string,
  requirements: Vector['requirements'],
  requests: readonly EarlierRequest[],
  rest: Partial<RequestParts> = {},
): Vectors =>
  exchangeVectors('streaming', title, requirements, {
    ...requests.at(-1)!,
    channel: 'open',
    before: requests.slice(0, -1),
    answers: ok,
    ...rest,
  })

/** The same members with another one first: an object has no order (RFC 8259 section 1). */
export function turned(value: JsonObject, by: number): JsonObject {
  const members = Object.entries(value)
  const at = by % Math.max(1, members.length)
  return Object.fromEntries([...members.slice(at), ...members.slice(0, at)])
}
