import type { Family } from '../../model/index.ts'
import {
  bodyFamily,
  idTexts,
  missing,
  open,
  ROOT,
  twice,
  unlisted,
  wrongTypes,
  type BodyRow,
  type Member,
} from '../rows/body.ts'
import { asFraction, beyondDoubles } from '../rows/integers.ts'
import {
  ENTRIES,
  EVERY,
  EVERY_SECOND,
  MIXED,
  SECOND,
  SECOND_ENTRIES,
  SINGLE,
} from './streaming-start/entry.ts'
import { CHANNEL, ONLY, openRows, notObjects, urlOf } from '../rows/stream.ts'

/** The body of POST /streaming/start. */
export const bodyStreamingStart = (): Family =>
  bodyFamily('streaming-start', 'Bodies of POST /streaming/start (sections 2.3, 4.2 and 8)', ROWS)

const OUTER: readonly Member[] = [
  { name: 'channelId', type: 'string', requirement: 'START-CHANNELID-STRING' },
  { name: 'streamList', type: 'array', requirement: 'START-STREAMLIST-ARRAY' },
]

const REQUIRED = {
  streamId: 'STREAM-STREAMID-REQUIRED',
  url: 'STREAM-URL-REQUIRED',
  flag: 'STREAM-FLAG-REQUIRED',
  type: 'STREAM-TYPE-REQUIRED',
}
const PLAIN = ONLY.body(MIXED)

const LISTS: readonly BodyRow[] = [
  {
    name: 'two-entries',
    title: 'Accepts two entries of different types',
    requirements: ['START-CHANNELID-REQUIRED', 'START-STREAMLIST-REQUIRED', 'START-STREAMLIST-ARRAY'],
    body: { channelId: CHANNEL, streamList: [MIXED, SINGLE] },
  },
  {
    name: 'three-entries',
    title: 'Accepts three entries',
    requirements: ['START-STREAMLIST-ARRAY'],
    body: { channelId: CHANNEL, streamList: [MIXED, SINGLE, { ...EVERY, streamId: 3, url: urlOf(3) }] },
  },
  ...missing(
    ROOT,
    { channelId: 'START-CHANNELID-REQUIRED', streamList: 'START-STREAMLIST-REQUIRED' },
    PLAIN,
    'mixed',
  ),
  ...wrongTypes(ROOT, OUTER, PLAIN, 'mixed'),
  ...notObjects('START', MIXED, 'mixed'),
  ...missing(ONLY, REQUIRED, MIXED, 'mixed'),
  ...missing(SECOND, REQUIRED, EVERY_SECOND, 'every-member-in-entry-2'),
]

/** Section 4.2 rule 3: type 2 without userId is invalid. */
const SINGLES: readonly BodyRow[] = [
  ...missing(ONLY, { userId: 'STREAM-USERID-SINGLE-REQUIRED' }, SINGLE, 'single'),
  {
    name: 'type-2-without-user-id',
    title: 'Refuses type 2 without userId, where type 1 is right',
    requirements: ['STREAM-USERID-SINGLE-REQUIRED', 'STREAM-USERID-MIXED-OPTIONAL'],
    body: ONLY.body({ ...MIXED, type: 2 }),
    blame: ['required', ONLY.at],
    twin: 'mixed',
  },
  ...missing(SECOND, { userId: 'STREAM-USERID-SINGLE-REQUIRED' }, SINGLE, 'two-entries'),
  {
    name: 'user-id-is-null-of-single',
    title: 'Refuses null as the userId of type 2',
    requirements: ['STREAM-USERID-STRING'],
    body: ONLY.body({ ...SINGLE, userId: null }),
    blame: ['type', `${ONLY.at}/userId`],
    twin: 'single',
  },
]

const RECOMMENDED: readonly BodyRow[] = [
  unlisted(ROOT, 'streamId', 1, PLAIN, 'mixed'),
  unlisted(ONLY, 'presenter', 'u1', MIXED, 'mixed'),
  // Names count in their letter case, so this is another member.
  unlisted(ONLY, 'FPS', 15, MIXED, 'mixed'),
  unlisted(SECOND, 'presenter', 'u1', EVERY_SECOND, 'every-member-in-entry-2'),
  twice('flag', PLAIN, '"flag":15', '/streamList/0/flag', 'mixed'),
  twice('url', PLAIN, '"url":"rtmp://other.example/live"', '/streamList/0/url', 'mixed'),
  {
    ...twice('channel-id', PLAIN, '', '/channelId', 'mixed'),
    text: JSON.stringify(PLAIN).replace('{', '{"channelId":"c2",'),
  },
]

const OPEN: readonly BodyRow[] = [
  ...openRows(MIXED),
  open('layout-of-single', 'STREAM-LAYOUT-SINGLE', ONLY.body({ ...SINGLE, layout: {} })),
  open('user-id-empty-of-single', 'STREAM-USERID-EMPTY', ONLY.body({ ...SINGLE, userId: '' })),
  open('stream-list-empty', 'START-STREAMLIST-EMPTY', { channelId: CHANNEL, streamList: [] }),
  open('stream-list-of-four', 'START-STREAMS-MAXIMUM-ANSWER', {
    channelId: CHANNEL,
    streamList: [1, 2, 3, 4].map((streamId) => ({ ...MIXED, streamId, url: urlOf(streamId) })),
  }),
  open('url-twice', 'STREAM-URL-SHARED', {
    channelId: CHANNEL,
    streamList: [MIXED, { ...SINGLE, url: MIXED.url }],
  }),
  open('stream-id-twice', 'START-STREAMLIST-DUPLICATE-STREAMID', {
    channelId: CHANNEL,
    streamList: [MIXED, { ...SINGLE, streamId: 1 }],
  }),
  beyondDoubles('streamId', 'STREAM-STREAMID-VALUES', PLAIN),
  ...['streamId', 'flag', 'type'].flatMap((name) => fractions(name, 1)),
  ...fractions('fps', 15),
  ...fractions('delayClose', 60),
]

function fractions(name: string, value: number): BodyRow[] {
  return asFraction(name, 'STREAM-INTEGER-AS-FRACTION', ONLY.body({ ...MIXED, [name]: value }), value)
}

const ROWS: readonly BodyRow[] = [
  ...ENTRIES,
  ...SECOND_ENTRIES,
  ...LISTS,
  ...SINGLES,
  ...idTexts('channelId', ['START-CHANNELID-STRING'], (channelId) => ({ channelId, streamList: [MIXED] })),
  ...idTexts('userId', ['STREAM-USERID-STRING'], (userId) => ONLY.body({ ...SINGLE, userId })),
  ...RECOMMENDED,
  ...OPEN,
]
