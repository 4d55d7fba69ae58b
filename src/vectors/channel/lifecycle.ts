import type { Family, Vector } from '../../model/index.ts'
import { STREAM_ROWS } from './lifecycle/streams.ts'
import {
  anyOf,
  asksToken,
  bothJoined,
  closes,
  CLOSED,
  firstJoined,
  joins,
  leaves,
  looks,
  openWith,
  timelines,
  tokenOf,
  TOKENS,
  type TimelineRow,
} from './lifecycle/steps.ts'
import { accept, vectorOf } from '../rows/row.ts'

/** The visible state of a channel after so many seconds: written by hand, not computed by our own service. */
export const channelLifecycle = (): Family => ({
  name: 'channel/lifecycle',
  title:
    'Timelines of a channel: what happens in which second, and what must then be visible (sections 2.1 and 4)',
  vectors: [...CHANNEL_ROWS, ...STREAM_ROWS].map(toVector),
})

function toVector({ tokens = TOKENS, lines, whiteboard, ...row }: TimelineRow): Vector {
  const steps = lines.map(([at, what]) => ({ at, ...what }))
  const results = lines.map(([, , expected]) => expected)
  return vectorOf('channel/lifecycle', row, {
    question: {
      method: 'channel.timeline',
      params: { channelId: 'c1', ...(whiteboard && { whiteboard }), tokens, steps },
    },
    expect: accept({ results }),
  })
}

const HUNDRED_AND_ONE = [...Array(101).keys()]

/** Joining, capacity, duration and closing of channels (section 2.1). */
const CHANNEL_ROWS: readonly TimelineRow[] = timelines({
  'opens-with-the-first-join': {
    title: 'A channel opens when its first user joins',
    requirements: ['CHANNEL-START-FIRST-JOIN'],
    tokens: { t1: tokenOf('u1') },
    lines: [
      [0, looks, CLOSED],
      [10, joins('t1'), 'joined'],
      [10, looks, openWith(['u1'])],
    ],
  },
  'join-without-a-token': {
    title: 'A client without a token does not join, and opens no channel',
    requirements: ['SERVICE-TOKEN-EVERY-INTERACTION', 'CHANNEL-JOIN-CHECKS-TOKEN'],
    tokens: { t1: tokenOf('u1') },
    lines: [
      [0, joins(), 'refused'],
      [0, looks, CLOSED],
      [1, joins('t1'), 'joined'],
      // A channel that others have opened is no way in either.
      [2, joins(), 'refused'],
      [2, looks, openWith(['u1'])],
    ],
  },
  'join-checks-the-token': {
    title: 'The token is checked at each join: a user who was inside does not come back with an expired one',
    requirements: ['CHANNEL-JOIN-CHECKS-TOKEN', 'CHANNEL-JOIN-EXPIRED-REFUSED'],
    tokens: { t1: tokenOf('u1', { duration: 50 }), t2: tokenOf('u2') },
    lines: [
      ...bothJoined,
      [40, leaves('u1'), 'left'],
      [51, joins('t1'), 'refused: expired'],
      [51, looks, openWith(['u2'])],
    ],
  },
  'token-from-the-service': {
    title: 'A token that the service issues opens a channel as a self-computed one does',
    requirements: ['SERVICE-TOKEN-BOTH-WAYS', 'TOKEN-VALIDITY-START-ISSUED'],
    tokens: {},
    lines: [
      [1000, asksToken('t1', { userId: 'u1', duration: 60 }), 200],
      // Validity starts at second 1000, when the service made it, and ends at 1060.
      [1059, joins('t1'), 'joined'],
      [1060, leaves('u1'), 'left'],
      [1061, joins('t1'), 'refused: expired'],
    ],
  },
  'token-used-again': {
    title: 'A token can be used again while it is valid, and not afterwards',
    requirements: ['CHANNEL-JOIN-TOKEN-REUSED', 'CHANNEL-JOIN-EXPIRED-REFUSED', 'TOKEN-TIMESTAMP-CHECKED'],
    tokens: { t1: tokenOf('u1', { duration: 100 }) },
    lines: [
      ...firstJoined,
      [10, leaves('u1'), 'left'],
      [99, joins('t1'), 'joined'],
      [99, leaves('u1'), 'left'],
      [101, joins('t1'), 'refused: expired'],
    ],
  },
  'open-token-expires-inside': {
    title: 'Open: whether a user stays after the token has expired (the text does not say)',
    requirements: ['CHANNEL-TOKEN-EXPIRES-INSIDE'],
    tokens: { t1: tokenOf('u1', { duration: 100 }) },
    lines: [...firstJoined, [200, looks, openWith(['u1'])]],
  },
  'duration-in-minutes-from-the-first-join': {
    title: 'channelDuration counts minutes from the first join, ends the channel and removes all users',
    requirements: [
      'CHANNEL-DURATION-ENDS-CHANNEL',
      'CHANNEL-DURATION-REMOVES-USERS',
      'PARAM-CHANNELDURATION-MINUTES',
      'CHANNEL-START-FIRST-JOIN',
    ],
    tokens: { t1: tokenOf('u1', { channelDuration: 2 }), t2: tokenOf('u2') },
    lines: [
      // 2 minutes from second 30: until second 150.
      [30, joins('t1'), 'joined'],
      [100, joins('t2'), 'joined'],
      [149, looks, openWith(['u1', 'u2'])],
      [150, looks, CLOSED],
    ],
  },
  'open-join-after-the-end': {
    title: 'Open: whether a channel that has ended can be opened again (the text does not say)',
    requirements: ['CHANNEL-OPENED-AGAIN'],
    tokens: { t1: tokenOf('u1', { channelDuration: 2 }), t2: tokenOf('u2') },
    lines: [
      [30, joins('t1'), 'joined'],
      [160, joins('t2'), 'joined'],
      [160, looks, openWith(['u2'])],
    ],
  },
  'duration-of-the-first-token-decides': {
    title: "The first user's token decides how long the channel lasts, and later tokens change nothing",
    requirements: ['CHANNEL-DURATION-FIRST-TOKEN'],
    tokens: { t1: tokenOf('u1', { channelDuration: 1 }), t2: tokenOf('u2', { channelDuration: 60 }) },
    lines: [...bothJoined, [2, leaves('u1'), 'left'], [59, looks, openWith(['u2'])], [60, looks, CLOSED]],
  },
  'duration-of-a-later-token-is-void': {
    title: 'A short channelDuration of a later token does not end the channel',
    requirements: ['CHANNEL-DURATION-FIRST-TOKEN', 'CHANNEL-DURATION-UNLIMITED'],
    tokens: { ...TOKENS, t2: tokenOf('u2', { channelDuration: 1 }), t3: tokenOf('u3', {}, 80000) },
    lines: [
      ...bothJoined,
      [3600, looks, openWith(['u1', 'u2'])],
      [3601, leaves('u2'), 'left'],
      [80000, joins('t3'), 'joined'],
      // More than a day: it is not shown whether u1 stays after its token has expired (CHANNEL-TOKEN-EXPIRES-INSIDE).
      [90000, looks, anyOf(openWith(['u1', 'u3']), openWith(['u3']))],
    ],
  },
  'size-is-the-capacity': {
    title: 'A channel takes as many users as size says, and another when one has left',
    requirements: ['CHANNEL-SIZE-CAPACITY'],
    tokens: {
      t1: tokenOf('u1', { size: 2 }),
      t2: tokenOf('u2', { size: 2 }),
      t3: tokenOf('u3', { size: 2 }),
    },
    lines: [
      ...bothJoined,
      [2, joins('t3'), 'refused: full'],
      [3, leaves('u1'), 'left'],
      [4, joins('t3'), 'joined'],
      [5, looks, openWith(['u2', 'u3'])],
    ],
  },
  'size-by-default': {
    title: 'Without size a channel takes 100 users',
    requirements: ['CHANNEL-SIZE-DEFAULT'],
    tokens: Object.fromEntries(HUNDRED_AND_ONE.map((index) => [`t${index}`, tokenOf(`u${index}`)])),
    lines: HUNDRED_AND_ONE.map((index) => [0, joins(`t${index}`), index < 100 ? 'joined' : 'refused: full']),
  },
  'open-size-of-which-token': {
    title: 'Open: which token decides the size (the text does not say)',
    requirements: ['CHANNEL-SIZE-WHICH-TOKEN'],
    tokens: { t1: tokenOf('u1', { size: 1 }), t2: tokenOf('u2', { size: 5 }) },
    lines: [...firstJoined, [1, joins('t2'), 'refused: full']],
  },
  'closes-at-once-without-delay': {
    title: 'Without delayClose a whiteboard channel closes when everyone has left',
    requirements: ['CHANNEL-DELAYCLOSE-ZERO'],
    whiteboard: true,
    lines: [
      ...bothJoined,
      [2, leaves('u1'), 'left'],
      [3, looks, openWith(['u2'])],
      [4, leaves('u2'), 'left'],
      [4, looks, CLOSED],
    ],
  },
  'stays-open-for-the-delay': {
    title: 'With delayClose a whiteboard channel stays open for that many seconds after everyone has left',
    requirements: ['CHANNEL-DELAYCLOSE-STAYS-OPEN', 'PARAM-DELAYCLOSE-SECONDS'],
    whiteboard: true,
    tokens: { t1: tokenOf('u1', { delayClose: 60 }) },
    lines: [...firstJoined, [10, leaves('u1'), 'left'], [69, looks, openWith([])], [71, looks, CLOSED]],
  },
  'delay-is-void-after-the-duration': {
    title: 'delayClose has no effect once channelDuration is reached',
    requirements: ['CHANNEL-DELAYCLOSE-VOID-AFTER-DURATION'],
    whiteboard: true,
    tokens: { t1: tokenOf('u1', { channelDuration: 1, delayClose: 3600 }) },
    lines: [...firstJoined, [50, leaves('u1'), 'left'], [59, looks, openWith([])], [60, looks, CLOSED]],
  },
  'delay-is-void-after-a-server-side-close': {
    title: 'delayClose has no effect once the channel is closed through a server-side API',
    requirements: ['CHANNEL-DELAYCLOSE-VOID-AFTER-SERVER-CLOSE'],
    whiteboard: true,
    tokens: { t1: tokenOf('u1', { delayClose: 3600 }) },
    lines: [...firstJoined, [10, closes, 'closed'], [10, looks, CLOSED]],
  },
  'open-rejoin-during-the-delay': {
    title: 'Open: what a join during the delay does to the delay (the text does not say)',
    requirements: [
      'CHANNEL-DELAYCLOSE-REJOIN',
      'CHANNEL-DELAYCLOSE-WHICH-TOKEN',
      'CHANNEL-DELAYCLOSE-OTHER-MEDIA',
    ],
    tokens: { t1: tokenOf('u1', { delayClose: 60 }), t2: tokenOf('u2', { delayClose: 5 }) },
    lines: [
      ...firstJoined,
      [10, leaves('u1'), 'left'],
      [60, joins('t2'), 'joined'],
      [100, looks, openWith(['u2'])],
      [100, leaves('u2'), 'left'],
      [159, looks, openWith([])],
      [160, looks, CLOSED],
    ],
  },
})
