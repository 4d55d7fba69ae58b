import type { Family, JsonObject } from '../../model/index.ts'
import {
  asFraction,
  openBeyondDoubles,
  bodyFamily,
  idTexts,
  missing,
  open,
  opened,
  root,
  twice,
  unlisted,
  wrongIn,
  wrongTypes,
  type BodyRow,
  type Member,
} from '../rows/body.ts'
import {
  asText,
  fpsRows,
  streamsOf,
  only,
  openRows,
  listRows,
  second,
  URL,
  urlOf,
  urlRows,
} from '../rows/stream.ts'

/** The body of POST /streaming/start. */
export const bodyStreamingStart = (): Family =>
  bodyFamily('streaming-start', 'Bodies of POST /streaming/start (sections 2.3, 4.2 and 8)', ROWS)

const MEMBERS: readonly Member[] = [
  { name: 'streamId', type: 'integer', requirement: 'STREAM-STREAMID-INTEGER' },
  { name: 'url', type: 'string', requirement: 'STREAM-URL-STRING' },
  { name: 'flag', type: 'integer', requirement: 'STREAM-FLAG-INTEGER' },
  { name: 'type', type: 'integer', keyword: 'enum', requirement: 'STREAM-TYPE-INTEGER' },
  { name: 'userId', type: 'string', optional: true, requirement: 'STREAM-USERID-STRING' },
  { name: 'layout', type: 'object', optional: true, right: {}, requirement: 'STREAM-LAYOUT-OBJECT' },
  { name: 'fps', type: 'integer', keyword: 'enum', optional: true, requirement: 'STREAM-FPS-INTEGER' },
  { name: 'watermarks', type: 'array', optional: true, requirement: 'STREAM-WATERMARKS-ARRAY' },
  { name: 'delayClose', type: 'integer', optional: true, requirement: 'STREAM-DELAYCLOSE-INTEGER' },
]
/** The least that an entry of type 1 holds. */
const MIXED = { streamId: 1, url: URL, flag: 15, type: 1 }
const SINGLE = { ...MIXED, streamId: 2, url: urlOf(2), type: 2, userId: 'u1' }
/** Without layout: its fields are not shown. */
const NO_PRESENTER = { fps: 15, watermarks: [], delayClose: 60 }
const EVERY = { ...MIXED, userId: 'u1', ...NO_PRESENTER }
const EVERY_SECOND = { ...EVERY, streamId: 2, url: urlOf(2) }
const MIXED_ENTRY = only('mixed', MIXED)
const WHOLE_ENTRY = only('every-member', EVERY)
const WHOLE_SECOND = second(MIXED, 'every-member-in-entry-2', EVERY_SECOND)

const accepted = (
  name: string,
  title: string,
  requirements: BodyRow['requirements'],
  entry: JsonObject,
): BodyRow => ({ name, title: `Accepts ${title}`, requirements, body: streamsOf(entry) })

const MEDIA = ['audio', 'video', 'desktop sharing', 'whiteboard']

function mediaOf(flag: number): string {
  return MEDIA.filter((_, bit) => flag & (1 << bit)).join(', ')
}

const FLAG_RULES: Readonly<Record<number, string>> = {
  1: 'STREAM-FLAG-AUDIO',
  2: 'STREAM-FLAG-VIDEO',
  4: 'STREAM-FLAG-DESKTOP',
  8: 'STREAM-FLAG-WHITEBOARD',
  15: 'STREAM-FLAG-ALL',
}

const ENTRIES: readonly BodyRow[] = [
  accepted(
    'mixed',
    'only the required members of type 1',
    ['STREAM-OPTIONAL-FIELDS', 'STREAM-USERID-MIXED-OPTIONAL', 'STREAM-TYPE-MIXED'],
    MIXED,
  ),
  accepted(
    'mixed-without-user-id',
    'all members of type 1 but a presenter',
    ['STREAM-USERID-MIXED-OPTIONAL'],
    { ...MIXED, ...NO_PRESENTER },
  ),
  accepted('single', 'only the required members of type 2', ['STREAM-TYPE-SINGLE'], SINGLE),
  accepted('every-member', 'all members of an entry', ['STREAM-TYPE-MIXED', 'STREAM-FPS-VALUES'], EVERY),
  {
    name: 'every-member-in-entry-2',
    title: 'Accepts all members of a second entry',
    requirements: ['START-STREAMLIST-ARRAY'],
    body: streamsOf(MIXED, EVERY_SECOND),
  },
  ...Array.from({ length: 15 }, (_, index) => index + 1).map((flag) =>
    accepted(
      `flag-${flag}`,
      `flag ${flag}: ${mediaOf(flag)}`,
      FLAG_RULES[flag] ? [FLAG_RULES[flag], 'STREAM-FLAG-SUM'] : ['STREAM-FLAG-SUM'],
      { ...MIXED, flag },
    ),
  ),
  accepted('user-id-of-mixed', 'a presenter', ['STREAM-USERID-STRING'], { ...MIXED, userId: 'u1' }),
  opened('layout-empty', 'STREAM-LAYOUT-FIELDS', streamsOf({ ...MIXED, layout: {} })),
  accepted('watermarks-empty', 'no watermarks', ['STREAM-WATERMARKS-ARRAY'], { ...MIXED, watermarks: [] }),
  ...[0, 1, 599, 600].map((delayClose) =>
    accepted(
      `delay-close-${delayClose}`,
      `delayClose ${delayClose}`,
      ['STREAM-DELAYCLOSE-MINIMUM', 'STREAM-DELAYCLOSE-MAXIMUM'],
      { ...MIXED, delayClose },
    ),
  ),
  opened('stream-id-2147483647', 'STREAM-STREAMID-VALUES', streamsOf({ ...MIXED, streamId: 2147483647 })),
  ...[16, 17, 31, -1].map((flag) =>
    wrongIn(WHOLE_ENTRY, 'flag', flag, 'STREAM-FLAG-MAXIMUM', [flag < 0 ? 'minimum' : 'maximum', 'enum']),
  ),
  { ...wrongIn(WHOLE_ENTRY, 'flag', 0, 'STREAM-FLAG-ZERO', ['minimum', 'enum']), level: 'recommended' },
  ...[0, 3, 12, -1].map((type) =>
    wrongIn(WHOLE_ENTRY, 'type', type, 'STREAM-TYPE-VALUES', ['enum', type < 1 ? 'minimum' : 'maximum']),
  ),
  asText(only('single', SINGLE), 'type', 2, 'STREAM-TYPE-INTEGER'),
  wrongIn(WHOLE_ENTRY, 'delayClose', -1, 'STREAM-DELAYCLOSE-MINIMUM', 'minimum'),
  ...[601, 86400].map((value) =>
    wrongIn(WHOLE_ENTRY, 'delayClose', value, 'STREAM-DELAYCLOSE-MAXIMUM', 'maximum'),
  ),
  ...urlRows(MIXED, 'mixed'),
  ...fpsRows(MIXED, 'STREAM-FPS-INTEGER', 'fps-15'),
  ...wrongTypes(WHOLE_ENTRY, MEMBERS),
]

const SECOND_ENTRIES: readonly BodyRow[] = [
  ...wrongTypes(WHOLE_SECOND, MEMBERS, 'boolean'),
  wrongIn(WHOLE_SECOND, 'flag', 16, 'STREAM-FLAG-MAXIMUM', ['maximum', 'enum']),
  wrongIn(WHOLE_SECOND, 'type', 3, 'STREAM-TYPE-VALUES', ['enum', 'maximum']),
  wrongIn(WHOLE_SECOND, 'url', 'http://push.example/', 'STREAM-URL-RTMP', 'pattern', 'url-http'),
  wrongIn(WHOLE_SECOND, 'fps', 25, 'STREAM-FPS-VALUES', 'enum'),
  wrongIn(WHOLE_SECOND, 'delayClose', -1, 'STREAM-DELAYCLOSE-MINIMUM', 'minimum'),
  wrongIn(WHOLE_SECOND, 'delayClose', 601, 'STREAM-DELAYCLOSE-MAXIMUM', 'maximum'),
]

const REQUIRED = {
  streamId: 'STREAM-STREAMID-REQUIRED',
  url: 'STREAM-URL-REQUIRED',
  flag: 'STREAM-FLAG-REQUIRED',
  type: 'STREAM-TYPE-REQUIRED',
}
const PLAIN = streamsOf(MIXED)

const LISTS: readonly BodyRow[] = [
  {
    name: 'two-entries',
    title: 'Accepts two entries of different types',
    requirements: ['START-CHANNELID-REQUIRED', 'START-STREAMLIST-REQUIRED', 'START-STREAMLIST-ARRAY'],
    body: streamsOf(MIXED, SINGLE),
  },
  {
    name: 'three-entries',
    title: 'Accepts three entries',
    requirements: ['START-STREAMLIST-ARRAY'],
    body: streamsOf(MIXED, SINGLE, { ...EVERY, streamId: 3, url: urlOf(3) }),
  },
  ...listRows('START', MIXED, 'mixed'),
  ...missing(MIXED_ENTRY, REQUIRED),
  ...missing(WHOLE_SECOND, REQUIRED),
]

/** Section 4.2 rule 3: type 2 without userId is invalid. */
const SINGLES: readonly BodyRow[] = [
  ...missing(only('single', SINGLE), { userId: 'STREAM-USERID-SINGLE-REQUIRED' }),
  {
    name: 'type-2-without-user-id',
    title: 'Refuses type 2 without userId, where type 1 is right',
    requirements: ['STREAM-USERID-SINGLE-REQUIRED', 'STREAM-USERID-MIXED-OPTIONAL'],
    body: streamsOf({ ...MIXED, type: 2 }),
    blame: ['required', '/streamList/0'],
    twin: 'mixed',
  },
  ...missing(second(MIXED, 'two-entries', SINGLE), { userId: 'STREAM-USERID-SINGLE-REQUIRED' }),
  {
    name: 'user-id-is-null-of-single',
    title: 'Refuses null as the userId of type 2',
    requirements: ['STREAM-USERID-STRING'],
    body: streamsOf({ ...SINGLE, userId: null }),
    blame: ['type', '/streamList/0/userId'],
    twin: 'single',
  },
]

const RECOMMENDED: readonly BodyRow[] = [
  unlisted(root('mixed', PLAIN), 'streamId', 1),
  unlisted(MIXED_ENTRY, 'presenter', 'u1'),
  // Names count in their letter case, so this is another member.
  unlisted(MIXED_ENTRY, 'FPS', 15),
  unlisted(WHOLE_SECOND, 'presenter', 'u1'),
  twice(MIXED_ENTRY, 'flag', '"flag":15'),
  twice(MIXED_ENTRY, 'url', '"url":"rtmp://other.example/live"'),
  {
    ...twice(root('mixed', PLAIN), 'channelId', ''),
    text: JSON.stringify(PLAIN).replace('{', '{"channelId":"c2",'),
  },
]

const OPEN: readonly BodyRow[] = [
  ...openRows(MIXED),
  open('layout-of-single', 'STREAM-LAYOUT-SINGLE', streamsOf({ ...SINGLE, layout: {} })),
  open('user-id-empty-of-single', 'STREAM-USERID-EMPTY', streamsOf({ ...SINGLE, userId: '' })),
  open('stream-list-empty', 'START-STREAMLIST-EMPTY', streamsOf()),
  open(
    'stream-list-of-four',
    'START-STREAMS-MAXIMUM-ANSWER',
    streamsOf(...[1, 2, 3, 4].map((streamId) => ({ ...MIXED, streamId, url: urlOf(streamId) }))),
  ),
  open('url-twice', 'STREAM-URL-SHARED', streamsOf(MIXED, { ...SINGLE, url: URL })),
  open(
    'stream-id-twice',
    'START-STREAMLIST-DUPLICATE-STREAMID',
    streamsOf(MIXED, { ...SINGLE, streamId: 1 }),
  ),
  openBeyondDoubles('streamId', 'STREAM-STREAMID-VALUES', PLAIN),
  ...['streamId', 'flag', 'type'].flatMap((name) => fractions(name, 1)),
  ...fractions('fps', 15),
  ...fractions('delayClose', 60),
]

function fractions(name: string, value: number): BodyRow[] {
  return asFraction(name, 'STREAM-INTEGER-AS-FRACTION', streamsOf({ ...MIXED, [name]: value }), value)
}

const ROWS: readonly BodyRow[] = [
  ...ENTRIES,
  ...SECOND_ENTRIES,
  ...LISTS,
  ...SINGLES,
  ...idTexts('channelId', ['START-CHANNELID-STRING'], (channelId) => ({ ...PLAIN, channelId })),
  ...idTexts('userId', ['STREAM-USERID-STRING'], (userId) => streamsOf({ ...SINGLE, userId })),
  ...RECOMMENDED,
  ...OPEN,
]
