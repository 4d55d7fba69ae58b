import type { Channel, Stream } from '../../src/service/index.ts'
import { MODEL, type Model } from '../../src/service/timeline.ts'
import {
  around,
  bodies,
  eachChannel,
  entries,
  joined,
  left,
  paramsOf,
  statusAs,
  streams,
  timestampOf,
  tokensAs,
  without,
} from './models.ts'

/** One misreading of the interface, and the required vectors of channel/lifecycle that show it. */
export interface FaultyModel {
  readonly name: string
  /** Made afresh for each timeline: some keep a memory. */
  readonly make: () => Model
  readonly fails: readonly [string, ...string[]]
}

const minutesOf = (token: string): number => (paramsOf(token)['channelDuration'] as number | undefined) ?? 0
const PHANTOM: Stream = { streamId: -1, url: '', flag: 1, type: 1, userId: '', fps: 30, delayClose: 0 }
const withoutPhantom = ({ streams: all }: Channel): { streams: Stream[] } => ({
  streams: all.filter(({ streamId }) => streamId !== PHANTOM.streamId),
})

/** A join is refused with a token that has been used. */
function singleUse(): Model {
  const used = new Set<string>()
  return {
    ...MODEL,
    join: (state, token, now) => {
      if (used.has(token)) return { state, result: { joined: false, reason: 'expired' } }
      used.add(token)
      return MODEL.join(state, token, now)
    },
  }
}

/** Validity counted from the first join with a token. */
function validFromFirstUse(): Model {
  const first = new Map<string, number>()
  return {
    ...MODEL,
    join: (state, token, now) => {
      const timestamp = first.get(token) ?? now
      first.set(token, timestamp)
      return tokensAs(() => ({ timestamp })).join(state, token, now)
    },
  }
}

const JOINING: readonly FaultyModel[] = [
  {
    name: 'a token can be used once',
    make: singleUse,
    fails: ['token-used-again'],
  },
  {
    name: 'nobody looks whether a token has expired',
    make: () => tokensAs((_params, now) => ({ timestamp: now })),
    fails: ['token-from-the-service', 'token-used-again'],
  },
  {
    name: 'duration counts minutes',
    make: () =>
      tokensAs(({ duration = 1440 }) => ({
        params: { duration: Math.min(86400, (duration as number) * 60) },
      })),
    fails: ['token-from-the-service', 'token-used-again'],
  },
  {
    name: 'validity starts with the first join, not when the token is made',
    make: validFromFirstUse,
    fails: ['token-from-the-service'],
  },
  {
    name: 'nobody can join',
    make: () => ({
      ...MODEL,
      join: (state) => ({ state, result: { joined: false, reason: 'app' } }),
    }),
    fails: ['opens-with-the-first-join'],
  },
  {
    name: 'a user who leaves stays',
    make: () => ({ ...MODEL, leave: (state) => state }),
    fails: ['closes-at-once-without-delay'],
  },
  {
    name: 'the channel takes one more than size',
    make: () => joined(({ size }) => ({ size: size + 1 })),
    fails: ['size-is-the-capacity', 'size-by-default'],
  },
  {
    name: 'the channel takes one less than size',
    make: () => joined(({ size }) => ({ size: size - 1 })),
    fails: ['size-is-the-capacity', 'size-by-default'],
  },
  {
    name: 'size is ignored',
    make: () => joined(() => ({ size: 100 })),
    fails: ['size-is-the-capacity'],
  },
  {
    name: 'size is unlimited by default',
    make: () => joined(({ size }, token) => ({ size: 'size' in paramsOf(token) ? size : Infinity })),
    fails: ['size-by-default'],
  },
  {
    name: 'size counts everybody who has ever joined',
    make: () => left(({ size }) => ({ size: size - 1 })),
    fails: ['size-is-the-capacity'],
  },
]

const ENDING: readonly FaultyModel[] = [
  {
    name: 'channelDuration counts seconds',
    make: () => joined(({ openedAt, endsAt }) => ({ endsAt: openedAt + (endsAt - openedAt) / 60 })),
    fails: ['duration-in-minutes-from-the-first-join'],
  },
  {
    name: 'channelDuration is ignored',
    make: () => joined(() => ({ endsAt: Infinity })),
    fails: ['duration-in-minutes-from-the-first-join'],
  },
  {
    name: 'channelDuration counts from the timestamp of the token',
    make: () => joined(({ endsAt, openedAt }, token) => ({ endsAt: endsAt - openedAt + timestampOf(token) })),
    fails: ['duration-in-minutes-from-the-first-join'],
  },
  {
    name: 'the channel ends a second late',
    make: () => joined(({ endsAt }) => ({ endsAt: endsAt + 1 })),
    fails: ['duration-in-minutes-from-the-first-join'],
  },
  {
    name: 'a channelDuration of 0 ends the channel after a day',
    make: () => joined(({ endsAt, openedAt }) => ({ endsAt: Math.min(endsAt, openedAt + 86400) })),
    fails: ['duration-of-a-later-token-is-void'],
  },
  {
    name: 'the last token decides how long the channel lasts',
    make: () =>
      joined(({ openedAt }, token) => ({ endsAt: openedAt + (minutesOf(token) * 60 || Infinity) }), 'always'),
    fails: ['duration-of-the-first-token-decides', 'duration-of-a-later-token-is-void'],
  },
  {
    name: 'the channel ends when its first user leaves',
    make: () => left(({ users, firstUser }) => (users.includes(firstUser) ? {} : { endsAt: 0 })),
    fails: ['duration-of-the-first-token-decides', 'size-is-the-capacity'],
  },
  {
    name: 'the users are removed, but the channel stays open',
    make: () => ({
      ...MODEL,
      settle: (state, now) =>
        eachChannel(state, ({ endsAt }) => (now >= endsAt ? { endsAt: Infinity, users: [] } : {})),
    }),
    fails: ['duration-in-minutes-from-the-first-join'],
  },
  {
    name: 'delayClose is ignored',
    make: () => joined(() => ({ delayClose: 0 })),
    fails: ['stays-open-for-the-delay'],
  },
  {
    name: 'delayClose counts minutes',
    make: () => joined(({ delayClose }) => ({ delayClose: delayClose * 60 })),
    fails: ['stays-open-for-the-delay'],
  },
  {
    name: 'a channel stays open for a minute without delayClose',
    make: () => joined(({ delayClose }) => ({ delayClose: delayClose || 60 })),
    fails: ['closes-at-once-without-delay'],
  },
  {
    name: 'the channel closes when anybody leaves',
    make: () => left(() => ({ endsAt: 0 })),
    fails: ['closes-at-once-without-delay'],
  },
  {
    name: 'delayClose outlasts channelDuration',
    make: () => left(({ emptySince }) => (emptySince === undefined ? {} : { endsAt: Infinity })),
    fails: ['delay-is-void-after-the-duration'],
  },
  {
    name: 'delayClose holds after a server-side close',
    make: () => ({
      ...MODEL,
      closeChannel: (state, _appId, _channelId, now) =>
        MODEL.settle(
          eachChannel(state, () => ({ users: [], emptySince: now })),
          now,
        ),
    }),
    fails: ['delay-is-void-after-a-server-side-close'],
  },
]

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
      return around('start', hide, ({ streams: all }) => ({ streams: [...hidden, ...all] }))
    },
    fails: ['streams-at-the-same-time'],
  },
  {
    name: 'two streams at the same time',
    make: () => around('start', ({ streams: all }) => ({ streams: [...all, PHANTOM] }), withoutPhantom),
    fails: ['streams-at-the-same-time'],
  },
  {
    name: 'a stop without streamId stops the first push only',
    make: () => bodies('stop', (body) => ({ streamId: 1, ...body })),
    fails: ['stop-with-a-delay'],
  },
  {
    name: 'a stop with a streamId stops every push',
    make: () => bodies('stop', without('streamId')),
    fails: ['streams-at-the-same-time'],
  },
  {
    name: 'the last user to join is the presenter',
    make: () => joined(({ users }) => ({ firstUser: users.at(-1)! }), 'always'),
    fails: ['presenter-by-default'],
  },
  {
    name: 'the presenter is the first of those who are still there',
    make: () => around('start', ({ users }) => ({ firstUser: users[0]! })),
    fails: ['presenter-by-default'],
  },
  {
    name: 'the presenter who is named is ignored',
    make: () => entries('start', (entry) => (entry['type'] === 1 ? without('userId')(entry) : entry)),
    fails: ['presenter-by-default'],
  },
  {
    name: 'delayClose of a push is ignored',
    make: () => around('stop', (channel) => streams(channel, () => ({ delayClose: 0 }))),
    fails: ['stop-with-a-delay'],
  },
  {
    name: 'delayClose of a push counts minutes',
    make: () =>
      around(
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
      around('stop', (channel) => streams(channel, ({ delayClose }) => ({ delayClose: delayClose || 30 }))),
    fails: ['stop-with-a-delay', 'streams-at-the-same-time'],
  },
]

const CHANGING: readonly FaultyModel[] = [
  ...['url', 'userId', 'layout', 'fps'].map((name) => ({
    name: `an update leaves ${name} as it is`,
    make: () => entries('update', without(name)),
    fails: ['update-what-can-be-updated'] as const,
  })),
  {
    name: 'watermarks stay in spite of an empty array',
    make: () =>
      entries('update', (entry) =>
        (entry['watermarks'] as unknown[] | undefined)?.length === 0 ? without('watermarks')(entry) : entry,
      ),
    fails: ['update-what-can-be-updated'],
  },
  {
    name: 'an update without watermarks removes them',
    make: () => entries('update', (entry) => ({ watermarks: [], ...entry })),
    fails: ['update-what-can-be-updated'],
  },
  {
    name: 'an update is not answered 400 for its type and flag',
    make: () => entries('update', without('type', 'flag')),
    fails: ['update-does-not-change-type-and-flag'],
  },
  {
    name: 'the user of a single-stream push can be updated',
    make: () =>
      around(
        'update',
        (channel) => streams(channel, () => ({ type: 1 })),
        (channel) => streams(channel, () => ({ type: 2 })),
      ),
    fails: ['update-does-not-change-the-user-of-a-single-stream'],
  },
  {
    name: 'a single-stream push cannot be updated at all',
    make: () =>
      entries('update', (entry) => (entry['fps'] === 15 && !entry['url'] ? { ...entry, type: 2 } : entry)),
    fails: ['update-does-not-change-the-user-of-a-single-stream'],
  },
]

export const FAULTY_MODELS: readonly FaultyModel[] = [...JOINING, ...ENDING, ...PUSHING, ...CHANGING]
