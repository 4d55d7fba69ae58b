import { keysOf } from '../../tables.ts'
import { named, type Named } from './named.ts'

/** What the base64 decoders of languages read, from their documentation; a test asks those that this machine has. */

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
  'Python urlsafe_b64decode': {
    drops: /[^\w+/=\x80-\uffff-]/g,
    readsUrlSafe: true,
    reads: ENDED_BY_PADDING,
  },
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
