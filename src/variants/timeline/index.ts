import { parseJson, textIn } from '../../json.ts'
import { ONLY_APP, MODEL, type Model } from '../../service/timeline.ts'
import type { ServiceRequest, ServiceState, Stream } from '../../service/index.ts'
import {
  aroundOperation,
  type Members,
  eachChannel,
  changingEntries,
  joined,
  left,
  paramsOf,
  timelineWay,
  statusAs,
  streams,
  streamsIn,
  type TimelineVariant,
  timelineWaysWith,
  issuedAt,
} from './models.ts'
import { without } from '../../members.ts'

const numberIn = (token: string, name: string, fallback: number): number =>
  Number(paramsOf(token)[name] ?? fallback)

/** Users leave when the token expires with which they joined last. */
function removingExpired(): Model {
  const ends = new Map<string, number>()
  const cleared = (state: ServiceState, now: number): ServiceState => {
    let after = state
    for (const { channelId, users } of state.channels.values())
      for (const user of users)
        if ((ends.get(`${channelId} ${user}`) ?? Infinity) < now)
          after = MODEL.leave(after, ONLY_APP.appId, channelId, user, now)
    return after
  }
  return {
    ...MODEL,
    join: (state, token, now) => {
      const joined = MODEL.join(cleared(state, now), token, now)
      const params = paramsOf(token)
      const key = `${textIn(params, 'channelId')} ${textIn(params, 'userId')}`
      if (joined.result.joined) ends.set(key, issuedAt(token) + numberIn(token, 'duration', 86400))
      return joined
    },
    leave: (state, appId, channelId, userId, now) =>
      MODEL.leave(cleared(state, now), appId, channelId, userId, now),
    settle: (state, now) => MODEL.settle(cleared(state, now), now),
    handle: (state, request, now) => MODEL.handle(cleared(state, now), request, now),
  }
}

function endingForGood(): Model {
  const ends = new Map<string, number>()
  return {
    ...MODEL,
    join: (before, token, now) => {
      const channelId = textIn(paramsOf(token), 'channelId')
      if ((ends.get(channelId) ?? Infinity) <= now)
        return { state: before, result: { joined: false, reason: 'ended' } }
      const joined = MODEL.join(before, token, now)
      for (const channel of joined.state.channels.values()) ends.set(channel.channelId, channel.endsAt)
      return joined
    },
  }
}

function resuming(): Model {
  let streams: ReturnType<typeof streamsIn> = []
  return {
    ...MODEL,
    leave: (state, ...rest) => {
      const after = MODEL.leave(state, ...rest)
      if (after.channels.size < state.channels.size) streams = streamsIn(state)
      return after
    },
    join: (state, ...rest) => {
      const joined = MODEL.join(state, ...rest)
      const isNew = joined.state.channels.size > state.channels.size
      return isNew ? { ...joined, state: eachChannel(joined.state, () => ({ streams })) } : joined
    },
  }
}

const usingDelayUp = (): Model => ({
  ...MODEL,
  join: (before, token, now) => {
    const { channels } = MODEL.settle(before, now)
    const joined = MODEL.join(before, token, now)
    const isWaiting = (key: string): boolean => channels.get(key)?.emptySince !== undefined
    const state = eachChannel(joined.state, (_, key) => (isWaiting(key) ? { delayClose: 0 } : {}))
    return { ...joined, state }
  },
})

const delayed = (of: (delay: number, asked: number) => number): Model =>
  joined((one, token) => ({ delayClose: of(one.delayClose, numberIn(token, 'delayClose', 0)) }), 'always')

/** The size of a channel changes before a join is checked. */
const sized = (of: (size: number, asked: number) => number): Model => ({
  ...MODEL,
  join: (state, token, now) => {
    const asked = numberIn(token, 'size', 100)
    const changed = eachChannel(state, ({ size }) => ({ size: of(size, asked) }))
    return MODEL.join(changed, token, now)
  },
})

const withoutWhiteboard = (does: string, delayClose: number): ReturnType<typeof timelineWay> =>
  timelineWay(`Without a whiteboard ${does}.`, ({ whiteboard }) =>
    whiteboard ? MODEL : joined(() => ({ delayClose })),
  )

/** Joining, capacity, duration and closing of channels (section 2.1). */
const CHANNEL_ROWS: readonly TimelineVariant[] = [
  ...timelineWaysWith({ section: '2.1' })({
    'timeline-way-expired-users-leave': {
      open: 'Whether a user stays whose token expires inside is not shown.',
      does: 'Users leave when their token expires.',
      decides: ['CHANNEL-TOKEN-EXPIRES-INSIDE'],
      make: removingExpired,
    },
    'timeline-way-ended-for-good': {
      open: 'Whether a channel that has ended can be opened again is not shown.',
      does: 'A channel that has ended stays ended.',
      decides: ['CHANNEL-OPENED-AGAIN'],
      make: endingForGood,
    },
  }),
  ...timelineWaysWith({
    section: '2.1',
    open: 'delayClose of a token is about a whiteboard channel; what it is to another one is not shown.',
    decides: ['CHANNEL-DELAYCLOSE-OTHER-MEDIA'],
  })({
    'timeline-way-delay-of-whiteboards-alone': withoutWhiteboard('delayClose has no effect', 0),
    'timeline-way-delay-of-others': withoutWhiteboard('a channel stays open for a minute', 60),
  }),
  ...timelineWaysWith({
    section: '2.1',
    open: 'Whose token sets delayClose is not shown.',
    decides: ['CHANNEL-DELAYCLOSE-WHICH-TOKEN'],
  })({
    'timeline-way-delay-of-the-last-token': timelineWay('The token that joined last sets delayClose.', () =>
      delayed((_, asked) => asked),
    ),
    'timeline-way-delay-of-the-shortest-token': timelineWay('The smallest counts.', () => delayed(Math.min)),
  }),
  ...timelineWaysWith({ section: '2.1' })({
    'timeline-way-delay-used-up': {
      open: 'What a join during the delay does to it is not shown.',
      does: 'After a join during the delay the channel closes as soon as everyone has left again.',
      decides: ['CHANNEL-DELAYCLOSE-REJOIN'],
      make: usingDelayUp,
    },
    'timeline-way-delay-a-second-longer': {
      open: 'Whether a channel is open in the very second in which its delay ends is not shown.',
      does: 'A delay takes effect with the next second.',
      make: () => left(({ emptySince: at }) => (at === undefined ? {} : { emptySince: at + 0.5 })),
    },
  }),
  ...timelineWaysWith({
    section: '2.1',
    open: 'Whose token sets the size is not shown.',
    decides: ['CHANNEL-SIZE-WHICH-TOKEN'],
  })({
    'timeline-way-size-of-the-last-token': timelineWay('The token of the user who joins sets the size.', () =>
      sized((_, asked) => asked),
    ),
    'timeline-way-size-of-the-largest-token': timelineWay('The largest size counts.', () => sized(Math.max)),
  }),
  ...timelineWaysWith({ section: '3' })({
    'timeline-way-pushes-again': {
      open: 'What becomes of the pushes of a channel that ends is not shown.',
      does: 'Pushes run again once their channel is opened again.',
      decides: ['STATE-CHANNEL-END-STREAMS'],
      make: resuming,
    },
  }),
]

const bodyOf = ({ body }: ServiceRequest): { channelId: string; streamList?: Members[] } =>
  parseJson(Buffer.from(body).toString('utf8'))

const isStart = ({ path }: ServiceRequest): boolean => path === '/streaming/start'

/** Refuses starts, with what the model remembers of all that was started. */
function refusingStarts(
  isRefused: (entry: Members, started: readonly Members[], state: ServiceState) => boolean,
): Model {
  const started: Members[] = []
  return {
    ...MODEL,
    handle: (state, request, now) => {
      const { channelId, streamList: list = [] } = bodyOf(request)
      const streamList = list.map((entry) => ({ ...entry, channelId }))
      if (!isStart(request)) return MODEL.handle(state, request, now)
      if (streamList.some((entry) => isRefused(entry, started, state)))
        return { state, response: { status: 409 } }
      const handled = MODEL.handle(state, request, now)
      if (handled.response.status === 200) started.push(...streamList)
      return handled
    },
  }
}

const ignoring: Model = {
  ...MODEL,
  handle: (state, request, now) => {
    const handled = MODEL.handle(state, request, now)
    const isRefused = request.path === '/streaming/update' && handled.response.status === 400
    return isRefused ? { state, response: { status: 200 } } : handled
  },
}

/** Streams of a channel over time (sections 2.3 and 4.2 to 4.4). */
const PUSH_ROWS: readonly TimelineVariant[] = [
  ...[403, 409, 429, 500].map((status) => ({
    id: `timeline-way-refusal-${status}`,
    section: '4.2',
    open: 'Which status a start has that would exceed the three streams is not shown.',
    does: `What is refused is answered with ${status}.`,
    decides: ['START-STREAMS-MAXIMUM-ANSWER'],
    make: (): Model => ({
      ...MODEL,
      handle: (state, request, now) =>
        (isStart(request) ? statusAs(400, status) : MODEL).handle(state, request, now),
    }),
  })),
  ...timelineWaysWith({ section: '4.3', open: 'The answer to an update of what is fixed is not shown.' })({
    'timeline-way-type-ignored': {
      does: 'An update is carried out without its type and flag.',
      decides: ['UPDATE-TYPE-FLAG-ANSWER'],
      make: () => changingEntries('update', (entry) => without(entry, 'type', 'flag')),
    },
    'timeline-way-update-ignored': {
      does: 'An update that names what cannot be updated changes nothing.',
      decides: ['UPDATE-TYPE-FLAG-ANSWER', 'UPDATE-SINGLE-USERID-ANSWER'],
      make: () => ignoring,
    },
    'timeline-way-update-refused-409': {
      does: 'An update of what cannot be updated is answered with 409.',
      decides: ['UPDATE-SINGLE-USERID-ANSWER'],
      make: () => statusAs(400, 409),
    },
  }),
  ...timelineWaysWith({
    section: '4.3',
    open: 'Whether a member that an update leaves out keeps its value is not shown.',
    decides: ['UPDATE-ABSENT-FIELDS'],
  })({
    'timeline-way-absent-watermarks-removed': timelineWay('An update without watermarks removes them.', () =>
      changingEntries('update', (entry) => ({ watermarks: [], ...entry })),
    ),
    'timeline-way-absent-fps-by-default': timelineWay('An update without fps sets it to its default.', () =>
      changingEntries('update', (entry) => ({ fps: 30, ...entry })),
    ),
  }),
  ...timelineWaysWith({ section: '2.3' })({
    'timeline-way-presenter-who-is-there': {
      open: 'Who the presenter is when the first user has left is not shown.',
      does: 'The presenter is the first of the users who are still there.',
      decides: ['STREAM-USERID-PRESENTER-LEFT'],
      make: () => aroundOperation('start', ({ users }) => ({ firstUser: users[0]! })),
    },
    'timeline-way-layout-with-mode': {
      open: 'The fields of layout are not shown.',
      does: 'A layout has a field mode.',
      decides: ['STREAM-LAYOUT-FIELDS'],
      make: () => ({ ...MODEL, fields: { ...MODEL.fields, layout: { mode: 'grid', cells: [{ x: 0.5 }] } } }),
    },
    'timeline-way-watermark-with-image': {
      open: 'The fields of watermark elements are not shown.',
      does: 'A watermark has a field image.',
      decides: ['STREAM-WATERMARKS-FIELDS'],
      make: () => ({ ...MODEL, fields: { ...MODEL.fields, watermark: { image: 'logo.png', x: 0.9 } } }),
    },
    'timeline-way-delayed-push-free': {
      open: 'Whether a push that waits to close counts is not shown.',
      does: 'A push that waits to close leaves its place to another.',
      decides: ['STREAM-DELAYCLOSE-COUNTED'],
      make: () => {
        let waiting: ReturnType<typeof waitingIn> = []
        return aroundOperation(
          'start',
          (channel) => {
            waiting = waitingIn(channel.streams)
            return { streams: channel.streams.filter((stream) => !waiting.includes(stream)) }
          },
          (channel) => ({ streams: [...waiting, ...channel.streams] }),
        )
      },
    },
    'timeline-way-delay-of-push-a-second-longer': {
      open: 'Whether a push is closed in the very second in which its delay ends is not shown.',
      does: 'A delay takes effect with the next second.',
      decides: ['STREAM-DELAYCLOSE-COUNTED'],
      make: () =>
        aroundOperation(
          'stop',
          () => ({}),
          (one) => streams(one, ({ closesAt: at }) => (at === undefined ? {} : { closesAt: at + 0.5 })),
        ),
    },
    'timeline-way-stream-id-once': {
      open: 'Whether a streamId can be used again after a stop is not shown.',
      does: 'A streamId is used once in a channel.',
      decides: ['STREAM-STREAMID-AFTER-STOP'],
      make: () =>
        refusingStarts((entry, started) =>
          started.some(
            ({ streamId, channelId }) => streamId === entry['streamId'] && channelId === entry['channelId'],
          ),
        ),
    },
    'timeline-way-address-once': {
      open: 'Whether two streams may have one push address is not shown.',
      does: 'An address is pushed to once at a time.',
      decides: ['STREAM-URL-SHARED'],
      make: () => refusingStarts((one, _, state) => streamsIn(state).some(({ url }) => url === one['url'])),
    },
  }),
]

const waitingIn = (all: readonly Stream[]): Stream[] => all.filter(({ closesAt }) => closesAt !== undefined)

/** Right models of the service over time: each decides in its own way something that the interface leaves open. */
export const TIMELINE_VARIANTS: readonly TimelineVariant[] = [...CHANNEL_ROWS, ...PUSH_ROWS]
