import { rowsWith } from '../tables.ts'
import type { BodyViolation } from '../body/index.ts'
import type { Alteration } from '../faults/fault.ts'
import { isObject, readJson } from '../json.ts'
import { entriesOf } from '../members.ts'
import { kebabCase } from '../text.ts'
import type { Json, JsonObject, QuestionParams } from '../model/index.ts'
import type { Variant } from './variant.ts'

/** A right validator of request bodies. */
export interface BodyVariant extends Variant {
  readonly alteration: Alteration
}

const bodyWaysWith = rowsWith<BodyVariant>()
const bodyWays = bodyWaysWith({})

/** What a validator looks at in addition to the rules of the interface. */
export interface Looked {
  readonly kind: QuestionParams['body.validate']['kind']
  readonly text: string
  readonly value: JsonObject
  /** Entries of streamList that are objects. */
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

/** A member of the body or of an entry, wherever it stands. */
const anyOf = ({ value, entries }: Looked, name: string): Json[] =>
  [value, ...entries].flatMap((members) => members[name] ?? [])

/** Refuses an id of the body or of an entry. */
const refusingId = (isRefused: (id: string) => boolean): Alteration =>
  refusingBody((looked) =>
    ['channelId', 'userId'].some((member) =>
      anyOf(looked, member).some((id) => typeof id === 'string' && isRefused(id)),
    ),
  )

/** Refuses a number of the token request for its value. */
const refusingNumber = (member: string, isRefused: (value: number) => boolean): Alteration =>
  refusingBody(({ kind, value }) => {
    const found = value[member]
    return kind === 'auth-token' && typeof found === 'number' && isRefused(found)
  })

/** Refuses a body for an entry. */
const refusingEntry = (isRefused: (entry: JsonObject, kind: Looked['kind']) => boolean): Alteration =>
  refusingBody(({ entries, kind }) => entries.some((one) => isRefused(one, kind)))

/** Rows about one thing that the text leaves open, which differ in what they refuse. */
const refusals =
  <Refused>(prefix: string, topic: Topic, refusingBy: (isRefused: Refused) => Alteration) =>
  (name: string, does: string, isRefused: Refused): BodyVariant => ({
    id: `body-way-${prefix}-${name}`,
    ...topic,
    does,
    alteration: refusingBy(isRefused),
  })

type Topic = Pick<BodyVariant, 'section' | 'open' | 'decides'>

const NAMING = 'Naming rules of channelId and format rules of userId are not shown.'
const ids = refusals(
  'id',
  { section: '2.1', open: NAMING, decides: ['PARAM-CHANNELID-NAMING', 'PARAM-USERID-FORMAT'] },
  refusingId,
)

/** Rows about a number of the token request. @param rules ends of the ids of the rules that they decide */
const numbers =
  (member: string, open: string, prefix = kebabCase(member)) =>
  (rules: readonly string[]): ReturnType<typeof refusals<(value: number) => boolean>> =>
    refusals(
      prefix,
      { section: '2.1', open, decides: rules.map((rule) => `PARAM-${member.toUpperCase()}-${rule}`) },
      (isRefused) => refusingNumber(member, isRefused),
    )
const privileges = numbers(
  'privileges',
  'Meaning and allowed values of privileges are not shown.',
)(['VALUES'])
const channelDuration = numbers('channelDuration', 'channelDuration has no bound in the text.')
const size = numbers('size', 'Which sizes a token may ask for is not shown.')
const duration = numbers('duration', 'duration has no lower bound in the text.')
const delayClose = numbers('delayClose', 'delayClose of a token has no lower bound in the text.', 'delay')

/** Which join parameters a right validator takes (section 2.1). */
const JOIN_PARAM_ROWS: readonly BodyVariant[] = [
  ids(
    'plain',
    'An id is small letters and digits, and begins with a letter.',
    (id) => !/^[a-z][a-z0-9]*$/.test(id),
  ),
  ids('ascii', 'An id beyond ASCII is refused.', (id) => /[^\0-\u007f]/.test(id)),
  ids('printable', 'An id with a control character is refused.', (id) => /\p{Cc}/u.test(id)),
  ids('short', 'An id of more than 64 characters is refused.', (id) => id.length > 64),
  ids('without-spaces', 'An id with white space is refused.', (id) => /\s/.test(id)),
  ids('lower-case', 'An id with letters in upper case is refused.', (id) => id !== id.toLowerCase()),
  ids('no-number', 'An id that is a number is refused.', (id) => /^[0-9]+$/.test(id)),
  ...bodyWaysWith({ section: '2.1' })({
    'body-way-id-not-empty': {
      open: NAMING,
      does: 'An empty id is refused.',
      decides: [
        'PARAM-CHANNELID-EMPTY',
        'PARAM-USERID-EMPTY',
        'START-CHANNELID-EMPTY',
        'STREAM-USERID-EMPTY',
      ],
      alteration: refusingId((id) => id === ''),
    },
  }),
  privileges('refused', 'No value of privileges is taken.', () => true),
  privileges('few', 'Privileges are 1, 2, 4 or 8.', (value) => ![1, 2, 4, 8].includes(value)),
  channelDuration(['MAXIMUM'])('short', 'A channel lasts twelve hours at most.', (value) => value > 720),
  channelDuration(['MINIMUM', 'NEGATIVE'])(
    'long',
    'A channel lasts five minutes at least, or without limit.',
    (value) => value !== 0 && value < 5,
  ),
  size(['MAXIMUM'])('small', 'A size above 100 is refused.', (value) => value > 100),
  size(['MINIMUM', 'ZERO', 'NEGATIVE'])('of-two', 'A size below 2 is refused.', (value) => value < 2),
  duration(['MINIMUM', 'ZERO', 'NEGATIVE'])(
    'of-a-minute',
    'A token is valid for a minute at least.',
    (value) => value < 60,
  ),
  delayClose(['NEGATIVE'])('not-negative', 'A negative delayClose is refused.', (value) => value < 0),
]

const address = refusals(
  'url',
  {
    section: '2.3',
    open: 'The form of a push address beyond its protocol is not shown.',
    decides: ['STREAM-URL-FORM'],
  },
  (refused: RegExp) => refusingEntry(({ url }) => typeof url === 'string' && refused.test(url)),
)

const isUpdate = (kind: Looked['kind']): boolean => kind === 'streaming-update'
const idsIn = ({ entries, value }: Looked): (Json | undefined)[] => [
  value['streamId'],
  ...entries.map(({ streamId }) => streamId),
]
const streamIds = refusals(
  'stream-id',
  {
    section: '2.3',
    open: 'Which integers streamId may be is not shown.',
    decides: ['STREAM-STREAMID-VALUES'],
  },
  (isRefused: (id: number) => boolean) =>
    refusingBody((looked) => idsIn(looked).some((id) => typeof id === 'number' && isRefused(id))),
)
const layout = refusals(
  'layout',
  { section: '2.3', open: 'The fields of layout are not shown.', decides: ['STREAM-LAYOUT-FIELDS'] },
  (isRefused: (layout: JsonObject) => boolean) =>
    refusingEntry((one) => isObject(one['layout']) && isRefused(one['layout'])),
)
const watermarks = refusals(
  'watermarks',
  {
    section: '2.3',
    open: 'The fields of watermark elements are not shown.',
    decides: ['STREAM-WATERMARKS-FIELDS'],
  },
  (isRefused: (mark: Json) => boolean) =>
    refusingEntry(
      (one) => Array.isArray(one['watermarks']) && one['watermarks'].some((mark: Json) => isRefused(mark)),
    ),
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
  ...bodyWays({
    'body-way-layout-of-single': {
      section: '2.3',
      open: 'Whether a stream of type 2 may have a layout is not shown.',
      does: 'A layout of type 2 is refused.',
      decides: ['STREAM-LAYOUT-SINGLE'],
      alteration: refusingEntry(({ type, layout: one }) => type === 2 && one !== undefined),
    },
  }),
  watermarks(
    'with-image',
    'A watermark is an object with a member image.',
    (mark) => !isObject(mark) || !('image' in mark),
  ),
  watermarks('without-nulls', 'A watermark is not null.', (mark) => mark === null),
  ...bodyWaysWith({ section: '4.2' })({
    'body-way-list-not-empty': {
      open: LIST,
      does: 'An empty streamList is refused.',
      decides: ['START-STREAMLIST-EMPTY', 'UPDATE-STREAMLIST-EMPTY'],
      alteration: refusingBody(
        ({ value }) => Array.isArray(value['streamList']) && value['streamList'].length === 0,
      ),
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
      alteration: refusingBody(
        ({ entries }) => new Set(entries.map(({ streamId }) => streamId)).size < entries.length,
      ),
    },
    'body-way-list-with-an-address-each': {
      section: '2.3',
      open: 'Whether two streams may have one push address is not shown.',
      does: 'A push address that stands twice is refused.',
      decides: ['STREAM-URL-SHARED'],
      alteration: refusingBody(
        ({ entries }) => new Set(entries.map(({ url }, at) => url ?? at)).size < entries.length,
      ),
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
  address(
    'with-a-stream',
    'A push address names an application and a stream.',
    /^rtmp:\/\/[^/]*(?:\/[^/]*)?$/i,
  ),
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
      alteration: refusingEntry((one, kind) => isUpdate(kind) && ('type' in one || 'flag' in one)),
    },
    'body-way-update-with-delay-refused': {
      open: 'delayClose is not listed for updates; what it leads to is not shown.',
      does: 'An update with delayClose is refused.',
      decides: ['UPDATE-DELAYCLOSE'],
      alteration: refusingEntry((one, kind) => isUpdate(kind) && 'delayClose' in one),
    },
    'body-way-update-of-nothing-refused': {
      section: '4.3',
      open: 'What an update does that changes nothing is not shown.',
      does: 'An update of streamId alone is refused.',
      decides: ['UPDATE-ABSENT-FIELDS'],
      alteration: refusingEntry((one, kind) => isUpdate(kind) && Object.keys(one).length === 1),
    },
  }),
]

/** Is there a null outside layout and watermarks? */
const hasNull = (value: Json): boolean =>
  value === null ||
  (Array.isArray(value)
    ? value.some(hasNull)
    : isObject(value) &&
      Object.entries(value).some(
        ([name, member]) => !/^(?:layout|watermarks)$/.test(name) && hasNull(member),
      ))

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
    decides: ['PARAM-SIZE-MAXIMUM', 'STREAM-STREAMID-VALUES'],
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
    alteration: refusingBody(({ entries }) =>
      entries.some(({ url }) => typeof url === 'string' && /^rtmps?:/i.test(url) && !url.startsWith('rtmp')),
    ),
  },
})

/** Right validators of request bodies: each refuses or accepts what the interface leaves open. */
export const BODY_VARIANTS: readonly BodyVariant[] = [...JOIN_PARAM_ROWS, ...STREAM_ROWS, ...TEXT_ROWS]
