import { keysOf } from '../../tables.ts'
import { named, type Named } from './named.ts'

/**
 * How languages percent-encode, write charsets and read base64, from their documentation; a test asks those that this
 * machine has.
 */

/** Beside letters and digits of ASCII, some characters stay as they are. */
const PERCENT_ENCODERS = {
  /** ECMA-262. */
  'JavaScript encodeURIComponent': { keeps: "-_.!~*'()", space: '%20' },
  'JavaScript encodeURI': { keeps: "-_.!~*'();/?:@&=+$,#", space: '%20' },
  /** urllib.parse. */
  'Python quote': { keeps: '-_.~/', space: '%20' },
  'Python quote_plus': { keeps: '-_.~', space: '+' },
  'PHP urlencode': { keeps: '-_.', space: '+' },
  /** RFC 3986 section 2.3; also C# Uri.EscapeDataString, Ruby ERB url_encode, Rust urlencoding. */
  'PHP rawurlencode': { keeps: '-_.~', space: '%20' },
  /** net/url. */
  'Go PathEscape': { keeps: '-_.~$&+:=@', space: '%20' },
  /** As HTML forms; also Ruby URI.encode_www_form_component. */
  'Java URLEncoder': { keeps: '-_.*', space: '+' },
  /** WebUtility.UrlEncode. */
  'C# UrlEncode': { keeps: '-_.!*()', space: '+' },
} as const satisfies Readonly<Record<string, { keeps: string; space: '+' | '%20' }>>

export type EncoderName = keyof typeof PERCENT_ENCODERS

/** Percent-encodes the UTF-8 bytes as the function of a language does; lone surrogates as U+FFFD. */
export function percentEncodedBy(name: EncoderName): ((text: string) => string) & Named {
  const { keeps, space } = PERCENT_ENCODERS[name]
  return named(name, (text: string) =>
    text.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^A-Za-z0-9]/gu, (character) => {
      if (keeps.includes(character)) return character
      return character === ' '
        ? space
        : Buffer.from(character).toString('hex').toUpperCase().replace(/../g, '%$&')
    }),
  )
}

/** Those beside that which a fault has in its main form. */
export const OTHER_ENCODERS = keysOf<EncoderName>(PERCENT_ENCODERS)
  .filter((name) => name !== 'JavaScript encodeURIComponent')
  .map(percentEncodedBy)

/** Decodes valid escapes byte by byte and leaves the rest as it is: PHP urldecode, Python unquote, Ruby CGI.unescape. */
export function bytesDecoded(text: string): string {
  const binary = Buffer.from(text, 'utf8').toString('latin1')
  const byte = (_escape: string, hex: string): string => String.fromCharCode(parseInt(hex, 16))
  return Buffer.from(binary.replace(/%([0-9A-Fa-f]{2})/g, byte), 'latin1').toString('utf8')
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1')

/** What Windows-1252 has from 0x80 on in place of control characters; a blank where it has nothing. */
const HIGH = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

function windowsByte(character: string): number {
  const at = character === ' ' ? -1 : HIGH.indexOf(character)
  if (at >= 0) return 0x80 + at
  return /[\0-\u007f\u00a0-\u00ff]/.test(character) ? character.charCodeAt(0) : 0x3f
}

/** Charsets of one byte a character: each takes a text and gives all its bytes, whatever the charset lacks. */
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

export const encodedIn = (charset: Charset, text: string): Uint8Array => ENCODERS[charset](text)

export const CHARSETS = keysOf<Charset>(ENCODERS).map((name) => named(name, ENCODERS[name]))

/** What the base64 decoder of a language reads. */
interface Decoder {
  /** The characters that it drops wherever they stand. */
  readonly drops: RegExp
  /** It takes - and _ for + and /. */
  readonly readsUrlSafe?: true
  /** It refuses text whose last digit has bits that no byte takes. */
  readonly checksUnusedBits?: true
  /** How what is left begins, with the digits in the first group; other text is refused. */
  readonly reads: RegExp
}

const NOTHING = /(?!)/g
const NO_DIGIT = /[^A-Za-z0-9+/=]/g
const LINE_ENDS = /[\r\n]/g
const SPACES = /[\t\n\r ]/g

/** @param source of a regular expression in which D stands for a digit of the standard alphabet */
const begins = (source: string): RegExp => new RegExp(`^${source.replaceAll('D', '[A-Za-z0-9+/]')}`)
/** RFC 4648 section 3.2. */
const PADDED = begins('((?:D{4})*(?:D{2}==|D{3}=)?)$')
/** All padding or none. */
const PADDED_OR_NOT = begins('((?:D{4})*(?:D{2}(?:==)?|D{3}=?)?)$')
/** A = counts only where a group lacks digits, and the text ends there. */
const ENDED_BY_PADDING = begins('=*((?:D{4}=*)*(?:D{2}==|D{3}=|$))')
const ALL_DIGITS = begins('(D*)')

const DECODERS = {
  /** Node, Buffer.from: up to the first =. */
  'JavaScript Buffer': { drops: /[^\w+/=-]/g, readsUrlSafe: true, reads: ALL_DIGITS },
  /** HTML Standard, forgiving-base64 decode: ASCII white space. */
  'JavaScript atob': { drops: /[\t\n\f\r ]/g, reads: PADDED_OR_NOT },
  /** base64.b64decode; a str must be ASCII. */
  'Python b64decode': { drops: /[^A-Za-z0-9+/=\x80-\uffff]/g, reads: ENDED_BY_PADDING },
  /** base64.b64decode with validate=True. */
  'Python b64decode, strict': { drops: NOTHING, reads: begins('((?:D{4})*(?:D{2}==|D{3}=|=*))$') },
  'Python urlsafe_b64decode': { drops: /[^\w+/=\x80-\uffff-]/g, readsUrlSafe: true, reads: ENDED_BY_PADDING },
  /** base64_decode without its second argument. */
  'PHP base64_decode': { drops: /[^A-Za-z0-9+/]/g, reads: ALL_DIGITS },
  /** base64_decode($text, true). */
  'PHP base64_decode, strict': { drops: SPACES, reads: PADDED_OR_NOT },
  /** unpack1('m'): as Python, and what is not full is read too. */
  'Ruby decode64': { drops: NO_DIGIT, reads: begins('=*((?:D{4}=*)*D{0,3})') },
  /** unpack1('m0'); Rust's STANDARD does the same. */
  'Ruby strict_decode64': { drops: NOTHING, reads: PADDED, checksUnusedBits: true },
  /** MIME::Base64: up to the first =. */
  'Perl decode_base64': { drops: NO_DIGIT, reads: ALL_DIGITS },
  /** encoding/base64. */
  'Go StdEncoding': { drops: LINE_ENDS, reads: PADDED },
  'Go StdEncoding.Strict': { drops: LINE_ENDS, reads: PADDED, checksUnusedBits: true },
  /** What it has read when it meets an error. */
  'Go StdEncoding, error ignored': { drops: LINE_ENDS, reads: begins('((?:D{4})*(?:D{2}==|D{3}=)?)') },
  'Java getDecoder': { drops: NOTHING, reads: PADDED_OR_NOT },
  /** Nothing may stand within the padding, and no digit after it. */
  'Java getMimeDecoder': {
    drops: /(?<!=)[^A-Za-z0-9+/=]/g,
    reads: begins('((?:D{4})*(?:D{2}(?:==(?!.*D)|$)|D{3}(?:=(?!.*D)|$)|$))'),
  },
  /** Convert.FromBase64String. */
  'C# FromBase64String': { drops: SPACES, reads: PADDED },
} as const satisfies Readonly<Record<string, Decoder>>

export type DecoderName = keyof typeof DECODERS

export const urlSafeAlphabet = (text: string): string => text.replaceAll('+', '-').replaceAll('/', '_')
const standardAlphabet = (text: string): string => text.replaceAll('-', '+').replaceAll('_', '/')

/** @returns the standard base64 of the bytes that the decoder reads; undefined: it refuses the text */
export function readBase64(name: DecoderName, text: string): string | undefined {
  const { drops, reads, readsUrlSafe, checksUnusedBits }: Decoder = DECODERS[name]
  const kept = text.replace(drops, '')
  const standard = readsUrlSafe ? standardAlphabet(kept) : kept
  const digits = reads.exec(standard)?.[1]?.replaceAll('=', '')
  if (digits === undefined) return undefined
  const read = Buffer.from(digits, 'base64').toString('base64')
  return checksUnusedBits && read.replaceAll('=', '') !== digits ? undefined : read
}

export const DECODER_NAMES = keysOf<DecoderName>(DECODERS)

const filledUp = (text: string): string => text + '='.repeat(-text.length & 3)

/** What code does to a text that a decoder would refuse. */
const BEFORE: Readonly<Record<string, (text: string) => string>> = {
  '': (text) => text,
  ', after - and _ became + and /': standardAlphabet,
  ', after padding was filled up': filledUp,
  ', after - and _ became + and / and padding was filled up': (text) => filledUp(standardAlphabet(text)),
}

/** Every decoder, alone and after each of these; a text that is refused stays as it is. */
export const BASE64_READERS: readonly (((text: string) => string) & Named)[] = DECODER_NAMES.flatMap((name) =>
  Object.entries(BEFORE).map(([words, change]) =>
    named(name + words, (text: string): string => readBase64(name, change(text)) ?? text),
  ),
)
