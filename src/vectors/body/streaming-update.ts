import { kebabCase } from '../../text.ts'
import type { Family, JsonObject } from '../../model/index.ts'
import {
  asFraction,
  openBeyondDoubles,
  bodyFamily,
  idTexts,
  missing,
  open,
  opened,
  ROOT,
  twice,
  unlisted,
  wrongTypes,
  type BodyRow,
  type Member,
  type MemberPlace,
} from '../rows/body.ts'
import {
  fpsRows,
  listOf,
  ONLY,
  openRows,
  second,
  URL,
  urlOf,
  urlRows,
  listRows,
  wrongInSecond,
} from '../rows/stream.ts'

/** The body of PUT /streaming/update. */
export const bodyStreamingUpdate = (): Family =>
  bodyFamily('streaming-update', 'Bodies of PUT /streaming/update (sections 2.3, 4.3 and 8)', ROWS)

const TYPES = 'UPDATE-FIELD-TYPES'
const MEMBERS: readonly Member[] = [
  { name: 'streamId', type: 'integer', requirement: TYPES },
  { name: 'url', type: 'string', optional: true, requirement: TYPES },
  { name: 'userId', type: 'string', optional: true, requirement: TYPES },
  { name: 'layout', type: 'object', optional: true, right: {}, requirement: TYPES },
  { name: 'fps', type: 'integer', keyword: 'enum', optional: true, requirement: TYPES },
  { name: 'watermarks', type: 'array', optional: true, requirement: TYPES },
]
const NOTHING = { streamId: 1 }
/** Without layout: its fields are not shown. */
const OPTIONAL: JsonObject = { url: URL, userId: 'u1', fps: 15, watermarks: [] }
const EVERY = { ...NOTHING, ...OPTIONAL }
const EVERY_SECOND = { ...EVERY, streamId: 2, url: urlOf(2) }
/** The text does not show what an update without a change does. */
const CHANGE = { ...NOTHING, fps: 15 }
const SECOND = second(CHANGE)
const wrongSecond = wrongInSecond(SECOND, EVERY_SECOND)
const PLAIN = ONLY.body(CHANGE)

const accepted = (name: string, title: string, entry: JsonObject, place: MemberPlace = ONLY): BodyRow => ({
  name,
  title: `Accepts ${title}`,
  requirements: ['UPDATE-OPTIONAL-FIELDS', TYPES],
  body: place.body(entry),
})

const ENTRIES: readonly BodyRow[] = [
  opened('stream-id-alone', 'UPDATE-ABSENT-FIELDS', ONLY.body(NOTHING)),
  opened('layout-alone', 'STREAM-LAYOUT-FIELDS', ONLY.body({ ...NOTHING, layout: {} })),
  ...Object.entries(OPTIONAL).map(([name, value]) =>
    accepted(`${kebabCase(name)}-alone`, `${name} as the only change`, { ...NOTHING, [name]: value }),
  ),
  accepted('every-member', 'all members of an entry', EVERY),
  accepted('every-member-in-entry-2', 'all members of a second entry', EVERY_SECOND, SECOND),
  opened('stream-id-2147483647', 'STREAM-STREAMID-VALUES', ONLY.body({ streamId: 2147483647, fps: 15 })),
  ...urlRows(NOTHING, 'url-alone'),
  ...fpsRows(NOTHING, TYPES, 'fps-15'),
  ...wrongTypes(ONLY, MEMBERS, EVERY, 'every-member'),
  ...wrongTypes(SECOND, MEMBERS, EVERY_SECOND, 'every-member-in-entry-2', 'boolean'),
  ...missing(ONLY, { streamId: 'UPDATE-STREAMID-REQUIRED' }, EVERY, 'every-member'),
  ...missing(SECOND, { streamId: 'UPDATE-STREAMID-REQUIRED' }, EVERY_SECOND, 'every-member-in-entry-2'),
  wrongSecond('fps-25', ['fps', 25], 'STREAM-FPS-VALUES', 'enum'),
  wrongSecond('url-http', ['url', 'http://push.example/'], 'STREAM-URL-RTMP', 'pattern'),
]

/** Section 2.3: type and flag are not accepted as a change; it does not show whether they are refused or ignored. */
const fixed = (member: 'type' | 'flag', value: number): BodyRow[] => [
  opened(`${member}-${value}`, 'UPDATE-TYPE-FLAG-ANSWER', ONLY.body({ ...EVERY, [member]: value })),
  opened(
    `${member}-${value}-in-entry-2`,
    'UPDATE-TYPE-FLAG-ANSWER',
    SECOND.body({ ...EVERY_SECOND, [member]: value }),
  ),
]

const LISTS: readonly BodyRow[] = [
  {
    name: 'two-entries',
    title: 'Accepts two entries',
    requirements: ['UPDATE-CHANNELID-REQUIRED', 'UPDATE-STREAMLIST-REQUIRED', 'UPDATE-STREAMLIST-ARRAY'],
    body: listOf(CHANGE, { streamId: 2, fps: 30 }),
  },
  ...listRows('UPDATE', CHANGE, 'fps-15'),
]

const RECOMMENDED: readonly BodyRow[] = [
  unlisted(ROOT, 'streamId', 1, PLAIN, 'fps-15'),
  unlisted(ONLY, 'presenter', 'u1', EVERY, 'every-member'),
  unlisted(ONLY, 'FPS', 15, CHANGE, 'fps-15'),
  unlisted(SECOND, 'presenter', 'u1', EVERY_SECOND, 'every-member-in-entry-2'),
  twice('stream-id', PLAIN, '"streamId":1', '/streamList/0/streamId', 'fps-15'),
  twice('fps', PLAIN, '"fps":30', '/streamList/0/fps', 'fps-15'),
]

const OPEN: readonly BodyRow[] = [
  ...openRows(NOTHING),
  open('delay-close', 'UPDATE-DELAYCLOSE', ONLY.body({ ...NOTHING, delayClose: 60 })),
  open('stream-list-empty', 'UPDATE-STREAMLIST-EMPTY', listOf()),
  open(
    'stream-id-twice',
    'UPDATE-STREAMLIST-DUPLICATE-STREAMID',
    listOf(CHANGE, { ...NOTHING, userId: 'u1' }),
  ),
  openBeyondDoubles('streamId', 'STREAM-STREAMID-VALUES', PLAIN),
  ...asFraction('streamId', 'STREAM-INTEGER-AS-FRACTION', PLAIN, 1),
  ...asFraction('fps', 'STREAM-INTEGER-AS-FRACTION', ONLY.body({ ...NOTHING, fps: 15 }), 15),
]

const ROWS: readonly BodyRow[] = [
  ...ENTRIES,
  ...fixed('type', 1),
  ...fixed('type', 2),
  ...fixed('flag', 3),
  ...fixed('flag', 15),
  ...LISTS,
  ...idTexts('channelId', ['UPDATE-CHANNELID-STRING'], (channelId) => ({ ...PLAIN, channelId })),
  ...idTexts('userId', [TYPES], (userId) => ONLY.body({ ...NOTHING, userId })),
  ...RECOMMENDED,
  ...OPEN,
]
