/**
 * What code does to texts by accident, in classes: each stands once in each field of each method in a run ("Generated
 * questions by construction" in docs/fuzzing.md). Ids, appId and secret are any texts, so all of it stays.
 */
import { constantFrom, integer, noBias, tuple, type Arbitrary } from 'fast-check'
import { withNeighbours } from './drawing.ts'
import { CLEANED, textsInLine, rangesOf, SHAPES, SYNTAX } from './listedTexts.ts'
import { asName, BASE64, HEX } from './texts.ts'

/** Coarse classes, of which each pair of two fields occurs. */
export type TextKind = 'space' | 'control' | 'plane' | 'form' | 'syntax' | 'shape' | 'case' | 'length'

export interface TextClass {
  readonly kind: TextKind
  readonly text: Arbitrary<string>
  /** Beside plain texts alone: it is long, or so short that another text holds it by chance. */
  readonly isAlone?: true
}

const codes = (ranges: string): string[] =>
  rangesOf(ranges).flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)),
  )

/** White space of every kind (Unicode White_Space, and what some languages trim beside it). */
const SPACES = codes('9-d 1c-20 85 a0 1680 180e 2000-200b 2028-2029 202f 205f 3000 feff')
/** NUL is asked apart: texts of C end there. */
const CONTROLS = codes('0-1f 7f 80 9f')

/** A range of each plane that has characters; surrogates and noncharacters are left out. */
const PLANES = [
  'a1-2ff 300-36f 400-5ff 900-dff 2010-2060 4e00-9fff ac00-d7a3 e000-f8ff ff01-ff5e',
  '10000-103ff 1f300-1f64f 20000-2a6df e0020-e007e f0000-ffffd',
].flatMap(rangesOf)

/** Composed and not, by letters, marks and Hangul: each pair is one text after normalisation. */
const UNNORMALISED = textsInLine(
  'e\u0301 ¦ \u00e9 ¦ \u1112\u1161\u11ab ¦ \ud55c ¦ \u212b ¦ \u2126 ¦ a\u0323\u0302',
)

const CASES = ['AbC', 'ABC', 'user.NAME', 'İstanbul', 'ẞ', 'ǅ', 'ΣΑΣ', 'ſ', 'K']

const spelt = (digits: string, length: number): Arbitrary<string> =>
  noBias(integer({ min: 1, max: 2 ** 31 - 2 })).map((seed) => {
    let state = seed
    return Array.from({ length }, () => {
      state = (state * 48271) % 2147483647
      return digits[state % digits.length]!
    }).join('')
  })

/** Digests and keys: hex of 20, 32, 40, 64 digits in both cases, base64 and base64url of 43 and 44 characters. */
const DIGESTS: readonly Arbitrary<string>[] = [
  ...[20, 32, 40, 64]
    .map((length) => spelt(HEX, length))
    .flatMap((hex) => [hex, hex.map((text) => text.toUpperCase())]),
  spelt(BASE64, 43).map((text) => `${text}=`),
  spelt(BASE64, 41).map((text) => `${text}-_`),
  spelt(BASE64, 41).map((text) => `${text}+/`),
  spelt(BASE64, 22).map((text) => `${text}==`),
]

/** Each residue of 3, 4 and 64 (groups of base64, its padding, blocks of SHA-256), then around powers of two and ten. */
const LENGTHS: readonly number[] = [
  ...Array.from({ length: 66 }, (_, at) => at + 1),
  ...withNeighbours(100, 128, 256, 512, 1000, 1024, 2048),
]

/** So short a text may be part of another by chance. */
const SHORT = 3

/** Powers of which a run draws the one below, itself or the one above: few questions may be so long. */
const LONG = [2 ** 12, 2 ** 13, 10 ** 4, 2 ** 14, 2 ** 15]

/** Drawn without a bias: as a secret, the text must stand nowhere else in a run, where code may log it. */
const name: Arbitrary<string> = noBias(integer({ min: 36 ** 6, max: 36 ** 9 - 1 })).map((number) =>
  asName(number.toString(36)),
)

const between = (middle: string): Arbitrary<string> =>
  tuple(name, name).map(([before, after]) => `${before}${middle}${after}`)

/** Text of so many bytes, and no repetition that a cut would hide. */
const ofLength = (length: number) => spelt(BASE64, length).map((text) => `u${text.slice(1)}`)

/** Text of about so many bytes. Its beginning is drawn and numbered on, since to draw each character is slow. */
export const ofAbout = (length: number): Arbitrary<string> =>
  tuple(spelt(BASE64, 20), constantFrom(...withNeighbours(length))).map(([text, bytes]) =>
    Array.from({ length: Math.ceil(bytes / 24) }, (_, at) => `${text}${String(at).padStart(4, '0')}`)
      .join('')
      .slice(0, bytes),
  )

/** The first of characters with two, three and four bytes: a cut after so many bytes or code units divides one. */
const WIDE = [0x430, 0x4e00, 0x1f300]
const WIDE_LENGTHS = [33, 65, 101, 129, 257]

const ofWide = (first: number, length: number): Arbitrary<string> =>
  name.map((text) => {
    const points = Array.from({ length: length - text.length }, (_, at) => first + ((at * at) % 17))
    return `${text}${String.fromCodePoint(...points)}`
  })

/** Several of a kind in one text, a letter between any two. */
const together = (texts: readonly string[], size: number): Arbitrary<string>[] =>
  Array.from({ length: Math.ceil(texts.length / size) }, (_, at) =>
    between(texts.slice(at * size, (at + 1) * size).join('b')),
  )

const TABLE: Readonly<Record<TextKind, readonly Arbitrary<string>[]>> = {
  space: [
    ...SPACES.map((space) => name.map((text) => `${space}${text}${space}`)),
    ...SPACES.slice(0, 8).map((space) => between(`${space}${space}`)),
    ...['  ', ' \t ', '\r\n', '\n\n'].map(between),
  ],
  control: [...CONTROLS.map(between), ...together(CONTROLS.slice(1), 9)],
  plane: [
    ...PLANES.map(([min, max]) =>
      tuple(integer({ min, max }), integer({ min, max }), name).map(
        ([a, b, text]) => `${String.fromCodePoint(a)}${text}${String.fromCodePoint(b)}`,
      ),
    ),
    ...WIDE.flatMap((first) => WIDE_LENGTHS.map((length) => ofWide(first, length))),
  ],
  form: [...UNNORMALISED.map(between), ...together(CLEANED, 8)],
  syntax: together(SYNTAX, 3),
  shape: [...SHAPES.filter((shape) => shape.length > SHORT).map((shape) => constantFrom(shape)), ...DIGESTS],
  case: CASES.map(between),
  length: LENGTHS.filter((length) => length > SHORT).map(ofLength),
}

const aloneWith = (kind: TextKind, text: Arbitrary<string>): TextClass => ({ kind, text, isAlone: true })

/** Every class, in the order of the table. */
export const TEXT_CLASSES: readonly TextClass[] = [
  ...Object.entries(TABLE).flatMap(([kind, texts]) =>
    texts.map((text) => ({ kind: kind as TextKind, text })),
  ),
  ...SHAPES.filter((shape) => shape.length <= SHORT).map((shape) => aloneWith('shape', constantFrom(shape))),
  ...LENGTHS.filter((length) => length <= SHORT).map((length) => aloneWith('length', ofLength(length))),
  ...LONG.map((length) => aloneWith('length', ofAbout(length))),
]
