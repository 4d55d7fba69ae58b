import { keysOf } from '../../tables.ts'
import { named, type Named } from './named.ts'
import { trimOf } from './text.ts'

/** Which texts languages read as a whole number, from their documentation; a test asks those that this machine has. */

type Read = (text: string) => number

const matching =
  (expression: RegExp): Read =>
  (text) =>
    Number(expression.exec(text)?.slice(1).join('').replaceAll('_', '') ?? Number.NaN)

/** Digits of other scripts by their value: each script has its ten in a row. */
const withAsciiDigits = (text: string): string =>
  text.replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    let zero = digit.codePointAt(0)!
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && digit.codePointAt(0)! - zero < 9) zero--
    return String(digit.codePointAt(0)! - zero)
  })

/** With a prefix: digits in base 16, 2, 8 and 10, each in a group of its own after the sign. */
const literal =
  (expression: RegExp): Read =>
  (text) => {
    const [, sign = '', ...digits] = expression.exec(text) ?? []
    const at = digits.findIndex((group) => group !== undefined)
    const value = parseInt(digits[at]?.replaceAll('_', '') || (at < 0 ? '' : '0'), BASES[at])
    return sign === '-' ? -value : value
  }
const BASES = [16, 2, 8, 10]

/** A numeric string of PHP: white space around, a sign, a fraction, an exponent. */
const NUMERIC = /^[ \t\n\r\v\f]*([+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)[ \t\n\r\v\f]*$/

/** How each reads a text; NaN: it refuses it. */
const READERS = {
  'JavaScript parseInt': (text) => parseInt(text),
  'JavaScript Number': (text) => (text.trim() === '' ? Number.NaN : Math.trunc(Number(text))),
  /** int(): white space around, a sign, digits of any script, single underscores. */
  'Python int': (text) =>
    matching(/^([+-]?)([0-9]+(?:_[0-9]+)*)$/)(withAsciiDigits(trimOf('Python strip')(text))),
  'Go ParseInt': matching(/^([+-]?)([0-9]+)$/),
  /** In base 0: with the prefix of a Go literal, octal after a zero, single underscores. */
  'Go ParseInt, base 0': literal(
    /^([+-]?)(?:0x((?:_?[0-9a-f])+)|0b((?:_?[01])+)|0o?((?:_?[0-7])+)|(0|[1-9](?:_?[0-9])*))$/i,
  ),
  /** int(text, 0): as Go, white space around, and no octal without its o. */
  'Python int, base 0': (text) =>
    literal(
      /^([+-]?)(?:0x((?:_?[0-9a-f])+)|0b((?:_?[01])+)|0o((?:_?[0-7])+)|(0(?:_?0)*|[1-9](?:_?[0-9])*))$/i,
    )(withAsciiDigits(trimOf('Python strip')(text))),
  /** strtol in base 0, or %i: the digits with which the text begins. */
  'C strtol, base 0': literal(/^[ \t\n\r\v\f]*([+-]?)(?:0x([0-9a-f]+)|(?!)()|0([0-7]*)|([1-9][0-9]*))/i),
  /** Long.parseLong: digits of any script. */
  'Java parseLong': (text) => matching(/^([+-]?)([0-9]+)$/)(withAsciiDigits(text)),
  /** (int): the number with which the text begins, also with a fraction or an exponent. */
  'PHP (int)': (text) =>
    Math.trunc(matching(/^[ \t\n\r\v\f]*([+-]?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?)/)(text)),
  /** is_numeric, before (int): white space around, a sign, a fraction, an exponent. */
  'PHP is_numeric': (text) => Math.trunc(matching(NUMERIC)(text)),
  /** String#to_i: the digits with which the text begins. */
  'Ruby to_i': matching(/^[ \t\n\r\v\f]*([+-]?)([0-9]+(?:_[0-9]+)*)/),
  /** Kernel#Integer: the whole text, with the prefix of a Ruby literal. */
  'Ruby Integer': literal(
    /^[ \t\n\r\v\f]*([+-]?)(?:0x([0-9a-f]+(?:_[0-9a-f]+)*)|0b([01]+(?:_[01]+)*)|0[o_]?([0-7]+(?:_[0-7]+)*)|(0|[1-9][0-9]*(?:_[0-9]+)*))[ \t\n\r\v\f]*$/i,
  ),
  /** strtol in base 10, atoi, atol. */
  'C strtol': matching(/^[ \t\n\r\v\f]*([+-]?)([0-9]+)/),
  /** A text used as a number: as PHP, and white space is that of C. */
  'Perl int': (text) =>
    Math.trunc(matching(/^[ \t\n\r\v\f]*([+-]?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?)/)(text)),
  /** long.Parse: NumberStyles.Integer. */
  'C# Parse': matching(/^[\t-\r ]*([+-]?)([0-9]+)[\t-\r ]*$/),
  /** str::parse. */
  'Rust parse': matching(/^([+-]?)([0-9]+)$/),
} as const satisfies Readonly<Record<string, Read>>

export type ReaderName = keyof typeof READERS

/** @returns the number; undefined: the language refuses the text, or reads no whole number that has its digits */
export function readInteger(name: ReaderName, text: string): number | undefined {
  const number = READERS[name](text)
  return Number.isSafeInteger(number) ? number : undefined
}

export const READER_NAMES = keysOf<ReaderName>(READERS)

export const INTEGER_READERS = READER_NAMES.map((name) =>
  named(name, (text: string) => readInteger(name, text)),
)

/** PHP's ==: two numeric strings are equal if their numbers are; those that are too large are compared as texts. */
export const isLooselyEqual = (a: string, b: string): boolean =>
  a === b || (NUMERIC.test(a) && NUMERIC.test(b) && Number.isFinite(Number(a)) && Number(a) === Number(b))

/** What a type makes of a safe integer. */
export type IntegerType = ((value: number) => number) & Named

const ofType = (as: string, kept: (value: bigint) => bigint): IntegerType =>
  named(as, (value: number) => Number(kept(BigInt(value))))

/** Types that do not hold every integer: it wraps around, stops at the end, or loses digits. */
export const INTEGER_TYPES: readonly IntegerType[] = [
  ...[16, 32, 8].flatMap((bits) => [
    ofType(`a type of ${bits} bits with a sign`, (value) => BigInt.asIntN(bits, value)),
    ofType(`a type of ${bits} bits`, (value) => BigInt.asUintN(bits, value)),
  ]),
  ...[31n, 32n, 15n, 16n].map((bits) =>
    ofType(`a type that stops at 2^${bits} - 1`, (value) => (value < 2n ** bits ? value : 2n ** bits - 1n)),
  ),
  ofType('a float of 32 bits', (value) => BigInt(Math.fround(Number(value)))),
]
