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
  root,
  twice,
  unlisted,
  wrongIn,
  wrongTypes,
  type BodyRow,
  type Member,
} from '../rows/body.ts'
import { fpsRows, streamsOf, only, openRows, second, URL, urlOf, urlRows, listRows } from '../rows/stream.ts'

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
const PLAIN = streamsOf(CHANGE)
const CHANGED_ENTRY = only('fps-15', CHANGE)
const WHOLE_ENTRY = only('every-member', EVERY)
const WHOLE_SECOND = second(CHANGE, 'every-member-in-entry-2', EVERY_SECOND)

const accepted = (name: string, title: string, ...streamList: JsonObject[]): BodyRow => ({
  name,
  title: `Accepts ${title}`,
  requirements: ['UPDATE-OPTIONAL-FIELDS', TYPES],
  body: streamsOf(...streamList),
})

const ENTRIES: readonly BodyRow[] = [
  opened('stream-id-alone', 'UPDATE-ABSENT-FIELDS', streamsOf(NOTHING)),
  opened('layout-alone', 'STREAM-LAYOUT-FIELDS', streamsOf({ ...NOTHING, layout: {} })),
  ...Object.entries(OPTIONAL).map(([name, value]) =>
    accepted(`${kebabCase(name)}-alone`, `${name} as the only change`, { ...NOTHING, [name]: value }),
  ),
  accepted('every-member', 'all members of an entry', EVERY),
  accepted('every-member-in-entry-2', 'all members of a second entry', CHANGE, EVERY_SECOND),
  opened('stream-id-2147483647', 'STREAM-STREAMID-VALUES', streamsOf({ streamId: 2147483647, fps: 15 })),
  ...urlRows(NOTHING, 'url-alone'),
  ...fpsRows(NOTHING, TYPES, 'fps-15'),
  ...wrongTypes(WHOLE_ENTRY, MEMBERS),
  ...wrongTypes(WHOLE_SECOND, MEMBERS, 'boolean'),
  ...missing(WHOLE_ENTRY, { streamId: 'UPDATE-STREAMID-REQUIRED' }),
  ...missing(WHOLE_SECOND, { streamId: 'UPDATE-STREAMID-REQUIRED' }),
  wrongIn(WHOLE_SECOND, 'fps', 25, 'STREAM-FPS-VALUES', 'enum'),
  wrongIn(WHOLE_SECOND, 'url', 'http://push.example/', 'STREAM-URL-RTMP', 'pattern', 'url-http'),
]

/** Section 2.3: type and flag are not accepted as a change; it does not show whether they are refused or ignored. */
const fixed = (member: 'type' | 'flag', value: number): BodyRow[] =>
  [WHOLE_ENTRY, WHOLE_SECOND].map(({ body, members, suffix = '' }) =>
    opened(`${member}-${value}${suffix}`, 'UPDATE-TYPE-FLAG-ANSWER', body({ ...members, [member]: value })),
  )

const LISTS: readonly BodyRow[] = [
  {
    name: 'two-entries',
    title: 'Accepts two entries',
    requirements: ['UPDATE-CHANNELID-REQUIRED', 'UPDATE-STREAMLIST-REQUIRED', 'UPDATE-STREAMLIST-ARRAY'],
    body: streamsOf(CHANGE, { streamId: 2, fps: 30 }),
  },
  ...listRows('UPDATE', CHANGE, 'fps-15'),
]

const RECOMMENDED: readonly BodyRow[] = [
  unlisted(root('fps-15', PLAIN), 'streamId', 1),
  unlisted(WHOLE_ENTRY, 'presenter', 'u1'),
  unlisted(CHANGED_ENTRY, 'FPS', 15),
  unlisted(WHOLE_SECOND, 'presenter', 'u1'),
  twice(CHANGED_ENTRY, 'streamId', '"streamId":1'),
  twice(CHANGED_ENTRY, 'fps', '"fps":30'),
]

const OPEN: readonly BodyRow[] = [
  ...openRows(NOTHING),
  open('delay-close', 'UPDATE-DELAYCLOSE', streamsOf({ ...NOTHING, delayClose: 60 })),
  open('stream-list-empty', 'UPDATE-STREAMLIST-EMPTY', streamsOf()),
  open(
    'stream-id-twice',
    'UPDATE-STREAMLIST-DUPLICATE-STREAMID',
    streamsOf(CHANGE, { ...NOTHING, userId: 'u1' }),
  ),
  openBeyondDoubles('streamId', 'STREAM-STREAMID-VALUES', PLAIN),
  ...asFraction('streamId', 'STREAM-INTEGER-AS-FRACTION', PLAIN, 1),
  ...asFraction('fps', 'STREAM-INTEGER-AS-FRACTION', streamsOf({ ...NOTHING, fps: 15 }), 15),
]

const ROWS: readonly BodyRow[] = [
  ...ENTRIES,
  ...fixed('type', 1),
  ...fixed('type', 2),
  ...fixed('flag', 3),
  ...fixed('flag', 15),
  ...LISTS,
  ...idTexts('channelId', ['UPDATE-CHANNELID-STRING'], (channelId) => ({ ...PLAIN, channelId })),
  ...idTexts('userId', [TYPES], (userId) => streamsOf({ ...NOTHING, userId })),
  ...RECOMMENDED,
  ...OPEN,
]
