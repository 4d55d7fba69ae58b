import { entriesOf } from '../../members.ts'
import { type ClientSteps, Declined } from '../../faults/client/clientFault.ts'
import type { Json, JsonObject, WireCall } from '../../model/index.ts'
import { type ClientVariant, clientWaysWith, clientWay } from './clientVariant.ts'

/** Clients that refuse a call by themselves, without a request. */

type Wrong = (call: WireCall) => boolean

function declines(wrong: Wrong, reason?: Declined['reason']): ClientSteps {
  return {
    before: (call) => {
      if (wrong(call)) throw reason === undefined ? new Declined(2) : new Declined(1, reason)
      return undefined
    },
  }
}

const declinesEntry = (wrong: (entry: JsonObject) => unknown, reason?: Declined['reason']): ClientSteps =>
  declines(({ body }) => entriesOf(body).some(wrong), reason)

function idsOf(call: WireCall): readonly string[] {
  const values = [call.body, ...entriesOf(call.body)].flatMap(({ channelId, userId }) => [channelId, userId])
  return values.filter((value) => typeof value === 'string')
}

const declinesStreamIds = (min: number, max: number): ClientSteps =>
  declines(
    ({ body }) => ![body, ...entriesOf(body)].every(({ streamId }) => within(streamId, min, max)),
    'out-of-range',
  )

/** A missing member breaks no bound. */
const within = (value: Json | undefined, min: number, max: number): boolean =>
  value === undefined || (typeof value === 'number' && value >= min && value <= max)

function isPlainList(entries: readonly JsonObject[]): boolean {
  const ids = new Set(entries.map(({ streamId }) => streamId))
  return entries.length > 0 && entries.length <= 3 && ids.size === entries.length
}

function isRightEntry({ type, userId, flag, fps = 30, delayClose }: JsonObject): boolean {
  const isUserThere = type === 1 || (type === 2 && userId !== undefined)
  return isUserThere && within(flag, 1, 15) && (fps === 15 || fps === 30) && within(delayClose, 0, 600)
}

const EMPTY = ['PARAM-CHANNELID-EMPTY', 'PARAM-USERID-EMPTY', 'START-CHANNELID-EMPTY', 'STREAM-USERID-EMPTY']

/** What a client refuses by itself: names and bounds that the text does not give. */
export const REFUSAL_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith({
    section: '2.1',
    open: 'Naming rules of channelId and format rules of userId.',
    decides: ['PARAM-CHANNELID-NAMING', 'PARAM-USERID-FORMAT'],
  })({
    'ids-plain-only': clientWay(
      'Ids that are not lower-case letters and digits behind a letter are refused as malformed.',
      declines((call) => idsOf(call).some((id) => !/^[a-z][a-z0-9]*$/.test(id)), 'malformed'),
    ),
    'ids-not-empty': {
      does: 'Empty ids are refused as missing.',
      decides: EMPTY,
      steps: declines((call) => idsOf(call).includes(''), 'missing-field'),
    },
    'ids-64-characters': clientWay(
      'Ids of more than 64 characters are refused as out of range.',
      declines((call) => idsOf(call).some(({ length }) => length > 64), 'out-of-range'),
    ),
    'ids-ascii-only': clientWay('Ids beyond ASCII end in an exception without a meaning for the adapter.', {
      before: (call) => {
        if (idsOf(call).every((id) => /^[ -~]*$/.test(id))) return undefined
        throw new Error('invalid argument')
      },
    }),
    'ids-no-white-space': clientWay('Ids with white space at their ends are a failure, without a request.', {
      before: (call) =>
        idsOf(call).every((id) => id.trim() === id) ? undefined : { ok: false, kind: 'protocol' },
    }),
    'ids-inexpressible': clientWay(
      'The types of the SDK hold ids of letters and digits only: error code 2.',
      declines((call) => idsOf(call).some((id) => !/^[a-zA-Z0-9]+$/.test(id))),
    ),
  }),
  ...clientWaysWith({ section: '4.5' })({
    'app-id-letters-and-digits': {
      open: 'Which characters an appId has.',
      does: 'An appId that is not letters and digits is refused as malformed.',
      decides: ['TOKEN-APPID-DOT', 'TOKEN-APPID-EMPTY'],
      steps: declines(({ appId }) => !/^[A-Za-z0-9]+$/.test(appId), 'malformed'),
    },
    'app-secret-letters-and-digits': {
      open: 'Which characters an app secret has, and how long it is.',
      does: 'An app secret that is not 16 to 64 letters and digits is refused as malformed.',
      steps: declines(({ appSecret }) => !/^[A-Za-z0-9]{16,64}$/.test(appSecret), 'malformed'),
    },
  }),
  ...clientWaysWith({ section: '2.1', open: 'Which values privileges may have.' })({
    'privileges-refused': {
      does: 'privileges are refused, whatever their value.',
      decides: ['PARAM-PRIVILEGES-VALUES'],
      steps: declines(({ body }) => 'privileges' in body, 'out-of-range'),
    },
    'privileges-3-only': {
      does: 'privileges are refused unless they are 3.',
      decides: ['PARAM-PRIVILEGES-VALUES', 'PARAM-PRIVILEGES-MEANING'],
      steps: declines(({ body }) => (body['privileges'] ?? 3) !== 3, 'out-of-range'),
    },
  }),
  ...clientWaysWith({ section: '2.1' })({
    'size-100': {
      open: 'Up to which size a token may ask.',
      does: 'A size above 100 is refused: only technical support raises it.',
      decides: ['PARAM-SIZE-MAXIMUM', 'PARAM-SIZE-ZERO', 'PARAM-SIZE-NEGATIVE'],
      steps: declines(({ body }) => !within(body['size'], 1, 100), 'out-of-range'),
    },
    'duration-a-minute': {
      open: 'How short a duration may be.',
      does: 'A duration below 60 seconds is refused.',
      decides: ['PARAM-DURATION-MINIMUM', 'PARAM-DURATION-ZERO', 'PARAM-DURATION-NEGATIVE'],
      steps: declines(({ body }) => !within(body['duration'], 60, 86_400), 'out-of-range'),
    },
    'channel-duration-a-day': {
      open: 'Whether channelDuration has a largest value.',
      does: 'A channelDuration above 1440 minutes is refused.',
      decides: ['PARAM-CHANNELDURATION-MAXIMUM', 'PARAM-CHANNELDURATION-NEGATIVE'],
      steps: declines(({ body }) => !within(body['channelDuration'], 0, 1440), 'out-of-range'),
    },
  }),
]

/** Streams that a client refuses by itself: rules of section 2.3, and values that the text does not show. */
export const STREAM_REFUSAL_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith({ section: '2.3', open: 'What streamId may be.', decides: ['STREAM-STREAMID-VALUES'] })({
    'stream-id-from-1': clientWay('streamId 0 and negatives are refused.', declinesStreamIds(1, Infinity)),
    'stream-id-1000': clientWay('A streamId above 1000 is refused.', declinesStreamIds(0, 1000)),
  }),
  ...clientWaysWith({ section: '2.3', open: 'Whether an SDK checks a body before it sends it.' })({
    'layout-without-fields': {
      does: 'A layout with fields is refused: its fields are not shown.',
      decides: ['STREAM-LAYOUT-FIELDS', 'STREAM-LAYOUT-SINGLE'],
      steps: declinesEntry(({ layout }) => Object.keys(layout ?? {}).length > 0, 'malformed'),
    },
    'layout-with-fields': {
      does: 'A layout without fields is refused: it says nothing.',
      decides: ['STREAM-LAYOUT-FIELDS'],
      steps: declinesEntry(({ layout }) => layout && Object.keys(layout).length === 0, 'malformed'),
    },
    'watermarks-inexpressible': {
      does: 'The types of the SDK hold empty watermarks only: error code 2.',
      decides: ['STREAM-WATERMARKS-FIELDS'],
      steps: declinesEntry(({ watermarks }) => Array.isArray(watermarks) && watermarks.length > 0),
    },
    'rtmp-plain-only': {
      does: 'A url that is no rtmp address of ASCII is refused as malformed.',
      decides: ['STREAM-URL-RTMPS'],
      steps: declinesEntry(
        ({ url }) => typeof url === 'string' && !/^rtmp:\/\/[!-~]+$/i.test(url),
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
      steps: declines(({ body }) => 'streamList' in body && !isPlainList(entriesOf(body)), 'out-of-range'),
    },
    'update-checked': {
      section: '4.3',
      does: 'An update with a type, a flag or a delayClose is refused.',
      decides: ['UPDATE-TYPE-FLAG-ANSWER', 'UPDATE-DELAYCLOSE'],
      steps: declines(
        ({ operation, body }) =>
          operation === 'streaming.update' &&
          entriesOf(body).some((entry) => 'type' in entry || 'flag' in entry || 'delayClose' in entry),
        'malformed',
      ),
    },
    'start-checked': {
      section: '4.2',
      does: 'A start that breaks a rule of section 2.3 is refused.',
      steps: declines(
        ({ operation, body }) => operation === 'streaming.start' && !entriesOf(body).every(isRightEntry),
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
