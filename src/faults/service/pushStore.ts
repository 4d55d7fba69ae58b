/** A store of pushes for services that keep them wrongly: what each operation does to it may be replaced. */
import { MOST_STREAMS, BODY_OF, ROUTES } from '../../interface/operations.ts'
import { isObject } from '../../json.ts'
import type { JsonObject, Operation } from '../../model/index.ts'
import type { ServiceRequest } from '../../service/index.ts'
import {
  bodyWith,
  isRight,
  operationOf,
  requestObject,
  streamListOf,
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

/** What each operation does to a channel; undefined: it is refused. */
interface Doing {
  readonly start: (kept: Store, entries: Entries) => Store | undefined
  readonly update: (kept: Store, entries: Entries, body: JsonObject) => Store | undefined
  readonly stop: (kept: Store, streamId: number | undefined) => Store | undefined
  /** After a request that is refused for its signature, for its body, or because there is no such channel. */
  readonly refused: Readonly<Record<401 | 400 | 404, (kept: Store, request: ServiceRequest) => Store>>
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
export const begun = (kept: Store, entries: Entries): Store => ({
  running: [...kept.running, ...entries],
  known: [...kept.known, ...idsOf(entries)],
  lost: kept.lost,
})
const hasRoom = ({ running, lost }: Store, count: number): boolean =>
  running.length + lost + count <= MOST_STREAMS
const same = (kept: Store): Store => kept

/** As sections 4.2 to 4.4 have it. */
export const RIGHT: Doing = {
  start: (kept, entries) =>
    hasRoom(kept, entries.length) && !entries.some(({ streamId }) => runs(kept, streamId))
      ? begun(kept, entries)
      : undefined,
  update: (kept, entries) =>
    entries.every(({ streamId }) => runs(kept, streamId))
      ? {
          ...kept,
          running: kept.running.map((push) =>
            idsOf(entries).includes(push.streamId) ? { ...push, isUpdated: true } : push,
          ),
        }
      : undefined,
  stop: (kept, id) => withoutPushes(kept, ({ streamId }) => id === undefined || streamId === id),
  refused: { 401: same, 400: same, 404: same },
  waits: [],
}

export const pushesIn = (request: ServiceRequest): Entries =>
  streamListOf(request).flatMap((entry) =>
    isObject(entry)
      ? [{ streamId: Number(entry['streamId']), type: Number(entry['type']), isUpdated: false }]
      : [],
  )
export const streamIdOf = (request: ServiceRequest): number | undefined => {
  const { streamId } = requestObject(request)
  return typeof streamId === 'number' ? streamId : undefined
}

function done(operation: Operation, doing: Doing, kept: Store, request: ServiceRequest): Store | undefined {
  if (operation === 'streaming.start') return doing.start(kept, pushesIn(request))
  if (operation === 'streaming.update') return doing.update(kept, pushesIn(request), requestObject(request))
  return doing.stop(kept, streamIdOf(request))
}

/** So long a service waits for its store, in milliseconds. */
const STORE = 1

/** What a service does otherwise than the right one. */
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
    if (doing.waits.includes(operation)) await new Promise((resolve) => setTimeout(resolve, STORE))
    if (after) keep(after)
    return { status: after ? 200 : 400 }
  }

export const stopping = (stop: Doing['stop']): WaitingAlteration => keeping({ stop })
/** Otherwise rightly. */
export const stopRight: Doing['stop'] = (kept, id) => RIGHT.stop(kept, id)
/** Of all pushes these are stopped. */
export const stoppingAll = (isStopped: IsStopped): WaitingAlteration =>
  stopping((kept, id) => (id === undefined ? withoutPushes(kept, isStopped) : stopRight(kept, id)))
/** With a streamId these are stopped. */
export const stoppingOne = (isStopped: (push: RunningPush, id: number) => boolean): WaitingAlteration =>
  stopping((kept, id) =>
    id === undefined ? stopRight(kept, id) : withoutPushes(kept, (push) => isStopped(push, id)),
  )
/** What a stop of a streamId does that does not run. */
export const stoppingUnknown = (stop: (kept: Store, id: number) => Store | undefined): WaitingAlteration =>
  stopping((kept, id) => (id !== undefined && !runs(kept, id) ? stop(kept, id) : stopRight(kept, id)))
export const updateRight = (kept: Store, all: Entries): Store | undefined => RIGHT.update(kept, all, {})
export const onRefusal = (status: 401 | 400 | 404, change: (kept: Store, request: ServiceRequest) => Store) =>
  keeping({ refused: { [status]: change } })

/** Of each request that is refused the effect all the same, where it would have been right. */
export const carriedOut = (kept: Store, request: ServiceRequest): Store => {
  const operation = operationOf(request)
  return (operation && done(operation, RIGHT, kept, request)) ?? kept
}
