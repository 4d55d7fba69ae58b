import { parseJson } from '../../json.ts'
import { without } from '../../members.ts'
import type { Json } from '../../model/index.ts'
import { MODEL, type Model } from '../../service/timeline.ts'
import type { ServiceRequest, ServiceState, Stream } from '../../service/index.ts'
import { around, entries, statusAs, streams, streamsIn } from './models.ts'
import { rowOf, type TimelineVariant } from './timelineVariant.ts'

type Entry = Record<string, Json>
const bodyOf = ({ body }: ServiceRequest): { channelId: string; streamList?: Entry[] } =>
  parseJson(Buffer.from(body).toString('utf8'))

/** Refuses starts, with what the model remembers of all that was started. */
function refusingStarts(
  isRefused: (entry: Entry, started: readonly Entry[], state: ServiceState) => boolean,
): Model {
  const started: Entry[] = []
  return {
    ...MODEL,
    handle: (state, request, now) => {
      const { channelId, streamList: list = [] } = bodyOf(request)
      const streamList = list.map((entry) => ({ ...entry, channelId }))
      if (request.path !== '/streaming/start') return MODEL.handle(state, request, now)
      if (streamList.some((entry) => isRefused(entry, started, state)))
        return { state, response: { status: 409 } }
      const handled = MODEL.handle(state, request, now)
      if (handled.response.status === 200) started.push(...streamList)
      return handled
    },
  }
}

/** Updates that the reference refuses and this model answers as handled, without effect. */
const ignoring: Model = {
  ...MODEL,
  handle: (state, request, now) => {
    const handled = MODEL.handle(state, request, now)
    const isRefused = request.path === '/streaming/update' && handled.response.status === 400
    return isRefused ? { state, response: { status: 200 } } : handled
  },
}

const refusal = rowOf('4.2', 'Which status a start has that would exceed the three streams is not shown.')
const fixed = rowOf('4.3', 'The answer to an update of what cannot be updated is not shown.')
const absent = rowOf('4.3', 'Whether a member that an update leaves out keeps its value is not shown.')
const counted = rowOf('2.3', 'Whether a push that waits to close counts is not shown.')

/** Streams of a channel over time (sections 2.3 and 4.2 to 4.4). */
export const PUSH_ROWS: readonly TimelineVariant[] = [
  ...[403, 409, 429, 500].map((status) =>
    refusal(
      `refusal-${status}`,
      `What is refused is answered with ${status}.`,
      ['START-STREAMS-MAXIMUM-ANSWER'],
      () => ({
        ...MODEL,
        handle: (state, request, now) => {
          const model = request.path === '/streaming/start' ? statusAs(400, status) : MODEL
          return model.handle(state, request, now)
        },
      }),
    ),
  ),
  fixed(
    'type-ignored',
    'An update is carried out without its type and flag.',
    ['UPDATE-TYPE-FLAG-ANSWER'],
    () => entries('update', (entry) => without(entry, 'type', 'flag')),
  ),
  fixed(
    'update-ignored',
    'An update that names what cannot be updated changes nothing.',
    ['UPDATE-TYPE-FLAG-ANSWER', 'UPDATE-SINGLE-USERID-ANSWER'],
    () => ignoring,
  ),
  fixed(
    'update-refused-409',
    'An update of what cannot be updated is answered with 409.',
    ['UPDATE-SINGLE-USERID-ANSWER'],
    () => statusAs(400, 409),
  ),
  absent(
    'absent-watermarks-removed',
    'An update without watermarks removes them.',
    ['UPDATE-ABSENT-FIELDS'],
    () => entries('update', (entry) => ({ watermarks: [], ...entry })),
  ),
  absent(
    'absent-fps-by-default',
    'An update without fps sets it to its default.',
    ['UPDATE-ABSENT-FIELDS'],
    () => entries('update', (entry) => ({ fps: 30, ...entry })),
  ),
  rowOf('2.3', 'The fields of layout are not shown.')(
    'layout-with-mode',
    'A layout has a field mode.',
    ['STREAM-LAYOUT-FIELDS'],
    () => ({ ...MODEL, fields: { ...MODEL.fields, layout: { mode: 'grid', cells: [{ x: 0.5 }] } } }),
  ),
  rowOf('2.3', 'The fields of watermark elements are not shown.')(
    'watermark-with-image',
    'A watermark has a field image.',
    ['STREAM-WATERMARKS-FIELDS'],
    () => ({ ...MODEL, fields: { ...MODEL.fields, watermark: { image: 'logo.png', x: 0.9 } } }),
  ),
  counted(
    'delayed-push-free',
    'A push that waits to close leaves its place to another.',
    ['STREAM-DELAYCLOSE-COUNTED'],
    () => {
      let waiting: ReturnType<typeof waitingIn> = []
      return around(
        'start',
        (channel) => {
          waiting = waitingIn(channel.streams)
          return { streams: channel.streams.filter((stream) => !waiting.includes(stream)) }
        },
        (channel) => ({ streams: [...waiting, ...channel.streams] }),
      )
    },
  ),
  rowOf('2.3', 'Whether a push is closed in the very second in which its delay ends is not shown.')(
    'delay-of-push-a-second-longer',
    'A delay takes effect with the next second.',
    ['STREAM-DELAYCLOSE-COUNTED'],
    () =>
      around(
        'stop',
        () => ({}),
        (channel) =>
          streams(channel, ({ closesAt }) => (closesAt === undefined ? {} : { closesAt: closesAt + 0.5 })),
      ),
  ),
  rowOf('2.3', 'Whether a streamId can be used again after a stop is not shown.')(
    'stream-id-once',
    'A streamId is used once in a channel.',
    ['STREAM-STREAMID-AFTER-STOP'],
    () =>
      refusingStarts((entry, started) =>
        started.some(
          ({ streamId, channelId }) => streamId === entry['streamId'] && channelId === entry['channelId'],
        ),
      ),
  ),
  rowOf('2.3', 'Whether two streams may have one push address is not shown.')(
    'address-once',
    'An address is pushed to once at a time.',
    ['STREAM-URL-SHARED'],
    () => refusingStarts((entry, _, state) => streamsIn(state).some(({ url }) => url === entry['url'])),
  ),
]

const waitingIn = (all: readonly Stream[]): Stream[] => all.filter(({ closesAt }) => closesAt !== undefined)
