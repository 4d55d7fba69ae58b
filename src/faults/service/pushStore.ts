/** A store of pushes for services that keep them wrongly: what each operation does to it may be replaced. */
import { MOST_STREAMS, BODY_OF, ROUTES } from '../../interface/operations.ts'
import type { JsonObject, Operation } from '../../model/index.ts'
import type { ServiceRequest } from '../../service/index.ts'
import {
  bodyWith,
  entriesIn,
  isRight,
  isStop,
  operationOf,
  requestObject,
  type WaitingAlteration,
} from './serviceFault.ts'

export interface RunningPush {
  readonly streamId: number
  readonly type: number
  readonly isUpdated: boolean
}

/** What is kept of a channel. */
export interface Store {
  /** In the order of their starts. */
  readonly running: readonly RunningPush[]
  /** Places that are counted although nothing runs there; below zero: the other way round. */
  readonly lost: number
  /** Every streamId that was ever started. */
  readonly known: readonly number[]
}

const EMPTY: Store = { running: [], lost: 0, known: [] }

export type Entries = readonly RunningPush[]

type Refused = (kept: Store, request: ServiceRequest) => Store

/** What each operation does to a channel; undefined: it is refused. */
interface Doing {
  readonly start: (kept: Store, entries: Entries) => Store | undefined
  readonly update: (kept: Store, entries: Entries, body: JsonObject) => Store | undefined
  readonly stop: (kept: Store, streamId: number | undefined) => Store
  /** After a request that is refused for its signature, for its body, or because there is no such channel. */
  readonly refused: Readonly<Record<401 | 400 | 404, Refused>>
  /** Reads what is kept, waits, and writes back what it has read, changed. */
  readonly waits: readonly Operation[]
}

type IsStopped = (push: RunningPush, at: number, all: Entries) => boolean

const idsOf = (pushes: Entries): number[] => pushes.map(({ streamId }) => streamId)
export const withoutPushes = (kept: Store, isStopped: IsStopped): Store => ({
  ...kept,
  running: kept.running.filter((push, at, all) => !isStopped(push, at, all)),
})
export const withPlaces = (kept: Store, more: number): Store => ({ ...kept, lost: kept.lost + more })
export const runs = ({ running }: Store, streamId: number): boolean => idsOf(running).includes(streamId)
/** A start where there is room, of what does not run yet. */
export const startUnless =
  (isFull: (kept: Store, entries: Entries) => boolean): Doing['start'] =>
  (kept, entries) => {
    if (isFull(kept, entries) || entries.some(({ streamId }) => runs(kept, streamId))) return undefined
    return { ...kept, running: [...kept.running, ...entries], known: [...kept.known, ...idsOf(entries)] }
  }
const same = (kept: Store): Store => kept

/** As sections 4.2 to 4.4 have it. */
export const RIGHT: Doing = {
  start: startUnless(({ running, lost }, { length }) => running.length + lost + length > MOST_STREAMS),
  update: (kept, entries) => {
    if (!entries.every(({ streamId }) => runs(kept, streamId))) return undefined
    const ids = new Set(idsOf(entries))
    const running = kept.running.map((push) => (ids.has(push.streamId) ? { ...push, isUpdated: true } : push))
    return { ...kept, running }
  },
  stop: (kept, id) => withoutPushes(kept, ({ streamId }) => id === undefined || streamId === id),
  refused: { 401: same, 400: same, 404: same },
  waits: [],
}

export const pushesIn = (request: ServiceRequest): Entries =>
  entriesIn(request).map(({ streamId, type }) => ({
    streamId: Number(streamId),
    type: Number(type),
    isUpdated: false,
  }))
export const streamIdOf = (request: ServiceRequest): number | undefined => {
  const { streamId } = requestObject(request)
  return typeof streamId === 'number' ? streamId : undefined
}

function done(operation: Operation, doing: Doing, kept: Store, request: ServiceRequest): Store | undefined {
  if (operation === 'streaming.start') return doing.start(kept, pushesIn(request))
  if (operation === 'streaming.update') return doing.update(kept, pushesIn(request), requestObject(request))
  return doing.stop(kept, streamIdOf(request))
}

interface Otherwise extends Partial<Omit<Doing, 'refused'>> {
  readonly refused?: Partial<Doing['refused']>
}

/** The right service, with a store of its own for what runs in a channel. */
export const keeping =
  ({ refused, ...other }: Otherwise): WaitingAlteration =>
  async (request, right, _, memory) => {
    const operation = operationOf(request)
    if (operation === undefined || operation === 'auth.token') return right()
    const doing = { ...RIGHT, ...other, refused: { ...RIGHT.refused, ...refused } }
    // The one channel that is open.
    const kept = (): Store => JSON.parse(memory.get('kept') ?? JSON.stringify(EMPTY)) as Store
    const keep = (value: Store): unknown => memory.set('kept', JSON.stringify(value))
    const { channelId } = requestObject(request)
    const { method, path } = ROUTES['streaming.stop']
    const { status } = right({ method, path, ...bodyWith({ channelId: channelId ?? '', streamId: 1 }) })
    const why =
      status === 401 ? 401 : !isRight(BODY_OF[operation], request) ? 400 : status === 200 ? 200 : 404
    if (why !== 200) {
      keep(doing.refused[why](kept(), request))
      return right()
    }
    const after = done(operation, doing, kept(), request)
    // A store answers in a millisecond.
    if (doing.waits.includes(operation)) await new Promise((resolve) => setTimeout(resolve, 1))
    if (after) keep(after)
    return { status: after ? 200 : 400 }
  }

export const stopping = (stop: Doing['stop']): WaitingAlteration => keeping({ stop })
/** Of all pushes these are stopped. */
export const stoppingAll = (isStopped: IsStopped): WaitingAlteration =>
  stopping((kept, id) => (id === undefined ? withoutPushes(kept, isStopped) : RIGHT.stop(kept, id)))
/** With a streamId these are stopped. */
export const stoppingOne = (isStopped: (push: RunningPush, id: number) => boolean): WaitingAlteration =>
  stopping((kept, id) =>
    id === undefined ? RIGHT.stop(kept, id) : withoutPushes(kept, (push) => isStopped(push, id)),
  )
/** What a stop of a streamId does that does not run. */
export const stoppingUnknown = (stop: (kept: Store, id: number) => Store): WaitingAlteration =>
  stopping((kept, id) => (id !== undefined && !runs(kept, id) ? stop(kept, id) : RIGHT.stop(kept, id)))
/** What a stop does although it is refused. */
export const onRefusedStop = (status: 401 | 400 | 404, change: Refused): WaitingAlteration => {
  const refused: Refused = (kept, request) => (isStop(request) ? change(kept, request) : kept)
  return keeping({ refused: { [status]: refused } })
}

/** Of each request that is refused the effect all the same, where it would have been right. */
export const carriedOut = (kept: Store, request: ServiceRequest): Store => {
  const operation = operationOf(request)
  return (operation && done(operation, RIGHT, kept, request)) ?? kept
}
