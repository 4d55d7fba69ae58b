import { array, constantFrom, integer, noBias, oneof, tuple, uuid, type Arbitrary } from 'fast-check'
import { cleanedText } from './cleaned.ts'
import { HEX, LOWER, PRINTABLE, textsOf } from './spelt.ts'

/** Shrinking replaces a failing text by one of the first kind, if that fails too. */
const SIMPLEST_FIRST = { withCrossShrink: true } as const

/** A name begins with a letter. */
export const asName = (text: string): string => text.replace(/^[0-9]/, 'u')

/** Texts that no reading of "not shown" can refuse. Most come from a number, because drawing each character is slow. */
export const plainId: Arbitrary<string> = oneof(
  SIMPLEST_FIRST,
  {
    arbitrary: integer({ min: 10, max: 36 ** 6 }).map((number) => asName(number.toString(36))),
    weight: 3,
  },
  { arbitrary: textsOf(`${LOWER}0123456789`, 32).map(asName), weight: 1 },
)

const characters = (ranges: readonly (readonly [from: number, to: number])[]): Arbitrary<string> =>
  oneof(...ranges.map(([min, max]) => integer({ min, max }))).map((point) => String.fromCodePoint(point))

const filled = (one: Arbitrary<string>, maxLength: number, minLength = 1): Arbitrary<string> =>
  array(one, { minLength, maxLength }).map((list) => list.join(''))

const printable = characters([[0x20, 0x7e]])
const control = characters([
  [0x01, 0x1f],
  [0x7f, 0x9f],
])
/** One of each plane that has characters; surrogates and noncharacters are left out. */
const anyPlane = characters([
  [0xa0, 0x2ff],
  [0x300, 0x36f],
  [0x400, 0x5ff],
  [0x2010, 0x2060],
  [0x4e00, 0x9fff],
  [0xe000, 0xf8ff],
  [0x10000, 0x103ff],
  [0x1f300, 0x1f64f],
  [0x20000, 0x2a6df],
  [0xe0020, 0xe007e],
  [0xf0000, 0xffffd],
])

/** Texts that readers take for another type. */
const LOOKS_LIKE = [
  '007',
  '1e3',
  '0x1f',
  '-0',
  '1.0',
  '9007199254740993',
  'null',
  'true',
  'NaN',
  '[]',
  '{"userId":"x"}',
  '\\u0041',
  '%41',
  '+',
  '&amp;',
  '${x}',
  "'; --",
  '2026-01-31',
  '5D41402A-BC4B-2A76-B971-9D911017C592',
] as const

/** Two texts that look alike, or are the same after normalisation. */
const LOOK_ALIKE = [
  'e\u0301',
  '\u00e9',
  '\u212b',
  '\u00c5',
  'ﬁ',
  'а',
  'İ',
  'ı',
  'ß',
  '\u200b',
  '\ufeff',
] as const

/** Ids of every kind: most are plain, because the SDK may refuse the rest. */
export const anyId: Arbitrary<string> = oneof(
  SIMPLEST_FIRST,
  { arbitrary: plainId, weight: 20 },
  { arbitrary: textsOf(PRINTABLE, 24), weight: 3 },
  { arbitrary: filled(anyPlane, 16), weight: 4 },
  { arbitrary: filled(oneof(printable, control, anyPlane), 16), weight: 2 },
  { arbitrary: cleanedText, weight: 6 },
  { arbitrary: constantFrom(...LOOKS_LIKE), weight: 2 },
  { arbitrary: constantFrom(...LOOK_ALIKE).map((text) => `a${text}b`), weight: 1 },
  { arbitrary: textsOf(LOWER, 300, 33), weight: 1 },
)

/** Ids of a token that is checked: those of users are often the numbers of a database. */
export const checkedId: Arbitrary<string> = oneof(
  SIMPLEST_FIRST,
  // Beside a right token that may be refused no wrong one is asked.
  { arbitrary: plainId, weight: 16 },
  { arbitrary: anyId, weight: 15 },
  { arbitrary: integer({ min: 0, max: 2 ** 40 }).map(String), weight: 1 },
)

/** The form of an appId is not shown: some are UUIDs, numbers, long, of both cases, or have spaces around them. */
const appIdForm: Arbitrary<string> = oneof(
  uuid(),
  uuid().map((text) => text.toUpperCase()),
  integer({ min: 1, max: 999999 }).map((number) => `00${number}`),
  textsOf(LOWER, 100, 65),
  plainId.map((text) => ` ${text} `),
  tuple(plainId, plainId).map(([a, b]) => `${a.toUpperCase()}_${b}/+=e\u0301`),
)

/** A dot would make six parts of a token: the text does not show what happens then. */
export const anyAppId: Arbitrary<string> = oneof(
  SIMPLEST_FIRST,
  { arbitrary: plainId, weight: 6 },
  { arbitrary: appIdForm, weight: 2 },
  { arbitrary: anyId.map((text) => text.replaceAll('.', '-')), weight: 1 },
)

const six = integer({ min: 36 ** 5, max: 36 ** 6 - 1 }).map((number) => number.toString(36))
/** AppIds of tokens that are checked: of the long ones, some are told apart by their last characters alone. */
export const checkedAppId: Arbitrary<string> = oneof(
  SIMPLEST_FIRST,
  plainId,
  tuple(six, six, constantFrom('', 'x', '1a2b3c')).map(([a, b, c]) => `a${a}${b}${c}`),
)

/** 20 characters, of both cases. */
const letters = tuple(six, six, six).map(([a, b, c]) => `${a}-${b.toUpperCase()}-${c}`)
const hexText = (length: number): Arbitrary<string> => textsOf(HEX, length, length)

/** What code that reads a secret from a file or from the environment takes away: it belongs to the key. */
const AROUND = [
  [' ', '\n'],
  ['\ufeff', ''],
  ['\u00a0', '\u3000'],
  ['"', '"'],
  ["'", "'"],
  ['\\n', '\\n'],
] as const

/** Secrets that no reading can refuse. */
export const plainSecret: Arbitrary<string> = letters

/**
 * Secrets of every kind: lengths around the block of SHA-256 (64 bytes) and far above, and shapes that code decodes.
 */
export const anySecret: Arbitrary<string> = oneof(
  SIMPLEST_FIRST,
  { arbitrary: letters, weight: 14 },
  { arbitrary: oneof(hexText(32), hexText(64)), weight: 3 },
  { arbitrary: hexText(32).map((hex) => Buffer.from(hex, 'hex').toString('base64')), weight: 2 },
  { arbitrary: uuid(), weight: 2 },
  {
    arbitrary: integer({ min: 60, max: 70 }).chain((length) => textsOf(PRINTABLE, length, length)),
    weight: 3,
  },
  {
    // Without a bias: all lengths are drawn alike, not mostly short ones.
    arbitrary: noBias(integer({ min: 1, max: 300 })).chain((length) => textsOf(PRINTABLE, length, length)),
    weight: 3,
  },
  {
    arbitrary: tuple(constantFrom(...AROUND), textsOf(PRINTABLE, 20)).map(
      ([[before, after], text]) => `${before}${text}${after}`,
    ),
    weight: 5,
  },
  { arbitrary: hexText(32).map((hex) => hex.toUpperCase()), weight: 1 },
  {
    arbitrary: tuple(letters, integer({ min: 300, max: 4200 })).map(([text, length]) =>
      text.repeat(210).slice(0, length),
    ),
    weight: 1,
  },
  { arbitrary: filled(oneof(printable, anyPlane), 40), weight: 2 },
)
