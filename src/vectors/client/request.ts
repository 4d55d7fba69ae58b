import {
  OPERATIONS,
  type ClientCheck,
  type Family,
  type JsonObject,
  type Operation,
  type RequirementId,
} from '../../model/index.ts'
import { STREAMING, type StreamingOperation } from '../../interface/operations.ts'
import { clientFamily, MINIMAL, type ClientRow } from '../rows/client.ts'
import { ID_TEXTS, IDS, rowName } from '../rows/row.ts'
import { FULL, OTHER_CALL, required, STREAM, twoCalls } from './request/required.ts'

/** Its route is cited first, and then this rule. */
const withRule = (rule: RequirementId, row: ClientRow): ClientRow => {
  const [route, ...others] = row.requirements
  return { ...row, requirements: [route, rule, ...others] }
}

const bodies = OPERATIONS.flatMap((operation) => [
  withRule('API-PATHS-UNVERSIONED', required(operation, 'minimal', 'only the required members')),
  required(operation, 'full', 'every member with a shown value', { body: FULL[operation] }),
])

const listOf = (...streamList: JsonObject[]): JsonObject => ({ channelId: 'c1', streamList })
const start = (entry: JsonObject): JsonObject => listOf({ ...STREAM, type: 1, ...entry })
const update = (entry: JsonObject): JsonObject => listOf({ streamId: 1, ...entry })

/** An empty array removes the watermarks (4.3 rule 3), and zero is a value: neither means nothing. */
const values: readonly ClientRow[] = [
  required('streaming.update', 'empty-watermarks', 'keeps an empty array of watermarks', {
    body: update({ watermarks: [] }),
  }),
  required('auth.token', 'zeros', 'keeps zeros or leaves them out as defaults', {
    body: { ...IDS, channelDuration: 0, delayClose: 0 },
  }),
  required('auth.token', 'largest', 'the largest values that the text gives', {
    body: { ...IDS, duration: 86400, delayClose: 86400, size: 100 },
  }),
]

/** Addresses of vendors carry signatures (section 2.3 bounds no length): a body of some kB, in plain letters. */
const long = (operation: Operation, more: JsonObject): ClientRow =>
  required(operation, 'long', 'three streams with long addresses', {
    body: listOf(...[1, 2, 3].map((streamId) => ({ streamId, url: longUrl(streamId), ...more }))),
  })

function longUrl(streamId: number): string {
  return `rtmp://push.example/live/${streamId}?time=1700000000&sign=${'0123456789abcdef'.repeat(40)}`
}

const PREFIX = { basePath: '/gateway/v1', needs: ['base-path'] } as const
const UTF8 = ['API-REQUEST-BODY-UTF8', 'API-REQUEST-BODY-NO-BYTE-ORDER-MARK'] as const

/** What one check sees in a full request. @param more its name too, if it is not that of the check */
const checked =
  (operation: Operation) =>
  (
    check: ClientCheck,
    title: string,
    requirement: RequirementId,
    { name = check, ...more }: Partial<ClientRow> = {},
  ): ClientRow => ({
    level: 'recommended',
    requirements: [requirement],
    operation,
    body: FULL[operation],
    checks: ['asked', check],
    ...more,
    name: rowName(operation, name),
    title: `${title}: ${operation}`,
  })

const standardsOf = (operation: Operation): readonly ClientRow[] => {
  const row = checked(operation)
  const slashed = (name: string, basePath: string, what: string): ClientRow =>
    row('route', `Joins base URL and path by one slash, ${what}`, 'API-BASE-URL-SLASH', {
      ...PREFIX,
      name,
      basePath,
    })
  return [
    row('framing', 'Frames the body once', 'SDK-BODY-FRAMING'),
    row('encoding', 'Writes UTF-8 without a byte order mark', UTF8[0], { requirements: UTF8 }),
    row('unlisted', 'Sends no member that its caller did not give', 'SDK-BODY-NOTHING-ADDED', {
      name: 'nothing-added',
      // To a full body nothing could be added.
      body: MINIMAL[operation],
    }),
    row('integers', 'Writes integers without a fraction and without an exponent', 'SDK-BODY-INTEGER-TEXT'),
    row('repeated', 'Repeats no member', 'API-REQUEST-BODY-DUPLICATE-KEYS', { name: 'no-member-twice' }),
    row('no-secret-in-request', 'Sends the app secret nowhere', 'SDK-SECRET-NOT-SENT'),
    slashed('base-slash', '/', 'the base URL ends with a slash'),
    slashed('base-prefix-slash', '/gateway/v1/', 'the base URL has a path that ends with a slash'),
    row('route', 'Takes a base URL with an address of IPv6', 'SDK-BASE-URL-IPV6', {
      name: 'base-ipv6',
      host: 'ipv6',
      needs: ['ipv6'],
    }),
    row('tracking-ids-differ', 'Makes a Tracking-Id for each call', 'SDK-TRACKING-ID-UNIQUE', {
      name: 'tracking-ids',
      calls: 2,
      // Two calls that differ: a call that is sent again may carry the same Tracking-Id.
      nextBodies: [OTHER_CALL[operation]],
    }),
  ]
}

/** A body with what the text does not grant: an SDK may refuse it, and if it sends it, it alters nothing. */
const either =
  (open: RequirementId) =>
  (operation: Operation, name: string, title: string, body: JsonObject): ClientRow => ({
    ...required(operation, name, title, { body }),
    title: `Sends ${operation} or refuses it: ${title}`,
    open,
  })
const layout = either('STREAM-LAYOUT-FIELDS')
const naming = either('PARAM-CHANNELID-NAMING')

/** Layouts and watermarks are open in a start and in an update alike. */
const layouts = (name: string, title: string, entry: JsonObject): readonly ClientRow[] => [
  layout('streaming.start', name, title, start(entry)),
  layout('streaming.update', name, title, update(entry)),
]

const token = (open: RequirementId, name: string, title: string, members: JsonObject): ClientRow =>
  either(open)('auth.token', name, title, { ...IDS, ...members })
const privileges = (value: number, name = `privileges-${value}`): ClientRow =>
  token('PARAM-PRIVILEGES-VALUES', name, `privileges ${value}`, { privileges: value })

const BODY_OF_STREAM: Readonly<Record<StreamingOperation, (members: JsonObject) => JsonObject>> = {
  'streaming.start': start,
  'streaming.update': update,
  'streaming.stop': (members) => ({ channelId: 'c1', ...members }),
}
const streamIds = either('STREAM-STREAMID-VALUES')
const ofStream = (
  operation: StreamingOperation,
  streamId: number,
  title = `streamId ${streamId}`,
  more: JsonObject = {},
): ClientRow =>
  streamIds(operation, `stream-id-${streamId}`, title, BODY_OF_STREAM[operation]({ streamId, ...more }))

/** Values without a bound in the text, and members whose contents are not shown. */
const openValues: readonly ClientRow[] = [
  privileges(1, 'privileges'),
  privileges(0, 'privileges-zero'),
  token('PARAM-SIZE-MAXIMUM', 'beyond-bounds', 'values that the text does not bound', {
    size: 2147483647,
    channelDuration: 2147483647,
  }),
  token('PARAM-SIZE-ZERO', 'size-zero', 'size 0', { size: 0 }),
  ofStream('streaming.start', 0),
  ofStream('streaming.update', 0, 'streamId 0 and an empty array', { watermarks: [] }),
  ofStream('streaming.stop', 0),
  ofStream('streaming.stop', 2147483647, 'the largest streamId of 32 bits'),
  ...layouts('contents', 'layout and watermarks', {
    layout: { mode: 'grid', cells: [{ userId: 'u1', order: 0, x: 0.5 }], empty: {} },
    watermarks: [{ url: 'https://push.example/mark.png', x: 0 }],
  }),
]

/** The first integer that a float of 32 bits cannot hold, and the last that every reader of JSON keeps. */
const large: readonly ClientRow[] = [2 ** 24 + 1, 2 ** 53 - 1].flatMap((value) => [
  privileges(value),
  ...['size', 'channelDuration'].map((name) =>
    token('PARAM-SIZE-MAXIMUM', `${name.toLowerCase()}-${value}`, `${name} ${value}`, { [name]: value }),
  ),
  ...STREAMING.map((operation) => ofStream(operation, value)),
])

/** Null within a member whose contents are not shown, more entries than the default limit, and a long body. */
const unusual: readonly ClientRow[] = [
  // RFC 8259 section 3: null is a value.
  ...layouts('null-within', 'null in a layout', {
    layout: { title: null, cells: [null, { userId: 'u1', order: null }] },
  }),
  either('START-STREAMS-MAXIMUM-ANSWER')(
    'streaming.start',
    'four-streams',
    'four streams at once',
    listOf(...[1, 2, 3, 4].map((streamId) => ({ ...STREAM, streamId, type: 1 }))),
  ),
  ...layouts('one-mebibyte', 'a body above one MiB', { layout: { filler: '' } }).map((row): ClientRow => ({
    ...row,
    level: 'recommended',
    requirements: ['SDK-BODY-LARGE'],
    filler: 1024 * 1024,
    timeoutMillis: 30_000,
  })),
]

/** Of the texts, those for which an empty or a very long one adds nothing here. */
const texts = ID_TEXTS.filter(({ name }) => !/bytes$|^one-byte$|^255/.test(name)).map(({ name, text: id }) =>
  naming('auth.token', `text-${name}`, `in ids ${name.replaceAll('-', ' ')}`, { channelId: id, userId: id }),
)

const EVERYTHING = ID_TEXTS.find(({ name }) => name === 'everything-at-once')!.text
/** The same at depth: in users, and in members whose contents the interface does not show. */
const WITHIN = {
  userId: EVERYTHING,
  url: 'rtmp://Push.example/Live/%C3%A9?Key=a+b',
  layout: { [EVERYTHING]: EVERYTHING },
}
const WITHIN_TITLE = 'in texts of the list everything at once'
const inChannel = (operation: Operation, channelId: string, name: string, title: string): ClientRow =>
  naming(operation, name, title, { ...MINIMAL[operation], channelId })

const streamTexts = [
  ...STREAMING.map((operation) =>
    inChannel(operation, EVERYTHING, 'text-everything-at-once', 'in ids everything at once'),
  ),
  layout('streaming.start', 'text-within', WITHIN_TITLE, start({ ...WITHIN, type: 2 })),
  layout('streaming.update', 'text-within', WITHIN_TITLE, update(WITHIN)),
]

const beyondAscii = OPERATIONS.map((operation): ClientRow => ({
  ...inChannel(operation, 'caf\u00e9', 'encoding-beyond-ascii', 'text beyond ASCII in UTF-8'),
  level: 'recommended',
  requirements: UTF8,
  checks: ['asked', 'encoding'],
}))

const open = (check: ClientCheck, what: string, requirement: RequirementId): ClientRow =>
  checked('auth.token')(check, `Open: ${what}`, requirement, { level: 'unspecified' })

/** What an SDK's HTTP client puts on the wire. */
export const clientRequest = (): Family =>
  clientFamily('client/request', 'Requests that an SDK sends (sections 1, 4 and 5)', [
    ...bodies,
    ...values,
    long('streaming.start', { flag: 3, type: 1 }),
    long('streaming.update', {}),
    ...openValues,
    ...large,
    ...unusual,
    ...texts,
    ...streamTexts,
    ...beyondAscii,
    ...OPERATIONS.map((operation) =>
      withRule('API-PATHS-BASE-URL', required(operation, 'base-prefix', 'the base URL has a path', PREFIX)),
    ),
    ...OPERATIONS.map((operation) =>
      required(operation, 'twice', 'two calls within one second are two requests', twoCalls(operation)),
    ),
    ...OPERATIONS.flatMap(standardsOf),
    open('content-type-parameter', 'Content-Type with a parameter', 'HEADER-CONTENT-TYPE-PARAMETER'),
    open('query-added', 'whether a query stands behind the path', 'SDK-QUERY-ADDED'),
    open('tracking-id-sent', 'whether a Tracking-Id is sent', 'HEADER-TRACKING-ID-REQUIRED'),
  ])
