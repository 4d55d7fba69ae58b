import type { JsonObject } from '../../model/index.ts'
import { isObject } from '../../json.ts'
import { without } from '../../members.ts'
import {
  bodyWith,
  isStart,
  isUpdate,
  listOf,
  objectOf,
  type ServiceAlteration,
  USER,
} from '../../faults/service/serviceFault.ts'
import type { ServiceRequest } from '../../service/index.ts'
import { entriesOf } from './streamMemory.ts'
import { refusing, rowOf, type ServiceVariant } from './serviceVariant.ts'

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0
const some =
  (isMeant: (entry: JsonObject) => boolean) =>
  (request: ServiceRequest): boolean =>
    entriesOf(request).some(isMeant)

/** Entries of an update without these members. */
const updateWithout =
  (...names: string[]): ServiceAlteration =>
  (request, right) => {
    if (!isUpdate(request)) return right()
    const streamList = listOf(request).map((entry) => (isObject(entry) ? without(entry, ...names) : entry))
    const isMeant = some((entry) => names.some((name) => name in entry))(request)
    return isMeant ? right(bodyWith({ ...objectOf(request), streamList })) : right()
  }

const layout = rowOf('2.3', 'The fields of layout are not shown.')
const absentUser = rowOf('2.3', 'What becomes of a userId that is not in the channel is not shown.')
const fixed = rowOf(
  '2.3',
  'Section 2.3 says that type and flag are not accepted as a change; the answer is not shown.',
)
const single = rowOf(
  '4.3',
  'Section 4.3 rule 2 says that the user of a single-stream push cannot be updated; the answer is not shown.',
)

/** What may stand in an entry of streamList (sections 2.3, 4.2 and 4.3). */
export const ENTRY_ROWS: readonly ServiceVariant[] = [
  absentUser(
    'user-in-channel',
    'Users who are not in the channel are refused.',
    ['STREAM-USERID-NOT-IN-CHANNEL', 'STREAM-USERID-EMPTY'],
    refusing(some(({ userId }) => (userId ?? USER) !== USER)),
  ),
  absentUser(
    'user-in-channel-409',
    'Users who are not in the channel are answered with 409.',
    ['STREAM-USERID-NOT-IN-CHANNEL'],
    refusing(
      some(({ userId }) => typeof userId === 'string' && userId !== USER),
      409,
    ),
  ),
  layout(
    'layout-refused',
    'A layout without fields is refused.',
    ['STREAM-LAYOUT-FIELDS'],
    refusing(some(({ layout }) => isEmpty(layout))),
  ),
  rowOf('2.3', 'Whether a stream of type 2 may have a layout is not shown.')(
    'layout-of-single-refused',
    'A layout of a single-stream push is refused.',
    ['STREAM-LAYOUT-SINGLE'],
    refusing(some(({ layout, type }) => type === 2 && layout !== undefined)),
  ),
  rowOf('2.3', 'The fields of watermark elements are not shown.')(
    'watermarks-refused',
    'An element of watermarks needs a field image.',
    ['STREAM-WATERMARKS-FIELDS'],
    refusing(
      some(
        ({ watermarks }) =>
          Array.isArray(watermarks) && watermarks.some((one) => !isObject(one) || !('image' in one)),
      ),
    ),
  ),
  rowOf('2.3', 'The form of a push address beyond its protocol is not shown.')(
    'address-with-stream',
    'A push address names an application and a stream.',
    undefined,
    refusing(
      (request) =>
        isStart(request) &&
        some(({ url }) => typeof url === 'string' && /^rtmp:\/\/[^/]+\/?[^/]*$/.test(url))(request),
    ),
  ),
  rowOf('2.3', 'The form of a push address beyond its protocol is not shown.')(
    'address-without-query',
    'A push address with a query is refused.',
    undefined,
    refusing(some(({ url }) => typeof url === 'string' && url.includes('?'))),
  ),
  rowOf('2.3', 'Which integers streamId may be is not shown.')(
    'stream-id-positive',
    'A streamId is between 1 and 2147483646.',
    ['STREAM-STREAMID-VALUES'],
    refusing(some(({ streamId }) => typeof streamId === 'number' && (streamId < 1 || streamId > 2147483646))),
  ),
  rowOf('4.2', 'Whether streamList may be empty is not shown.')(
    'list-not-empty',
    'An empty streamList is refused.',
    ['START-STREAMLIST-EMPTY', 'UPDATE-STREAMLIST-EMPTY'],
    refusing((request) => Array.isArray(objectOf(request)['streamList']) && listOf(request).length === 0),
  ),
  fixed(
    'update-type-ignored',
    'An update is carried out without its type and flag.',
    ['UPDATE-TYPE-FLAG-ANSWER'],
    updateWithout('type', 'flag'),
  ),
  fixed(
    'update-type-403',
    'An update with type or flag is answered with 403.',
    ['UPDATE-TYPE-FLAG-ANSWER'],
    refusing(
      (request) => isUpdate(request) && some((entry) => 'type' in entry || 'flag' in entry)(request),
      403,
    ),
  ),
  single(
    'update-user-ignored',
    'The userId of an update is ignored where it names another user than the channel has.',
    ['UPDATE-SINGLE-USERID-ANSWER'],
    (request, right) =>
      some(({ userId }) => userId === 'another')(request)
        ? updateWithout('userId')(request, right, 0, new Map())
        : right(),
  ),
  single(
    'update-user-404',
    'Another userId for a single-stream push is answered with 404.',
    ['UPDATE-SINGLE-USERID-ANSWER'],
    refusing((request) => isUpdate(request) && some(({ userId }) => userId === 'another')(request), 404),
  ),
  rowOf('4.3', 'What an update with a streamId twice does is not shown.')(
    'update-twice-refused',
    'An update that names a stream twice is refused.',
    ['UPDATE-STREAMLIST-DUPLICATE-STREAMID'],
    refusing(
      (request) =>
        isUpdate(request) &&
        new Set(entriesOf(request).map(({ streamId }) => streamId)).size < entriesOf(request).length,
    ),
  ),
  rowOf('4.3', 'What an update does with a stream that it changes in nothing is not shown.')(
    'update-nothing-refused',
    'An update of streamId alone is refused.',
    ['UPDATE-ABSENT-FIELDS'],
    refusing((request) => isUpdate(request) && some((entry) => Object.keys(entry).length === 1)(request)),
  ),
]
