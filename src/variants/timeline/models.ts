import { rowsWith } from '../../tables.ts'
import { parseJson } from '../../json.ts'
import { ROUTES } from '../../interface/operations.ts'
import type { Json, JsonObject, Timeline } from '../../model/index.ts'
import type { Channel, ServiceState, Stream } from '../../service/index.ts'
import { ONLY_APP, MODEL, type Model } from '../../service/timeline.ts'
import { decodeBase64, issue, parse, readJoinParams } from '../../token/index.ts'
import type { Variant } from '../variant.ts'

/** Building blocks of other models: each is the reference with one thing changed. */

type Patch = Partial<{ -readonly [K in keyof Channel]: Channel[K] }>
type Change = (channel: Channel, keyOrToken: string) => Patch

/** Those of a token; of a client without one there are none. */
export const paramsOf = (token: string): JsonObject =>
  token === '' ? {} : readJoinParams(decodeBase64(parse(token).params))
export const issuedAt = (token: string): number => Number(parse(token).timestamp)

/** The state with every channel changed. */
export const eachChannel = (state: ServiceState, change: Change): ServiceState => ({
  ...state,
  channels: new Map([...state.channels].map(([key, one]) => [key, { ...one, ...change(one, key) }])),
})

/** Every join checks and obeys a token with other join parameters, or of another second. */
export const tokensAs = (
  change: (params: JsonObject, now: number, timestamp: number) => { params?: JsonObject; timestamp?: number },
): Model => ({
  ...MODEL,
  join: (state, token, now) => {
    if (token === '') return MODEL.join(state, token, now)
    const { params, timestamp } = change(paramsOf(token), now, issuedAt(token))
    const changed = { ...paramsOf(token), ...params }
    return MODEL.join(state, issue(changed, { ...ONLY_APP, timestamp: timestamp ?? issuedAt(token) }), now)
  },
})

/** Changes the channel that a join opens; with `always` every join changes it. */
export const joined = (change: Change, when: 'opened' | 'always' = 'opened'): Model => ({
  ...MODEL,
  join: (before, token, now) => {
    const { state, result } = MODEL.join(before, token, now)
    const openBefore = MODEL.settle(before, now).channels
    const isMeant = (key: string): boolean => result.joined && (when === 'always' || !openBefore.has(key))
    return { state: eachChannel(state, (one, key) => (isMeant(key) ? change(one, token) : {})), result }
  },
})

/** Changes what a leave leaves behind. */
export const left = (change: (channel: Channel) => Patch): Model => ({
  ...MODEL,
  leave: (state, ...rest) => eachChannel(MODEL.leave(state, ...rest), change),
})

export type Members = Record<string, Json>
type Kind = 'start' | 'update' | 'stop'
const isOf = (kind: Kind, path: string): boolean => path === ROUTES[`streaming.${kind}`].path

/** Gives one streaming operation another body. */
export const changingBodies = (kind: Kind, change: (body: Members) => JsonObject): Model => ({
  ...MODEL,
  handle: (state, request, now) => {
    if (!isOf(kind, request.path)) return MODEL.handle(state, request, now)
    const body = parseJson<Members>(Buffer.from(request.body).toString('utf8'))
    return MODEL.handle(state, { ...request, body: Buffer.from(JSON.stringify(change(body))) }, now)
  },
})

/** The same for each entry of streamList. */
export const changingEntries = (kind: 'start' | 'update', change: (entry: Members) => JsonObject): Model =>
  changingBodies(kind, (body) => ({ ...body, streamList: (body['streamList'] as Members[]).map(change) }))

/** Changes the channel before one streaming operation and after it. */
export const aroundOperation = (
  kind: Kind,
  before: (channel: Channel) => Patch,
  after: (channel: Channel, now: number) => Patch = () => ({}),
): Model => ({
  ...MODEL,
  handle: (state, request, now) => {
    if (!isOf(kind, request.path)) return MODEL.handle(state, request, now)
    const handled = MODEL.handle(eachChannel(state, before), request, now)
    return { ...handled, state: eachChannel(handled.state, (channel) => after(channel, now)) }
  },
})

export const streamsIn = (state: ServiceState): Stream[] =>
  [...state.channels.values()].flatMap((channel) => channel.streams)

/** Changes the streams of a channel. */
export const streams = (
  { streams: all }: Channel,
  change: (stream: Stream) => Partial<Stream>,
): { streams: Stream[] } => ({ streams: all.map((stream) => ({ ...stream, ...change(stream) })) })

/** Replaces one status in every streaming answer. */
export const statusAs = (from: number, to: number): Model => ({
  ...MODEL,
  handle: (...args) => {
    const { state, response } = MODEL.handle(...args)
    return { state, response: response.status === from ? { status: to } : response }
  },
})

/** A right model of the service, made anew for each timeline, because some keep a memory. */
export interface TimelineVariant extends Variant {
  readonly make: (timeline: Timeline) => Model
}

export const timelineWaysWith = rowsWith<TimelineVariant>()

/** A row of which its group says the rest. */
export const timelineWay = (
  does: string,
  make: TimelineVariant['make'],
): Pick<TimelineVariant, 'does' | 'make'> => ({ does, make })
