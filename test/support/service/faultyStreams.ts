import { without } from '../../../src/members.ts'
import type { Json } from '../../../src/model/index.ts'
import type { Channel, ServiceRequest, Stream } from '../../../src/service/index.ts'
import { MODEL } from '../../../src/service/timeline.ts'
import {
  aroundOperation,
  changingBodies,
  eachChannel,
  changingEntries,
  joined,
  statusAs,
  streams,
} from '../../../src/variants/timeline/models.ts'
import type { FaultyModel } from './faultyModel.ts'

const PHANTOM: Stream = { streamId: -1, url: '', flag: 1, type: 1, userId: '', fps: 30, delayClose: 0 }
const withoutPhantom = ({ streams: all }: Channel): { streams: Stream[] } => ({
  streams: all.filter(({ streamId }) => streamId !== PHANTOM.streamId),
})

const PUSHING: readonly FaultyModel[] = [
  {
    name: 'a start on a channel that does not exist is answered 200',
    make: () => statusAs(404, 200),
    fails: ['start-before-the-channel-opens'],
  },
  {
    name: 'a start on a channel that does not exist is answered 400',
    make: () => statusAs(404, 400),
    fails: ['start-before-the-channel-opens'],
  },
  {
    name: 'four streams at the same time',
    make: () => {
      let hidden: readonly Stream[] = []
      const hide = ({ streams: [first, ...others] }: Channel): { streams: Stream[] } => {
        hidden = first ? [first] : []
        return { streams: others }
      }
      return aroundOperation('start', hide, ({ streams: all }) => ({ streams: [...hidden, ...all] }))
    },
    fails: ['streams-at-the-same-time'],
  },
  {
    name: 'two streams at the same time',
    make: () =>
      aroundOperation('start', ({ streams: all }) => ({ streams: [...all, PHANTOM] }), withoutPhantom),
    fails: ['streams-at-the-same-time'],
  },
  {
    name: 'a stop without streamId stops the first push only',
    make: () => changingBodies('stop', (body) => ({ streamId: 1, ...body })),
    fails: ['stop-with-a-delay'],
  },
  {
    name: 'a stop with a streamId stops every push',
    make: () => changingBodies('stop', (body) => without(body, 'streamId')),
    fails: ['streams-at-the-same-time'],
  },
  {
    name: 'the last user to join is the presenter',
    make: () => joined(({ users }) => ({ firstUser: users.at(-1)! }), 'always'),
    fails: ['presenter-by-default'],
  },
  {
    name: 'the presenter who is named is ignored',
    make: () => changingEntries('start', (entry) => (entry['type'] === 1 ? without(entry, 'userId') : entry)),
    fails: ['presenter-by-default'],
  },
  {
    name: 'delayClose of a push is ignored',
    make: () => aroundOperation('stop', (channel) => streams(channel, () => ({ delayClose: 0 }))),
    fails: ['stop-with-a-delay'],
  },
  {
    name: 'delayClose of a push counts minutes',
    make: () =>
      aroundOperation(
        'stop',
        () => ({}),
        (channel, now) =>
          streams(channel, ({ closesAt, delayClose }) =>
            closesAt === undefined ? {} : { closesAt: now + delayClose * 60 },
          ),
      ),
    fails: ['stop-with-a-delay'],
  },
  {
    name: 'a stopped push goes on for 30 seconds by default',
    make: () =>
      aroundOperation('stop', (channel) =>
        streams(channel, ({ delayClose }) => ({ delayClose: delayClose || 30 })),
      ),
    fails: ['stop-with-a-delay', 'streams-at-the-same-time'],
  },
]

const CHANGING: readonly FaultyModel[] = [
  ...['url', 'userId', 'layout', 'fps'].map((name) => ({
    name: `an update leaves ${name} as it is`,
    make: () => changingEntries('update', (entry) => without(entry, name)),
    fails: ['update-what-can-be-updated'] as const,
  })),
  {
    name: 'watermarks stay in spite of an empty array',
    make: () =>
      changingEntries('update', (entry) =>
        (entry['watermarks'] as unknown[] | undefined)?.length === 0 ? without(entry, 'watermarks') : entry,
      ),
    fails: ['update-what-can-be-updated'],
  },
  {
    name: 'an update changes type and flag',
    make: () => {
      let asked: Record<string, Json> = {}
      const { handle } = changingEntries(
        'update',
        (entry) => ((asked = entry), without(entry, 'type', 'flag')),
      )
      const changed = ({ type, flag }: Stream): Partial<Stream> => ({
        type: (asked['type'] ?? type) as Stream['type'],
        flag: (asked['flag'] ?? flag) as number,
      })
      return {
        ...MODEL,
        handle: (state, request, now) => {
          const handled = handle(state, request, now)
          const isUpdate = request.path === '/streaming/update'
          return isUpdate
            ? { ...handled, state: eachChannel(handled.state, (channel) => streams(channel, changed)) }
            : handled
        },
      }
    },
    fails: ['update-does-not-change-type-and-flag'],
  },
  {
    name: 'the user of a single-stream push can be updated',
    make: () =>
      aroundOperation(
        'update',
        (channel) => streams(channel, () => ({ type: 1 })),
        (channel) => streams(channel, () => ({ type: 2 })),
      ),
    fails: ['update-does-not-change-the-user-of-a-single-stream'],
  },
  {
    name: 'a single-stream push cannot be updated at all',
    make: () =>
      changingEntries('update', (entry) =>
        entry['fps'] === 15 && !entry['userId'] ? { ...entry, type: 2 } : entry,
      ),
    fails: ['update-does-not-change-the-user-of-a-single-stream'],
  },
]

/** What streamId identifies, and whom a stop meets (sections 2.3 and 4.4). */
const SCOPE: readonly FaultyModel[] = [
  {
    name: 'a streamId is taken for every channel of the app',
    make: () => ({
      ...MODEL,
      handle: (state, request, now) => {
        const { channelId, streamList = [] } = bodyOf(request)
        const isTaken = [...state.channels.values()].some(
          (channel) =>
            channel.channelId !== channelId &&
            channel.streams.some(({ streamId }) => streamList.some((entry) => entry.streamId === streamId)),
        )
        return request.path === '/streaming/start' && isTaken
          ? { state, response: { status: 400 } }
          : MODEL.handle(state, request, now)
      },
    }),
    fails: ['streams-of-two-channels'],
  },
  {
    name: 'a stop stops the pushes of every channel',
    make: () =>
      aroundOperation(
        'stop',
        () => ({}),
        () => ({ streams: [] }),
      ),
    fails: ['streams-of-two-channels'],
  },
]

const bodyOf = ({
  body,
}: ServiceRequest): { channelId: string; streamList?: readonly { readonly streamId: number }[] } =>
  JSON.parse(Buffer.from(body).toString('utf8')) as ReturnType<typeof bodyOf>

/** Misreadings of sections 2.3 and 4.2 to 4.4. */
export const FAULTY_STREAMS: readonly FaultyModel[] = [...PUSHING, ...CHANGING, ...SCOPE]
