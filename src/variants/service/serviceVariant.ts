import { rowsWith } from '../../tables.ts'
import {
  bodyWith,
  type FaultyResponse,
  isRight,
  isStart,
  isStop,
  requestObject,
  type ServiceAlteration,
} from '../../faults/service/serviceFault.ts'
import type { ServiceRequest } from '../../service/index.ts'
import { type Topic, type Variant, waysAbout } from '../variant.ts'
import type { Json, JsonObject } from '../../model/index.ts'
import { entriesOf } from '../../members.ts'

/** How answers stand on the wire: the interface mentions only status and body. */
export type Wire =
  | 'chunked'
  | 'closed'
  | 'gzip-where-accepted'
  | 'early-hints'
  | 'processing'
  | 'http-1.0'
  | 'byte-by-byte'
  | 'lower-case-names'
  | 'without-date'

/** A right service that decides in its own way something that the text leaves open. */
export interface ServiceVariant extends Variant {
  readonly alteration: ServiceAlteration
  readonly wire?: Wire
  /** What its operator tells `live`. */
  readonly settings?: { readonly streamLimitChanged: true }
}

export const serviceWaysWith = rowsWith<ServiceVariant>()

/** Rows about one thing that the text leaves open, each with an alteration of its own. */
export const servicesAbout = (prefix: string, topic: Topic) =>
  waysAbout(prefix, topic, (alteration: ServiceAlteration) => alteration)

const RIGHT_SERVICE: ServiceAlteration = (_, right) => right()

type Ways = Pick<ServiceVariant, 'alteration' | 'wire' | 'settings'>

/** Asks the outer service; where that would ask the right service, it asks the inner one. */
const within =
  (outer: ServiceAlteration, inner: ServiceAlteration): ServiceAlteration =>
  (request, right, now, memory) =>
    outer(
      request,
      (altered) => inner({ ...request, ...altered }, (more) => right({ ...altered, ...more }), now, memory),
      now,
      memory,
    )

/** One service that uses the freedoms of all, the first of them outermost. */
export const together = (variants: readonly ServiceVariant[]): Ways =>
  variants.reduceRight<Ways>(
    (inner, outer) => ({ ...inner, ...outer, alteration: within(outer.alteration, inner.alteration) }),
    { alteration: RIGHT_SERVICE },
  )

/**
 * Refuses such a body as the right service refuses an empty one: 403 or 400, after the authorisation.
 * @param as another refusal
 */
export const refusing =
  (isRefused: (request: ServiceRequest) => boolean, as?: number): ServiceAlteration =>
  (request, right) => {
    if (!isRefused(request)) return right()
    const refusal = right(bodyWith({}))
    return as !== undefined && refusal.status === 400 ? { status: as } : refusal
  }

/** Replaces the right answer where that refuses the body or a name in it. */
export const tolerating =
  (isMeant: (request: ServiceRequest) => boolean, status: number): ServiceAlteration =>
  (request, right) => {
    const response = right()
    return response.status === 400 && isMeant(request) ? { status } : response
  }

/** What a service remembers about streams: the push address of a running one, or that it was stopped. */
export type StreamMemory = Map<string, string>

const STOPPED = ''
const keyOf = (request: ServiceRequest, streamId: Json | undefined): string =>
  JSON.stringify([requestObject(request)['channelId'], streamId])

export const requestEntries = (request: ServiceRequest): JsonObject[] => entriesOf(requestObject(request))

export const isRunning = (memory: StreamMemory, request: ServiceRequest, id: Json | undefined): boolean =>
  (memory.get(keyOf(request, id)) ?? STOPPED) !== STOPPED

export const wasStopped = (memory: StreamMemory, request: ServiceRequest, id: Json | undefined): boolean =>
  memory.get(keyOf(request, id)) === STOPPED

/** Push addresses of running streams. */
export const addressesIn = (memory: StreamMemory): string[] =>
  [...memory.values()].filter((url) => url !== STOPPED)

const ofChannel = (memory: StreamMemory, request: ServiceRequest): string[] => {
  const start = keyOf(request, null).replace(/null\]$/, '')
  return [...memory.keys()].filter((key) => key.startsWith(start) && memory.get(key) !== STOPPED)
}

export const countIn = (memory: StreamMemory, request: ServiceRequest): number =>
  ofChannel(memory, request).length

/** Remembers what a request that was answered 200 changes. */
export function remember(memory: StreamMemory, request: ServiceRequest, response: FaultyResponse) {
  if (response.status !== 200) return response
  if (isStart(request) && isRight('streaming-start', request))
    for (const { streamId, url } of requestEntries(request))
      memory.set(keyOf(request, streamId), JSON.stringify(url))
  if (isStop(request)) {
    const { streamId } = requestObject(request)
    const meant = streamId === undefined ? ofChannel(memory, request) : [keyOf(request, streamId)]
    for (const key of meant) if (memory.has(key)) memory.set(key, STOPPED)
  }
  return response
}
