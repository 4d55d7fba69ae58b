import type {
  AllowedAnswer,
  BodyKind,
  EndpointRequest,
  Exchange,
  Family,
  JsonObject,
  Need,
  Operation,
  Vector,
} from '../model.ts'
import { accept, vectorOf, type Row } from './common.ts'

/** One exchange with an endpoint. Without more it is rightly authorised and names a channel that nobody has opened. */
export interface EndpointRow
  extends Row, Partial<Pick<Exchange, 'authorization' | 'headers' | 'before' | 'channel'>> {
  readonly operation: Operation
  readonly body: string
  readonly answers: readonly AllowedAnswer[]
  /** What a token that is issued must hold. */
  readonly joinParams?: JsonObject
  readonly needs?: readonly Need[]
}

export const endpointFamily = (name: string, title: string, rows: readonly EndpointRow[]): Family => ({
  name,
  title,
  vectors: rows.map((row) => toVector(name, row)),
})

function toVector(family: string, row: EndpointRow): Vector {
  const {
    operation,
    body,
    authorization = 'right',
    headers,
    before,
    channel = 'unopened',
    answers,
    joinParams,
  } = row
  const params: Exchange = {
    operation,
    authorization,
    channel,
    ...(headers && { headers }),
    ...(before && { before }),
    body,
  }
  const needs = [...(channel === 'open' ? (['open-channel'] as const) : []), ...(row.needs ?? [])]
  return vectorOf(family, row, {
    ...(needs.length > 0 && { needs }),
    question: { method: 'endpoint.exchange', params },
    expect: accept({ answers, ...(joinParams && { joinParams }) }),
  })
}

/** `{{channel}}` for the channel that the runner chooses, and so on: see `EndpointRequest`. */
export const CHANNEL = '{{channel}}'
export const stream = (number: 1 | 2 | 3 | 4): string => `{{stream${number}}}`
export const PUSH_URL = '{{pushUrl}}'

export const ok: readonly AllowedAnswer[] = [{ status: 200 }]
export const status = (...statuses: number[]): AllowedAnswer[] => statuses.map((each) => ({ status: each }))

/** A mixed push of audio and video, and more. */
export const push = (number: 1 | 2 | 3 | 4, more: JsonObject = {}): JsonObject => ({
  streamId: stream(number),
  url: PUSH_URL,
  flag: 3,
  type: 1,
  ...more,
})

export const bodyOf = (members: JsonObject): string => JSON.stringify({ channelId: CHANNEL, ...members })
export const startBody = (...streamList: JsonObject[]): string => bodyOf({ streamList })

/** A right body of each operation. */
export const RIGHT_BODY: Readonly<Record<Operation, string>> = {
  'auth.token': bodyOf({ userId: 'channelproof' }),
  'streaming.start': startBody(push(1)),
  'streaming.update': bodyOf({ streamList: [{ streamId: stream(1), fps: 15 }] }),
  'streaming.stop': bodyOf({ streamId: stream(1) }),
}

export const started = (...streamList: JsonObject[]): EndpointRequest => ({
  operation: 'streaming.start',
  body: startBody(...streamList),
})

const KIND: Readonly<Record<Operation, BodyKind>> = {
  'auth.token': 'auth-token',
  'streaming.start': 'streaming-start',
  'streaming.update': 'streaming-update',
  'streaming.stop': 'streaming-stop',
}

/** Refused bodies out of the body vectors: the first for each rule that the interface itself makes. */
export function refusedBodies(
  operation: Operation,
  family: Family,
): { name: string; requirement: string; body: string; title: string }[] {
  const refused = family.vectors.filter(
    ({ expect, level }) => expect.verdict === 'refuse' && level === 'required',
  )
  const first = new Map(refused.toReversed().map((vector) => [vector.requirements[0], vector]))
  return refused
    .filter((vector) => first.get(vector.requirements[0]) === vector)
    .map((vector) => ({
      name: vector.id.split('/').at(-1)!,
      requirement: vector.requirements[0],
      title: vector.title,
      body: addressed(vector, KIND[operation]),
    }))
}

/** The body of a vector with the runner's channel, streams and push address in it. */
function addressed({ question, id }: Vector, kind: BodyKind): string {
  if (question.method !== 'body.validate' || question.params.kind !== kind)
    throw new Error(`${id} is no body of ${kind}`)
  return question.params.body
    .replace('"channelId":"c1"', `"channelId":"${CHANNEL}"`)
    .replaceAll(/"streamId":([1-4])(?=[,}])/g, '"streamId":"{{stream$1}}"')
    .replaceAll(/"rtmp:\/\/push\.example\/live\/[^"]*"/g, `"${PUSH_URL}"`)
}
