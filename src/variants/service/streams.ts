import type { ServiceRequest } from '../../service/index.ts'
import {
  bodyWith,
  type FaultyResponse,
  isRight,
  isStart,
  isStop,
  isUpdate,
  objectOf,
} from '../../faults/service/serviceFault.ts'
import {
  addressesIn,
  countIn,
  entriesOf,
  isRunning,
  remember,
  wasStopped,
  type StreamMemory,
} from './streamMemory.ts'
import { tolerating, type ServiceVariant } from './serviceVariant.ts'

type Row = Omit<ServiceVariant, 'id' | 'section' | 'does'>

const row = (name: string, section: string, does: string, rest: Row): ServiceVariant => ({
  id: `service-way-${name}`,
  section,
  does,
  ...rest,
})

const isRightStart = (request: ServiceRequest): boolean =>
  isStart(request) && isRight('streaming-start', request)

/** Refuses what the right service accepts, by what it remembers; after authorisation, as a malformed body. */
const refusedBy =
  (
    isRefused: (memory: StreamMemory, request: ServiceRequest) => boolean,
    as: FaultyResponse,
  ): ServiceVariant['alteration'] =>
  (request, right, _, memory) => {
    if (!isRefused(memory, request)) return remember(memory, request, right())
    const refusal = right(bodyWith({}))
    return refusal.status === 400 ? as : refusal
  }

const noRoom = (status: number): ServiceVariant =>
  row(`limit-${status}`, '4.2', `A start for which there is no room is answered with ${status}.`, {
    open: 'Which status a start has that would exceed the three streams is not shown.',
    decides: ['START-STREAMS-MAXIMUM-ANSWER', 'START-STREAMID-RUNNING'],
    alteration: tolerating(isRightStart, { status }),
  })

const onStop = (
  name: string,
  does: string,
  status: number,
  decides: string,
  isMeant: (memory: StreamMemory, request: ServiceRequest) => boolean,
): ServiceVariant =>
  row(`stop-${name}-${status}`, '4.4', `${does} is answered with ${status}.`, {
    open: 'What a stop of something that does not run is answered is not shown.',
    decides: [decides],
    alteration: (request, right, _, memory) => {
      const isOpen = isStop(request) && isMeant(memory, request)
      const response = remember(memory, request, right())
      return isOpen && response.status === 200 ? { status } : response
    },
  })
const isUnknownStop = (memory: StreamMemory, request: ServiceRequest): boolean => {
  const { streamId } = objectOf(request)
  return streamId !== undefined && !isRunning(memory, request, streamId)
}
const isIdleStop = (memory: StreamMemory, request: ServiceRequest): boolean =>
  objectOf(request)['streamId'] === undefined && countIn(memory, request) === 0

const again = (status: number): ServiceVariant =>
  row(`start-after-stop-${status}`, '2.3', `A streamId that was used before is answered with ${status}.`, {
    open: 'Whether a streamId may be used again after a stop is not shown.',
    decides: ['STREAM-STREAMID-AFTER-STOP'],
    alteration: refusedBy(
      (memory, request) =>
        isRightStart(request) &&
        entriesOf(request).some(({ streamId }) => wasStopped(memory, request, streamId)),
      { status },
    ),
  })

const sameAddress = (status: number): ServiceVariant =>
  row(`address-twice-${status}`, '2.3', `An address that is pushed to already is answered with ${status}.`, {
    open: 'Whether two streams may have one push address is not shown.',
    decides: ['STREAM-URL-SHARED'],
    alteration: refusedBy(
      (memory, request) => {
        const asked = entriesOf(request).map(({ url }) => JSON.stringify(url))
        const used = new Set([...addressesIn(memory), ...asked])
        return isRightStart(request) && used.size < addressesIn(memory).length + asked.length
      },
      { status },
    ),
  })

const CHANGED = 'The limit of three streams holds by default; how it is changed is not shown.'
const LIMIT_CHANGED = { streamLimitChanged: true } as const

/** Which streams run (sections 2.3 and 4.2 to 4.4). */
export const STREAM_ROWS: readonly ServiceVariant[] = [
  ...[403, 404, 409, 422, 429].map(noRoom),
  row('limit-five', '4.2', 'Support has raised the limit to five streams.', {
    open: CHANGED,
    settings: LIMIT_CHANGED,
    alteration: tolerating(isRightStart, {
      status: 200,
    }),
  }),
  row('limit-two', '4.2', 'The contract has room for two streams.', {
    open: CHANGED,
    settings: LIMIT_CHANGED,
    alteration: refusedBy(
      (memory, request) => isRightStart(request) && countIn(memory, request) + entriesOf(request).length > 2,
      { status: 400 },
    ),
  }),
  row('start-running-replaced', '4.2', 'A start with a streamId that runs replaces its push.', {
    open: 'What a start with a streamId that runs does is not shown.',
    decides: ['START-STREAMID-RUNNING'],
    alteration: (request, right, _, memory) => {
      const { channelId } = objectOf(request)
      for (const { streamId } of isRightStart(request) ? entriesOf(request) : [])
        if (isRunning(memory, request, streamId))
          right({ path: '/streaming/stop', ...bodyWith({ channelId: channelId!, streamId: streamId! }) })
      return remember(memory, request, right())
    },
  }),
  row('start-running-ignored', '4.2', 'A start with a streamId that runs changes nothing.', {
    open: 'What a start with a streamId that runs does is not shown.',
    decides: ['START-STREAMID-RUNNING'],
    alteration: (request, right, _, memory) => {
      const isKnown = entriesOf(request).some(({ streamId }) => isRunning(memory, request, streamId))
      const response = remember(memory, request, right())
      return isRightStart(request) && isKnown && response.status === 400 ? { status: 200 } : response
    },
  }),
  row('start-twice-once', '4.2', 'Of two entries with one streamId the last is started.', {
    open: 'What a start with a streamId twice does is not shown.',
    decides: ['START-STREAMLIST-DUPLICATE-STREAMID'],
    alteration: (request, right) => {
      const byId = new Map(entriesOf(request).map((entry) => [entry['streamId'], entry]))
      return isRightStart(request)
        ? right(bodyWith({ ...objectOf(request), streamList: [...byId.values()] }))
        : right()
    },
  }),
  row('start-in-part', '4.2', 'A refused start has started the entries that are right.', {
    open: 'Whether the right entries of a start are started beside a wrong one is not shown.',
    decides: ['START-STREAMLIST-PARTIAL'],
    alteration: (request, right) => {
      const response = right()
      if (!isStart(request) || response.status !== 400) return response
      for (const entry of entriesOf(request))
        right(bodyWith({ channelId: objectOf(request)['channelId'] ?? '', streamList: [entry] }))
      return response
    },
  }),
  ...[400, 409].map(again),
  ...[400, 409].map(sameAddress),
  ...[400, 404].flatMap((status) => [
    onStop('unknown', 'A stop of a stream that does not run', status, 'STOP-STREAMID-UNKNOWN', isUnknownStop),
    onStop('nothing', 'A stop where nothing runs', status, 'STOP-NOTHING-RUNNING', isIdleStop),
  ]),
  row('update-unknown-200', '4.3', 'An update of a stream that does not run is answered with 200.', {
    open: 'What an update with an unknown streamId is answered is not shown.',
    decides: ['UPDATE-STREAMID-UNKNOWN'],
    alteration: (request, right, _, memory) => {
      const isUnknown = entriesOf(request).some(({ streamId }) => !isRunning(memory, request, streamId))
      const response = remember(memory, request, right())
      const isOpen = isUpdate(request) && isRight('streaming-update', request) && isUnknown
      return isOpen && response.status === 400 ? { status: 200 } : response
    },
  }),
]
