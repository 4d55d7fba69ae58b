import { constantFrom, integer, oneof, record, type Arbitrary } from 'fast-check'
import type { Expectation, JsonObject, QuestionOf, Vector } from '../model/index.ts'
import { encodeParams, issueText, sign, trueReasons, VERSION } from '../token/index.ts'
import { acceptedOrOdd, generatedVector } from './generated.ts'
import { anyJoinParams } from './joinParams.ts'
import { plainId, plainSecret } from './texts.ts'

const VALID = ['TOKEN-VERIFY-VALID', 'TOKEN-VERIFY-VALUES'] as const
/** Accepted twin of every altered token. */
const TWIN = 'token/verify/plain'

interface Drawn {
  readonly appId: string
  readonly appSecret: string
  readonly joinParams: JsonObject
  readonly timestamp: number
  /** Seconds after the timestamp. */
  readonly later: number
}

const drawn: Arbitrary<Drawn> = record({
  appId: plainId,
  appSecret: plainSecret,
  joinParams: anyJoinParams,
  timestamp: integer({ min: 1600000000, max: 1999999999 }),
  later: integer({ min: 0, max: 3600 }),
})

const durationOf = ({ joinParams: { duration } }: Drawn): number =>
  typeof duration === 'number' ? duration : 86400

function right({
  appId,
  appSecret,
  joinParams,
  timestamp,
  later,
  ...rest
}: Drawn): QuestionOf<'token.verify'> {
  const token = issueText(JSON.stringify(joinParams), { appId, appSecret, timestamp })
  const last = durationOf({ appId, appSecret, joinParams, timestamp, later, ...rest }) - 1
  return {
    method: 'token.verify',
    params: { token, appId, appSecret, now: timestamp + Math.min(later, last) },
  }
}

/** A right token at a second of its validity. */
export const validQuestion: Arbitrary<Vector> = drawn.map((one) => {
  const question = right(one)
  return generatedVector('token-verify', 'Accepts a generated token', VALID, {
    question,
    expect: acceptedOrOdd<'token.verify'>(question, { joinParams: one.joinParams }),
  })
})

type Alteration = readonly [
  rule: string,
  alter: (parts: string[], one: Drawn, at: number) => string[] | undefined,
]

/** Another letter or digit for one of them. Only letters and digits: what lenient readers drop is not altered. */
function otherCharacter(text: string, at: number, alphabet: string): string | undefined {
  const places = [...text.matchAll(/[A-Za-z0-9]/g)].map(({ index }) => index)
  // The last of a padded text has bits that say nothing.
  const place = (text.endsWith('=') ? places.slice(0, -1) : places)[at % Math.max(1, places.length - 1)]
  if (place === undefined) return undefined
  const next = alphabet[(alphabet.indexOf(text[place]!) + 1 + (at % 7)) % alphabet.length]!
  return next === text[place] ? undefined : `${text.slice(0, place)}${next}${text.slice(place + 1)}`
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const replaced =
  (part: number, alphabet: string): Alteration[1] =>
  (parts, _, at) => {
    const text = otherCharacter(parts[part]!, at, alphabet)
    return text === undefined ? undefined : parts.with(part, text)
  }

/** The params of other join parameters under the old signature. */
const otherMember: Alteration[1] = (parts, { joinParams }, at) => {
  const names = Object.keys(joinParams)
  const name = names[at % names.length]!
  const value = joinParams[name]
  const altered = typeof value === 'number' ? value + 1 : `${String(value)}x`
  return parts.with(3, encodeParams(JSON.stringify({ ...joinParams, [name]: altered })))
}

/** Every part altered under the old signature, at any place, and tokens of another secret or app. */
const ALTERATIONS: readonly Alteration[] = [
  ['TOKEN-VERIFY-VERSION', (parts) => parts.with(0, '03')],
  ['TOKEN-VERIFY-APPID', replaced(1, 'abcdefghijklmnopqrstuvwxyz0123456789')],
  ['TOKEN-VERIFY-SIGNATURE', replaced(2, '0123456789')],
  ['TOKEN-VERIFY-SIGNATURE', replaced(3, BASE64)],
  ['TOKEN-VERIFY-SIGNATURE', otherMember],
  ['TOKEN-VERIFY-SIGNATURE', replaced(4, BASE64)],
  [
    'TOKEN-VERIFY-SIGNATURE',
    (parts, _, at) =>
      parts.with(4, `${parts[4]!.slice(0, 4 + (at % 10) * 4)}${'A'.repeat(40 - (at % 10) * 4 - 1)}=`),
  ],
  ['TOKEN-VERIFY-FIVE-PARTS', (parts, _, at) => parts.toSpliced(at % 5, 1)],
  ['TOKEN-VERIFY-FIVE-PARTS', (parts, _, at) => parts.toSpliced(at % 5, 0, parts[at % 5]!)],
  [
    'TOKEN-VERIFY-SIGNATURE',
    (parts, { appSecret }) =>
      resigned(parts, `${appSecret.slice(0, -1)}${appSecret.endsWith('x') ? 'y' : 'x'}`),
  ],
  ['TOKEN-VERIFY-SIGNATURE', (parts, { appSecret }) => resigned(parts, appSecret.slice(0, -1))],
]

const resigned = (parts: readonly string[], appSecret: string): string[] => {
  const [, appId, timestamp, params] = parts as [string, string, string, string, string]
  return parts.with(4, sign({ version: VERSION, appId, timestamp, params }, appSecret))
}

/** A token that is wrong in one place. */
export const alteredQuestion: Arbitrary<Vector> = record({
  one: drawn,
  alteration: constantFrom(...ALTERATIONS),
  at: integer({ min: 0, max: 10000 }),
}).chain(({ one, alteration: [rule, alter], at }) => {
  const { params } = right(one)
  const parts = alter(params.token.split('.'), one, at)
  const token = parts?.join('.')
  return token === undefined || token === params.token
    ? validQuestion
    : constantFrom(refused({ method: 'token.verify', params: { ...params, token } }, rule, 'altered'))
})

/** A right token after its end. */
export const expiredQuestion: Arbitrary<Vector> = drawn.map((one) => {
  const { params } = right(one)
  const now = one.timestamp + durationOf(one) + 1 + one.later
  return refused({ method: 'token.verify', params: { ...params, now } }, 'TOKEN-VERIFY-EXPIRED', 'expired')
})

const AHEAD = ['malformed', 'expired', 'params'] as const

function refused(question: QuestionOf<'token.verify'>, rule: string, what: string): Vector {
  const odd = acceptedOrOdd<'token.verify'>(question, { joinParams: {} })
  const reasons = new Set<string>(trueReasons(question.params))
  if (odd.verdict === 'either') odd.reasons.forEach((reason) => reasons.add(reason))
  // A timestamp that lies ahead may be refused for that as well (section 4.5).
  const timestamp = Number(question.params.token.split('.')[2])
  if (timestamp > question.params.now) for (const reason of AHEAD) reasons.add(reason)
  const expect: Expectation = { verdict: 'refuse', reasons: [...reasons] }
  return generatedVector('token-verify', `Refuses a generated token that is ${what}`, [rule], {
    question,
    expect,
    twin: TWIN,
  })
}

export const verifyQuestion: Arbitrary<Vector> = oneof(
  { arbitrary: validQuestion, weight: 2 },
  { arbitrary: alteredQuestion, weight: 5 },
  { arbitrary: expiredQuestion, weight: 1 },
)
