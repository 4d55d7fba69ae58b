import type { ClientVariant } from './clientVariant.ts'
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
  {
    ...VALUES,
    id: 'stream-id-from-1',
    does: 'streamId 0 and negative ones are refused.',
    steps: declines((call) => !streamIdsOf(call).every((id) => within(id, 1, Infinity)), 'out-of-range'),
  },
  {
    ...VALUES,
    id: 'stream-id-1000',
    does: 'A streamId above 1000 is refused.',
    steps: declines((call) => !streamIdsOf(call).every((id) => within(id, 0, 1000)), 'out-of-range'),
  },
  {
    ...INPUT,
    section: '2.3',
    id: 'layout-without-fields',
    does: 'A layout with fields is refused: its fields are not shown.',
    decides: ['STREAM-LAYOUT-FIELDS', 'STREAM-LAYOUT-SINGLE'],
    steps: declines(
      (call) => entriesOf(call.body).some(({ layout }) => Object.keys(layout ?? {}).length > 0),
      'malformed',
    ),
  },
  {
    ...INPUT,
    section: '2.3',
    id: 'layout-with-fields',
    does: 'A layout without fields is refused: it says nothing.',
    decides: ['STREAM-LAYOUT-FIELDS'],
    steps: declines(
      (call) => entriesOf(call.body).some(({ layout }) => layout && Object.keys(layout).length === 0),
      'malformed',
    ),
  },
  {
    ...INPUT,
    section: '2.3',
    id: 'watermarks-inexpressible',
    does: 'The types of the SDK hold empty watermarks only: error code 2.',
    decides: ['STREAM-WATERMARKS-FIELDS'],
    steps: declines((call) =>
      entriesOf(call.body).some(({ watermarks }) => Array.isArray(watermarks) && watermarks.length > 0),
    ),
  },
  {
    ...INPUT,
    section: '2.3',
    id: 'rtmp-plain-only',
    does: 'A url that is no rtmp address of ASCII is refused as malformed.',
    decides: ['STREAM-URL-RTMPS'],
    steps: declines(
      (call) =>
        entriesOf(call.body).some(({ url }) => typeof url === 'string' && !/^rtmp:\/\/[!-~]+$/i.test(url)),
      'malformed',
    ),
  },
  {
    ...INPUT,
    section: '4.2',
    id: 'stream-list-checked',
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
  {
    ...INPUT,
    section: '4.3',
    id: 'update-checked',
    does: 'An update with a type, a flag or a delayClose is refused.',
    decides: ['UPDATE-TYPE-FLAG-ANSWER', 'UPDATE-DELAYCLOSE'],
    steps: declines(
      (call) =>
        call.operation === 'streaming.update' &&
        entriesOf(call.body).some((entry) => 'type' in entry || 'flag' in entry || 'delayClose' in entry),
      'malformed',
    ),
  },
  {
    ...INPUT,
    section: '4.2',
    id: 'start-checked',
    does: 'A start that breaks a rule of section 2.3 is refused.',
    steps: declines(
      (call) => call.operation === 'streaming.start' && !entriesOf(call.body).every(isRightEntry),
      'out-of-range',
    ),
  },
  {
    ...INPUT,
    section: '2.1',
    id: 'null-refused',
    does: 'A member that is null is refused.',
    steps: declines(({ body }) => Object.values(body).includes(null), 'wrong-type'),
  },
]
