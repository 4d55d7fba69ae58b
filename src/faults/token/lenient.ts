import { isUtf8 } from 'node:buffer'
import { readJson } from '../../json.ts'
import { objectOrNothing } from '../../members.ts'
import type { Json, JsonObject } from '../../model/index.ts'
import { TOKEN_FORMAT } from '../../interface/tokenFormat.ts'
import { TokenError, type Parts } from '../../token/index.ts'
import { isObject } from '../../json.ts'
import type { Stages } from '../fault.ts'
import { Breakdown } from '../faultySdk/index.ts'

/** The first five parts, whatever follows; a value that a typed language cannot hold ends the program. */
export function parseOrCrash(token: string, decode: Stages['decode']): Parts {
  const [version = '', appId = '', timestamp = '', params = '', signature] = token.split('.')
  if (signature === undefined || !/^[0-9]+$/.test(timestamp) || !isObject(valueOf(params, decode)))
    throw new Breakdown('crashed', 'uncaught exception')
  return { version, appId, timestamp, params, signature }
}

/** The JSON value that the params hold, if any. */
function valueOf(params: string, decode: Stages['decode']): Json | undefined {
  try {
    const bytes = decode(params)
    return isUtf8(bytes) ? readJson(Buffer.from(bytes).toString('utf8')).value : undefined
  } catch {
    return undefined
  }
}

/** Params stay as received, because they are signed; of the signature only the bytes count. */
export function parseLeniently(token: string, parse: Stages['parse']): Parts {
  const received = token.split('.')
  const parts = parse(received.map((part, index) => (index < 3 ? part : canonical(part))).join('.'))
  return { ...parts, params: received[3] ?? '' }
}

/** The version is signed as it was received. */
export function parseAnyVersion(token: string, parse: Stages['parse']): Parts {
  const [version = '', ...rest] = token.split('.')
  return { ...parse([TOKEN_FORMAT.version, ...rest].join('.')), version }
}

/** The appId is signed as it was received. */
export function parseAnyApp(token: string, parse: Stages['parse']): Parts {
  const [version = '', appId = '', ...rest] = token.split('.')
  return { ...parse([version, 'any', ...rest].join('.')), appId }
}

/** The standard base64 of what a lenient decoder reads; text that even this decoder refuses stays as it is. */
export function canonical(text: string): string {
  const digits = text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  const readable = /^[A-Za-z0-9+/]*$/.test(digits) && digits.length % 4 !== 1
  return readable ? Buffer.from(digits, 'base64').toString('base64') : text
}

/** The signature is over the timestamp as it stands, so the timestamp stays in the parts. */
export function withTimestamp(token: string, parse: Stages['parse'], read: (text: string) => string): Parts {
  const received = token.split('.')
  const timestamp = received[2] ?? ''
  const readable = received.map((part, index) => (index === 2 ? read(part) : part))
  return { ...parse(readable.join('.')), timestamp }
}

export function leading(text: string): string {
  return /^\s*\+?([0-9]+)/.exec(text)?.[1] ?? text
}

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

/** Java writes one replacement character for half a surrogate pair, others write one for each byte. */
export function replacedAsByJava(bytes: Uint8Array): Uint8Array {
  const binary = Buffer.from(bytes).toString('latin1')
  const replaced = binary.replace(/\xed[\xa0-\xbf][\x80-\xbf]/g, '\xef\xbf\xbd')
  return Buffer.from(Buffer.from(replaced, 'latin1').toString('utf8'))
}
