import type { ServiceRequest } from '../../service/index.ts'
import { RIGHT, runs, stopping, withPlaces } from './pushStore.ts'
import {
  altering,
  bodyWith,
  entriesIn,
  isRight,
  isStart,
  isStop,
  isUpdate,
  streamListOf,
  requestObject,
  type ServiceAlteration,
  serviceRows,
  serviceRowsWith,
} from './serviceFault.ts'

/** Services that do not do with streams what their answers say, or count them wrongly (sections 4.2 and 4.4). */
export const STREAM_FAULT_ROWS = serviceRows({
  'service-stop-all-ignored': {
    does: 'A stop without streamId is answered with 200, and every push goes on.',
    origin: 'SQL: stream_id = NULL, which fits no row.',
    repair: 'Stop all pushes of the channel where streamId is omitted (section 4.4).',
    alteration: (request, right) =>
      isStop(request) && isRight('streaming-stop', request) && !('streamId' in requestObject(request))
        ? { status: 200 }
        : right(),
  },
  'service-stop-one-stops-all': {
    does: 'A stop of one push stops all pushes of the channel.',
    origin: 'Any language: streamId is read under another name, and is never there.',
    repair: 'Stop only the push with that streamId where one is given (section 4.4).',
    alteration: (request, right) => {
      const { channelId, streamId } = requestObject(request)
      return isStop(request) && Number.isInteger(streamId) && typeof channelId === 'string'
        ? right(bodyWith({ channelId }))
        : right()
    },
  },
  'service-stop-one-ignored': {
    does: 'A stop of one push is answered with 200, and the push goes on.',
    origin: 'Any language: streamId is compared as text with the number that is stored.',
    repair: 'Stop the push with that streamId where one is given (section 4.4).',
    alteration: stopping((kept, id) => (id === undefined ? RIGHT.stop(kept, id) : kept)),
  },
  'service-stop-one-keeps-place': {
    does: 'A push that is stopped by its streamId keeps its place until all are stopped.',
    origin: 'Any language: a counter that only a stop of all sets back.',
    repair: 'Count the streams that run, and not those that were stopped (sections 4.2 and 4.4).',
    alteration: stopping((kept, id) =>
      id === undefined
        ? RIGHT.stop({ ...kept, lost: 0 }, id)
        : withPlaces(RIGHT.stop(kept, id), runs(kept, id) ? 1 : 0),
    ),
  },
  'service-limit-missing': {
    does: 'A channel can have more than three streams when they are started one by one.',
    origin: 'Any language: the entries of one request are counted, and not the streams that run.',
    repair: 'Refuse a start that would leave a channel with more than 3 streams (section 4.2 rule 1).',
    alteration: altering((response, request) => {
      const isRightOne = streamListOf(request).length === 1 && isRight('streaming-start', request)
      return isStart(request) && isRightOne && response.status === 400 ? { status: 200 } : response
    }),
  },
  'service-limit-two': {
    does: 'A channel has room for two streams only.',
    origin: 'Any language: < in the place of <=.',
    repair: 'Let a channel have 3 streams at the same time (section 4.2 rule 1).',
    alteration: (request, right) =>
      isStart(request) && streamListOf(request).length === 3 ? { status: 400 } : right(),
  },
})

const idsOf = (request: ServiceRequest): readonly string[] =>
  entriesIn(request).map(({ streamId }) => JSON.stringify(streamId))

/** What a service keeps of a channel from one successful request to the next. */
type Kept = readonly string[] | undefined

/**
 * Refuses right requests because of earlier ones.
 * @param keep what is kept after a request that was carried out
 * @param refuses does that what is kept speak against a request?
 */
const forgetful =
  (
    keep: (request: ServiceRequest, kept: Kept) => Kept,
    refuses: (request: ServiceRequest, kept: readonly string[]) => boolean,
  ): ServiceAlteration =>
  (request, right, _, memory) => {
    const key = JSON.stringify(requestObject(request)['channelId'])
    const text = memory.get(key)
    const kept = text?.split(' ')
    if (kept && refuses(request, kept)) return { status: 400 }
    const response = right()
    const after = response.status === 200 ? keep(request, kept) : kept
    if (after) memory.set(key, after.join(' '))
    else memory.delete(key)
    return response
  }

const isBeyond = (request: ServiceRequest, kept: readonly string[]): boolean =>
  isUpdate(request) && idsOf(request).some((id) => !kept.includes(id))

/** Services that lose sight of streams from one request to the next (sections 4.2 to 4.4). */
export const STREAM_MEMORY_ROWS = serviceRowsWith({
  repair: 'Keep the streams that run in a channel, and change only those of a request (sections 4.2 to 4.4).',
  by: 'generated',
})({
  'service-memory-start-replaces-list': {
    does: 'A start replaces the list of streams: those that ran before can no longer be updated.',
    origin: 'Any language: channel.streams = request.streamList.',
    alteration: forgetful((request, kept) => (isStart(request) ? idsOf(request) : kept), isBeyond),
  },
  'service-memory-update-forgets-others': {
    does: 'An update replaces the list of streams: those that it does not name can no longer be updated.',
    origin: 'Any language: a PATCH that is stored as if it were the whole.',
    alteration: forgetful(
      (request, kept) => (isUpdate(request) ? idsOf(request) : isStart(request) ? undefined : kept),
      isBeyond,
    ),
  },
  'service-memory-updated-once': {
    does: 'A stream can be updated once.',
    origin: 'Any language: an update moves the stream to a state from which no update leads on.',
    alteration: forgetful(
      (request, kept) => (isUpdate(request) ? [...(kept ?? []), ...idsOf(request)] : kept),
      (request, kept) => isUpdate(request) && idsOf(request).some((id) => kept.includes(id)),
    ),
  },
  'service-memory-no-start-after-update': {
    does: 'While a stream of a channel that was updated runs, no other can be started.',
    origin: 'Any language: the state of the channel is that of its last request.',
    alteration: forgetful(
      (request, kept) => (isUpdate(request) ? ['updated'] : isStop(request) ? undefined : kept),
      isStart,
    ),
  },
})
