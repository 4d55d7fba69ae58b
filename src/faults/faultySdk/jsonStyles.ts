import { unicodeEscape } from '../../text.ts'
import type { JsonObject } from '../../model/index.ts'
import { JOIN_DEFAULTS } from '../../interface/joinParams.ts'
import type { Alteration } from '../fault.ts'
import { after } from './index.ts'
import { upperEscape } from './seen.ts'
import { named } from '../forms/named.ts'

/** How SDKs write JSON. All styles are allowed: none of them may fail, and every fault must show in all of them. */
export interface JsonStyle {
  readonly id: string
  /** The language or library whose default it is. */
  readonly of: string
  readonly alteration: Alteration
}

type Writer = (value: JsonObject) => string

type Written = JsonStyle & { readonly serialise: Writer }

const style = (id: string, of: string, serialise: Writer): Written => {
  return { id, of, serialise, alteration: () => ({ serialise }) }
}

const compact = (value: JsonObject): string => JSON.stringify(value)
const escaped =
  (pattern: RegExp, unit = unicodeEscape) =>
  (value: JsonObject): string =>
    compact(value).replace(pattern, unit)
const separated = (colon: string, comma: string) => (value: JsonObject) =>
  `{${Object.entries(value)
    .map(([name, member]) => `"${name}"${colon}${JSON.stringify(member)}`)
    .join(comma)}}`
/** By the names of the members. */
export const sortedMembers = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
const reversed = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(sortedMembers(value)).toReversed())

/** As json.dumps of Python writes it by default, but for characters beyond ASCII. */
export const spaced = separated(': ', ', ')

/** Join parameters without those at their default, which means the same (section 2.1). */
export const withoutDefaults = (value: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([name, member]) => member !== JOIN_DEFAULTS[name]))

const WRITTEN = [
  style('compact', 'JavaScript, Ruby, Rust', compact),
  style('spaced', 'Python', spaced),
  style('ascii', 'Python with separators', escaped(/[^\0-\u007e]/g)),
  style('ascii-spaced', 'Python json.dumps', (value) =>
    spaced(value).replace(/[^\0-\u007e]/g, unicodeEscape),
  ),
  style('ascii-upper', 'C# System.Text.Json', escaped(/[^\0-\u007e]|[<>&+']/g, upperEscape)),
  style('solidus', 'PHP json_encode, without its \\u', (value) => compact(value).replaceAll('/', '\\/')),
  style('html-safe', 'Go encoding/json', escaped(/[<>&\u2028\u2029]/g)),
  style('indented', 'JSON.stringify(value, null, 2)', (value) => JSON.stringify(value, null, 2)),
  style('tabs', 'an indenting encoder with CRLF', (value) =>
    JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n'),
  ),
  style('colon-spaced', 'Swift prettyPrinted', separated(' : ', ', ')),
  style('sorted', 'Go maps, Swift sortedKeys', (value) => compact(sortedMembers(value))),
  style('reversed', 'a stack, or a hash table by chance', (value) => compact(reversed(value))),
  style('line-feed', 'Go json.Encoder', (value) => `${compact(value)}\n`),
]

/** What writes JSON in each style. */
export const JSON_WRITERS = WRITTEN.map(({ of, serialise }) => named(of, serialise))

export const JSON_STYLES: readonly JsonStyle[] = [
  ...WRITTEN,
  {
    id: 'defaults-written',
    of: 'an SDK with a class of all members',
    alteration: after('prepare')((joinParams) => ({ ...JOIN_DEFAULTS, ...joinParams })),
  },
  {
    id: 'defaults-left-out',
    of: 'protobuf and others that drop defaults',
    alteration: after('prepare')(withoutDefaults),
  },
]
