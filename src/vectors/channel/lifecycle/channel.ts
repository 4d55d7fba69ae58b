import { askToken, close, CLOSED, join, leave, look, open, tokenOf, type TimelineRow } from './steps.ts'

/** Joining, capacity, duration and closing of channels (section 2.1). */
export const CHANNEL_ROWS: readonly TimelineRow[] = [
  {
    name: 'opens-with-the-first-join',
    title: 'A channel opens when its first user joins',
    requirements: [
      'CHANNEL-START-FIRST-JOIN',
      'SERVICE-TOKEN-EVERY-INTERACTION',
      'CHANNEL-JOIN-CHECKS-TOKEN',
    ],
    tokens: { t1: tokenOf('u1') },
    lines: [
      [0, look, CLOSED],
      [10, join('t1'), 'joined'],
      [10, look, open(['u1'])],
    ],
  },
  {
    name: 'token-from-the-service',
    title: 'A token that the service issues opens a channel as a self-computed one does',
    requirements: ['SERVICE-TOKEN-BOTH-WAYS', 'TOKEN-VALIDITY-START-ISSUED'],
    tokens: {},
    lines: [
      [1000, askToken('t1', { userId: 'u1', duration: 60 }), 200],
      // Validity starts at second 1000, when the service made it, and ends at 1060.
      [1059, join('t1'), 'joined'],
      [1061, join('t1'), 'refused: expired'],
    ],
  },
  {
    name: 'token-used-again',
    title: 'A token may be used again while it is valid, and not after',
    requirements: ['CHANNEL-JOIN-TOKEN-REUSED', 'CHANNEL-JOIN-EXPIRED-REFUSED', 'TOKEN-TIMESTAMP-CHECKED'],
    tokens: { t1: tokenOf('u1', { duration: 100 }) },
    lines: [
      [0, join('t1'), 'joined'],
      [10, leave('u1'), 'left'],
      [99, join('t1'), 'joined'],
      [99, leave('u1'), 'left'],
      [101, join('t1'), 'refused: expired'],
    ],
  },
  {
    name: 'open-token-expires-inside',
    title: 'Open: whether a user stays whose token expires while inside (the text does not say)',
    level: 'unspecified',
    requirements: ['CHANNEL-TOKEN-EXPIRES-INSIDE'],
    tokens: { t1: tokenOf('u1', { duration: 100 }) },
    lines: [
      [0, join('t1'), 'joined'],
      [200, look, open(['u1'])],
    ],
  },
  {
    name: 'duration-in-minutes-from-the-first-join',
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
      [30, join('t1'), 'joined'],
      [100, join('t2'), 'joined'],
      [149, look, open(['u1', 'u2'])],
      [150, look, CLOSED],
      [160, join('t2'), 'joined'],
      [160, look, open(['u2'])],
    ],
  },
  {
    name: 'duration-of-the-first-token-decides',
    title: "The first user's token decides how long the channel lasts, later tokens change nothing",
    requirements: ['CHANNEL-DURATION-FIRST-TOKEN'],
    tokens: { t1: tokenOf('u1', { channelDuration: 1 }), t2: tokenOf('u2', { channelDuration: 60 }) },
    lines: [
      [0, join('t1'), 'joined'],
      [1, join('t2'), 'joined'],
      [2, leave('u1'), 'left'],
      [59, look, open(['u2'])],
      [60, look, CLOSED],
    ],
  },
  {
    name: 'duration-of-a-later-token-is-void',
    title: 'A short channelDuration of a later token does not end the channel',
    requirements: ['CHANNEL-DURATION-FIRST-TOKEN', 'CHANNEL-DURATION-UNLIMITED'],
    tokens: { t1: tokenOf('u1'), t2: tokenOf('u2', { channelDuration: 1 }) },
    lines: [
      [0, join('t1'), 'joined'],
      [1, join('t2'), 'joined'],
      // 30 days.
      [2592000, look, open(['u1', 'u2'])],
    ],
  },
  {
    name: 'size-is-the-capacity',
    title: 'A channel takes as many users as size says, and again one when one has left',
    requirements: ['CHANNEL-SIZE-CAPACITY'],
    tokens: {
      t1: tokenOf('u1', { size: 2 }),
      t2: tokenOf('u2', { size: 2 }),
      t3: tokenOf('u3', { size: 2 }),
    },
    lines: [
      [0, join('t1'), 'joined'],
      [1, join('t2'), 'joined'],
      [2, join('t3'), 'refused: full'],
      [3, leave('u1'), 'left'],
      [4, join('t3'), 'joined'],
      [5, look, open(['u2', 'u3'])],
    ],
  },
  {
    name: 'size-by-default',
    title: 'Without size a channel takes 100 users',
    requirements: ['CHANNEL-SIZE-DEFAULT'],
    tokens: Object.fromEntries(
      Array.from({ length: 101 }, (_, index) => [`t${index}`, tokenOf(`u${index}`)]),
    ),
    lines: Array.from(
      { length: 101 },
      (_, index) => [0, join(`t${index}`), index < 100 ? 'joined' : 'refused: full'] as const,
    ),
  },
  {
    name: 'open-size-of-which-token',
    title: 'Open: which token decides the size (the text does not say)',
    level: 'unspecified',
    requirements: ['CHANNEL-SIZE-WHICH-TOKEN'],
    tokens: { t1: tokenOf('u1', { size: 1 }), t2: tokenOf('u2', { size: 5 }) },
    lines: [
      [0, join('t1'), 'joined'],
      [1, join('t2'), 'refused: full'],
    ],
  },
  {
    name: 'closes-at-once-without-delay',
    title: 'Without delayClose a channel closes when everyone has left',
    requirements: ['CHANNEL-DELAYCLOSE-ZERO'],
    tokens: { t1: tokenOf('u1'), t2: tokenOf('u2') },
    lines: [
      [0, join('t1'), 'joined'],
      [1, join('t2'), 'joined'],
      [2, leave('u1'), 'left'],
      [3, look, open(['u2'])],
      [4, leave('u2'), 'left'],
      [4, look, CLOSED],
    ],
  },
  {
    name: 'stays-open-for-the-delay',
    title: 'With delayClose a channel stays open for so many seconds after everyone has left',
    requirements: ['CHANNEL-DELAYCLOSE-STAYS-OPEN', 'PARAM-DELAYCLOSE-SECONDS'],
    tokens: { t1: tokenOf('u1', { delayClose: 60 }) },
    lines: [
      [0, join('t1'), 'joined'],
      [10, leave('u1'), 'left'],
      [69, look, open([])],
      [70, look, CLOSED],
    ],
  },
  {
    name: 'delay-is-void-after-the-duration',
    title: 'delayClose has no effect once channelDuration is reached',
    requirements: ['CHANNEL-DELAYCLOSE-VOID-AFTER-DURATION'],
    tokens: { t1: tokenOf('u1', { channelDuration: 1, delayClose: 3600 }) },
    lines: [
      [0, join('t1'), 'joined'],
      [50, leave('u1'), 'left'],
      [59, look, open([])],
      [60, look, CLOSED],
    ],
  },
  {
    name: 'delay-is-void-after-a-server-side-close',
    title: 'delayClose has no effect once the channel is closed through a server-side API',
    requirements: ['CHANNEL-DELAYCLOSE-VOID-AFTER-SERVER-CLOSE'],
    tokens: { t1: tokenOf('u1', { delayClose: 3600 }) },
    lines: [
      [0, join('t1'), 'joined'],
      [10, close, 'closed'],
      [10, look, CLOSED],
    ],
  },
  {
    name: 'open-rejoin-during-the-delay',
    title: 'Open: what a join during the delay does to it (the text does not say)',
    level: 'unspecified',
    requirements: [
      'CHANNEL-DELAYCLOSE-REJOIN',
      'CHANNEL-DELAYCLOSE-WHICH-TOKEN',
      'CHANNEL-DELAYCLOSE-OTHER-MEDIA',
    ],
    tokens: { t1: tokenOf('u1', { delayClose: 60 }), t2: tokenOf('u2', { delayClose: 5 }) },
    lines: [
      [0, join('t1'), 'joined'],
      [10, leave('u1'), 'left'],
      [60, join('t2'), 'joined'],
      [100, look, open(['u2'])],
      [100, leave('u2'), 'left'],
      [159, look, open([])],
      [160, look, CLOSED],
    ],
  },
]
