import { clientWaysWith, type ClientVariant } from './clientVariant.ts'
import { entriesOf } from '../../members.ts'
import { declines, isPlainList, isRightEntry, streamIdsOf, within } from './refuse.ts'

const VALUES = {
  section: '2.3',
  open: 'Which values a streamId may have.',
  decides: ['STREAM-STREAMID-VALUES'],
}
const INPUT = { open: 'Whether an SDK checks a body before it sends it.' }

/** Streams that a client refuses by itself: rules of section 2.3, and values that the text does not show. */
export const STREAM_REFUSAL_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith(VALUES)({
    'stream-id-from-1': {
      does: 'streamId 0 and negative ones are refused.',
      steps: declines((call) => !streamIdsOf(call).every((id) => within(id, 1, Infinity)), 'out-of-range'),
    },
    'stream-id-1000': {
      does: 'A streamId above 1000 is refused.',
      steps: declines((call) => !streamIdsOf(call).every((id) => within(id, 0, 1000)), 'out-of-range'),
    },
  }),
  ...clientWaysWith(INPUT)({
    'layout-without-fields': {
      section: '2.3',
      does: 'A layout with fields is refused: its fields are not shown.',
      decides: ['STREAM-LAYOUT-FIELDS', 'STREAM-LAYOUT-SINGLE'],
      steps: declines(
        (call) => entriesOf(call.body).some(({ layout }) => Object.keys(layout ?? {}).length > 0),
        'malformed',
      ),
    },
    'layout-with-fields': {
      section: '2.3',
      does: 'A layout without fields is refused: it says nothing.',
      decides: ['STREAM-LAYOUT-FIELDS'],
      steps: declines(
        (call) => entriesOf(call.body).some(({ layout }) => layout && Object.keys(layout).length === 0),
        'malformed',
      ),
    },
    'watermarks-inexpressible': {
      section: '2.3',
      does: 'The types of the SDK hold empty watermarks only: error code 2.',
      decides: ['STREAM-WATERMARKS-FIELDS'],
      steps: declines((call) =>
        entriesOf(call.body).some(({ watermarks }) => Array.isArray(watermarks) && watermarks.length > 0),
      ),
    },
    'rtmp-plain-only': {
      section: '2.3',
      does: 'A url that is no rtmp address of ASCII is refused as malformed.',
      decides: ['STREAM-URL-RTMPS'],
      steps: declines(
        (call) =>
          entriesOf(call.body).some(({ url }) => typeof url === 'string' && !/^rtmp:\/\/[!-~]+$/i.test(url)),
        'malformed',
      ),
    },
    'stream-list-checked': {
      section: '4.2',
      does: 'An empty streamList, more than three entries, and a streamId that stands twice are refused.',
      decides: [
        'START-STREAMLIST-EMPTY',
        'START-STREAMLIST-DUPLICATE-STREAMID',
        'UPDATE-STREAMLIST-EMPTY',
        'UPDATE-STREAMLIST-DUPLICATE-STREAMID',
      ],
      steps: declines(
        (call) => 'streamList' in call.body && !isPlainList(entriesOf(call.body)),
        'out-of-range',
      ),
    },
    'update-checked': {
      section: '4.3',
      does: 'An update with a type, a flag or a delayClose is refused.',
      decides: ['UPDATE-TYPE-FLAG-ANSWER', 'UPDATE-DELAYCLOSE'],
      steps: declines(
        (call) =>
          call.operation === 'streaming.update' &&
          entriesOf(call.body).some((entry) => 'type' in entry || 'flag' in entry || 'delayClose' in entry),
        'malformed',
      ),
    },
    'start-checked': {
      section: '4.2',
      does: 'A start that breaks a rule of section 2.3 is refused.',
      steps: declines(
        (call) => call.operation === 'streaming.start' && !entriesOf(call.body).every(isRightEntry),
        'out-of-range',
      ),
    },
    'null-refused': {
      section: '2.1',
      does: 'A member that is null is refused.',
      steps: declines(({ body }) => Object.values(body).includes(null), 'wrong-type'),
    },
  }),
]
