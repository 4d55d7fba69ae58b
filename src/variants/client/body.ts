import { isObject } from '../../json.ts'
import type { Json, JsonObject } from '../../model/index.ts'
import { unicodeEscape } from '../../text.ts'
import { type ClientVariant, clientWaysWith, clientWay } from './clientVariant.ts'
import { JOIN_DEFAULTS } from '../../interface/joinParams.ts'

const STYLE = { section: '1', open: 'How the JSON of a body is written: the text says JSON, and no style.' }

const without = (members: JsonObject, defaults: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([name, value]) => defaults[name] !== value))

/** Only entries of a start: an update with fps changes the frame rate. */
const onEntries = (alter: (entry: JsonObject) => JsonObject): ClientVariant['steps'] =>
  onBody((body) => withEntries(body, (entry) => ('type' in entry ? alter(entry) : entry)))

const onJoin = (alter: (body: JsonObject) => JsonObject): ClientVariant['steps'] =>
  onBody((body) => ('userId' in body ? alter(body) : body))

/** A client that alters every body before it writes it. */
const onBody = (alter: (body: JsonObject) => JsonObject): ClientVariant['steps'] => ({
  serialise: (body) => JSON.stringify(alter(body)),
})

/** The bytes and letters of the body: section 1 says JSON, and nothing about its style. */
export const CLIENT_JSON_VARIANTS: readonly ClientVariant[] = clientWaysWith(STYLE)({
  'json-spaced': clientWay('A space stands behind every comma and colon.', {
    serialise: (body) => JSON.stringify(body, null, 1).replace(/\n */g, ' '),
  }),
  'json-indented': clientWay('The JSON is indented, and ends with a line feed.', {
    serialise: (body) => `${JSON.stringify(body, null, 2)}\n`,
  }),
  'json-crlf': clientWay('The JSON has tabs and the line ends of Windows.', {
    serialise: (body) => JSON.stringify(body, null, '\t').replaceAll('\n', '\r\n'),
  }),
  'json-members-sorted': clientWay('Members stand in the order of their names.', {
    serialise: (body) => JSON.stringify(reordered(body, (names) => names.toSorted())),
  }),
  'json-members-reversed': clientWay('Members stand in the reverse order.', {
    serialise: (body) => JSON.stringify(reordered(body, (names) => names.toReversed())),
  }),
  'json-ascii': clientWay('Whatever is not ASCII is escaped.', {
    serialise: (body) => escaped(JSON.stringify(body), /^[\u007f-\uffff]$/),
  }),
  'json-html-safe': clientWay('The characters of HTML are escaped.', {
    serialise: (body) => escaped(JSON.stringify(body), /^[<>&'\u2028\u2029]$/),
  }),
  'json-slashes-escaped': clientWay('Slashes are escaped.', {
    serialise: (body) => JSON.stringify(body).replaceAll('/', '\\/'),
  }),
  'json-all-escaped': clientWay('Every letter of every text is escaped, names too.', {
    serialise: (body) => escaped(JSON.stringify(body), /^[a-z]$/i),
  }),
  'json-utf-16': {
    does: 'The body is written in UTF-16.',
    departs: ['API-REQUEST-BODY-UTF8'],
    steps: { encode: (text) => Buffer.from(text, 'utf16le') },
  },
  'json-byte-order-mark': {
    does: 'The body begins with a byte order mark.',
    departs: ['API-REQUEST-BODY-NO-BYTE-ORDER-MARK'],
    steps: { encode: (text) => Buffer.from(`\ufeff${text}`) },
  },
  'json-member-twice': {
    does: 'The first member stands twice, with the same value.',
    departs: ['API-REQUEST-BODY-DUPLICATE-KEYS'],
    steps: { serialise: (body) => JSON.stringify(body).replace(/^\{("[^"]*":"[^"\\]*")/, '{$1,$1') },
  },
  'json-numbers-with-fraction': {
    does: 'Integers are written like 60.0.',
    departs: ['SDK-BODY-INTEGER-TEXT'],
    steps: { serialise: (body) => JSON.stringify(body).replace(/(":)(-?[0-9]+)(?=[,}])/g, '$1$2.0') },
  },
})

/** Escapes these characters in every text; existing escapes stay as they are. */
const escaped = (json: string, which: RegExp): string =>
  json.replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
    text.replace(/\\u[0-9a-f]{4}|\\.|[^\\]/g, (part) => (which.test(part) ? unicodeEscape(part) : part)),
  )

function reordered(value: Json, order: (names: string[]) => string[]): Json {
  if (Array.isArray(value)) return value.map((item: Json) => reordered(item, order))
  if (!isObject(value)) return value
  const names = order(Object.keys(value))
  return Object.fromEntries(names.map((name) => [name, reordered(value[name]!, order)]))
}

const STREAM_DEFAULTS: JsonObject = { fps: 30, delayClose: 0 }

const DEFAULT = { section: '2.1', open: 'Whether a member stands in the body at its default.' }
const ADDED = { section: '1', departs: ['SDK-BODY-NOTHING-ADDED'] } as const

/** Members of a body: how defaults are written, and which other members follow. */
export const CLIENT_VALUE_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith(DEFAULT)({
    'join-defaults-written': clientWay(
      'Every optional join parameter with a default is written, at its default where nothing else is asked.',
      onJoin((body) => ({ ...JOIN_DEFAULTS, ...body })),
    ),
    'join-defaults-left-out': clientWay(
      'A join parameter that is asked for at its default is left out.',
      onJoin((body) => without(body, JOIN_DEFAULTS)),
    ),
    'stream-defaults-written': {
      section: '2.3',
      does: 'fps 30 and delayClose 0 are written into every entry of a start.',
      steps: onEntries((entry) => ({ ...STREAM_DEFAULTS, ...entry })),
    },
    'stream-defaults-left-out': {
      section: '2.3',
      does: 'fps 30 and delayClose 0 are left out of every entry of a start.',
      steps: onEntries((entry) => without(entry, STREAM_DEFAULTS)),
    },
  }),
  ...clientWaysWith({ section: '2.1', open: 'What privileges means, and what it is where it is left out.' })({
    'privileges-always-0': {
      does: 'privileges 0 is written wherever nothing else is asked.',
      decides: ['PARAM-PRIVILEGES-UNASKED'],
      steps: onJoin((body) => ({ privileges: 0, ...body })),
    },
    'privileges-always-7': {
      does: 'privileges 7, which grants everything, is written wherever nothing else is asked.',
      decides: ['PARAM-PRIVILEGES-UNASKED', 'PARAM-PRIVILEGES-MEANING'],
      steps: onJoin((body) => ({ privileges: 7, ...body })),
    },
  }),
  ...clientWaysWith(ADDED)({
    'app-id-in-body': {
      open: 'How a request says which app it comes from.',
      does: 'The appId stands in the body too.',
      decides: ['AUTH-APP-IDENTITY', 'API-UNLISTED-MEMBER-ANSWER'],
      steps: onBody((body) => ({ ...body, appId: 'app' })),
    },
    'entries-named': {
      open: 'What the service does with members that the interface does not list.',
      does: 'Every entry of a streamList has a name, which the interface does not list.',
      decides: ['API-UNLISTED-MEMBER-ANSWER'],
      steps: onBody((body) => withEntries(body, (entry) => ({ ...entry, name: 'push' }))),
    },
    'empty-collections-written': {
      section: '2.3',
      open: 'Which fields watermarks and layout have, and whether empty ones may stand in a start.',
      does: 'An empty layout and empty watermarks are written into every entry of a start.',
      decides: ['STREAM-LAYOUT-FIELDS', 'STREAM-WATERMARKS-FIELDS'],
      steps: onEntries((entry) => ({ layout: {}, watermarks: [], ...entry })),
    },
  }),
]

function withEntries(body: JsonObject, alter: (entry: JsonObject) => JsonObject): JsonObject {
  const list = body['streamList']
  if (!Array.isArray(list)) return body
  return { ...body, streamList: list.map((entry: Json) => (isObject(entry) ? alter(entry) : entry)) }
}
