import {
  OPERATIONS,
  type ClientCheck,
  type Family,
  type JsonObject,
  type Operation,
  type RequirementId,
} from '../../model/index.ts'
import { clientFamily, MINIMAL, type ClientRow } from '../rows/client.ts'
import { ID_TEXTS, IDS } from '../rows/row.ts'
import { FULL, OTHER_CALL, required, STREAM } from './request/required.ts'

/** Its route is cited first, and then this rule. */
const withRule = (rule: RequirementId, row: ClientRow): ClientRow => {
  const [route, ...others] = row.requirements
  return { ...row, requirements: [route, rule, ...others] }
}

const bodies = OPERATIONS.flatMap((operation) => [
  withRule('API-PATHS-UNVERSIONED', required(operation, 'minimal', 'only the required members')),
  required(operation, 'full', 'every member with a shown value', { body: FULL[operation] }),
])

/** An empty array removes the watermarks (4.3 rule 3), and zero is a value: neither means nothing. */
const values: readonly ClientRow[] = [
  required('streaming.update', 'empty-watermarks', 'keeps an empty array of watermarks', {
    body: { channelId: 'c1', streamList: [{ streamId: 1, watermarks: [] }] },
  }),
  required('auth.token', 'zeros', 'keeps zeros or leaves them out as defaults', {
    body: { channelId: 'c1', userId: 'u1', channelDuration: 0, delayClose: 0 },
  }),
  required('auth.token', 'largest', 'the largest values that the text gives', {
    body: { channelId: 'c1', userId: 'u1', duration: 86400, delayClose: 86400, size: 100 },
  }),
]

/** Addresses of vendors carry signatures (section 2.3 bounds no length): a body of some kB, in plain letters. */
const longBodies: readonly ClientRow[] = [
  ['streaming.start', { flag: 3, type: 1 }] as const,
  ['streaming.update', {}] as const,
].map(([operation, more]) =>
  required(operation, 'long', 'three streams with long addresses', {
    body: {
      channelId: 'c1',
      streamList: [1, 2, 3].map((streamId) => ({ streamId, url: longUrl(streamId), ...more })),
    },
  }),
)

function longUrl(streamId: number): string {
  return `rtmp://push.example/live/${streamId}?time=1700000000&sign=${'0123456789abcdef'.repeat(40)}`
}

const prefixes = OPERATIONS.map((operation) =>
  withRule(
    'API-PATHS-BASE-URL',
    required(operation, 'base-prefix', 'the base URL has a path', {
      basePath: '/gateway/v1',
      needs: ['base-path'],
    }),
  ),
)

/** A token can be reused during its validity (2.1), so two calls of auth.token name two users. */
const twice = OPERATIONS.map((operation) =>
  required(operation, 'twice', 'two calls within one second are two requests', {
    calls: 2,
    ...(operation === 'auth.token' || operation === 'streaming.start'
      ? { nextBodies: [OTHER_CALL[operation]] }
      : {}),
  }),
)

interface Standard extends Pick<ClientRow, 'requirements' | 'basePath' | 'needs' | 'host'> {
  readonly name: string
  readonly title: string
  readonly check: ClientCheck
  /** Every member that the interface lists, if it does not say otherwise. */
  readonly bodies?: Readonly<Record<Operation, JsonObject>>
}

const STANDARDS: readonly Standard[] = [
  { name: 'framing', title: 'Frames the body once', requirements: ['SDK-BODY-FRAMING'], check: 'framing' },
  {
    name: 'encoding',
    title: 'Writes UTF-8 without a byte order mark',
    requirements: ['API-REQUEST-BODY-UTF8', 'API-REQUEST-BODY-NO-BYTE-ORDER-MARK'],
    check: 'encoding',
  },
  {
    name: 'nothing-added',
    title: 'Sends no member that its caller did not give',
    requirements: ['SDK-BODY-NOTHING-ADDED'],
    check: 'unlisted',
    // To a full body nothing could be added.
    bodies: MINIMAL,
  },
  {
    name: 'integers',
    title: 'Writes integers without a fraction and without an exponent',
    requirements: ['SDK-BODY-INTEGER-TEXT'],
    check: 'integers',
  },
  {
    name: 'no-member-twice',
    title: 'Repeats no member',
    requirements: ['API-REQUEST-BODY-DUPLICATE-KEYS'],
    check: 'repeated',
  },
  {
    name: 'no-secret-in-request',
    title: 'Sends the app secret nowhere',
    requirements: ['SDK-SECRET-NOT-SENT'],
    check: 'no-secret-in-request',
  },
  ...[
    ['base-slash', '/', 'the base URL ends with a slash'],
    ['base-prefix-slash', '/gateway/v1/', 'the base URL has a path that ends with a slash'],
  ].map(([name, basePath, title]): Standard => ({
    name: name!,
    title: `Joins base URL and path by one slash, ${title}`,
    requirements: ['API-BASE-URL-SLASH'],
    basePath: basePath!,
    needs: ['base-path'],
    check: 'route',
  })),
  {
    name: 'base-ipv6',
    title: 'Takes a base URL with an address of IPv6',
    requirements: ['SDK-BASE-URL-IPV6'],
    host: 'ipv6',
    needs: ['ipv6'],
    check: 'route',
  },
]

const toRow = (
  operation: Operation,
  { check, name, title, bodies = FULL, ...more }: Standard,
): ClientRow => ({
  ...more,
  name: `${operation.replace('.', '-')}-${name}`,
  title: `${title}: ${operation}`,
  level: 'recommended',
  operation,
  body: bodies[operation],
  checks: ['asked', check],
})

/** Two calls that differ: a call that is sent again may carry the same Tracking-Id. */
const trackingIds = (operation: Operation): ClientRow => ({
  ...toRow(operation, {
    name: 'tracking-ids',
    title: 'Makes a Tracking-Id for each call',
    requirements: ['SDK-TRACKING-ID-UNIQUE'],
    check: 'tracking-ids-differ',
  }),
  calls: 2,
  nextBodies: [OTHER_CALL[operation]],
})

const standards: readonly ClientRow[] = OPERATIONS.flatMap((operation) => [
  ...STANDARDS.map((standard) => toRow(operation, standard)),
  trackingIds(operation),
])

/** Bodies with what the text does not grant: an SDK may refuse them, and if it sends them it alters nothing. */

const LAYOUT = { mode: 'grid', cells: [{ userId: 'u1', order: 0, x: 0.5 }], empty: {} }
/** RFC 8259 section 3: null is a value. */
const WITH_NULL = { title: null, cells: [null, { userId: 'u1', order: null }] }
const WATERMARKS = [{ url: 'https://push.example/mark.png', x: 0 }]

/** @param open the rule that leaves it open */
const either =
  (open: RequirementId) =>
  (operation: Operation, name: string, title: string, body: JsonObject): ClientRow => ({
    ...required(operation, name, title, { body }),
    title: `Sends ${operation} or refuses it: ${title}`,
    open,
  })
const privileges = either('PARAM-PRIVILEGES-VALUES')
const size = either('PARAM-SIZE-MAXIMUM')
const streamIds = either('STREAM-STREAMID-VALUES')
const layout = either('STREAM-LAYOUT-FIELDS')
const naming = either('PARAM-CHANNELID-NAMING')

const start = (entry: JsonObject): JsonObject => ({
  channelId: 'c1',
  streamList: [{ ...STREAM, type: 1, ...entry }],
})
const update = (entry: JsonObject): JsonObject => ({
  channelId: 'c1',
  streamList: [{ streamId: 1, ...entry }],
})
const stop = (streamId: number): JsonObject => ({ channelId: 'c1', streamId })

/** Members of an entry that are open in a start and in an update alike. */
const layouts = (name: string, title: string, entry: JsonObject): readonly ClientRow[] => [
  layout('streaming.start', name, title, start(entry)),
  layout('streaming.update', name, title, update(entry)),
]

/** Values without a bound in the text, and members whose contents are not shown. */
const openValues: readonly ClientRow[] = [
  privileges('auth.token', 'privileges', 'privileges 1', { ...IDS, privileges: 1 }),
  privileges('auth.token', 'privileges-zero', 'privileges 0', { ...IDS, privileges: 0 }),
  size('auth.token', 'beyond-bounds', 'values that the text does not bound', {
    ...IDS,
    size: 2147483647,
    channelDuration: 2147483647,
  }),
  either('PARAM-SIZE-ZERO')('auth.token', 'size-zero', 'size 0', { ...IDS, size: 0 }),
  streamIds('streaming.start', 'stream-id-0', 'streamId 0', start({ streamId: 0 })),
  streamIds(
    'streaming.update',
    'stream-id-0',
    'streamId 0 and an empty array',
    update({ streamId: 0, watermarks: [] }),
  ),
  streamIds('streaming.stop', 'stream-id-0', 'streamId 0', stop(0)),
  streamIds('streaming.stop', 'stream-id-2147483647', 'the largest streamId of 32 bits', stop(2147483647)),
  ...layouts('contents', 'layout and watermarks', { layout: LAYOUT, watermarks: WATERMARKS }),
]

/** The first integer that a float of 32 bits cannot hold, and the last that every reader of JSON keeps. */
const LARGE = [2 ** 24 + 1, 2 ** 53 - 1]
const large: readonly ClientRow[] = LARGE.flatMap((value) => [
  privileges('auth.token', `privileges-${value}`, `privileges ${value}`, { ...IDS, privileges: value }),
  ...['size', 'channelDuration'].map((name) =>
    size('auth.token', `${name.toLowerCase()}-${value}`, `${name} ${value}`, { ...IDS, [name]: value }),
  ),
  ...Object.entries({
    'streaming.start': start({ streamId: value }),
    'streaming.update': update({ streamId: value }),
    'streaming.stop': stop(value),
  }).map(([operation, body]) =>
    streamIds(operation as Operation, `stream-id-${value}`, `streamId ${value}`, body),
  ),
])

const FOUR = [1, 2, 3, 4].map((streamId) => ({ ...STREAM, streamId, type: 1 }))

/** Null within a member whose contents are not shown, more entries than the default limit, and a long body. */
const unusual: readonly ClientRow[] = [
  ...layouts('null-within', 'null in a layout', { layout: WITH_NULL }),
  either('START-STREAMS-MAXIMUM-ANSWER')('streaming.start', 'four-streams', 'four streams at once', {
    channelId: 'c1',
    streamList: FOUR,
  }),
  ...layouts('one-mebibyte', 'a body above one MiB', { layout: { filler: '' } }).map((row): ClientRow => ({
    ...row,
    level: 'recommended',
    requirements: ['SDK-BODY-LARGE'],
    filler: 1024 * 1024,
    timeoutMillis: 30_000,
  })),
]

/** Of the texts, those for which an empty or a very long one adds nothing here. */
const texts = ID_TEXTS.filter(({ name }) => !/bytes$|^one-byte$|^255/.test(name)).map(({ name, text }) =>
  naming('auth.token', `text-${name}`, `in ids ${name.replaceAll('-', ' ')}`, {
    channelId: text,
    userId: text,
  }),
)

const EVERYTHING = ID_TEXTS.find(({ name }) => name === 'everything-at-once')!.text
/** The same at depth: in users, and in members whose contents the interface does not show. */
const WITHIN = {
  userId: EVERYTHING,
  url: 'rtmp://Push.example/Live/%C3%A9?Key=a+b',
  layout: { [EVERYTHING]: EVERYTHING },
}
const WITHIN_TITLE = 'in texts of the list everything at once'
const streamTexts = [
  ...(['streaming.start', 'streaming.update', 'streaming.stop'] as const).map((operation) =>
    naming(operation, 'text-everything-at-once', 'in ids everything at once', {
      ...MINIMAL[operation],
      channelId: EVERYTHING,
    }),
  ),
  layout('streaming.start', 'text-within', WITHIN_TITLE, start({ ...WITHIN, type: 2 })),
  layout('streaming.update', 'text-within', WITHIN_TITLE, update(WITHIN)),
]

const beyondAscii = OPERATIONS.map((operation): ClientRow => ({
  ...naming(operation, 'encoding-beyond-ascii', 'text beyond ASCII in UTF-8', {
    ...MINIMAL[operation],
    channelId: 'caf\u00e9',
  }),
  level: 'recommended',
  requirements: ['API-REQUEST-BODY-UTF8', 'API-REQUEST-BODY-NO-BYTE-ORDER-MARK'],
  checks: ['asked', 'encoding'],
}))

const openBodies: readonly ClientRow[] = [
  ...openValues,
  ...large,
  ...unusual,
  ...texts,
  ...streamTexts,
  ...beyondAscii,
]

/** Looked at and reported; the check has the name of the row. */
const open = (check: ClientCheck, title: string, requirement: RequirementId): ClientRow => ({
  name: `auth-token-${check}`,
  title: `Open: ${title}: auth.token`,
  requirements: [requirement],
  operation: 'auth.token',
  body: FULL['auth.token'],
  checks: ['asked', check],
})

/** What an SDK's HTTP client puts on the wire. */
export const clientRequest = (): Family =>
  clientFamily('client/request', 'Requests that an SDK sends (sections 1, 4 and 5)', [
    ...bodies,
    ...values,
    ...longBodies,
    ...openBodies,
    ...prefixes,
    ...twice,
    ...standards,
    open('content-type-parameter', 'Content-Type with a parameter', 'HEADER-CONTENT-TYPE-PARAMETER'),
    open('query-added', 'whether a query stands behind the path', 'SDK-QUERY-ADDED'),
    open('tracking-id-sent', 'whether a Tracking-Id is sent', 'HEADER-TRACKING-ID-REQUIRED'),
  ])
