import { isDeepStrictEqual } from 'node:util'
import type { ServiceRequest } from '../../service/index.ts'
import {
  bodyWith,
  isRight,
  isStart,
  isStop,
  isUpdate,
  streamListOf,
  requestObject,
  type ServiceAlteration,
  USER,
} from '../../faults/service/serviceFault.ts'
import {
  addressesIn,
  countIn,
  requestEntries,
  isRunning,
  refusing,
  remember,
  servicesAbout,
  serviceWaysWith,
  type ServiceVariant,
  type StreamMemory,
  tolerating,
  wasStopped,
} from './serviceVariant.ts'
import type { JsonObject } from '../../model/index.ts'
import { isObject, textIn } from '../../json.ts'
import { without } from '../../members.ts'

type Row = Omit<ServiceVariant, 'id' | 'section' | 'does'>

const row = (name: string, section: string, does: string, rest: Row): ServiceVariant => ({
  id: `service-way-${name}`,
  section,
  does,
  ...rest,
})

type EntryTest = (entry: JsonObject) => boolean
const hasEntry = (request: ServiceRequest, isMeant: EntryTest): boolean =>
  requestEntries(request).some(isMeant)
const isRightStart = (request: ServiceRequest): boolean =>
  isStart(request) && isRight('streaming-start', request)

/** The body of a request with one of its entries. */
const alone = (request: ServiceRequest, entry: JsonObject): ReturnType<typeof bodyWith> =>
  bodyWith({ channelId: requestObject(request)['channelId'] ?? '', streamList: [entry] })

type Remembered = (memory: StreamMemory, request: ServiceRequest) => boolean

/** Refuses what the right service accepts, by what it remembers; after authorisation, as a malformed body. */
const refusedBy =
  (status: number, isRefused: Remembered): ServiceAlteration =>
  (request, right, _, memory) => {
    if (!isRefused(memory, request)) return remember(memory, request, right())
    const refusal = right(bodyWith({}))
    return refusal.status === 400 ? { status } : refusal
  }

const noRoom = (status: number): ServiceVariant =>
  row(`limit-${status}`, '4.2', `A start for which there is no room is answered with ${status}.`, {
    open: 'Which status a start has that would exceed the three streams is not shown.',
    decides: ['START-STREAMS-MAXIMUM-ANSWER', 'START-STREAMID-RUNNING'],
    alteration: tolerating(isRightStart, status),
  })

/** Answers another status, by what it remembered before the right service answered. */
const answeringAs =
  (from: number, status: number, isMeant: Remembered): ServiceAlteration =>
  (request, right, _, memory) => {
    const isOpen = isMeant(memory, request)
    const response = remember(memory, request, right())
    return isOpen && response.status === from ? { status } : response
  }

const onStop = (what: string, does: string, decides: string, isMeant: Remembered) => (status: number) =>
  row(`stop-${what}-${status}`, '4.4', `${does} is answered with ${status}.`, {
    open: 'What a stop of something that does not run is answered is not shown.',
    decides: [decides],
    alteration: answeringAs(200, status, (memory, request) => isStop(request) && isMeant(memory, request)),
  })
const unknownStop = onStop(
  'unknown',
  'A stop of an unknown stream',
  'STOP-STREAMID-UNKNOWN',
  (memory, asked) => {
    const { streamId } = requestObject(asked)
    return streamId !== undefined && !isRunning(memory, asked, streamId)
  },
)
const idleStop = onStop(
  'nothing',
  'A stop where nothing runs',
  'STOP-NOTHING-RUNNING',
  (memory, request) => requestObject(request)['streamId'] === undefined && countIn(memory, request) === 0,
)

const again = (status: number): ServiceVariant =>
  row(`start-after-stop-${status}`, '2.3', `A streamId that was used before is answered with ${status}.`, {
    open: 'Whether a streamId may be used again after a stop is not shown.',
    decides: ['STREAM-STREAMID-AFTER-STOP'],
    alteration: refusedBy(
      status,
      (memory, request) =>
        isRightStart(request) && hasEntry(request, ({ streamId }) => wasStopped(memory, request, streamId)),
    ),
  })

const sameAddress = (status: number): ServiceVariant =>
  row(`address-twice-${status}`, '2.3', `An address that is pushed to already is answered with ${status}.`, {
    open: 'Whether two streams may have one push address is not shown.',
    decides: ['STREAM-URL-SHARED'],
    alteration: refusedBy(status, (memory, request) => {
      const asked = requestEntries(request).map(({ url }) => JSON.stringify(url))
      const used = new Set([...addressesIn(memory), ...asked])
      return isRightStart(request) && used.size < addressesIn(memory).length + asked.length
    }),
  })

const RUNNING = { open: 'What a start of what runs does is not shown.', decides: ['START-STREAMID-RUNNING'] }
const CHANGED = {
  open: 'The limit of three streams holds by default; how it is changed is not shown.',
  settings: { streamLimitChanged: true },
} as const

/** Which streams run (sections 2.3 and 4.2 to 4.4). */
export const STREAM_VARIANT_ROWS: readonly ServiceVariant[] = [
  ...[403, 404, 409, 422, 429].map(noRoom),
  row('limit-five', '4.2', 'Support has raised the limit to five streams.', {
    ...CHANGED,
    alteration: tolerating(isRightStart, 200),
  }),
  row('limit-two', '4.2', 'The contract has room for two streams.', {
    ...CHANGED,
    alteration: refusedBy(
      400,
      (memory, request) =>
        isRightStart(request) && countIn(memory, request) + requestEntries(request).length > 2,
    ),
  }),
  row('start-running-replaced', '4.2', 'A start with a streamId that runs replaces its push.', {
    ...RUNNING,
    alteration: (request, right, _, memory) => {
      const { channelId } = requestObject(request)
      for (const { streamId } of isRightStart(request) ? requestEntries(request) : [])
        if (isRunning(memory, request, streamId))
          right({ path: '/streaming/stop', ...bodyWith({ channelId: channelId!, streamId: streamId! }) })
      return remember(memory, request, right())
    },
  }),
  row('start-running-ignored', '4.2', 'A start with a streamId that runs changes nothing.', {
    ...RUNNING,
    alteration: answeringAs(
      400,
      200,
      (memory, request) =>
        isRightStart(request) && hasEntry(request, ({ streamId }) => isRunning(memory, request, streamId)),
    ),
  }),
  row('start-twice-once', '4.2', 'Of two entries with one streamId the last is started.', {
    open: 'What a start with a streamId twice does is not shown.',
    decides: ['START-STREAMLIST-DUPLICATE-STREAMID'],
    alteration: (request, right) => {
      const byId = new Map(requestEntries(request).map((entry) => [entry['streamId'], entry]))
      return isRightStart(request)
        ? right(bodyWith({ ...requestObject(request), streamList: [...byId.values()] }))
        : right()
    },
  }),
  row('start-in-part', '4.2', 'A refused start has started the entries that are right.', {
    open: 'Whether the right entries of a start are started beside a wrong one is not shown.',
    decides: ['START-STREAMLIST-PARTIAL'],
    alteration: (request, right) => {
      const response = right()
      if (!isStart(request) || response.status !== 400) return response
      for (const entry of requestEntries(request)) right(alone(request, entry))
      return response
    },
  }),
  row('limit-in-part', '4.2', 'A start of several pushes starts as many as there is room for.', {
    open: 'Whether a start beyond the three streams is carried out in part is not shown.',
    decides: ['START-STREAMS-MAXIMUM-ANSWER', ...RUNNING.decides, 'START-STREAMLIST-DUPLICATE-STREAMID'],
    alteration: (request, right) => {
      const response = right()
      const entries = requestEntries(request)
      if (!isRightStart(request) || response.status !== 400 || entries.length < 2) return response
      const started = entries.filter((entry) => right(alone(request, entry)).status === 200)
      return started.length > 0 ? { status: 200 } : response
    },
  }),
  ...[400, 409].map(again),
  ...[400, 409].map(sameAddress),
  ...[400, 404].flatMap((status) => [unknownStop(status), idleStop(status)]),
  row('update-unknown-200', '4.3', 'An update of a stream that does not run is answered with 200.', {
    open: 'What an update with an unknown streamId is answered is not shown.',
    decides: ['UPDATE-STREAMID-UNKNOWN'],
    alteration: answeringAs(
      400,
      200,
      (memory, request) =>
        isUpdate(request) &&
        isRight('streaming-update', request) &&
        hasEntry(request, ({ streamId }) => !isRunning(memory, request, streamId)),
    ),
  }),
]

const refusingEntry = (isRefused: EntryTest, as?: number): ServiceAlteration =>
  refusing((request) => hasEntry(request, isRefused), as)
const refusingUpdate = (isRefused: EntryTest, as?: number): ServiceAlteration =>
  refusing((request) => isUpdate(request) && hasEntry(request, isRefused), as)

const updateWithout =
  (...names: string[]): ServiceAlteration =>
  (request, right) => {
    if (!isUpdate(request)) return right()
    const list = streamListOf(request).map((one) => (isObject(one) ? without(one, ...names) : one))
    const isMeant = hasEntry(request, (entry) => names.some((name) => name in entry))
    return isMeant ? right(bodyWith({ ...requestObject(request), streamList: list })) : right()
  }

const ABSENT_USER = 'What becomes of a userId that is not in the channel is not shown.'
const fixed = servicesAbout('service-way-update-type', {
  section: '2.3',
  open: 'Section 2.3 says that type and flag are not accepted as a change; the answer is not shown.',
  decides: ['UPDATE-TYPE-FLAG-ANSWER'],
})
const single = servicesAbout('service-way-update-user', {
  section: '4.3',
  open: 'Section 4.3 rule 2 says that the user of a single-stream push cannot be updated; the answer is not shown.',
  decides: ['UPDATE-SINGLE-USERID-ANSWER'],
})

/** What may stand in an entry of streamList (sections 2.3, 4.2 and 4.3). */
export const ENTRY_ROWS: readonly ServiceVariant[] = [
  ...serviceWaysWith({ section: '2.3' })({
    'service-way-user-in-channel': {
      open: ABSENT_USER,
      does: 'Users who are not in the channel are refused.',
      decides: ['STREAM-USERID-NOT-IN-CHANNEL', 'STREAM-USERID-EMPTY'],
      alteration: refusingEntry(({ userId }) => (userId ?? USER) !== USER),
    },
    'service-way-user-in-channel-409': {
      open: ABSENT_USER,
      does: 'Users who are not in the channel are answered with 409.',
      decides: ['STREAM-USERID-NOT-IN-CHANNEL'],
      alteration: refusingEntry(({ userId }) => typeof userId === 'string' && userId !== USER, 409),
    },
    'service-way-layout-refused': {
      open: 'The fields of layout are not shown.',
      does: 'A layout without fields is refused.',
      decides: ['STREAM-LAYOUT-FIELDS'],
      alteration: refusingEntry(({ layout }) => isObject(layout) && Object.keys(layout).length === 0),
    },
    'service-way-layout-of-single-refused': {
      open: 'Whether a stream of type 2 may have a layout is not shown.',
      does: 'A layout of a single-stream push is refused.',
      decides: ['STREAM-LAYOUT-SINGLE'],
      alteration: refusingEntry(({ layout, type }) => type === 2 && layout !== undefined),
    },
    'service-way-watermarks-refused': {
      open: 'The fields of watermark elements are not shown.',
      does: 'An element of watermarks needs a field image.',
      decides: ['STREAM-WATERMARKS-FIELDS'],
      alteration: refusingEntry(
        ({ watermarks }) =>
          Array.isArray(watermarks) && watermarks.some((one) => !isObject(one) || !('image' in one)),
      ),
    },
    'service-way-address-with-stream': {
      open: 'The form of a push address beyond its protocol is not shown.',
      does: 'A push address names an application and a stream.',
      alteration: refusing(
        (request) =>
          isStart(request) && hasEntry(request, (one) => /^rtmp:\/\/[^/]+\/?[^/]*$/.test(textIn(one, 'url'))),
      ),
    },
    'service-way-address-without-query': {
      open: 'The form of a push address beyond its protocol is not shown.',
      does: 'A push address with a query is refused.',
      alteration: refusingEntry(({ url }) => typeof url === 'string' && url.includes('?')),
    },
    'service-way-stream-id-positive': {
      open: 'Which integers streamId may be is not shown.',
      does: 'A streamId is between 1 and 2147483646.',
      decides: ['STREAM-STREAMID-VALUES'],
      alteration: refusingEntry(
        ({ streamId }) => typeof streamId === 'number' && (streamId < 1 || streamId > 2147483646),
      ),
    },
    'service-way-list-not-empty': {
      section: '4.2',
      open: 'Whether streamList may be empty is not shown.',
      does: 'An empty streamList is refused.',
      decides: ['START-STREAMLIST-EMPTY', 'UPDATE-STREAMLIST-EMPTY'],
      alteration: refusing((request) => isDeepStrictEqual(requestObject(request)['streamList'], [])),
    },
  }),
  fixed('ignored', 'An update is carried out without its type and flag.', updateWithout('type', 'flag')),
  fixed(
    '403',
    'An update with type or flag is answered with 403.',
    refusingUpdate((entry) => 'type' in entry || 'flag' in entry, 403),
  ),
  single(
    'ignored',
    'The userId of an update is ignored where it names another user than the channel has.',
    (request, right, ...rest) =>
      hasEntry(request, ({ userId }) => userId === 'another')
        ? updateWithout('userId')(request, right, ...rest)
        : right(),
  ),
  single(
    '404',
    'Another userId for a single-stream push is answered with 404.',
    refusingUpdate(({ userId }) => userId === 'another', 404),
  ),
  ...serviceWaysWith({ section: '4.3' })({
    'service-way-update-twice-refused': {
      open: 'What an update with a streamId twice does is not shown.',
      does: 'An update that names a stream twice is refused.',
      decides: ['UPDATE-STREAMLIST-DUPLICATE-STREAMID'],
      alteration: refusing((request) => {
        const ids = requestEntries(request).map(({ streamId }) => streamId)
        return isUpdate(request) && new Set(ids).size < ids.length
      }),
    },
    'service-way-update-nothing-refused': {
      open: 'What an update does with a stream that it changes in nothing is not shown.',
      does: 'An update of streamId alone is refused.',
      decides: ['UPDATE-ABSENT-FIELDS'],
      alteration: refusingUpdate((entry) => Object.keys(entry).length === 1),
    },
  }),
]
