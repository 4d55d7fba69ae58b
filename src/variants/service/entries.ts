import type { JsonObject } from '../../model/index.ts'
import { isObject } from '../../json.ts'
import { without as withoutMembers } from '../../members.ts'
import { bodyWith, isStart, isUpdate, listOf, objectOf } from '../../faults/service/requestBodies.ts'
import { USER, type ServiceAlteration } from '../../faults/service/serviceFault.ts'
import type { ServiceRequest } from '../../service/index.ts'
import { entriesOf } from './streamMemory.ts'
import { refusing, rowOf, type ServiceVariant } from './serviceVariant.ts'

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0
const some =
  (isMeant: (entry: JsonObject) => boolean) =>
  (request: ServiceRequest): boolean =>
    entriesOf(request).some(isMeant)

/** Entries of an update without these members. */
const without =
  (...names: string[]): ServiceAlteration =>
  (request, right) => {
    if (!isUpdate(request)) return right()
    const streamList = listOf(request).map((entry) =>
      isObject(entry) ? withoutMembers(entry, ...names) : entry,
    )
    const isMeant = some((entry) => names.some((name) => name in entry))(request)
    return isMeant ? right(bodyWith({ ...objectOf(request), streamList })) : right()
  }

const entryRow = rowOf('2.3')
const startRow = rowOf('4.2')
const updateRow = rowOf('4.3')

const LAYOUT = 'The fields of layout are not shown.'
const ABSENT = 'What becomes of a userId that is not in the channel is not shown.'
const FIXED = 'Section 2.3 says that type and flag are not accepted as a change; the answer is not shown.'
const SINGLE =
  'Section 4.3 rule 2 says that the user of a single-stream push cannot be updated; the answer is not shown.'

/** What may stand in an entry of streamList (sections 2.3, 4.2 and 4.3). */
export const ENTRY_ROWS: readonly ServiceVariant[] = [
  entryRow(
    'user-in-channel',
    ABSENT,
    'Users who are not in the channel are refused.',
    ['STREAM-USERID-NOT-IN-CHANNEL', 'STREAM-USERID-EMPTY'],
    refusing(some(({ userId }) => (userId ?? USER) !== USER)),
  ),
  entryRow(
    'user-in-channel-409',
    ABSENT,
    'Users who are not in the channel are answered with 409.',
    ['STREAM-USERID-NOT-IN-CHANNEL'],
    refusing(
      some(({ userId }) => typeof userId === 'string' && userId !== USER),
      409,
    ),
  ),
  entryRow(
    'layout-refused',
    LAYOUT,
    'A layout without fields is refused.',
    ['STREAM-LAYOUT-FIELDS'],
    refusing(some(({ layout }) => isEmpty(layout))),
  ),
  entryRow(
    'layout-of-single-refused',
    'Whether a stream of type 2 may have a layout is not shown.',
    'A layout of a single-stream push is refused.',
    ['STREAM-LAYOUT-SINGLE'],
    refusing(some(({ layout, type }) => type === 2 && layout !== undefined)),
  ),
  entryRow(
    'watermarks-refused',
    'The fields of watermark elements are not shown.',
    'An element of watermarks needs a field image.',
    ['STREAM-WATERMARKS-FIELDS'],
    refusing(
      some(
        ({ watermarks }) =>
          Array.isArray(watermarks) && watermarks.some((one) => !isObject(one) || !('image' in one)),
      ),
    ),
  ),
  entryRow(
    'address-with-stream',
    'The form of a push address beyond its protocol is not shown.',
    'A push address names an application and a stream.',
    undefined,
    refusing(
      (request) =>
        isStart(request) &&
        some(({ url }) => typeof url === 'string' && /^rtmp:\/\/[^/]+\/?[^/]*$/.test(url))(request),
    ),
  ),
  entryRow(
    'address-without-query',
    'The form of a push address beyond its protocol is not shown.',
    'A push address with a query is refused.',
    undefined,
    refusing(some(({ url }) => typeof url === 'string' && url.includes('?'))),
  ),
  entryRow(
    'stream-id-positive',
    'Which integers streamId may be is not shown.',
    'A streamId is between 1 and 2147483646.',
    ['STREAM-STREAMID-VALUES'],
    refusing(some(({ streamId }) => typeof streamId === 'number' && (streamId < 1 || streamId > 2147483646))),
  ),
  startRow(
    'list-not-empty',
    'Whether streamList may be empty is not shown.',
    'An empty streamList is refused.',
    ['START-STREAMLIST-EMPTY', 'UPDATE-STREAMLIST-EMPTY'],
    refusing((request) => Array.isArray(objectOf(request)['streamList']) && listOf(request).length === 0),
  ),
  entryRow(
    'update-type-ignored',
    FIXED,
    'An update is carried out without its type and flag.',
    ['UPDATE-TYPE-FLAG-ANSWER'],
    without('type', 'flag'),
  ),
  entryRow(
    'update-type-403',
    FIXED,
    'An update with type or flag is answered with 403.',
    ['UPDATE-TYPE-FLAG-ANSWER'],
    refusing(
      (request) => isUpdate(request) && some((entry) => 'type' in entry || 'flag' in entry)(request),
      403,
    ),
  ),
  updateRow(
    'update-user-ignored',
    SINGLE,
    'The userId of an update is ignored where it names another user than the channel has.',
    ['UPDATE-SINGLE-USERID-ANSWER'],
    (request, right) =>
      some(({ userId }) => userId === 'another')(request)
        ? without('userId')(request, right, 0, new Map())
        : right(),
  ),
  updateRow(
    'update-user-404',
    SINGLE,
    'Another userId for a single-stream push is answered with 404.',
    ['UPDATE-SINGLE-USERID-ANSWER'],
    refusing((request) => isUpdate(request) && some(({ userId }) => userId === 'another')(request), 404),
  ),
  updateRow(
    'update-twice-refused',
    'What an update with a streamId twice does is not shown.',
    'An update that names a stream twice is refused.',
    ['UPDATE-STREAMLIST-DUPLICATE-STREAMID'],
    refusing(
      (request) =>
        isUpdate(request) &&
        new Set(entriesOf(request).map(({ streamId }) => streamId)).size < entriesOf(request).length,
    ),
  ),
  updateRow(
    'update-nothing-refused',
    'What an update does with a stream that it changes in nothing is not shown.',
    'An update of streamId alone is refused.',
    ['UPDATE-ABSENT-FIELDS'],
    refusing((request) => isUpdate(request) && some((entry) => Object.keys(entry).length === 1)(request)),
  ),
]
