import { isObject } from '../../json.ts'
import type { Json } from '../../model/index.ts'
import { unicodeEscape } from '../../text.ts'
import { clientWaysWith, type ClientVariant } from './clientVariant.ts'

const STYLE = { section: '1', open: 'How the JSON of a body is written: the text says JSON, and no style.' }

/** The bytes and letters of the body: section 1 says JSON, and nothing about its style. */
export const JSON_VARIANTS: readonly ClientVariant[] = clientWaysWith(STYLE)({
  'json-spaced': {
    does: 'A space stands behind every comma and colon.',
    steps: { serialise: (body) => JSON.stringify(body, null, 1).replace(/\n */g, ' ') },
  },
  'json-indented': {
    does: 'The JSON is indented, and ends with a line feed.',
    steps: { serialise: (body) => `${JSON.stringify(body, null, 2)}\n` },
  },
  'json-crlf': {
    does: 'The JSON has tabs and the line ends of Windows.',
    steps: { serialise: (body) => JSON.stringify(body, null, '\t').replaceAll('\n', '\r\n') },
  },
  'json-members-sorted': {
    does: 'Members stand in the order of their names.',
    steps: { serialise: (body) => JSON.stringify(reordered(body, (names) => names.toSorted())) },
  },
  'json-members-reversed': {
    does: 'Members stand in the reverse order.',
    steps: { serialise: (body) => JSON.stringify(reordered(body, (names) => names.toReversed())) },
  },
  'json-ascii': {
    does: 'Whatever is not ASCII is escaped.',
    steps: { serialise: (body) => escaped(JSON.stringify(body), /^[\u007f-\uffff]$/) },
  },
  'json-html-safe': {
    does: 'The characters of HTML are escaped.',
    steps: { serialise: (body) => escaped(JSON.stringify(body), /^[<>&'\u2028\u2029]$/) },
  },
  'json-slashes-escaped': {
    does: 'Slashes are escaped.',
    steps: { serialise: (body) => JSON.stringify(body).replaceAll('/', '\\/') },
  },
  'json-all-escaped': {
    does: 'Every letter of every text is escaped, names too.',
    steps: { serialise: (body) => escaped(JSON.stringify(body), /^[a-z]$/i) },
  },
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
