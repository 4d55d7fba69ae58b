import {
  bodyWith,
  isRight,
  isStart,
  isStop,
  streamListOf,
  requestObject,
  type ServiceRow,
  serviceRows,
} from './serviceFault.ts'

/** Services that do not do with streams what their answers say, or count them wrongly (sections 4.2 and 4.4). */
export const STREAM_FAULT_ROWS: readonly ServiceRow[] = serviceRows({
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
  'service-limit-missing': {
    does: 'A channel can have more than three streams when they are started one by one.',
    origin: 'Any language: the entries of one request are counted, and not the streams that run.',
    repair: 'Refuse a start that would leave a channel with more than 3 streams (section 4.2 rule 1).',
    alteration: (request, right) => {
      const response = right()
      const isOne = isStart(request) && streamListOf(request).length === 1
      return isOne && response.status === 400 && isRight('streaming-start', request)
        ? { status: 200 }
        : response
    },
  },
  'service-limit-two': {
    does: 'A channel has room for two streams only.',
    origin: 'Any language: < in the place of <=.',
    repair: 'Let a channel have 3 streams at the same time (section 4.2 rule 1).',
    alteration: (request, right) =>
      isStart(request) && streamListOf(request).length === 3 ? { status: 400 } : right(),
  },
})
