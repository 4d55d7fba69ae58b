/** The right Authorization value with one alteration (sections 5 and 7). */
import type { AlteredAuthorization } from '../../src/model/index.ts'

/** How a signature writes its bytes; `none`: in no way that is known here. */
export type SignatureEncoding = 'base64' | 'hex' | 'none'

type How = AlteredAuthorization['how']

/** The value has nothing that could be altered so: the question is not judged. */
export class NotAltered extends Error {}

/** @throws NotAltered where the value has no signature in this encoding, or none that can be altered so */
export function altered(value: string, kind: AlteredAuthorization, encoding: SignatureEncoding): string {
  const { altered: part, how, at, fromEnd, isSchemeLower } = kind
  if (isSchemeLower) value = value.replace(/^\S+/, (scheme) => scheme.toLowerCase())
  const [, scheme = '', blank = '', rest = ''] = /^(\S+)(\s*)(.*)$/s.exec(value) ?? []
  if (how === 'left-out') return part === 'scheme' ? rest : scheme
  if (how === 'white-space') return `${scheme}  ${rest}`
  if (part === 'signature') return ofSignature(value, how, at, encoding)
  const text = part === 'scheme' ? scheme : rest
  const place = fromEnd ? Math.max(0, text.length - 1 - at) : at
  if (how === 'cut-off') return `${scheme} ${cutOff(rest, place)}`
  const changed = alteredText(text, how as Changed, place)
  return part === 'scheme' ? `${changed}${blank}${rest}` : `${scheme}${blank}${changed}`
}

/** Characters that a cut takes at least: two bytes of hex, more of base64, so never padding alone. */
const LEAST_CUT = 4

/** The beginning of a text, at least one character; a text too short to be cut gets one more. */
function cutOff(text: string, at: number): string {
  const longest = text.length - LEAST_CUT
  return longest < 1 ? `${text}x` : text.slice(0, 1 + (at % longest))
}

const LETTERS = { 'other-letter': /[A-Za-z0-9]/g, 'other-case': /[A-Za-z]/g, 'letter-added': /[A-Za-z0-9]/g }
type Changed = keyof typeof LETTERS

function alteredText(text: string, how: Changed, at: number): string {
  const letters = [...text.matchAll(LETTERS[how])].map(({ index }) => index)
  // The last letter of a padded base64 text holds unused bits (RFC 4648 section 3.5).
  const chosen = text.endsWith('=') ? letters.slice(0, -1) : letters
  // Counted among all characters: among the letters alone the same number would be another place in each signature.
  const place = chosen.find((index) => index >= at % text.length) ?? chosen[0]
  if (place === undefined) return `${text}x`
  return `${text.slice(0, place)}${CHANGED[how](text[place]!)}${text.slice(place + 1)}`
}

const CHANGED: Readonly<Record<Changed, (letter: string) => string>> = {
  // Not the other case of the same letter.
  'other-letter': (letter) => (/[kK]/.test(letter) ? 'm' : 'k'),
  'other-case': (letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()),
  'letter-added': (letter) => `${letter}k`,
}

/** Digits in the order of their numbers, and texts of at least 16 bytes: the shortest signatures have that many. */
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const WRITTEN = {
  // RFC 4648 section 4, and section 5 for URLs.
  base64: { texts: /([A-Za-z0-9+/_-]{22,})={0,2}/g, bits: 6 },
  hex: { texts: /([0-9A-Fa-f]{32,})/g, bits: 4 },
} as const
type Known = keyof typeof WRITTEN

const digitsOf = (encoding: Known, text: string): string => {
  if (encoding === 'base64') return `${BASE64}${/[-_]/.test(text) ? '-_' : '+/'}`
  return /[A-F]/.test(text) ? '0123456789ABCDEF' : '0123456789abcdef'
}

/** The last text of such digits is the signature: what stands before it may be an id, a time, or a word. */
function ofSignature(value: string, how: How, at: number, encoding: SignatureEncoding): string {
  const found = encoding === 'none' ? undefined : [...value.matchAll(WRITTEN[encoding].texts)].at(-1)
  if (!found || encoding === 'none')
    throw new NotAltered(
      `the Authorization has no signature in ${encoding}, so nothing of it was altered (--signature-encoding)`,
    )
  const text = found[1]!
  const before = value.slice(0, found.index)
  if (how === 'cut-off') return `${before}${cutOff(text, at)}`
  return `${before}${signatureWith(text, how, at, encoding)}${value.slice(found.index + text.length)}`
}

function signatureWith(text: string, how: How, at: number, encoding: Known): string {
  if (how === 'same-bytes') return sameBytes(text, encoding)
  // The last digit of base64 may hold unused bits: all others hold none.
  const places = encoding === 'hex' ? text.length : text.length - 1
  const bit = Math.floor(at / places) % WRITTEN[encoding].bits
  return flipped(text, at % places, bit, encoding)
}

/** In the other letter case, or with the lowest bit of the last digit, where that says nothing (RFC 4648 section 3.5). */
function sameBytes(text: string, encoding: Known): string {
  if (encoding === 'hex') return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
  if (text.length % 4 < 2) throw new NotAltered('the signature has no unused bits, so none was altered')
  return flipped(text, text.length - 1, 0, encoding)
}

function flipped(text: string, place: number, bit: number, encoding: Known): string {
  const digits = digitsOf(encoding, text)
  const digit = digits[digits.indexOf(text[place]!) ^ (1 << bit)]
  return `${text.slice(0, place)}${digit}${text.slice(place + 1)}`
}
