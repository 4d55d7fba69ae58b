import type { Json, JsonObject } from '../../model/index.ts'
import { entriesOf as entriesIn } from '../../members.ts'
import { type FaultyResponse, isRight, isStart, isStop, objectOf } from '../../faults/service/serviceFault.ts'
import type { ServiceRequest } from '../../service/index.ts'

/** What a service remembers about streams: the push address of a running one, or that it was stopped. */
export type StreamMemory = Map<string, string>

const STOPPED = ''
const keyOf = (request: ServiceRequest, streamId: Json | undefined): string =>
  JSON.stringify([objectOf(request)['channelId'], streamId])

export const entriesOf = (request: ServiceRequest): JsonObject[] => entriesIn(objectOf(request))

export const isRunning = (
  memory: StreamMemory,
  request: ServiceRequest,
  streamId: Json | undefined,
): boolean => (memory.get(keyOf(request, streamId)) ?? STOPPED) !== STOPPED

export const wasStopped = (
  memory: StreamMemory,
  request: ServiceRequest,
  streamId: Json | undefined,
): boolean => memory.get(keyOf(request, streamId)) === STOPPED

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
export function remember<R extends FaultyResponse>(
  memory: StreamMemory,
  request: ServiceRequest,
  response: R,
): R {
  if (response.status !== 200) return response
  if (isStart(request) && isRight('streaming-start', request))
    for (const { streamId, url } of entriesOf(request))
      memory.set(keyOf(request, streamId), JSON.stringify(url))
  if (isStop(request)) {
    const { streamId } = objectOf(request)
    const meant = streamId === undefined ? ofChannel(memory, request) : [keyOf(request, streamId)]
    for (const key of meant) if (memory.has(key)) memory.set(key, STOPPED)
  }
  return response
}
