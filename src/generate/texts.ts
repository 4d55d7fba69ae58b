import { array, constantFrom, integer, noBias, oneof, tuple, uuid, type Arbitrary } from 'fast-check'
import { CLEANED, textsInLine, rangesOf } from './listedTexts.ts'

export const LOWER = 'abcdefghijklmnopqrstuvwxyz'
export const HEX = '0123456789abcdef'
/** The letters and digits of base64. */
export const BASE64 = `${LOWER.toUpperCase()}${LOWER}0123456789`
const PRINTABLE = String.fromCharCode(...Array.from({ length: 95 }, (_, at) => 0x20 + at))

/** Characters that one number stands for. */
const GROUP = 4

/** Texts of so many of these characters: drawing each character by itself takes four times as long. */
function textsOf(characters: string, maxLength: number, minLength = 1): Arbitrary<string> {
  // Without a bias: it would prefer the first and the last character.
  const number = noBias(integer({ min: 0, max: characters.length ** GROUP - 1 }))
  const groups = array(
    number.map((one) => spelt(characters, one)),
    { minLength: Math.ceil(minLength / GROUP), maxLength: Math.ceil(maxLength / GROUP) },
  )
  if (minLength === maxLength) return groups.map((list) => list.join('').slice(0, maxLength))
  return tuple(groups, integer({ min: 0, max: GROUP - 1 })).map(([list, less]) => {
    const length = Math.max(minLength, Math.min(maxLength, list.length * GROUP - less))
    return list.join('').slice(0, length)
  })
}

/** A number in the system whose digits these characters are; the last digit first. */
function spelt(characters: string, number: number): string {
  let text = ''
  for (let left = number; text.length < GROUP; left = Math.floor(left / characters.length))
    text += characters[left % characters.length]!
  return text
}

/** Shrinking replaces a failing text by one of the first kind, if that fails too. */
export const SIMPLEST_FIRST = { withCrossShrink: true } as const

/** A name begins with a letter. */
export const asName = (text: string): string => text.replace(/^[0-9]/, 'u')

/** Texts that no reading of "not shown" can refuse. Most come from a number, because drawing each character is slow. */
export const plainId: Arbitrary<string> = oneof(
  SIMPLEST_FIRST,
  { arbitrary: integer({ min: 10, max: 36 ** 6 }).map((number) => asName(number.toString(36))), weight: 3 },
  { arbitrary: textsOf(`${LOWER}0123456789`, 32).map(asName), weight: 1 },
)

const characters = (ranges: string): Arbitrary<string> =>
  oneof(...rangesOf(ranges).map(([min, max]) => integer({ min, max }))).map(String.fromCodePoint)

const filled = (one: Arbitrary<string>, maxLength: number, minLength = 1): Arbitrary<string> =>
  array(one, { minLength, maxLength }).map((list) => list.join(''))

const printable = characters('20-7e')
const control = characters('1-1f 7f-9f')
/** One of each plane that has characters; surrogates and noncharacters are left out. */
const anyPlane = characters(
  'a0-2ff 300-36f 400-5ff 2010-2060 4e00-9fff e000-f8ff 10000-103ff 1f300-1f64f 20000-2a6df e0020-e007e f0000-ffffd',
)

/** Texts that readers take for another type. */
const LOOKS_LIKE = [
  '007 ¦ 1e3 ¦ 0x1f ¦ -0 ¦ 1.0 ¦ 9007199254740993 ¦ null ¦ true ¦ NaN ¦ [] ¦ {"userId":"x"} ¦ \\u0041 ¦ %41 ¦ +',
  "&amp; ¦ ${x} ¦ '; -- ¦ 2026-01-31 ¦ 5D41402A-BC4B-2A76-B971-9D911017C592",
].flatMap(textsInLine)

/** Two texts that look alike, or are the same after normalisation. */
const LOOK_ALIKE = textsInLine('e\u0301 ¦ \u00e9 ¦ \u212b ¦ \u00c5 ¦ ﬁ ¦ а ¦ İ ¦ ı ¦ ß ¦ \u200b ¦ \ufeff')

/** Texts of many that code cleans, so that a few questions have each; a letter stands between any two. */
const cleanedText: Arbitrary<string> = array(constantFrom(...CLEANED), { minLength: 12, maxLength: 24 }).map(
  (list) => `a${list.join('b')}c`,
)

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

const hexText = (length: number): Arbitrary<string> => textsOf(HEX, length, length)
const printableText = (length: number): Arbitrary<string> => textsOf(PRINTABLE, length, length)

/** What code that reads a secret from a file or from the environment takes away: it belongs to the key. */
const AROUND = [' *\n', '\ufeff*', '\u00a0*\u3000', '"*"', "'*'", '\\n*\\n']

/** Secrets that no reading can refuse: 20 characters, of both cases. */
export const plainSecret = tuple(six, six, six).map(([a, b, c]) => `${a}-${b.toUpperCase()}-${c}`)

/** Secrets of every kind: lengths around the block of SHA-256 (64 bytes) and far above, shapes that code decodes. */
export const anySecret: Arbitrary<string> = oneof(
  SIMPLEST_FIRST,
  { arbitrary: plainSecret, weight: 14 },
  { arbitrary: oneof(hexText(32), hexText(64)), weight: 3 },
  { arbitrary: hexText(32).map((hex) => Buffer.from(hex, 'hex').toString('base64')), weight: 2 },
  { arbitrary: uuid(), weight: 2 },
  { arbitrary: integer({ min: 60, max: 70 }).chain(printableText), weight: 3 },
  // Without a bias: all lengths are drawn alike, not mostly short ones.
  { arbitrary: noBias(integer({ min: 1, max: 300 })).chain(printableText), weight: 3 },
  {
    arbitrary: tuple(constantFrom(...AROUND), textsOf(PRINTABLE, 20)).map(([around, text]) =>
      around.split('*').join(text),
    ),
    weight: 5,
  },
  { arbitrary: hexText(32).map((hex) => hex.toUpperCase()), weight: 1 },
  {
    arbitrary: tuple(plainSecret, integer({ min: 300, max: 4200 })).map(([text, length]) =>
      text.repeat(210).slice(0, length),
    ),
    weight: 1,
  },
  { arbitrary: filled(oneof(printable, anyPlane), 40), weight: 2 },
)
