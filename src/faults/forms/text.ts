import { keysOf } from '../../tables.ts'
import { named, type Named } from './named.ts'

/**
 * What languages cut off the ends of a text, how they change its letter case and how they cut it, from their
 * documentation; a test asks those that this machine has.
 */

/** The characters that each function takes for white space, as a class of a regular expression. */
const WHITE_SPACE = {
  /** ECMA-262, String.prototype.trim: white space, line terminators and U+FEFF. */
  'JavaScript trim': '\\s',
  /** Unicode's White_Space: Go strings.TrimSpace, Rust str::trim, C# String.Trim. */
  'Go TrimSpace': '\\p{White_Space}',
  /** The same, and the four separators below the space: Python str.strip. */
  'Python strip': '\\x1c-\\x1f\\p{White_Space}',
  /** Everything up to the space: Java String.trim. */
  'Java trim': '\\0-\\x20',
  /** Java String.strip, Character.isWhitespace: without U+0085 and the no-break spaces, with the four separators. */
  'Java strip': '\\t-\\r\\x1c-\\x20\\u1680\\u2000-\\u2006\\u2008-\\u200a\\u2028\\u2029\\u205f\\u3000',
  /** PHP trim: without the form feed, with the null byte. */
  'PHP trim': ' \\n\\r\\t\\v\\0',
  /** Ruby String#strip: isspace of C, and the null byte. */
  'Ruby strip': '\\t-\\r \\0',
  /** C isspace in the locale "C": C++, Perl on bytes, Lua %s. */
  'C isspace': '\\t-\\r ',
  'blanks alone': ' ',
  /** Ruby chomp, Perl chomp, fgets: lines out of files. */
  'line ends alone': '\\r\\n',
} as const

export type Trim = keyof typeof WHITE_SPACE

type Change = ((text: string) => string) & Named

const removing = (as: string, expression: RegExp): Change =>
  named(as, (text: string) => text.replace(expression, ''))

const trimsAt = (end: 'start' | 'end', name: Trim): Change => {
  const space = `[${WHITE_SPACE[name]}]+`
  return removing(
    `${name}, at the ${end} alone`,
    new RegExp(end === 'start' ? `^${space}` : `${space}$`, 'gu'),
  )
}

/** The function of a language. */
export const trimOf = (name: Trim): Change =>
  removing(name, new RegExp(`^[${WHITE_SPACE[name]}]+|[${WHITE_SPACE[name]}]+$`, 'gu'))

/** Ruby's chomp; Perl's takes the line feed alone. */
export const CHOMPS: readonly Change[] = [
  removing('Ruby chomp', /(?:\r\n|\n|\r)$/),
  removing('Perl chomp', /\n$/),
]

/** What `$` lets stand at the end of a text: a line feed in Python, PHP, Perl and C#; line ends in Java; lines in Ruby. */
export const PATTERN_ENDS: readonly Change[] = [
  removing('a pattern with $ of Python, PHP, Perl or C#', /\n$/),
  removing('a pattern with $ of Java', /(?:\r\n|[\n\r\u0085\u2028\u2029])$/),
  removing('a pattern with $ of Ruby', /\n[^]*$/),
]

export const TRIM_NAMES = keysOf<Trim>(WHITE_SPACE)
const PLAIN_TRIM: Trim = 'JavaScript trim'

/** All white space taken out, as each function above knows it. Line ends alone stand at the ends of what is asked. */
export const WHITE_SPACE_REMOVED: readonly Change[] = TRIM_NAMES.filter(
  (name) => name !== PLAIN_TRIM && name !== 'line ends alone',
).map((name) => removing(`white space of ${name}`, new RegExp(`[${WHITE_SPACE[name]}]+`, 'gu')))

/** The first is the one that a fault has in its main form; those of one end alone where that is usual. */
export const TRIMS: readonly Change[] = [
  ...TRIM_NAMES.map(trimOf),
  trimsAt('start', PLAIN_TRIM),
  ...([PLAIN_TRIM, 'Go TrimSpace', 'blanks alone', 'line ends alone'] as const).map((name) =>
    trimsAt('end', name),
  ),
  ...CHOMPS,
]

type Casing = Readonly<Record<'lower' | 'upper', (text: string) => string>>

/** Each character alone: a sigma at the end of a word is like any other. */
const oneByOne =
  (change: (character: string) => string) =>
  (text: string): string =>
    Array.from(text, change).join('')

/** Character by character where that gives one character; what would be longer stays. */
const simply = (change: (character: string) => string): ((text: string) => string) =>
  oneByOne((character) => {
    const changed = change(character)
    return Array.from(changed).length === 1 ? changed : character
  })

const lower = (text: string): string => text.toLowerCase()
const upper = (text: string): string => text.toUpperCase()

const CASINGS = {
  /** With SpecialCasing.txt of Unicode; also Java in the root locale, Python and Rust. */
  'JavaScript toLowerCase': { lower, upper },
  /** The same, but each sigma is like any other. */
  'Ruby downcase': { lower: oneByOne(lower), upper },
  /** By UnicodeData.txt, character by character. */
  'Go ToLower': { lower: (text) => simply(lower)(text.replaceAll('\u0130', 'i')), upper: simply(upper) },
  /** ASCII alone: PHP strtolower, C tolower, Perl lc of bytes, Rust to_ascii_lowercase. */
  'C tolower': {
    lower: (text) => text.replace(/[A-Z]/g, lower),
    upper: (text) => text.replace(/[a-z]/g, upper),
  },
  /** A Java program on a machine with a Turkish locale. */
  'Java toLowerCase, Turkish': {
    lower: (text) => text.toLocaleLowerCase('tr'),
    upper: (text) => text.toLocaleUpperCase('tr'),
  },
} as const satisfies Readonly<Record<string, Casing>>

export type CasingName = keyof typeof CASINGS

/** @returns the functions of a language */
export const casingOf = (name: CasingName): Casing => CASINGS[name]
const CASING_NAMES = keysOf<CasingName>(CASINGS)

/** The first is the one that a fault has in its main form. */
export const LOWERS = CASING_NAMES.map((name) => named(name, CASINGS[name].lower))

/** `Java, Turkish, upper case` */
const UPPERS = CASING_NAMES.map((name) =>
  named(`${name.replace(/ \w+/, '')}, upper case`, CASINGS[name].upper),
)
/** The same for both cases. */
export const CASES = [LOWERS[0]!, UPPERS[0]!, ...LOWERS.slice(1), ...UPPERS.slice(1)]

/** How languages cut a text: each counts its length in units of its own. */
const CUTS = {
  /** JavaScript slice, Java and C# Substring. */
  'UTF-16 units': (text, length) => text.slice(0, length),
  /** Python and Ruby slices, PHP mb_substr. */
  'code points': (text, length) => Array.from(text).slice(0, length).join(''),
  /** Go and C, PHP substr: of a character that is cut nothing is left. */
  bytes: (text, length) => new TextDecoder().decode(Buffer.from(text).subarray(0, length), { stream: true }),
} as const satisfies Readonly<Record<string, (text: string, length: number) => string>>

type CutUnit = keyof typeof CUTS

/** Cuts after so many of each of these units, with the name of the unit. */
export const cutsAt = (lengths: readonly number[], units = keysOf<CutUnit>(CUTS)): Change[] =>
  lengths.flatMap((length) =>
    units.map((unit) => named(`a cut after ${length} ${unit}`, (text: string) => CUTS[unit](text, length))),
  )
