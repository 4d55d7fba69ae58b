import type {
  Expectation,
  FaultId,
  JsonObject,
  Level,
  QuestionOf,
  RequirementId,
  Vector,
  VectorId,
  ExpectedOutputs,
  Method,
} from '../../model/index.ts'
import { trace } from '../../token/index.ts'
import { catchesOf, purposeOf } from '../catches/index.ts'

/** Secrets say what they are, unless their form is the point. */
export const SECRET = 'DO-NOT-USE-channelproof-secret'
/** Reads as hex and as base64 alike, and is used as plain text all the same. */
export const HEX_LIKE_SECRET = '00a1B2c3D4e5F60718293a4b5C6d7E8f'
export const APP = 'app'
/** 2023-11-14T22:13:20Z */
export const NOW = 1700000000

export const IDS = { channelId: 'c1', userId: 'u1' }

/** Every member of section 2.1 at a value that is neither its default nor a bound. */
export const EVERY_MEMBER = {
  ...IDS,
  privileges: 1,
  channelDuration: 90,
  duration: 3600,
  size: 12,
  delayClose: 60,
}

/** What every row of a family table has. */
export interface Row {
  /** Last part of the id; never changed, never used for something else. */
  readonly name: string
  readonly title: string
  readonly requirements: readonly [RequirementId, ...RequirementId[]]
  readonly level?: Level
  readonly catches?: readonly FaultId[]
  /** What it is for, where it catches nothing. */
  readonly documents?: string
  readonly twin?: VectorId
}

type Rest = Pick<Vector, 'question' | 'expect' | 'needs'>

/** A row of `family` as a vector; `required` unless the row says otherwise. */
export function vectorOf(family: string, row: Row, rest: Rest): Vector {
  const { name, title, requirements, level = 'required', twin } = row
  const id = `${family}/${name}`
  const catches = level === 'unspecified' ? (row.catches ?? []) : catchesOf(id, row.catches)
  return {
    id,
    title,
    requirements,
    level,
    ...(twin !== undefined && { twin }),
    ...(catches.length > 0 ? { catches } : { documents: row.documents ?? purposeOf(level, rest.expect) }),
    ...rest,
  }
}

/** Accepts exactly this output. */
export const accept = (output: ExpectedOutputs[Method], intermediates = {}): Expectation => ({
  verdict: 'accept',
  output,
  intermediates,
})

/** The answer of a right `token.issue`: the values that the params must hold, and one right token with all steps to it. */
export function acceptIssue(
  { appId, appSecret, timestamp = NOW }: QuestionOf<'token.issue'>['params'],
  joinParams: JsonObject,
): Extract<Expectation, { verdict: 'accept' }> {
  const intermediates = trace(JSON.stringify(joinParams), { appId, appSecret, timestamp })
  return { verdict: 'accept', output: { joinParams }, intermediates }
}

/** Text that has broken somebody's serialiser before; ids are any text (section 2.1: naming rules not shown). */
export const ID_TEXTS: readonly { name: string; text: string; catches?: readonly FaultId[] }[] = [
  { name: 'one-byte', text: 'u', catches: ['b64-unpadded'] },
  { name: 'two-bytes', text: 'uu', catches: ['b64-unpadded'] },
  { name: 'three-bytes', text: 'uuu' },
  {
    name: 'everything-at-once',
    text: ' A"\\/<>&~~~???e\u0301é中😀\u2028 ',
    catches: [
      'b64-urlsafe',
      'json-concatenated',
      'json-failed-encode-ignored',
      'text-trimmed',
      'text-html-escaped',
      'text-normalised',
    ],
  },
  {
    name: 'tildes-and-question-marks',
    text: '~~~???~~~???~~~???',
    catches: ['b64-urlsafe', 'b64-plus-to-space'],
  },
  { name: 'quotes', text: '"quoted" and \'single\'', catches: ['json-concatenated', 'text-html-escaped'] },
  { name: 'backslashes', text: 'C:\\new\\table', catches: ['json-concatenated'] },
  { name: 'spaces-outside', text: '  inner and outer  ', catches: ['text-trimmed'] },
  { name: 'line-feed-inside', text: 'first\nsecond', catches: ['json-concatenated'] },
  { name: 'tab-and-return', text: '\ttab\r', catches: ['json-concatenated', 'text-trimmed'] },
  { name: 'delete-and-c1', text: 'a\u007f\u0085b' },
  { name: 'two-byte-characters', text: 'é', catches: ['params-latin1'] },
  { name: 'three-byte-characters', text: '中文频道', catches: ['params-latin1'] },
  {
    name: 'four-byte-characters',
    text: '😀🎧',
    catches: ['json-surrogate-lost', 'json-failed-encode-ignored'],
  },
  { name: 'combining-mark', text: 'e\u0301', catches: ['text-normalised'] },
  { name: 'composed', text: '\u00e9\u212b', catches: ['text-normalised'] },
  { name: 'right-to-left', text: 'قناة\u200f\u202e1' },
  { name: 'line-separator', text: 'a\u2028b\u2029c' },
  { name: 'byte-order-mark-inside', text: '\ufeffu' },
  { name: 'upper-case', text: 'UserOne', catches: ['text-lowercased'] },
  { name: 'sharp-s-and-dotted-i', text: 'Straße İstanbul', catches: ['text-lowercased'] },
  { name: 'digits-only', text: '123', catches: ['json-userid-as-number'] },
  // 2^53 + 1 = 9007199254740993: the first integer that a double cannot hold.
  { name: 'digits-beyond-doubles', text: '9007199254740993', catches: ['json-userid-as-number'] },
  { name: 'digits-beyond-64-bits', text: '18446744073709551616' },
  { name: 'leading-zeros', text: '007', catches: ['json-userid-as-number'] },
  { name: 'exponent', text: '1e3' },
  { name: 'looks-like-json', text: '{"channelId":"other"}', catches: ['json-concatenated'] },
  { name: 'looks-like-null', text: 'null' },
  { name: 'looks-like-yaml', text: 'no: [&a *a !!str]' },
  { name: 'looks-like-html', text: '<b>&amp;</b>', catches: ['text-html-escaped'] },
  { name: 'looks-like-a-path', text: '../../etc/passwd' },
  { name: 'looks-like-a-template', text: '${userId} {{userId}} %s %00' },
  { name: 'looks-like-a-token', text: '02.app.1700000000.e30=.AAAA' },
  { name: 'percent-and-plus', text: 'a%20b+c' },
  { name: '255-characters', text: 'x'.repeat(255) },
  { name: '4096-characters', text: 'y'.repeat(4096), catches: ['b64-wrapped-76'] },
]
