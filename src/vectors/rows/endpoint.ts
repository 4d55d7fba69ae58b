import { BODY_OF } from '../../interface/operations.ts'
import { isObject, parseJson } from '../../json.ts'
import {
  blamesIn,
  type BodyKind,
  type EndpointRequest,
  type Exchange,
  type ExpectedExchange,
  type Family,
  type Json,
  type JsonObject,
  type Need,
  type Operation,
  type RequirementId,
  type Vector,
} from '../../model/index.ts'
import { CHANNEL, CHANNEL_USER, needsOf, ok } from '../../model/placeholders.ts'
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

/** The same beside what is required: only a standard or plain safety demands it. */
export const recommendedAs = (
  row: Omit<EndpointRow, 'name' | 'title' | 'requirements'>,
  name: string,
  title: string,
  requirement: RequirementId,
  more: Partial<EndpointRow> = {},
): EndpointRow => ({ ...row, name, title, level: 'recommended', requirements: [requirement], ...more })

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

export const startOf = (...streamList: JsonObject[]): EndpointRequest => ({
  operation: 'streaming.start',
  body: bodyOf({ streamList }),
})
export const updatesOf = (...streamList: JsonObject[]): EndpointRequest => ({
  operation: 'streaming.update',
  body: bodyOf({ streamList }),
})
export const updateOf = (change: JsonObject, number: 1 | 2 = 1): EndpointRequest =>
  updatesOf({ streamId: stream(number), ...change })
export const stopOf = (members: JsonObject): EndpointRequest => ({
  operation: 'streaming.stop',
  body: bodyOf(members),
})

/** The content of a token that is issued for the right body. */
export const RIGHT_TOKEN: JsonObject = { channelId: CHANNEL, userId: 'channelproof' }

/** A right body of each operation. */
export const RIGHT_BODY: Readonly<Record<Operation, string>> = {
  'auth.token': bodyOf({ userId: 'channelproof' }),
  'streaming.start': startOf(push(1)).body,
  'streaming.update': updateOf({ fps: 15 }).body,
  'streaming.stop': stopOf({ streamId: stream(1) }).body,
}

/** A right request for a token. */
export const TOKEN_CALL = { operation: 'auth.token', body: RIGHT_BODY['auth.token'], answers: ok } as const

/** A body that an endpoint must refuse, made from the vectors of body/*. */
export interface RefusedBody {
  readonly name: string
  readonly requirement: string
  readonly body: string
  readonly title: string
}

export const NO_JSON: RefusedBody = {
  name: 'no-json',
  requirement: 'API-REQUEST-BODY-JSON',
  title: 'Refuses a body that is no JSON',
  body: '{"channelId":',
}

const FEW_ADDRESSES = /\/url-(?:http|rtsp|scheme-missing|empty)(?:-in-entry-2)?$/

/**
 * One body for each kind of violation that breaks a rule of the interface itself: every wrong type and null, every bound
 * and values far beyond it, and the same in a second entry after a good one. A few addresses that are not RTMP are
 * enough.
 */
export const refusedBodies = (operation: Operation, family: Family): RefusedBody[] =>
  family.vectors
    .filter(({ expect, level }) => expect.verdict === 'refuse' && level === 'required')
    .filter(({ id, expect }) => blamesIn(expect)[0]?.keyword !== 'pattern' || FEW_ADDRESSES.test(id))
    .map((vector) => ({
      name: vector.id.split('/').at(-1)!,
      requirement: vector.requirements[0],
      title: vector.title,
      body: addressed(vector, BODY_OF[operation]),
    }))

/** The body of a vector with the runner's channel, streams, user and push address in it. */
function addressed({ question, id, expect }: Vector, kind: BodyKind): string {
  if (question.method !== 'body.validate' || question.params.kind !== kind || expect.verdict !== 'refuse')
    throw new Error(`${id} is no refused body of ${kind}`)
  const value = placed(parseJson(question.params.body), '')
  return JSON.stringify(plainer(value, '', blamesIn(expect)[0]?.instancePath ?? ''))
}

/**
 * Every id comes from the runner, even where its type is wrong: a service that converts types must neither reach a
 * channel or stream of other users nor start one that clean-up does not know.
 */
function placed(value: Json, name: string, entry = 0): Json {
  if (Array.isArray(value)) return value.map((item: Json, index) => placed(item, name, index))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, placed(member, key, entry)]))
  return (PLACES[name] ?? ((same) => same))(value, entry)
}

type Place = (value: Exclude<Json, object> | null, entry: number) => Json

const PLACES: Readonly<Record<string, Place>> = {
  channelId: (value) => {
    if (value === 'c1') return CHANNEL
    return typeof value === 'number' ? `{{channelNumber}}${fraction(value)}` : value
  },
  streamId: (value) => {
    if (typeof value === 'number') return `{{stream${Math.trunc(value)}}}${fraction(value)}`
    return typeof value === 'string' ? '{{streamText1}}' : value
  },
  url: (value, entry) =>
    typeof value === 'string' && value.startsWith('rtmp://push.example/') ? pushUrl(entry + 1) : value,
}

const fraction = (value: number): string => (Number.isInteger(value) ? '' : '.5')

/** Their fields and values are not shown, and a push that waits to close outlives clean-up. */
const LEFT_OUT = new Set(['layout', 'privileges', 'delayClose'])

/**
 * Removes other reasons to refuse the body, such as a user who is not in the channel. The member to blame stays.
 */
function plainer(value: Json, path: string, blamed: string): Json {
  if (Array.isArray(value)) return value.map((item: Json, index) => plainer(item, `${path}/${index}`, blamed))
  if (!isObject(value)) return value
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const at = `${path}/${name}`
    if (at === blamed) return [[name, member]]
    if (LEFT_OUT.has(name)) return []
    // Also for a type 2 that is written as text: without userId it would be refused for that.
    if (name === 'userId' && path !== '') return Number(value['type']) === 2 ? [[name, CHANNEL_USER]] : []
    return [[name, plainer(member, at, blamed)]]
  })
  return Object.fromEntries(members)
}
