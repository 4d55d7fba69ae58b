import { isUtf8 } from 'node:buffer'
import { readJson, type JsonText } from '../../json.ts'
import { jsonOrNothing } from '../../members.ts'
import type { ClientCall, Json, SeenRequest } from '../../model/index.ts'
import { JOIN_DEFAULTS, JOIN_PARAMS } from '../../interface/joinParams.ts'
import { clientRows, type ClientRow } from './clientFault.ts'
import { anyRequest, bytesOf, isBranch, placesOf, same, textOf, textsIn, type Place } from './seenRequests.ts'

const BYTE_ORDER_MARK = '\ufeff'

/** Mistakes in the body: its JSON, its bytes and how it is framed. */
export const CLIENT_BODY_ROWS: readonly ClientRow[] = clientRows({
  'json-injection': {
    does: 'Ids are pasted into a template of the body, without escapes.',
    origin: 'Any language: sprintf, a template string or concatenation around the ids.',
    repair: 'Make the body with a JSON encoder: quotes, backslashes and control characters need escapes.',
    steps: { serialise: pasted },
    recognises: anyRequest((request, _answer, { body }) => {
      if (same(jsonOrNothing(textOf(request)), body)) return false
      const unescaped = textsIn(body).filter((text) => JSON.stringify(text) !== `"${text}"`)
      return unescaped.some((text) => textOf(request).includes(`"${text}"`))
    }),
  },
  'numbers-as-text': {
    does: 'Numbers of the body are sent as strings.',
    origin: 'Any language: values taken from a form, an environment variable or a map of strings.',
    repair: 'Send integers as JSON numbers, without quotes.',
    steps: { serialise: (body) => JSON.stringify(body).replace(/:([0-9]+)(?=[,}])/g, ':"$1"') },
    recognises: anyPlace((places) =>
      places.some(({ asked, sent }) => typeof asked === 'number' && sent === String(asked)),
    ),
  },
  'empty-dropped': {
    does: 'Zeros and empty arrays are left out of the body.',
    origin: 'Go omitempty; Java JsonInclude NON_EMPTY and NON_DEFAULT; protobuf JSON of proto3.',
    repair: 'Send what the caller has set: streamId 0 is a stream, an empty array removes watermarks.',
    steps: { serialise: (body) => JSON.stringify(withoutEmpty(body)) },
    // The client may not know one missing member; several that are all empty are no accident.
    recognises: anyPlace((places) => {
      const dropped = places.filter(({ sent }) => sent === undefined)
      const names = new Set(dropped.map(({ name }) => name).filter((name) => !DEFAULTS.has(name)))
      return names.size > 1 && dropped.every(({ asked }) => isEmpty(asked))
    }),
  },
  'member-added': {
    does: 'The body has members that were not asked for.',
    origin: 'Any language: a client that stamps its name, version or time on every body.',
    repair: 'Send the members of section 4 and no others; the version of an SDK belongs in User-Agent.',
    steps: { serialise: (body) => JSON.stringify({ ...body, sdkVersion: '1.0' }) },
    // Null is how an encoder writes what is not set: another mistake. So is another name for a member, and a member
    // of the interface comes from another place.
    recognises: anyPlace(
      (places) =>
        places.every(({ sent }) => sent !== undefined) &&
        places.some(({ name, asked, sent }) => asked === undefined && sent !== null && !LISTED.has(name)),
    ),
  },
  'member-repeated': {
    does: 'The body holds a member twice.',
    origin: 'A builder that appends to text; C++ and Erlang libraries that keep members as a list of pairs.',
    repair: 'Write each member once (RFC 8259 section 4): readers take different ones.',
    steps: {
      serialise: (body) => JSON.stringify(body).replace(/^\{("channelId":"(?:[^"\\]|\\.)*")/, '{$1,$1'),
    },
    recognises: anyRequest((request) => (readOrNothing(request)?.duplicates.length ?? 0) > 0),
  },
  'integer-as-fraction': {
    does: 'Integers of the body are written like 60.0.',
    origin:
      'Lua 5.3 and later with floats; R; Python and Ruby where a number has been divided or came as a float.',
    repair: 'Write integers without a fraction and an exponent: convert to an integer type before encoding.',
    steps: { serialise: (body) => JSON.stringify(body).replace(/(":)([0-9]+)(?=[,}])/g, '$1$2.0') },
    recognises: anyRequest((request, _answer, { body }) => {
      const read = readOrNothing(request)
      // The interface does not show what layout and watermarks hold (section 2.3).
      const isListed = (pointer: string): boolean => !/\/(?:layout|watermarks)\//.test(pointer)
      return read !== undefined && read.inexact.some(isListed) && same(read.value, body)
    }),
  },
  latin1: {
    does: 'The body is written in Latin-1 instead of UTF-8.',
    origin: 'Java getBytes() on an old platform; Python http.client with a str; Node write(text, "latin1").',
    repair: 'Encode the JSON text as UTF-8; Java: StandardCharsets.UTF_8, Python: .encode().',
    steps: { encode: (text) => Buffer.from(text, 'latin1') },
    recognises: anyRequest((request, _answer, { body }) => {
      const bytes = bytesOf(request)
      return !isUtf8(bytes) && same(jsonOrNothing(bytes.toString('latin1')), body)
    }),
  },
  'byte-order-mark': {
    does: 'The body begins with a byte order mark.',
    origin:
      'C# StreamWriter with Encoding.UTF8; Python utf-8-sig; text read from a file of a Windows editor.',
    repair: 'Write UTF-8 without a byte order mark (RFC 8259 section 8.1); C#: new UTF8Encoding(false).',
    steps: { encode: (text) => Buffer.from(BYTE_ORDER_MARK + text) },
    recognises: anyRequest((request) => textOf(request).startsWith(BYTE_ORDER_MARK)),
  },
  'length-and-chunked': {
    does: 'A request has both Content-Length and Transfer-Encoding: chunked.',
    origin: 'Any language: Content-Length set by hand on a library that streams the body.',
    repair: 'Leave the framing to the library, or send Content-Length alone (RFC 9112 section 6.2).',
    steps: { headers: (length) => ({ 'Content-Length': length, 'Transfer-Encoding': 'chunked' }) },
    // No predicate: a parser that refuses a text does not say more than that.
  },
})

/** At these values a member may be left out or written; the values of privileges are not shown (section 2.1). */
const DEFAULTS: ReadonlySet<string> = new Set(['fps', 'privileges', ...Object.keys(JOIN_DEFAULTS)])

/** The members of the interface (sections 2.1, 2.3 and 4). */
const LISTED: ReadonlySet<string> = new Set([
  ...JOIN_PARAMS.map(({ name }) => name),
  'streamList',
  'streamId',
  'url',
  'flag',
  'type',
  'layout',
  'fps',
  'watermarks',
])

/** The text of a body with what its value alone does not show; undefined where it is no JSON. */
function readOrNothing(request: SeenRequest): JsonText | undefined {
  try {
    return readJson(textOf(request))
  } catch {
    return undefined
  }
}

/** Looks at the body of any request, next to the question. */
function anyPlace(fits: (places: readonly Place[]) => boolean): NonNullable<ClientRow['recognises']> {
  return anyRequest((request: SeenRequest, _answer, { body }: ClientCall) =>
    fits(placesOf(body, jsonOrNothing(textOf(request)))),
  )
}

/** JSON by concatenation. */
function pasted(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(pasted).join(',')}]`
  if (!isBranch(value)) return typeof value === 'string' ? `"${value}"` : JSON.stringify(value)
  const members = Object.entries(value).map(([name, member]) => `"${name}":${pasted(member)}`)
  return `{${members.join(',')}}`
}

function withoutEmpty(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutEmpty)
  if (!isBranch(value)) return value
  const kept = Object.entries(value).filter(([, member]) => !isEmpty(member))
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutEmpty(member)]))
}

function isEmpty(value: Json | undefined): boolean {
  return value === 0 || (Array.isArray(value) && value.length === 0)
}
