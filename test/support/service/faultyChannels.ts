import { MODEL, type Model } from '../../../src/service/timeline.ts'
import {
  eachChannel,
  joined,
  left,
  paramsOf,
  issuedAt,
  tokensAs,
} from '../../../src/variants/timeline/models.ts'
import type { FaultyModel } from './faultyModel.ts'

const minutesOf = (token: string): number => (paramsOf(token)['channelDuration'] as number | undefined) ?? 0
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

/** Somebody without a token gets in as a guest. */
const guests: Model = {
  ...MODEL,
  join: (state, token, now) =>
    token === '' ? { state, result: { joined: true } } : MODEL.join(state, token, now),
}

/** Who has been inside may come back with whatever token. */
function knownUsers(): Model {
  const known = new Set<string>()
  return {
    ...MODEL,
    join: (state, token, now) => {
      if (known.has(token)) return tokensAs(() => ({ timestamp: now })).join(state, token, now)
      known.add(token)
      return MODEL.join(state, token, now)
    },
  }
}

const JOINING: readonly FaultyModel[] = [
  {
    name: 'a client joins without a token',
    make: () => guests,
    fails: ['join-without-a-token'],
  },
  {
    name: 'only the first join checks the token',
    make: knownUsers,
    fails: ['join-checks-the-token', 'token-used-again'],
  },
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
    make: () => joined(({ endsAt, openedAt }, token) => ({ endsAt: endsAt - openedAt + issuedAt(token) })),
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

/** Misreadings of section 2.1. */
export const FAULTY_CHANNELS: readonly FaultyModel[] = [...JOINING, ...ENDING]
