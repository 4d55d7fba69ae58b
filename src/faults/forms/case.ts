import { keysOf } from '../../tables.ts'
import { named } from './named.ts'

/** How languages turn text into lower or upper case, from their documentation; a test asks those that this machine has. */

interface Casing {
  readonly lower: (text: string) => string
  readonly upper: (text: string) => string
}

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

/** The functions beside that which a fault has in its main form, toLowerCase of JavaScript. */
const PLAIN = 'JavaScript toLowerCase'
export const plainLower = named(PLAIN, lower)
const OTHER_NAMES = CASING_NAMES.filter((name) => name !== PLAIN)
export const OTHER_LOWERS = OTHER_NAMES.map((name) => named(name, CASINGS[name].lower))

/** `Java, Turkish, upper case` */
const upperOf = (name: CasingName): ReturnType<typeof named<[string], string>> =>
  named(`${name.replace(/ \w+/, '')}, upper case`, CASINGS[name].upper)
export const OTHER_CASES = [upperOf(PLAIN), ...OTHER_LOWERS, ...OTHER_NAMES.map(upperOf)]
