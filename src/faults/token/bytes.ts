import { CHARSETS } from '../forms/encodings.ts'
import { named, each, type Named } from '../forms/named.ts'
import { isObject } from '../../json.ts'
import type { Json } from '../../model/index.ts'
import { jsonOrNothing, objectOrNothing } from '../../members.ts'
import { keysOf } from '../../tables.ts'
import type { Alteration } from '../fault.ts'
import { sdkFaults, after, before, Breakdown, inForms, instead, combined } from '../faultySdk/index.ts'
import { values } from './joinParams.ts'
import { hmacSha256 } from '../faultySdk/stages.ts'
import { sortedMembers } from '../faultySdk/jsonStyles.ts'

/** Half of a character beyond U+FFFF, alone or not. */
export const SURROGATE = /[\ud800-\udfff]/g

const LATIN = CHARSETS.filter(({ as }) => !as?.startsWith('ASCII'))
const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const

const text = before('encodeText')

const bytes = instead('encodeText')
const params = instead('encodeParams')

const normalised = (form: (typeof FORMS)[number], only?: string): Alteration =>
  values((value, name) =>
    typeof value === 'string' && [undefined, name].includes(only) ? value.normalize(form) : value,
  )

const reserialised = (write: (value: Json) => string): Alteration =>
  text((json) => {
    const value = jsonOrNothing(json)
    return value === undefined ? json : write(value)
  })

const sorted = (value: Json): string => JSON.stringify(sortedMembers(isObject(value) ? value : {}))

/** From the JSON to the bytes that base64 encodes: RFC 8259 section 8.1 has UTF-8 without a mark. */
export const BYTES_FAULTS = sdkFaults('json', {
  'params-latin1': {
    does: 'The JSON is encoded as Latin-1 before base64; where that lacks a character, it fails.',
    origin: 'JavaScript in a browser: btoa(json); Java getBytes(ISO_8859_1), which writes a question mark.',
    repair: 'Encode the UTF-8 bytes of the JSON; JavaScript: new TextEncoder().encode(json).',
    reference: 'meilisearch/meilisearch-js#2230',
    // As btoa does: characters above U+00FF are an error, not a question mark.
    alteration: bytes((json) => {
      if (!/[^\0-\u00ff]/.test(json)) return Buffer.from(json, 'latin1')
      throw new Breakdown('failed', 'InvalidCharacterError: characters outside of the Latin1 range')
    }),
    others: each(LATIN, bytes),
  },
  'params-ascii': {
    does: 'Question marks stand for all characters beyond ASCII.',
    origin: "Python encode('ascii', 'replace'); Java US_ASCII; C# Encoding.ASCII.",
    repair: 'Encode the JSON as UTF-8; C#: Encoding.UTF8.GetBytes.',
    ...inForms([
      text((json) => json.replace(/[^\0-\u007f]/gu, '?')),
      text((json) => json.replace(/[^\0-\u007f]/g, '?')),
      text((json) => json.replace(/[^\0-\u007f]/gu, '')),
      text((json) => json.replace(/[^\0-\u007f]/gu, '\ufffd')),
    ]),
  },
  'params-bom': {
    does: 'A byte order mark stands before the JSON.',
    origin: "C# new StreamWriter(stream, Encoding.UTF8); Python 'utf-8-sig'.",
    repair: 'Encode the JSON without a byte order mark (RFC 8259 section 8.1); C#: new UTF8Encoding(false).',
    reference: 'unosquare/embedio#400',
    alteration: after('encodeText')((json) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), json])),
  },
  'params-utf16': {
    does: 'The JSON is encoded as UTF-16.',
    origin: "C# Encoding.Unicode; Java getBytes(UTF_16), with a mark; Python encode('utf-16').",
    repair: 'Encode the JSON as UTF-8; C#: Encoding.UTF8.GetBytes.',
    ...inForms([
      bytes((json) => Buffer.from(json, 'utf16le')),
      bytes((json) => Buffer.from(`\ufeff${json}`, 'utf16le')),
      bytes((json) => Buffer.from(json, 'utf16le').swap16()),
      bytes((json) => Buffer.from(`\ufeff${json}`, 'utf16le').swap16()),
    ]),
  },
  'params-utf8-twice': {
    does: 'UTF-8 bytes are taken for Latin-1 text, which is then encoded as UTF-8.',
    origin: 'PHP utf8_encode of text that is UTF-8; Java new String(bytes, ISO_8859_1).',
    repair: 'Encode the text as UTF-8 once.',
    alteration: after('encodeText')((json) => Buffer.from(Buffer.from(json).toString('latin1'))),
  },
  'params-cesu8': {
    does: 'Characters beyond U+FFFF are encoded as two surrogates of three bytes each (CESU-8).',
    origin: 'Java DataOutputStream.writeUTF and JNI GetStringUTFChars; Oracle UTF8.',
    repair: 'Encode such a character in four bytes; Java: getBytes(StandardCharsets.UTF_8).',
    alteration: bytes(cesu8),
  },
  'params-nul-ended': {
    does: 'A NUL byte is encoded after the JSON.',
    origin: 'C: strlen(json) + 1 bytes, or sizeof of an array.',
    repair: 'Encode strlen(json) bytes.',
    alteration: text((json) => `${json}\0`),
  },
  'params-line-feed': {
    does: 'A line feed is encoded after JSON that is handed in.',
    origin: 'Shell: echo "$json" | base64; Go json.Encoder.',
    repair: 'Encode the JSON as it is; shell: printf %s "$json".',
    alteration: text((json) => `${json}\n`),
  },
  'params-reserialised': {
    does: 'JSON that is handed in is parsed and written anew.',
    origin: 'Any language: a function that takes text and an object alike.',
    repair: 'Encode the bytes of the text that is handed in.',
    ...inForms([
      reserialised((value) => JSON.stringify(value)),
      // PHP escapes solidus, some sort the members.
      reserialised((value) => JSON.stringify(value).replaceAll('/', '\\/')),
      reserialised(sorted),
    ]),
  },
  'params-raw-json': {
    does: 'The params are the JSON itself, without base64.',
    origin: 'Any language: the encoding step forgotten.',
    repair: 'Encode the UTF-8 bytes of the JSON in base64 (section 4.5).',
    alteration: params((json) => Buffer.from(json).toString('utf8')),
  },
  'params-hex': {
    does: 'The params are the bytes of the JSON in hex.',
    origin: "Node Buffer.toString('hex'); PHP bin2hex.",
    repair: "Encode the bytes in base64 (section 4.5); Node: toString('base64').",
    alteration: params((json) => Buffer.from(json).toString('hex')),
    others: [params((json) => Buffer.from(json).toString('hex').toUpperCase())],
  },
  'json-surrogate-lost': {
    does: 'Characters beyond U+FFFF turn into replacement characters.',
    origin: 'Text encoded one UTF-16 unit at a time: Java and C# char loops; MySQL utf8 columns.',
    repair: 'Encode the whole text as UTF-8 at once; Java: getBytes(StandardCharsets.UTF_8).',
    reference: 'agent0ai/agent-zero#1773',
    ...inForms([
      text((json) => json.replace(SURROGATE, '\ufffd')),
      text((json) => json.replace(/[\u{10000}-\u{10ffff}]/gu, '\ufffd')),
      text((json) => json.replace(/[\u{10000}-\u{10ffff}]/gu, '?')),
      text((json) => json.replace(SURROGATE, '?')),
      text((json) => json.replace(SURROGATE, '')),
    ]),
  },
  'text-normalised': {
    does: 'Text is brought into a Unicode normalisation form.',
    origin: 'Swift and macOS file names; Python unicodedata.normalize; a sanitiser of user names.',
    repair: 'Keep text code point by code point, without normalising it.',
    ...inForms([
      ...FORMS.map((form) => text((json) => json.normalize(form))),
      // Before the JSON is written, which may have escapes for what they change.
      ...[undefined, 'channelId', 'userId'].flatMap((only) => FORMS.map((form) => normalised(form, only))),
    ]),
  },
})

/** JSON that is handed in is read, and written by the code that issues tokens, in the style that the answer shows. */
export const writtenAnew =
  (isChecked: boolean): Alteration =>
  (sdk) => ({
    encodeText: (json) => {
      const value = objectOrNothing(json)
      if (value === undefined) return sdk.encodeText(json)
      if (isChecked) sdk.check(value)
      return sdk.encodeText(sdk.serialise(sdk.prepare(value, 0)))
    },
  })

function cesu8(json: string): Uint8Array {
  const bytesOf = (character: string): Buffer => {
    const unit = character.charCodeAt(0)
    return unit >= 0xd800 && unit <= 0xdfff
      ? Buffer.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f))
      : Buffer.from(character)
  }
  return Buffer.concat(json.split('').map(bytesOf))
}

/** How large the array is in which a language puts the UTF-8 bytes of a text, from its documentation and sources. */
const SIZES = {
  /** CharsetEncoder.encode: 1.1 bytes a unit, and twice as many and one more each time that they are too few. */
  'Java UTF_8.encode(text).array()': (text, bytes) => {
    let size = Math.floor(Math.fround(Math.fround(1.1) * text.length))
    while (size < bytes) size = 2 * size + 1
    return size
  },
  /** 256 at least; it holds what was written at once. */
  'C# MemoryStream.GetBuffer()': (_, bytes) => Math.max(256, bytes),
} as const satisfies Readonly<Record<string, (text: string, bytes: number) => number>>

export type ArrayName = keyof typeof SIZES

/** @param bytes of the text in UTF-8. @returns the size of the array in bytes */
export const arraySize = (name: ArrayName, text: string, bytes: number): number => SIZES[name](text, bytes)

/** What is used of the bytes of a text, where that is not their number: of the JSON, the secret or the message. */
type Used = ((text: string, bytes: Uint8Array) => Uint8Array) & Named

const PLACES: readonly ((used: Used) => Alteration)[] = [
  (used) => (sdk) => ({ encodeText: (json) => used(json, sdk.encodeText(json)) }),
  (used) => (sdk) => ({ key: (appSecret) => used(appSecret, sdk.key(appSecret)) }),
  (used) => instead('mac')((key, message) => hmacSha256(key, used(message, Buffer.from(message)))),
]

const everywhere = (used: Used): Alteration => combined(...PLACES.map((place) => place(used)))

/** In each place alone, and in all of them; the JSON first. */
const formsOf = (all: readonly Used[]): readonly Alteration[] =>
  [...PLACES, everywhere].flatMap((place) => each(all, place))

const charactersOf = (text: string): number => Array.from(text).length

const COUNTED = formsOf([
  named('a count of UTF-16 units', (text, bytes) => bytes.subarray(0, text.length)),
  named('a count of code points', (text, bytes) => bytes.subarray(0, charactersOf(text))),
  named('Node Buffer.alloc(text.length).write(text)', (text, bytes) => written(bytes, text.length)),
  // A line feed after the JSON, or the NUL of a C string, counts too.
  (text, bytes) => bytes.subarray(0, text.length + 1),
  (text, bytes) => bytes.subarray(0, charactersOf(text) + 1),
])

/** A buffer of this size after a write: of a character that does not fit whole it holds nothing. */
export function written(bytes: Uint8Array, size: number): Uint8Array {
  let end = Math.min(size, bytes.length)
  while (end < bytes.length && (bytes[end]! & 0xc0) === 0x80) end--
  const buffer = Buffer.alloc(size)
  buffer.set(bytes.subarray(0, end))
  return buffer
}

const WHOLE_ARRAYS = formsOf(
  keysOf<ArrayName>(SIZES).map((name) =>
    named(name, (text, bytes) => written(bytes, arraySize(name, text, bytes.length))),
  ),
)

export const LENGTH_FAULTS = sdkFaults('json', {
  'bytes-counted-as-characters': {
    does: 'Of text with characters beyond ASCII only as many bytes are used as it has characters.',
    origin: 'Node buffer.write(text, 0, text.length); C# and Java with text.Length as the number of bytes.',
    repair: 'Count the UTF-8 bytes; Node: Buffer.byteLength(text), C#: Encoding.UTF8.GetByteCount.',
    ...inForms(COUNTED),
  },
  'buffer-zeros-included': {
    does: 'The zero bytes with which a buffer ends count as part of the text.',
    origin: 'Java StandardCharsets.UTF_8.encode(text).array(); C# MemoryStream.GetBuffer().',
    repair: 'Use the bytes of the text alone; Java: text.getBytes(UTF_8), C#: ToArray().',
    ...inForms(WHOLE_ARRAYS),
  },
})
