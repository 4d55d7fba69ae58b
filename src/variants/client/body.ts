import { isObject } from '../../json.ts'
import type { Json, JsonObject } from '../../model/index.ts'
import { unicodeEscape } from '../../text.ts'
import { type ClientVariant, clientWaysWith, clientWay, type ClientWay } from './clientVariant.ts'
import { JOIN_DEFAULTS } from '../../interface/joinParams.ts'

const STYLE = { section: '1', open: 'How the JSON of a body is written: the text says JSON, and no style.' }

const json = JSON.stringify
const serialised = (does: string, serialise: (body: JsonObject) => string): ClientWay =>
  clientWay(does, { serialise })

const without = (members: JsonObject, defaults: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([name, value]) => defaults[name] !== value))

/** Only entries of a start: an update with fps changes the frame rate. */
const onEntries = (alter: (entry: JsonObject) => JsonObject): ClientVariant['steps'] =>
  onBody((body) => withEntries(body, (entry) => ('type' in entry ? alter(entry) : entry)))

const onJoin = (alter: (body: JsonObject) => JsonObject): ClientVariant['steps'] =>
  onBody((body) => ('userId' in body ? alter(body) : body))

const onBody = (alter: (body: JsonObject) => JsonObject): ClientVariant['steps'] => ({
  serialise: (body) => json(alter(body)),
})

/** The bytes and letters of the body: section 1 says JSON, and nothing about its style. */
export const CLIENT_JSON_VARIANTS: readonly ClientVariant[] = clientWaysWith(STYLE)({
  'json-spaced': serialised('A space stands behind every comma and colon.', (body) =>
    json(body, null, 1).replace(/\n */g, ' '),
  ),
  'json-indented': serialised('Indented JSON ends with a line feed.', (body) => `${json(body, null, 2)}\n`),
  'json-crlf': serialised('The JSON has tabs and the line ends of Windows.', (body) =>
    json(body, null, '\t').replaceAll('\n', '\r\n'),
  ),
  'json-members-sorted': serialised('Members stand in the order of their names.', (body) =>
    json(reordered(body, (names) => names.toSorted())),
  ),
  'json-members-reversed': serialised('Members stand in the reverse order.', (body) =>
    json(reordered(body, (names) => names.toReversed())),
  ),
  'json-ascii': serialised('Whatever is not ASCII is escaped.', (body) => escaped(body, /^[\u007f-\uffff]$/)),
  'json-html-safe': serialised('What HTML uses is escaped.', (body) => escaped(body, /^[<>&'\u2028\u2029]$/)),
  'json-slashes-escaped': serialised('Slashes are escaped.', (body) => json(body).replaceAll('/', '\\/')),
  'json-all-escaped': serialised('Every letter is escaped, names too.', (body) => escaped(body, /^[a-z]$/i)),
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
    steps: { serialise: (body) => json(body).replace(/^\{("[^"]*":"[^"\\]*")/, '{$1,$1') },
  },
  'json-numbers-with-fraction': {
    does: 'Integers are written like 60.0.',
    departs: ['SDK-BODY-INTEGER-TEXT'],
    steps: { serialise: (body) => json(body).replace(/(":)(-?[0-9]+)(?=[,}])/g, '$1$2.0') },
  },
})

/** Escapes these characters in every text; existing escapes stay as they are. */
const escaped = (body: JsonObject, which: RegExp): string =>
  json(body).replace(/"(?:[^"\\]|\\.)*"/g, (text) =>
    text.replace(/\\u[0-9a-f]{4}|\\.|[^\\]/g, (part) => (which.test(part) ? unicodeEscape(part) : part)),
  )

function reordered(value: Json, order: (names: string[]) => string[]): Json {
  if (Array.isArray(value)) return value.map((item: Json) => reordered(item, order))
  if (!isObject(value)) return value
  const names = order(Object.keys(value))
  return Object.fromEntries(names.map((name) => [name, reordered(value[name]!, order)]))
}

const STREAM_DEFAULTS: JsonObject = { fps: 30, delayClose: 0 }

/** Members of a body: how defaults are written, and which other members follow. */
export const CLIENT_VALUE_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith({ section: '2.1', open: 'Whether a member stands in the body at its default.' })({
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
  ...clientWaysWith({ section: '1', departs: ['SDK-BODY-NOTHING-ADDED'] })({
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
