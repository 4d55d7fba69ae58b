import { JOIN_DEFAULTS } from '../interface/joinParams.ts'
import { array, constantFrom, integer, oneof, record, type Arbitrary } from 'fast-check'
import { expectedWithin } from '../limits.ts'
import { LONGEST_RUN, once, type Expectation, type QuestionOf, type Vector } from '../model/index.ts'
import { issueText, trueReasons } from '../token/index.ts'
import { damage, type Altered, type Damage } from './wrongConstructions.ts'
import { acceptedOrOdd, generatedVector, type Questions } from './generated.ts'
import { textOf, within, type Drawing } from './drawing.ts'
import { joinParamsOf } from './joinParams.ts'
import { anySecret, checkedAppId, checkedId, plainSecret } from './texts.ts'

export interface Drawn extends Altered {
  readonly appId: string
  readonly timestamp: number
  /** Seconds after the timestamp. */
  readonly later: number
}

/** Checking may make its key in another place than signing. Most are plain: the SDK may refuse the others. */
const checkedSecret = oneof({ arbitrary: plainSecret, weight: 8 }, { arbitrary: anySecret, weight: 1 })

const toVerify = (drawing: Drawing): Arbitrary<Drawn> =>
  record({
    appId: textOf(drawing, 'appId', checkedAppId),
    appSecret: textOf(drawing, 'appSecret', checkedSecret),
    joinParams: joinParamsOf(drawing, checkedId),
    timestamp: within(drawing, 'timestamp', integer({ min: 1600000000, max: 1999999999 })),
    later: integer({ min: 0, max: 3600 }),
  })

export const durationOf = ({ joinParams: { duration } }: Pick<Drawn, 'joinParams'>): number =>
  typeof duration === 'number' ? duration : JOIN_DEFAULTS['duration']!

/** A right token, and a second of its validity: that of the run, where the subject reads its own clock. */
function right(one: Drawn, { now }: Drawing): QuestionOf<'token.verify'> {
  const { appId, appSecret, joinParams, later } = one
  const age = Math.min(later, durationOf(one) - 1)
  const timestamp = now === undefined ? one.timestamp : now - age
  const token = issueText(JSON.stringify(joinParams), { appId, appSecret, timestamp })
  return { method: 'token.verify', params: { token, appId, appSecret, now: timestamp + age } }
}

/** How long after its end: within an hour, a day or a month, for an allowance, a time zone and another unit show there. */
const lateness = ({ later }: Drawn): number => later * [1, 24, 24 * 30][later % 3]!

/**
 * The same token after its end, or one of the second before it, which an SDK cannot know from the question with the
 * right token: issued so much earlier where the clock cannot be set.
 */
function expired(one: Drawn, { now }: Drawing): QuestionOf<'token.verify'> {
  const age = durationOf(one) + 1 + lateness(one)
  const timestamp = now === undefined ? Math.max(0, one.timestamp - (one.later % 2)) : now - age
  const { params } = right({ ...one, timestamp }, {})
  return { method: 'token.verify', params: { ...params, now: timestamp + age } }
}

/** A right token, then the same one wrong in one place each, or after its end: the right one is the twin of each. */
export const verifyGroup = (drawing: Drawing): Questions =>
  record({
    one: toVerify(drawing),
    damages: array(damage, { minLength: 1, maxLength: 4 }),
    isLate: constantFrom(true, true, false),
    isShort: constantFrom(true, false, false),
  }).map(({ isShort, ...group }) => {
    const one = isShort ? short(group.one, drawing) : group.one
    return groupOf(inTime(one, drawing), group, drawing)
  })

/** A token that ends before anything else in it does: only `duration` counts (section 2.1). */
const short = (one: Drawn, { limits }: Drawing): Drawn =>
  limits?.duration
    ? one
    : { ...one, later: one.later % 60, joinParams: { ...one.joinParams, duration: 1 + (one.later % 300) } }

export const inTime = (one: Drawn, { now }: Drawing): Drawn =>
  now === undefined || durationOf(one) > LONGEST_RUN + one.later
    ? one
    : { ...one, later: one.later % 60, joinParams: { ...one.joinParams, duration: LONGEST_RUN + 60 } }

export interface DrawnGroup {
  readonly damages: readonly Damage[]
  readonly isLate: boolean
}

const VALID = ['TOKEN-VERIFY-VALID', 'TOKEN-VERIFY-VALUES'] as const

/** A right token is accepted, with the values that it holds. */
export function rightVector(one: Drawn, drawing: Drawing): Vector<'token.verify'> {
  const question = right(one, drawing)
  const expect = acceptedOrOdd<'token.verify'>(question, { joinParams: one.joinParams })
  const rest = { question, expect, ...needsOf(drawing) }
  return generatedVector('token-verify', 'Accepts a generated token', VALID, rest) as Vector<'token.verify'>
}

const needsOf = ({ now }: Drawing): Pick<Vector, 'needs'> =>
  now === undefined ? {} : { needs: ['system-clock'] }

/** The right token, and those damages of it that a subject cannot but refuse. */
export function groupOf(one: Drawn, { damages, isLate }: DrawnGroup, drawing: Drawing): readonly Vector[] {
  const twin = rightVector(one, drawing)
  const { question } = twin
  // Where the SDK may refuse the right token, a refusal of the wrong one proves nothing. Inside its limits it may not.
  if (expectedWithin(twin, drawing.limits ?? {}).verdict !== 'accept') return [twin]
  const beside = { twin: twin.id, ...needsOf(drawing) }
  return once([
    twin,
    ...damages.flatMap((which) => damaged(one, question, which, beside)),
    ...(isLate ? [refused(expired(one, drawing), 'TOKEN-VERIFY-EXPIRED', 'expired', beside)] : []),
  ])
}

function damaged(
  one: Drawn,
  { params }: QuestionOf<'token.verify'>,
  { alteration: [rule, alter, level], at }: Damage,
  beside: Beside,
): Vector[] {
  const token = alter(params.token.split('.'), one, at)?.join('.')
  if (token === undefined || token === params.token) return []
  const { appId, appSecret, now } = params
  const altered = { method: 'token.verify', params: { token, appId, appSecret, now } } as const
  return [refused(altered, rule, 'altered', beside, level)]
}

/** The right token that it is an alteration of, and what the subject must have. */
type Beside = Required<Pick<Vector, 'twin'>> & Pick<Vector, 'needs'>

const MALFORMED_TOO = new Set(['TOKEN-VERIFY-APPID', 'TOKEN-VERIFY-PARAM-RULES'])

export function refused(
  question: QuestionOf<'token.verify'>,
  rule: string,
  what: string,
  beside: Beside,
  level: 'required' | 'recommended' = 'required',
): Vector {
  const odd = acceptedOrOdd<'token.verify'>(question, { joinParams: {} })
  const timestamp = Number(question.params.token.split('.')[2])
  const reasons = new Set<string>([
    ...trueReasons(question.params),
    ...(odd.verdict === 'either' ? odd.reasons : []),
    // What breaks the naming rules of an SDK or the types of section 2.1 may be malformed for it.
    ...(MALFORMED_TOO.has(rule) ? ['malformed'] : []),
    // The SDK may also refuse a timestamp in the future (section 4.5).
    ...(timestamp > question.params.now ? ['malformed', 'expired', 'params'] : []),
  ])
  const expect: Expectation = { verdict: 'refuse', reasons: [...reasons] }
  const title = `Refuses a generated token that is ${what}`
  return generatedVector('token-verify', title, [rule], { question, expect, level, ...beside })
}
