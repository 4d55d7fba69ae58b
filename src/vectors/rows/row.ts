import type {
  Expectation,
  Intermediates,
  JsonObject,
  Level,
  Operation,
  QuestionOf,
  RequirementId,
  Vector,
  VectorId,
  ExpectedOutputs,
  Method,
} from '../../model/index.ts'
import { trace } from '../../token/index.ts'
import { catchesOf } from '../catches/index.ts'

/** Secrets say what they are, except where their form matters. */
export const SECRET = 'DO-NOT-USE-channelproof-secret'
/** Could be read as hex and as base64, but is used as plain text. */
export const HEX_LIKE_SECRET = '00a1B2c3D4e5F60718293a4b5C6d7E8f'
export const APP = 'app'
/** 2023-11-14T22:13:20Z */
export const NOW = 1700000000

export const IDS = { channelId: 'c1', userId: 'u1' }

/** Every member of section 2.1 with known values, at a value that is neither its default nor a bound. */
export const EVERY_MEMBER = { ...IDS, channelDuration: 30, duration: 3600, size: 12, delayClose: 60 }

/** Every optional member at its default, and the rules that say so. */
export const EVERY_DEFAULT = { ...IDS, channelDuration: 0, duration: 86400, size: 100, delayClose: 0 }
export const DEFAULT_RULES = [
  'PARAM-CHANNELDURATION-DEFAULT',
  'PARAM-DURATION-DEFAULT',
  'PARAM-SIZE-DEFAULT',
  'PARAM-DELAYCLOSE-DEFAULT',
] as const

/** What every row of a family table has. */
export interface Row {
  /** Last part of the id; never changed and never reused. */
  readonly name: string
  readonly title: string
  /** The first is what the vector is about: a failure that names no rule of its own breaks it (src/judge/rules.ts). */
  readonly requirements: readonly [RequirementId, ...RequirementId[]]
  readonly level?: Level
  readonly twin?: VectorId
}

/** The names of rows about one operation begin with it. */
export const rowName = (operation: Operation, end: string): string => `${operation.replace('.', '-')}-${end}`

type Rest = Pick<Vector, 'question' | 'expect' | 'needs'>

/** What the text leaves open: it is observed, never failed. */
export const openRow = (name: string, requirement: RequirementId): Row => ({
  name: `open-${name}`,
  title: `Open: ${name.replaceAll('-', ' ')} (the text does not say)`,
  requirements: [requirement],
})

/** A row of `family` as a vector; `unspecified` if its title says `Open`, else `required`, unless it says otherwise. */
export function vectorOf(family: string, row: Row, rest: Rest): Vector {
  const { name, title, requirements, twin } = row
  const { level = title.startsWith('Open: ') ? 'unspecified' : 'required' } = row
  const id = `${family}/${name}`
  const written = level === 'unspecified' ? [] : catchesOf({ id, expect: rest.expect })
  return {
    id,
    title,
    requirements: withOpen(requirements, rest.expect),
    level,
    ...(twin !== undefined && { twin }),
    ...(written.length > 0 && { catches: written }),
    ...rest,
  }
}

/** Where the text leaves a value open, the vector has the rule that says so too. */
const withOpen = (rules: Row['requirements'], expect: Expectation): Row['requirements'] =>
  expect.verdict === 'either' && expect.open !== undefined && !rules.includes(expect.open)
    ? [...rules, expect.open]
    : rules

/** Accepts exactly this output. */
export const accept = (output: ExpectedOutputs[Method], intermediates?: Intermediates): Accepting => ({
  verdict: 'accept',
  output,
  ...(intermediates && { intermediates }),
})

type Accepting = Extract<Expectation, { verdict: 'accept' }>

/** The same, or a refusal where a rule leaves the choice. */
export function orRefused(accepted: Accepting, open: RequirementId | undefined): Expectation {
  const reasons = ['missing-field', 'wrong-type', 'out-of-range', 'malformed']
  return open === undefined ? accepted : { ...accepted, verdict: 'either', reasons, open }
}

/** The answer of a right `token.issue`: the values that the params must hold, and one right token with all steps to it. */
export function acceptIssue(
  { appId, appSecret, timestamp = NOW }: QuestionOf<'token.issue'>['params'],
  joinParams: JsonObject,
): Extract<Expectation, { verdict: 'accept' }> {
  const intermediates = trace(JSON.stringify(joinParams), { appId, appSecret, timestamp })
  return { verdict: 'accept', output: { joinParams }, intermediates }
}

/** Text that is known to break serialisers; ids are any text (section 2.1: naming rules not shown). */
export const ID_TEXTS = Object.entries({
  'one-byte': 'u',
  'two-bytes': 'uu',
  'three-bytes': 'uuu',
  'everything-at-once': ' A"\\/<>&~~~???e\u0301é中😀\u2028 ',
  'tildes-and-question-marks': '~~~???~~~???~~~???',
  quotes: '"quoted" and \'single\'',
  backslashes: 'C:\\new\\table',
  'spaces-outside': '  inner and outer  ',
  'line-feed-inside': 'first\nsecond',
  'tab-and-return': '\ttab\r',
  'delete-and-c1': 'a\u007f\u0085b',
  'two-byte-characters': 'é',
  'three-byte-characters': '中文频道',
  'four-byte-characters': '😀🎧',
  'combining-mark': 'e\u0301',
  composed: '\u00e9\u212b',
  'right-to-left': 'قناة\u200f\u202e1',
  'line-separator': 'a\u2028b\u2029c',
  'byte-order-mark-inside': '\ufeffu',
  'upper-case': 'UserOne',
  'sharp-s-and-dotted-i': 'Straße İstanbul',
  'digits-only': '123',
  // 2^53 + 1 = 9007199254740993: the first integer that a double cannot hold.
  'digits-beyond-doubles': '9007199254740993',
  'digits-beyond-64-bits': '18446744073709551616',
  'leading-zeros': '007',
  exponent: '1e3',
  'looks-like-json': '{"channelId":"other"}',
  'looks-like-null': 'null',
  'looks-like-yaml': 'no: [&a *a !!str]',
  'looks-like-html': '<b>&amp;</b>',
  'looks-like-a-path': '../../etc/passwd',
  'looks-like-a-template': '${userId} {{userId}} %s %00',
  'looks-like-a-token': '02.app.1700000000.e30=.AAAA',
  'percent-and-plus': 'a%20b+c',
  '255-characters': 'x'.repeat(255),
  '4096-characters': 'y'.repeat(4096),
}).map(([name, text]) => ({ name, text }))
