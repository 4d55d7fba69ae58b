import type { JsonObject } from '../../../model/index.ts'
import {
  anyOf,
  bothJoined,
  CLOSED,
  firstJoined,
  joins,
  leaves,
  looks,
  openWith,
  REFUSED,
  starts,
  stops,
  tokenOf,
  timelines,
  TOKENS,
  updates,
  type TimelineRow,
} from './steps.ts'

const OTHER_URL = 'rtmp://cdn.invalid/live/other'
/** Updates name every member: the text does not show whether a missing one stays as it is (UPDATE-ABSENT-FIELDS). */
const EVERY = { streamId: 1, url: OTHER_URL, userId: 'u2', layout: '{{layout}}', fps: 15 }
const MARKS = ['{{watermark}}']
const UNCHANGED = { url: 'rtmp://cdn.invalid/live/1', userId: 'u1', fps: 30, watermarks: MARKS }
const CHANGED = { url: OTHER_URL, fps: 15, watermarks: MARKS }
const HANDLED_OR_REFUSED = anyOf(200, '4xx')

/** A mixed push as it is requested, and as it must be visible afterwards. */
const mixed = (streamId: number, more: JsonObject = {}): JsonObject => ({
  streamId,
  // Each push has its own (STREAM-URL-SHARED).
  url: `rtmp://cdn.invalid/live/${streamId}`,
  flag: 3,
  type: 1,
  ...more,
})
const seen = (streamId: number, more: JsonObject = {}): JsonObject => ({
  fps: 30,
  delayClose: 0,
  userId: 'u1',
  ...mixed(streamId),
  ...more,
})

const OTHER = mixed(1, { url: OTHER_URL })

/** Streams of a channel over time (sections 2.3 and 4.2 to 4.4). */
export const STREAM_ROWS: readonly TimelineRow[] = timelines({
  'start-before-the-channel-opens': {
    title: 'A start before the first user has joined gets 404, and can be repeated',
    requirements: ['START-CHANNEL-MISSING-RETRY'],
    lines: [
      [0, starts(mixed(1)), 404],
      [1, joins('t1'), 'joined'],
      [2, starts(mixed(1)), 200],
      [2, looks, openWith(['u1'], [seen(1)])],
    ],
  },
  'streams-at-the-same-time': {
    title: 'A channel has at most three streams at the same time, and room for another when one has stopped',
    requirements: ['START-STREAMS-MAXIMUM', 'STOP-ONE'],
    lines: [
      ...firstJoined,
      [1, starts(mixed(1), mixed(2)), 200],
      [2, starts(mixed(3)), 200],
      [3, starts(mixed(4)), REFUSED],
      [4, stops(2), 200],
      [5, starts(mixed(4)), 200],
      [5, looks, openWith(['u1'], [seen(1), seen(3), seen(4)])],
    ],
  },
  'presenter-by-default': {
    title: 'In mixed mode the first user to join is the presenter, unless the body names another',
    requirements: ['STREAM-USERID-PRESENTER-DEFAULT', 'STREAM-USERID-PRESENTER'],
    lines: [
      ...bothJoined,
      [3, starts(mixed(1), mixed(2, { userId: 'u2' })), 200],
      [3, looks, openWith(['u1', 'u2'], [seen(1), seen(2, { userId: 'u2' })])],
    ],
  },
  'open-presenter-who-has-left': {
    title: 'Open: who the presenter is when the first user has left (the text does not say)',
    requirements: ['STREAM-USERID-PRESENTER-LEFT'],
    lines: [
      ...bothJoined,
      [2, leaves('u1'), 'left'],
      [3, starts(mixed(1)), 200],
      [3, looks, openWith(['u2'], [seen(1)])],
    ],
  },
  'streams-of-two-channels': {
    title: 'Two channels may use the same streamId, and a stop in one leaves the other alone',
    requirements: ['STREAM-STREAMID-WITHIN-CHANNEL', 'STOP-ALL'],
    tokens: { ...TOKENS, other: tokenOf('u1', { channelId: 'c2' }) },
    lines: [
      ...firstJoined,
      [0, joins('other'), 'joined'],
      [1, starts(mixed(1)), 200],
      [1, { do: 'streaming.start', body: { channelId: 'c2', streamList: [OTHER] } }, 200],
      [2, stops(), 200],
      [2, looks, openWith(['u1'])],
      [2, { do: 'look', channelId: 'c2' }, openWith(['u1'], [seen(1, { url: OTHER_URL })])],
    ],
  },
  'stop-with-a-delay': {
    title: 'A stopped push closes after its delayClose, at once by default',
    requirements: ['STREAM-DELAYCLOSE-EFFECT', 'STREAM-DELAYCLOSE-DEFAULT', 'STOP-ALL'],
    lines: [
      ...firstJoined,
      [1, starts(mixed(1, { delayClose: 60 }), mixed(2)), 200],
      [10, stops(), 200],
      [10, looks, openWith(['u1'], [seen(1, { delayClose: 60 })])],
      [69, looks, openWith(['u1'], [seen(1, { delayClose: 60 })])],
      [71, looks, openWith(['u1'])],
    ],
  },
  'open-stop-during-the-delay': {
    title: 'Open: a stop and a start during the delay of a push (the text does not say)',
    requirements: ['STREAM-DELAYCLOSE-COUNTED'],
    lines: [
      ...firstJoined,
      [1, starts(mixed(1, { delayClose: 60 }), mixed(2), mixed(3)), 200],
      [10, stops(1), 200],
      [11, starts(mixed(4)), 400],
      [40, stops(1), 200],
      [70, starts(mixed(4)), 200],
    ],
  },
  'update-what-can-be-updated': {
    title:
      'url, presenter, layout, fps and watermarks of a running push change; an empty array removes watermarks',
    requirements: ['UPDATE-WATERMARKS-EMPTY'],
    lines: [
      ...firstJoined,
      [1, starts(mixed(1, { watermarks: MARKS })), 200],
      [1, looks, openWith(['u1'], [seen(1, { watermarks: MARKS })])],
      [2, updates({ ...EVERY, watermarks: MARKS }), 200],
      [2, looks, openWith(['u1'], [seen(1, { ...EVERY, watermarks: MARKS })])],
      [3, updates({ ...EVERY, watermarks: [] }), 200],
      [3, looks, openWith(['u1'], [seen(1, EVERY)])],
    ],
  },
  'open-update-of-absent-members': {
    title: 'Open: whether an update without a member leaves it as it is (the text does not say)',
    requirements: ['UPDATE-ABSENT-FIELDS'],
    lines: [
      ...firstJoined,
      [1, starts(mixed(1, { fps: 15, watermarks: MARKS })), 200],
      [2, updates({ streamId: 1 }), 200],
      [2, looks, openWith(['u1'], [seen(1, { fps: 15, watermarks: MARKS })])],
    ],
  },
  'update-does-not-change-type-and-flag': {
    title: 'type and flag of a running push cannot be updated',
    requirements: ['UPDATE-TYPE-FIXED', 'UPDATE-FLAG-FIXED', 'UPDATE-TYPE-FLAG-ANSWER'],
    lines: [
      ...firstJoined,
      [1, starts(mixed(1, UNCHANGED)), 200],
      [2, updates({ streamId: 1, ...UNCHANGED, type: 2 }), HANDLED_OR_REFUSED],
      [3, updates({ streamId: 1, ...UNCHANGED, flag: 15 }), HANDLED_OR_REFUSED],
      [3, looks, openWith(['u1'], [seen(1, { ...UNCHANGED, watermarks: MARKS })])],
    ],
  },
  'update-does-not-change-the-user-of-a-single-stream': {
    title: 'The user of a single-stream push cannot be updated, other members can',
    requirements: ['UPDATE-SINGLE-USERID-FIXED', 'UPDATE-SINGLE-USERID-ANSWER'],
    lines: [
      ...firstJoined,
      [1, starts(mixed(1, { ...UNCHANGED, type: 2 })), 200],
      [2, updates({ streamId: 1, ...UNCHANGED, userId: 'u2' }), HANDLED_OR_REFUSED],
      [3, updates({ streamId: 1, ...CHANGED }), 200],
      [3, looks, openWith(['u1'], [seen(1, { ...CHANGED, type: 2 })])],
    ],
  },
  'open-streams-of-a-channel-that-ends': {
    title: 'Open: whether the streams of a channel end with it (the text does not say)',
    requirements: ['STATE-CHANNEL-END-STREAMS'],
    lines: [
      ...firstJoined,
      [1, starts(mixed(1)), 200],
      [2, leaves('u1'), 'left'],
      [2, looks, CLOSED],
      [3, joins('t1'), 'joined'],
      [3, looks, openWith(['u1'])],
    ],
  },
})
