import { isObject } from '../../json.ts'
import type { Json, JsonObject, RequirementId } from '../../model/index.ts'
import { refusing, type BodyVariant, type Looked } from './bodyVariant.ts'

const row = (
  name: string,
  section: string,
  open: string,
  does: string,
  decides: readonly RequirementId[],
  isRefused: (looked: Looked) => boolean,
): BodyVariant => ({ id: `body-way-${name}`, section, open, does, decides, alteration: refusing(isRefused) })

/** Refuses a body for an entry. */
const entry = (
  name: string,
  section: string,
  open: string,
  does: string,
  decides: readonly RequirementId[],
  isRefused: (entry: JsonObject, kind: Looked['kind']) => boolean,
): BodyVariant =>
  row(name, section, open, does, decides, ({ entries, kind }) => entries.some((one) => isRefused(one, kind)))

const address = (name: string, does: string, isRefused: RegExp): BodyVariant =>
  entry(
    `url-${name}`,
    '2.3',
    'The form of a push address beyond its protocol is not shown.',
    does,
    ['STREAM-URL-FORM'],
    ({ url }) => typeof url === 'string' && isRefused.test(url),
  )

const isUpdate = (kind: Looked['kind']): boolean => kind === 'streaming-update'
const idsIn = ({ entries, value }: Looked): (Json | undefined)[] => [
  value['streamId'],
  ...entries.map(({ streamId }) => streamId),
]
const streamIds = (name: string, does: string, isRefused: (id: number) => boolean): BodyVariant =>
  row(
    `stream-id-${name}`,
    '2.3',
    'Which integers streamId may be is not shown.',
    does,
    ['STREAM-STREAMID-VALUES'],
    (looked) => idsIn(looked).some((id) => typeof id === 'number' && isRefused(id)),
  )

const LAYOUT = 'The fields of layout are not shown.'
const layout = (name: string, does: string, isRefused: (layout: JsonObject) => boolean): BodyVariant =>
  entry(
    `layout-${name}`,
    '2.3',
    LAYOUT,
    does,
    ['STREAM-LAYOUT-FIELDS'],
    (one) => isObject(one['layout']) && isRefused(one['layout']),
  )

const WATERMARKS = 'The fields of watermark elements are not shown.'
const watermarks = (name: string, does: string, isRefused: (mark: Json) => boolean): BodyVariant =>
  entry(
    `watermarks-${name}`,
    '2.3',
    WATERMARKS,
    does,
    ['STREAM-WATERMARKS-FIELDS'],
    (one) => Array.isArray(one['watermarks']) && one['watermarks'].some((mark: Json) => isRefused(mark)),
  )

const LIST = 'How many entries a streamList may have is not shown.'

/** Which entries of streamList a right validator takes (sections 2.3 and 4.2 to 4.4). */
export const STREAM_ROWS: readonly BodyVariant[] = [
  streamIds('positive', 'A streamId below 1 is refused.', (id) => id < 1),
  streamIds('below-31-bits', 'A streamId of 2147483647 or more is refused.', (id) => id >= 2147483647),
  streamIds('exact', 'A streamId beyond 2^53 - 1 is refused.', (id) => !Number.isSafeInteger(id)),
  layout('with-mode', 'A layout needs a member mode.', (one) => !('mode' in one)),
  layout('empty', 'A layout is empty: its fields are not known here.', (one) => Object.keys(one).length > 0),
  layout('without-nulls', 'A layout holds no null.', (one) => Object.values(one).includes(null)),
  entry(
    'layout-of-single',
    '2.3',
    'Whether a stream of type 2 may have a layout is not shown.',
    'A layout of type 2 is refused.',
    ['STREAM-LAYOUT-SINGLE'],
    ({ type, layout: one }) => type === 2 && one !== undefined,
  ),
  watermarks(
    'with-image',
    'A watermark is an object with a member image.',
    (mark) => !isObject(mark) || !('image' in mark),
  ),
  watermarks('without-nulls', 'A watermark is not null.', (mark) => mark === null),
  row(
    'list-not-empty',
    '4.2',
    LIST,
    'An empty streamList is refused.',
    ['START-STREAMLIST-EMPTY', 'UPDATE-STREAMLIST-EMPTY'],
    ({ value }) => Array.isArray(value['streamList']) && value['streamList'].length === 0,
  ),
  row(
    'list-of-three',
    '4.2',
    LIST,
    'A streamList of more than three entries is refused.',
    ['START-STREAMS-MAXIMUM-ANSWER'],
    ({ entries }) => entries.length > 3,
  ),
  row(
    'list-without-repeats',
    '4.2',
    'What two entries with one streamId lead to is not shown.',
    'A streamId that stands twice is refused.',
    ['START-STREAMLIST-DUPLICATE-STREAMID', 'UPDATE-STREAMLIST-DUPLICATE-STREAMID'],
    ({ entries }) => new Set(entries.map(({ streamId }) => streamId)).size < entries.length,
  ),
  row(
    'list-with-an-address-each',
    '2.3',
    'Whether two streams may have one push address is not shown.',
    'A push address that stands twice is refused.',
    ['STREAM-URL-SHARED'],
    ({ entries }) => new Set(entries.map(({ url }, at) => url ?? at)).size < entries.length,
  ),
  address('without-user', 'A push address with a user is refused.', /^rtmp:\/\/[^/]*@/i),
  address('without-port', 'A push address with a port is refused.', /^rtmp:\/\/[^/]*:\d+(?:\/|$)/i),
  address('without-query', 'A push address with a query is refused.', /\?/),
  address(
    'with-a-name',
    'A push address names its host, and not by a number.',
    /^rtmp:\/\/(?:[^/]*@)?(?:\[|[0-9.]+(?:[:/]|$))/i,
  ),
  address(
    'with-a-stream',
    'A push address names an application and a stream.',
    /^rtmp:\/\/[^/]*(?:\/[^/]*)?$/i,
  ),
  entry(
    'url-rtmps-refused',
    '2.3',
    'Whether variants of RTMP may be pushed to is not shown.',
    'No variant of RTMP is taken, such as rtmps.',
    ['STREAM-URL-RTMPS'],
    ({ url }) => typeof url === 'string' && !/^rtmp:/i.test(url),
  ),
  entry(
    'update-with-type-refused',
    '2.3',
    'Section 2.3 says that type is not accepted as a change; the answer is not shown.',
    'An update with type or flag is refused.',
    ['UPDATE-TYPE-FLAG-ANSWER'],
    (one, kind) => isUpdate(kind) && ('type' in one || 'flag' in one),
  ),
  entry(
    'update-with-delay-refused',
    '2.3',
    'delayClose is not listed for updates; what it leads to is not shown.',
    'An update with delayClose is refused.',
    ['UPDATE-DELAYCLOSE'],
    (one, kind) => isUpdate(kind) && 'delayClose' in one,
  ),
  entry(
    'update-of-nothing-refused',
    '4.3',
    'What an update does that changes nothing is not shown.',
    'An update of streamId alone is refused.',
    ['UPDATE-ABSENT-FIELDS'],
    (one, kind) => isUpdate(kind) && Object.keys(one).length === 1,
  ),
]
