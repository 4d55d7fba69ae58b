import { array, constantFrom, integer, noBias, oneof, record, type Arbitrary } from 'fast-check'
import { expectedWithin } from '../limits.ts'
import {
  LONGEST_RUN,
  once,
  type Expectation,
  type JsonObject,
  type QuestionOf,
  type Vector,
} from '../model/index.ts'
import { encodeParams, issueText, sign, trueReasons, VERSION } from '../token/index.ts'
import { acceptedOrOdd, generatedVector } from './generated.ts'
import { textOf, within, type Drawing } from './drawing.ts'
import { joinParamsOf } from './joinParams.ts'
import { anySecret, checkedId, plainId, plainSecret } from './texts.ts'

const VALID = ['TOKEN-VERIFY-VALID', 'TOKEN-VERIFY-VALUES'] as const

interface Drawn {
  readonly appId: string
  readonly appSecret: string
  readonly joinParams: JsonObject
  readonly timestamp: number
  /** Seconds after the timestamp. */
  readonly later: number
}

/** Checking may make its key in another place than signing. Most are plain: the SDK may refuse the others. */
const checkedSecret = oneof({ arbitrary: plainSecret, weight: 8 }, { arbitrary: anySecret, weight: 1 })

const drawn = (drawing: Drawing): Arbitrary<Drawn> =>
  record({
    appId: textOf(drawing, 'appId', plainId),
    appSecret: textOf(drawing, 'appSecret', checkedSecret),
    joinParams: joinParamsOf(drawing, checkedId),
    timestamp: within(drawing, 'timestamp', integer({ min: 1600000000, max: 1999999999 })),
    later: integer({ min: 0, max: 3600 }),
  })

const durationOf = ({ joinParams: { duration } }: Drawn): number =>
  typeof duration === 'number' ? duration : 86400

/** A right token, and a second of its validity: that of the run, where the subject reads its own clock. */
function right(one: Drawn, { now }: Drawing): QuestionOf<'token.verify'> {
  const { appId, appSecret, joinParams, later } = one
  const age = Math.min(later, durationOf(one) - 1)
  const timestamp = now === undefined ? one.timestamp : now - age
  const token = issueText(JSON.stringify(joinParams), { appId, appSecret, timestamp })
  return { method: 'token.verify', params: { token, appId, appSecret, now: timestamp + age } }
}

/**
 * The same token after its end, or one of the second before it, which an SDK cannot know from the question with the
 * right token: issued so much earlier where the clock cannot be set.
 */
function expired(one: Drawn, { now }: Drawing): QuestionOf<'token.verify'> {
  const age = durationOf(one) + 1 + one.later
  const timestamp = now === undefined ? one.timestamp - (one.later % 2) : now - age
  const { params } = right({ ...one, timestamp }, {})
  return { method: 'token.verify', params: { ...params, now: timestamp + age } }
}

type Alteration = readonly [
  rule: string,
  alter: (parts: string[], one: Drawn, at: number) => string[] | undefined,
  level?: 'recommended',
]

/** Another letter or digit in place of one. Only letters and digits: a lenient reader would not see other damage. */
function otherCharacter(text: string, at: number, alphabet: string): string | undefined {
  const letters = [...text.matchAll(/[A-Za-z0-9]/g)].map(({ index }) => index)
  // The last character of a padded text has unused bits.
  const place = (text.endsWith('=') ? letters.slice(0, -1) : letters)[at % Math.max(1, letters.length - 1)]
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

/** The params of other join parameters with the old signature. */
const otherMember: Alteration[1] = (parts, { joinParams }, at) => {
  const names = Object.keys(joinParams)
  const name = names[at % names.length]!
  const value = joinParams[name]
  const altered = typeof value === 'number' ? value + 1 : `${value as string}x`
  return parts.with(3, encodeParams(JSON.stringify({ ...joinParams, [name]: altered })))
}

/** A right token whose params hold a boolean for a number: in some languages each boolean is an integer too. */
const booleanMember: Alteration[1] = (parts, { joinParams, appSecret }, at) => {
  const names = Object.keys(joinParams).filter((name) => typeof joinParams[name] === 'number')
  const name = names[at % Math.max(1, names.length)]
  if (name === undefined) return undefined
  const params = encodeParams(JSON.stringify({ ...joinParams, [name]: at % 2 === 0 }))
  return resigned(parts.with(3, params), appSecret)
}

/** Every part altered under the old signature, at any place, and tokens of another secret or app. */
const ALTERATIONS: readonly Alteration[] = [
  ['TOKEN-VERIFY-VERSION', (parts) => parts.with(0, '03')],
  ['TOKEN-VERIFY-APPID', replaced(1, 'abcdefghijklmnopqrstuvwxyz0123456789')],
  ['TOKEN-VERIFY-SIGNATURE', replaced(2, '0123456789')],
  ['TOKEN-VERIFY-SIGNATURE', replaced(3, BASE64)],
  ['TOKEN-VERIFY-SIGNATURE', otherMember],
  ['TOKEN-VERIFY-PARAM-RULES', booleanMember, 'recommended'],
  ['TOKEN-VERIFY-SIGNATURE', replaced(4, BASE64)],
  [
    'TOKEN-VERIFY-SIGNATURE',
    (parts, _, at) =>
      parts.with(4, `${parts[4]!.slice(0, 4 + (at % 10) * 4)}${'A'.repeat(40 - (at % 10) * 4 - 1)}=`),
  ],
  ['TOKEN-VERIFY-APPID', (parts, one, at) => ofApp(parts, one, `${parts[1]!}${at % 10}`)],
  [
    'TOKEN-VERIFY-APPID',
    (parts, one, at) => ofApp(parts, one, at % 2 ? otherEnd(parts[1]!) : `${parts[1]!}x`),
  ],
  ['TOKEN-VERIFY-FIVE-PARTS', (parts, _, at) => parts.toSpliced(at % 5, 1)],
  ['TOKEN-VERIFY-FIVE-PARTS', (parts, _, at) => parts.toSpliced(at % 5, 0, parts[at % 5]!)],
  ['TOKEN-VERIFY-SIGNATURE', (parts, { appSecret }) => resigned(parts, otherEnd(appSecret))],
  // No secret is empty, so a secret of one character is not cut.
  [
    'TOKEN-VERIFY-SIGNATURE',
    (parts, { appSecret }) => (cut(appSecret) ? resigned(parts, cut(appSecret)) : undefined),
  ],
]

/** Without its last character, which may be two code units. */
const cut = (text: string): string => Array.from(text).slice(0, -1).join('')
const otherEnd = (text: string): string => `${cut(text)}${text.endsWith('x') ? 'y' : 'x'}`

/** A right token of an app whose appId is nearly the same. */
const ofApp = (parts: readonly string[], { appSecret }: Drawn, appId: string): string[] =>
  resigned(parts.with(1, appId), appSecret)

const resigned = (parts: readonly string[], appSecret: string): string[] => {
  const [, appId, timestamp, params] = parts as [string, string, string, string, string]
  return parts.with(4, sign({ version: VERSION, appId, timestamp, params }, appSecret))
}

interface Damage {
  readonly alteration: Alteration
  readonly at: number
}

const damage: Arbitrary<Damage> = record({
  alteration: constantFrom(...ALTERATIONS),
  // Without a bias: all places are drawn alike, not mostly the first ones.
  at: noBias(integer({ min: 0, max: 10000 })),
})

/** A right token, then the same one wrong in one place each, or after its end: the right one is the twin of each. */
export const verifyGroup = (drawing: Drawing): Arbitrary<readonly Vector[]> =>
  record({ one: drawn(drawing), damages: array(damage, { minLength: 1, maxLength: 4 }), isLate }).map(
    (group) => groupOf(inTime(group.one, drawing), group, drawing),
  )

const isLate = constantFrom(true, false)

const inTime = (one: Drawn, { now }: Drawing): Drawn =>
  now === undefined || durationOf(one) > LONGEST_RUN + one.later
    ? one
    : { ...one, later: one.later % 60, joinParams: { ...one.joinParams, duration: LONGEST_RUN + 60 } }

interface DrawnGroup {
  readonly damages: readonly Damage[]
  readonly isLate: boolean
}

function groupOf(one: Drawn, { damages, isLate: late }: DrawnGroup, drawing: Drawing): readonly Vector[] {
  const question = right(one, drawing)
  const needs = drawing.now === undefined ? {} : { needs: ['system-clock'] as const }
  const twin = generatedVector('token-verify', 'Accepts a generated token', VALID, {
    question,
    expect: acceptedOrOdd<'token.verify'>(question, { joinParams: one.joinParams }),
    ...needs,
  })
  // Where the SDK may refuse the right token, a refusal of the wrong one proves nothing. Inside its limits it may not.
  if (expectedWithin(twin, drawing.limits ?? {}).verdict !== 'accept') return [twin]
  const refusals = [
    ...damages.flatMap((which) => damaged(one, question, which)),
    ...(late ? [refused(expired(one, drawing), 'TOKEN-VERIFY-EXPIRED', 'expired')] : []),
  ].map((vector) => ({ ...vector, ...needs, twin: twin.id }))
  return once([twin, ...refusals])
}

function damaged(
  one: Drawn,
  { params }: QuestionOf<'token.verify'>,
  { alteration: [rule, alter, level], at }: Damage,
): Vector[] {
  const token = alter(params.token.split('.'), one, at)?.join('.')
  if (token === undefined || token === params.token) return []
  return [refused({ method: 'token.verify', params: { ...params, token } }, rule, 'altered', level)]
}

const MALFORMED_TOO = new Set(['TOKEN-VERIFY-APPID', 'TOKEN-VERIFY-PARAM-RULES'])
const AHEAD = ['malformed', 'expired', 'params'] as const

function refused(
  question: QuestionOf<'token.verify'>,
  rule: string,
  what: string,
  level: 'required' | 'recommended' = 'required',
): Vector {
  const odd = acceptedOrOdd<'token.verify'>(question, { joinParams: {} })
  const reasons = new Set<string>(trueReasons(question.params))
  if (odd.verdict === 'either') odd.reasons.forEach((reason) => reasons.add(reason))
  // What breaks the naming rules of an SDK or the types of section 2.1 may be malformed for it.
  if (MALFORMED_TOO.has(rule)) reasons.add('malformed')
  // The SDK may also refuse a timestamp in the future (section 4.5).
  const timestamp = Number(question.params.token.split('.')[2])
  if (timestamp > question.params.now) for (const reason of AHEAD) reasons.add(reason)
  const expect: Expectation = { verdict: 'refuse', reasons: [...reasons] }
  return generatedVector('token-verify', `Refuses a generated token that is ${what}`, [rule], {
    question,
    expect,
    level,
  })
}
