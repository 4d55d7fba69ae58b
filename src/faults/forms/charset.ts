/** How languages write text in a charset of one byte a character, from their documentation. */

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')

/** What Windows-1252 has from 0x80 on in place of control characters; a blank where it has nothing. */
const HIGH = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

function windowsByte(character: string): number {
  const at = character === ' ' ? -1 : HIGH.indexOf(character)
  if (at >= 0) return 0x80 + at
  return /[\0-\u007f\u00a0-\u00ff]/.test(character) ? character.charCodeAt(0) : 0x3f
}

/** Each takes a text and gives all its bytes, whatever the charset lacks. */
const ENCODERS = {
  /** Whole characters: Java getBytes(ISO_8859_1), Python encode('latin-1', 'replace'). */
  'Latin-1, a question mark for each character': (text) => bytesOf(text.replace(/[^\0-\u00ff]/gu, '?')),
  /** UTF-16 units: C# Encoding.Latin1, PHP utf8_decode. */
  'Latin-1, a question mark for each unit': (text) => bytesOf(text.replace(/[^\0-\u00ff]/g, '?')),
  /** encode('latin-1', 'ignore'); iconv with //IGNORE. */
  'Latin-1, others dropped': (text) => bytesOf(text.replace(/[^\0-\u00ff]/gu, '')),
  'ASCII, a question mark for each character': (text) => bytesOf(text.replace(/[^\0-\u007f]/gu, '?')),
  'ASCII, a question mark for each unit': (text) => bytesOf(text.replace(/[^\0-\u007f]/g, '?')),
  /** encode('ascii', 'ignore'). */
  'ASCII, others dropped': (text) => bytesOf(text.replace(/[^\0-\u007f]/gu, '')),
  /** getBytes() and Encoding.Default on Windows. */
  'Windows-1252, a question mark for each character': (text) =>
    Uint8Array.from(text.match(/./gsu) ?? [], windowsByte),
  /** Node's Buffer.from(text, 'latin1'), Java's (byte) of a char. */
  'the low byte of each unit': bytesOf,
  /** Go byte(r), Ruby unpack("U*").pack("C*"), Lua and C loops over code points. */
  'the low byte of each character': (text) =>
    Uint8Array.from(text.match(/./gsu) ?? [], (character) => character.codePointAt(0)! & 0xff),
} as const satisfies Readonly<Record<string, (text: string) => Uint8Array>>

export type Charset = keyof typeof ENCODERS

/** The bytes of a text in a charset. */
export const encodedIn = (charset: Charset, text: string): Uint8Array => ENCODERS[charset](text)

export const CHARSETS = Object.keys(ENCODERS) as readonly Charset[]
