/**
 * A proxy on 127.0.0.1 between `live` and a service, which is right unless a test says otherwise. Rows say what it does
 * to which request: the first that fits counts, and what fits none goes through. It keeps an access log.
 */
import type { WaitingAlteration } from '../../../src/faults/service/serviceFault.ts'
import type { ServiceRequest } from '../../../src/service/index.ts'
import { CHANNEL } from './service.ts'
import { wrapped, type Answered, type WrappedRequest } from './wrapped.ts'

/** A request at the proxy. */
export interface Arrived extends WrappedRequest {
  /** From 1. */
  readonly count: number
  /** Milliseconds, of a clock that never turns back. */
  readonly at: number
  /** Has something done before the first request that arrives so many milliseconds from now, or later. */
  readonly later: (millis: number, work: () => void) => void
}

/** The answer of the service behind the proxy. @param part of the request, in another form */
export type Carry = (part?: Partial<ServiceRequest>) => Promise<Answered>
export type When = (arrived: Arrived) => boolean
/** What becomes of a request. Without an answer the client waits, unless its connection is closed. */
export type Fate = (arrived: Arrived, carry: Carry) => Promise<Answered | undefined>
export type Chaos = readonly (readonly [When, Fate])[]

/** A request that the proxy has seen. */
export interface Entry {
  readonly at: number
  readonly method: string
  readonly path: string
  /** Absent: it was not answered. */
  readonly status: number | undefined
  /** Streams that run after it. */
  readonly runs: readonly number[]
}

interface Behind {
  /** So many streams of others run in the open channel from the first request on. */
  readonly others?: number
  readonly service?: WaitingAlteration
}

export interface ChaosProxy {
  readonly url: string
  readonly log: readonly Entry[]
  /** Streams that run so many milliseconds from now, if nothing more is sent. */
  readonly streams: (millis?: number) => number[]
  /** From now on it does this. */
  readonly turn: (chaos: Chaos) => void
  readonly close: () => Promise<void>
}

const THROUGH: readonly [When, Fate] = [() => true, (_, carry) => carry()]

/** Starts a proxy. */
export async function chaosProxy(
  chaos: Chaos,
  { others = 0, service: behind = (_, right) => right() }: Behind = {},
): Promise<ChaosProxy> {
  const log: Entry[] = []
  const memory = new Map<string, string>()
  const due: Due[] = []
  let [rows, count] = [chaos, 0]
  const service = await wrapped(async (asked, right) => {
    const at = performance.now()
    if (++count === 1 && others > 0) right(neighbours(others), '/streaming/start')
    doDue(due, at)
    const later = (millis: number, work: () => void) => void due.push([performance.now() + millis, work])
    const arrived = { ...asked, count, at, later }
    const [, fate] = rows.find(([when]) => when(arrived)) ?? THROUGH
    const carry: Carry = async (part = {}) =>
      behind(
        { ...asked, ...part },
        (altered) => asked.altered({ ...part, ...altered }),
        Math.floor(Date.now() / 1000),
        memory,
      )
    const answer = await fate(arrived, carry)
    log.push({ at, method: asked.method, path: asked.path, status: answer?.status, runs: service.streams() })
    return answer
  })
  const streams = (millis = 0): number[] => {
    doDue(due, performance.now() + millis)
    return service.streams()
  }
  return { ...service, log, streams, turn: (next) => void (rows = next) }
}

type Due = readonly [at: number, work: () => void]

/** By the time of a request, not by a timer: a busy machine is late for it, and a run would see less than it should. */
function doDue(due: Due[], now: number): void {
  const ripe = due.filter(([at]) => at <= now)
  due.splice(0, due.length, ...due.filter((one) => !ripe.includes(one)))
  for (const [, work] of ripe) work()
}

/** Streams of others, with ids that no run chooses. */
const neighbours = (count: number): object => ({
  channelId: CHANNEL,
  streamList: Array.from({ length: count }, (_, at) => ({
    streamId: at + 1,
    url: `rtmp://neighbour.example/live/${at + 1}`,
    flag: 3,
    type: 1,
  })),
})
