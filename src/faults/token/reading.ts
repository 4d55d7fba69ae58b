/** How code reads a token that it received, where it does not do so as section 9 says. */
import { isUtf8 } from 'node:buffer'
import { isObject, readJson } from '../../json.ts'
import { objectOrNothing } from '../../members.ts'
import type { Json, JsonObject } from '../../model/index.ts'
import { TOKEN_FORMAT } from '../../interface/tokenFormat.ts'
import { type Parts, TokenError } from '../../token/index.ts'
import type { Alteration, Stages } from '../fault.ts'
import { readBase64 } from '../forms/encodings.ts'
import { before, Breakdown, combined } from '../faultySdk/index.ts'

/** The first five parts, whatever follows; a value that a typed language cannot hold ends the program. */
export function parseOrCrash(token: string, decode: Stages['decode']): Parts {
  const [version = '', appId = '', timestamp = '', params = '', signature] = token.split('.')
  if (signature === undefined || !/^[0-9]+$/.test(timestamp) || !isObject(valueOf(params, decode)))
    throw new Breakdown('crashed', 'uncaught exception')
  return { version, appId, timestamp, params, signature }
}

function valueOf(params: string, decode: Stages['decode']): Json | undefined {
  try {
    const bytes = decode(params)
    return isUtf8(bytes) ? readJson(Buffer.from(bytes).toString('utf8')).value : undefined
  } catch {
    return undefined
  }
}

/** In their order in a token. */
export const PARTS = ['version', 'appId', 'timestamp', 'params', 'signature'] as const

/**
 * Parses a token of which some parts are read in another way. They stay as they were received, because they are signed;
 * of the signature only the bytes count.
 */
export const readingParts =
  (read: Readonly<Partial<Record<keyof Parts, (text: string) => string>>>): Alteration =>
  (sdk) => ({
    parse: (token) => {
      const received = token.split('.')
      const readable = received.map((text, at) => read[PARTS[at]!]?.(text) ?? text)
      const kept = PARTS.flatMap((name, at) =>
        read[name] && name !== 'signature' ? [[name, received[at]!]] : [],
      )
      return { ...sdk.parse(readable.join('.')), ...Object.fromEntries(kept) }
    },
  })

/** The standard base64 of what a lenient decoder reads; text that even this decoder refuses stays as it is. */
export function canonical(text: string): string {
  const digits = text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  const readable = /^[A-Za-z0-9+/]*$/.test(digits) && digits.length % 4 !== 1
  return readable ? Buffer.from(digits, 'base64').toString('base64') : text
}

/** How the parts that are base64 are read; a signature that is compared as text is not read at all. */
interface Reading {
  readonly params?: (text: string) => string
  readonly signature?: (text: string) => string
}

export const decodingBy = (read: Reading): Alteration =>
  combined(
    readingParts({ ...read }),
    before('decode')((text) => read.params?.(text) ?? text),
  )

/** Almost every decoder that is strict otherwise lets unused bits through. */
const strictly = (text: string): string => readBase64('Python b64decode, strict', text) ?? text

/** What a lenient decoder reads. */
export const READ_BY: readonly ((read: (text: string) => string) => Reading)[] = [
  (read) => ({ params: read }),
  (read) => ({ signature: read }),
  (read) => ({ params: read, signature: read }),
  (read) => ({ params: strictly, signature: read }),
]

/** Other versions count as the right one. */
export const versionWhere = (isRight: (version: string) => boolean): Alteration =>
  before('checkVersion')((version) => (isRight(version) ? TOKEN_FORMAT.version : version))

export const leading = (text: string): string => /^\s*\+?([0-9]+)/.exec(text)?.[1] ?? text

export function numeric(text: string): string {
  const number = Number(text)
  return text.trim() !== '' && Number.isSafeInteger(Math.trunc(number))
    ? String(Math.abs(Math.trunc(number)))
    : text
}

export function anyObject(bytes: Uint8Array): JsonObject {
  const value = objectOrNothing(Buffer.from(bytes).toString('utf8'))
  if (!value) throw new TokenError('params', 'the params hold no object')
  return value
}

/** Code that checks no rule may still read the duration, which it adds to the timestamp: as a number, or as an integer. */
export const DURATIONS: readonly ((duration: Json) => boolean)[] = [
  (duration) => typeof duration === 'number',
  (duration) => Number.isInteger(duration),
  (duration) => duration === null || Number.isInteger(duration),
  () => true,
]

export function withDuration(value: JsonObject, isRead: (duration: Json) => boolean): JsonObject {
  const { duration } = value
  if (duration !== undefined && !isRead(duration)) throw new TokenError('params', 'the duration is no number')
  return value
}

export function utf8Object(bytes: Uint8Array): JsonObject {
  if (!isUtf8(bytes)) throw new TokenError('params', 'the params hold no UTF-8')
  return anyObject(bytes)
}

/** UTF-8 and JSON are checked, and of the members the duration alone. */
export const strictObject = (bytes: Uint8Array): JsonObject =>
  withDuration(utf8Object(bytes), (duration) => Number.isInteger(duration))

/** JSON as it is, unless a member stands twice: then with the second alone. */
export function withoutDuplicates(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8')
  if (!objectOrNothing(text)) return bytes
  const { value, duplicates } = readJson(text)
  return duplicates.length === 0 ? bytes : Buffer.from(JSON.stringify(value))
}

/** Java writes one replacement character for half a surrogate pair, others write one for each byte. */
export function replacedAsByJava(bytes: Uint8Array): Uint8Array {
  const binary = Buffer.from(bytes).toString('latin1')
  const replaced = binary.replace(/\xed[\xa0-\xbf][\x80-\xbf]/g, '\xef\xbf\xbd')
  return Buffer.from(Buffer.from(replaced, 'latin1').toString('utf8'))
}
