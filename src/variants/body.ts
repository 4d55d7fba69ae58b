import { rowsWith } from '../tables.ts'
import type { BodyViolation } from '../body/index.ts'
import type { Alteration } from '../faults/fault.ts'
import { isDeepStrictEqual } from 'node:util'
import { isObject, readJson, textIn } from '../json.ts'
import { entriesOf, without } from '../members.ts'
import { kebabCase } from '../text.ts'
import type { Json, JsonObject, QuestionParams } from '../model/index.ts'
import { type Variant, waysAbout } from './variant.ts'

/** A right validator of request bodies. */
export interface BodyVariant extends Variant {
  readonly alteration: Alteration
}

const bodyWaysWith = rowsWith<BodyVariant>()

/** What a validator looks at in addition to the rules of the interface. */
export interface Looked {
  readonly kind: QuestionParams['body.validate']['kind']
  readonly text: string
  readonly value: JsonObject
  readonly entries: readonly JsonObject[]
  /** JSON Pointers of numbers that are not written as integers. */
  readonly inexact: readonly string[]
}

const OWN: BodyViolation = { keyword: 'own', instancePath: '', message: 'refused', level: 'required' }

/** Refuses more than the interface does. */
export const refusingBody =
  (isRefused: (looked: Looked) => boolean): Alteration =>
  (sdk) => ({
    bodyViolations: (question) => {
      const violations = sdk.bodyViolations(question)
      return violations.length === 0 && isRefused(look(question)) ? [OWN] : violations
    },
  })

/** Accepts what standards or plain safety would refuse, and the interface does not. */
export const allowing =
  (isAllowed: (violation: BodyViolation) => boolean): Alteration =>
  (sdk) => ({ bodyViolations: (question) => sdk.bodyViolations(question).filter((one) => !isAllowed(one)) })

function look({ kind, body }: QuestionParams['body.validate']): Looked {
  const { value, inexact } = readJson(body)
  const members = isObject(value) ? value : {}
  return { kind, text: body, value: members, entries: entriesOf(members), inexact }
}

const refusingEntry = (isRefused: (entry: JsonObject) => boolean): Alteration =>
  refusingBody(({ entries }) => entries.some(isRefused))
const refusingUpdate = (isRefused: (entry: JsonObject) => boolean): Alteration =>
  refusingBody(({ kind, entries }) => kind === 'streaming-update' && entries.some(isRefused))
const refusingRepeats = (keyOf: (entry: JsonObject, at: number) => Json | undefined): Alteration =>
  refusingBody(({ entries }) => new Set(entries.map(keyOf)).size < entries.length)

const ids = waysAbout(
  'body-way-id',
  {
    section: '2.1',
    open: 'Naming rules of channelId and format rules of userId are not shown.',
    decides: ['PARAM-CHANNELID-NAMING', 'PARAM-USERID-FORMAT'],
  },
  (isRefused: (id: string) => boolean) =>
    refusingBody(({ value, entries }) =>
      [value, ...entries]
        .flatMap(({ channelId, userId }) => [channelId, userId])
        .some((id) => typeof id === 'string' && isRefused(id)),
    ),
)

const LOWER = ['MINIMUM', 'ZERO', 'NEGATIVE']
/** Rows about a number of the token request. @param rules ends of the ids of the rules that they decide */
const numbers = (member: string, open: string, rules: readonly string[], prefix = kebabCase(member)) =>
  waysAbout(
    `body-way-${prefix}`,
    { section: '2.1', open, decides: rules.map((rule) => `PARAM-${member.toUpperCase()}-${rule}`) },
    (isRefused: (value: number) => boolean) =>
      refusingBody(({ kind, value }) => {
        const found = value[member]
        return kind === 'auth-token' && typeof found === 'number' && isRefused(found)
      }),
  )
const privileges = numbers('privileges', 'Meaning and values of privileges are not shown.', ['VALUES'])
const longest = numbers('channelDuration', 'No bound of channelDuration is shown.', ['MAXIMUM'])
const shortest = numbers('channelDuration', 'No bound of channelDuration is shown.', ['MINIMUM', 'NEGATIVE'])
const large = numbers('size', 'Which sizes a token may ask for is not shown.', ['MAXIMUM'])
const small = numbers('size', 'Which sizes a token may ask for is not shown.', LOWER)
const duration = numbers('duration', 'duration has no lower bound in the text.', LOWER)
const delay = numbers('delayClose', 'delayClose has no lower bound in the text.', ['NEGATIVE'], 'delay')

/** Which join parameters a right validator takes (section 2.1). */
const JOIN_PARAM_ROWS: readonly BodyVariant[] = [
  ids('plain', 'An id is small letters and digits, a letter first.', (id) => !/^[a-z][a-z0-9]*$/.test(id)),
  ids('ascii', 'An id beyond ASCII is refused.', (id) => /[^\0-\u007f]/.test(id)),
  ids('printable', 'An id with a control character is refused.', (id) => /\p{Cc}/u.test(id)),
  ids('short', 'An id of more than 64 characters is refused.', (id) => id.length > 64),
  ids('without-spaces', 'An id with white space is refused.', (id) => /\s/.test(id)),
  ids('lower-case', 'An id with letters in upper case is refused.', (id) => id !== id.toLowerCase()),
  ids('no-number', 'An id that is a number is refused.', (id) => /^[0-9]+$/.test(id)),
  ids('not-empty', 'An empty id is refused.', (id) => id === '', {
    decides: ['PARAM-CHANNELID-EMPTY', 'PARAM-USERID-EMPTY', 'START-CHANNELID-EMPTY', 'STREAM-USERID-EMPTY'],
  }),
  privileges('refused', 'No value of privileges is taken.', () => true),
  privileges('few', 'Privileges are 1, 2, 4 or 8.', (value) => ![1, 2, 4, 8].includes(value)),
  longest('short', 'A channel lasts twelve hours at most.', (value) => value > 720),
  shortest('long', 'A channel has five minutes at least, or no limit.', (value) => value !== 0 && value < 5),
  large('small', 'A size above 100 is refused.', (value) => value > 100),
  small('of-two', 'A size below 2 is refused.', (value) => value < 2),
  duration('of-a-minute', 'A token is valid for a minute at least.', (value) => value < 60),
  delay('not-negative', 'A negative delayClose is refused.', (value) => value < 0),
]

const STREAM_IDS = ['STREAM-STREAMID-VALUES']
const address = waysAbout(
  'body-way-url',
  { section: '2.3', open: 'What follows rtmp:// in an address is not shown.', decides: ['STREAM-URL-FORM'] },
  (refused: RegExp) => refusingEntry((one) => refused.test(textIn(one, 'url'))),
)
const streamIds = waysAbout(
  'body-way-stream-id',
  { section: '2.3', open: 'Which integers streamId may be is not shown.', decides: STREAM_IDS },
  (isRefused: (id: number) => boolean) =>
    refusingBody(({ value, entries }) =>
      [value, ...entries].some(({ streamId }) => typeof streamId === 'number' && isRefused(streamId)),
    ),
)
const layout = waysAbout(
  'body-way-layout',
  { section: '2.3', open: 'The fields of layout are not shown.', decides: ['STREAM-LAYOUT-FIELDS'] },
  (isRefused: (layout: JsonObject) => boolean) =>
    refusingEntry(({ layout: one }) => isObject(one) && isRefused(one)),
)
const watermarks = waysAbout(
  'body-way-watermarks',
  { section: '2.3', open: 'The fields of a watermark are not shown.', decides: ['STREAM-WATERMARKS-FIELDS'] },
  (isRefused: (mark: Json) => boolean) =>
    refusingEntry(({ watermarks: all }) => Array.isArray(all) && all.some((one: Json) => isRefused(one))),
)

const LIST = 'How many entries a streamList may have is not shown.'

/** Which entries of streamList a right validator takes (sections 2.3 and 4.2 to 4.4). */
const STREAM_ROWS: readonly BodyVariant[] = [
  streamIds('positive', 'A streamId below 1 is refused.', (id) => id < 1),
  streamIds('below-31-bits', 'A streamId of 2147483647 or more is refused.', (id) => id >= 2147483647),
  streamIds('exact', 'A streamId beyond 2^53 - 1 is refused.', (id) => !Number.isSafeInteger(id)),
  layout('with-mode', 'A layout needs a member mode.', (one) => !('mode' in one)),
  layout('empty', 'A layout is empty: its fields are not known here.', (one) => Object.keys(one).length > 0),
  layout('without-nulls', 'A layout holds no null.', (one) => Object.values(one).includes(null)),
  ...bodyWaysWith({ section: '2.3' })({
    'body-way-layout-of-single': {
      open: 'Whether a stream of type 2 may have a layout is not shown.',
      does: 'A layout of type 2 is refused.',
      decides: ['STREAM-LAYOUT-SINGLE'],
      alteration: refusingEntry(({ type, layout: one }) => type === 2 && one !== undefined),
    },
  }),
  watermarks('with-image', 'A watermark has a member image.', (one) => !isObject(one) || !('image' in one)),
  watermarks('without-nulls', 'A watermark is not null.', (mark) => mark === null),
  ...bodyWaysWith({ section: '4.2' })({
    'body-way-list-not-empty': {
      open: LIST,
      does: 'An empty streamList is refused.',
      decides: ['START-STREAMLIST-EMPTY', 'UPDATE-STREAMLIST-EMPTY'],
      alteration: refusingBody(({ value }) => isDeepStrictEqual(value['streamList'], [])),
    },
    'body-way-list-of-three': {
      open: LIST,
      does: 'A streamList of more than three entries is refused.',
      decides: ['START-STREAMS-MAXIMUM-ANSWER'],
      alteration: refusingBody(({ entries }) => entries.length > 3),
    },
    'body-way-list-without-repeats': {
      open: 'What two entries with one streamId lead to is not shown.',
      does: 'A streamId that stands twice is refused.',
      decides: ['START-STREAMLIST-DUPLICATE-STREAMID', 'UPDATE-STREAMLIST-DUPLICATE-STREAMID'],
      alteration: refusingRepeats(({ streamId }) => streamId),
    },
    'body-way-list-with-an-address-each': {
      section: '2.3',
      open: 'Whether two streams may have one push address is not shown.',
      does: 'A push address that stands twice is refused.',
      decides: ['STREAM-URL-SHARED'],
      alteration: refusingRepeats(({ url }, at) => url ?? at),
    },
  }),
  address('without-user', 'A push address with a user is refused.', /^rtmp:\/\/[^/]*@/i),
  address('without-port', 'A push address with a port is refused.', /^rtmp:\/\/[^/]*:\d+(?:\/|$)/i),
  address('without-query', 'A push address with a query is refused.', /\?/),
  address(
    'with-a-name',
    'A push address names its host, and not by a number.',
    /^rtmp:\/\/(?:[^/]*@)?(?:\[|[0-9.]+(?:[:/]|$))/i,
  ),
  address('with-a-stream', 'A push address names app and stream.', /^rtmp:\/\/[^/]*(?:\/[^/]*)?$/i),
  ...bodyWaysWith({ section: '2.3' })({
    'body-way-url-rtmps-refused': {
      open: 'Whether variants of RTMP may be pushed to is not shown.',
      does: 'No variant of RTMP is taken, such as rtmps.',
      decides: ['STREAM-URL-RTMPS'],
      alteration: refusingEntry(({ url }) => typeof url === 'string' && !/^rtmp:/i.test(url)),
    },
    'body-way-update-with-type-refused': {
      open: 'Section 2.3 says that type is not accepted as a change; the answer is not shown.',
      does: 'An update with type or flag is refused.',
      decides: ['UPDATE-TYPE-FLAG-ANSWER'],
      alteration: refusingUpdate((one) => 'type' in one || 'flag' in one),
    },
    'body-way-update-with-delay-refused': {
      open: 'delayClose is not listed for updates; what it leads to is not shown.',
      does: 'An update with delayClose is refused.',
      decides: ['UPDATE-DELAYCLOSE'],
      alteration: refusingUpdate((one) => 'delayClose' in one),
    },
    'body-way-update-of-nothing-refused': {
      section: '4.3',
      open: 'What an update does that changes nothing is not shown.',
      does: 'An update of streamId alone is refused.',
      decides: ['UPDATE-ABSENT-FIELDS'],
      alteration: refusingUpdate((one) => Object.keys(one).length === 1),
    },
  }),
]

const hasNull = (value: Json): boolean =>
  isObject(value)
    ? Object.values(without(value, 'layout', 'watermarks')).some(hasNull)
    : value === null || (Array.isArray(value) && value.some(hasNull))

/** How a right validator reads the JSON of a body (section 1). */
const TEXT_ROWS: readonly BodyVariant[] = bodyWaysWith({ section: '2.1' })({
  'body-way-null-refused': {
    open: 'What null for an optional member leads to is not shown.',
    does: 'A null is refused wherever it stands.',
    decides: ['API-NULL-MEMBER'],
    alteration: refusingBody(({ value }) => hasNull(value)),
  },
  'body-way-fraction-refused': {
    open: 'Whether 3600.0 is read as an integer is not shown.',
    does: 'An integer that is written with a fraction is refused.',
    decides: ['PARAM-INTEGER-AS-FRACTION', 'STREAM-INTEGER-AS-FRACTION'],
    alteration: refusingBody(({ text, inexact }) => inexact.length > 0 && /\d\.\d/.test(text)),
  },
  'body-way-exponent-refused': {
    open: 'Whether 3.6e3 is read as an integer is not shown.',
    does: 'An integer that is written with an exponent is refused.',
    decides: ['PARAM-INTEGER-AS-FRACTION', 'STREAM-INTEGER-AS-FRACTION'],
    alteration: refusingBody(({ text, inexact }) => inexact.length > 0 && /\d[eE]/.test(text)),
  },
  'body-way-33-bits-refused': {
    open: 'How large an int may be is not shown.',
    does: 'An integer beyond 32 bits is refused.',
    decides: ['PARAM-SIZE-MAXIMUM', ...STREAM_IDS],
    alteration: refusingBody(({ text }) => /[:[](?!\d+\.)-?\d{11,}|:-?(?:2147483648|4294967296)/.test(text)),
  },
  'body-way-unlisted-ignored': {
    section: '1',
    open: 'What a member leads to that the interface does not list is not shown.',
    does: 'Members that are not listed are ignored.',
    decides: ['API-UNLISTED-MEMBER-ANSWER'],
    departs: ['API-REQUEST-BODY-LISTED-MEMBERS'],
    alteration: allowing(({ keyword }) => keyword === 'additionalProperties'),
  },
  'body-way-repeated-taken': {
    section: '1',
    open: 'What a member that stands twice leads to is not shown: RFC 8259 leaves it to the reader.',
    does: 'Of a member that stands twice the last counts.',
    departs: ['API-REQUEST-BODY-DUPLICATE-KEYS'],
    alteration: allowing(({ keyword }) => keyword === 'duplicate'),
  },
  'body-way-flag-0-taken': {
    section: '2.3',
    open: 'Whether a flag of 0 is allowed is not shown.',
    does: 'A flag of 0 is taken.',
    departs: ['STREAM-FLAG-ZERO'],
    alteration: allowing(({ requirement }) => requirement === 'STREAM-FLAG-ZERO'),
  },
  'body-way-url-scheme-case': {
    section: '2.3',
    open: 'The letter case of the scheme in a url is not shown.',
    does: 'A url begins with rtmp in lower case.',
    departs: ['STREAM-URL-SCHEME-CASE'],
    alteration: refusingEntry((one) => /^(?!rtmp)[rR][tT][mM][pP][sS]?:/.test(textIn(one, 'url'))),
  },
})

/** Right validators of request bodies: each refuses or accepts what the interface leaves open. */
export const BODY_VARIANTS: readonly BodyVariant[] = [...JOIN_PARAM_ROWS, ...STREAM_ROWS, ...TEXT_ROWS]
