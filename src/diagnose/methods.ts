import { groupedBy, keysOf, onceFor } from '../tables.ts'
import { STAGES_OF } from '../faults/faultySdk/stages.ts'
import type { FaultyAnswer } from '../faults/fault.ts'
import type { FaultId, Json, Method, VectorId } from '../model/index.ts'
import { isObject } from '../json.ts'
import { isOptionalParam, valueKindOf } from '../faults/token/joinParams.ts'
import { base64Problem, joinParamsViolations, verify } from '../token/index.ts'
import { canShow, explains, isSame, predicted, takesPart, type Form, type Observed } from './predict.ts'

/** A question that was answered wrongly. */
export interface Case extends Observed {
  readonly id: VectorId
}

/** A question that was answered rightly, and what else would have been right. */
export interface Passed extends Case {
  readonly passes: (answer: FaultyAnswer) => boolean
}

export const idsIn = (answers: readonly Pick<Case, 'id'>[]): VectorId[] => answers.map(({ id }) => id)

/** Faults in one form each, in the order of the catalogue: that in which their stages follow each other. */
export type FaultSet = readonly Form[]

/** The same faults in other forms are one explanation. */
export const idsOf = (set: FaultSet): FaultId[] => [...new Set(set.map(({ id }) => id))].sort()
export const keyOf = (set: FaultSet): string => idsOf(set).join(' ')

export const union = (a: FaultSet, b: FaultSet): FaultSet =>
  [...new Set([...a, ...b])].sort((x, y) => x.place - y.place)

/** Wrong and right answers. */
export interface Answers {
  readonly cases: readonly Case[]
  readonly passed: readonly Passed[]
}

/**
 * What a run showed of one method. Code that signs, issues and verifies may be three separate implementations, and what
 * it should refuse for its join parameters shows whether it checks them, not what it makes: real code often checks nothing,
 * which must not hide the name of what it makes wrongly.
 */
export interface MethodAnswers extends Answers {
  readonly method: Method
  /** The cases are questions that right code refuses; of `token.verify` those that it refuses for join parameters. */
  readonly isRefusals: boolean
}

/** Parts of the token before the whole: what is wrong in a part is wrong in whole tokens too. */
export const METHODS: Method[] = keysOf(STAGES_OF)

export const ofMethod = <T extends Pick<Observed, 'question'>>(list: readonly T[], method: Method): T[] =>
  list.filter(({ question }) => question.method === method)

/** Methods of which an answer was wrong: what they make, then what they should refuse. */
export function byMethod(cases: readonly Case[], passed: readonly Passed[]): MethodAnswers[] {
  const refused = new Set(cases.filter(isRefused))
  return [false, true]
    .flatMap((isRefusals) =>
      METHODS.map((method) => ({
        method,
        isRefusals,
        cases: ofMethod(cases, method).filter((one) => refused.has(one) === isRefusals),
        passed: ofMethod(passed, method),
      })),
    )
    .filter((answers) => answers.cases.length > 0)
}

/** Takes whatever a token holds for join parameters, and does not even read it. */
const UNREAD: Form = {
  id: 'params-unchecked',
  main: false,
  place: Infinity,
  alteration: () => ({ readJoinParams: () => ({}) }),
  stages: new Set(['readJoinParams']),
}

/** Right code refuses it; a verifying one only for the rules of the join parameters that the token holds. */
function isRefused({ question, seen }: Case): boolean {
  const answered = (set: FaultSet): FaultyAnswer | undefined => predicted(set, question, seen[0]!)
  const right = answered([])
  if (right?.kind !== 'refused' || question.method !== 'token.verify') return right?.kind === 'refused'
  // Their duration says when it ends.
  return right.reason !== 'expired' && answered([UNREAD])?.kind !== 'refused'
}

/**
 * The same answers by what right code says when it refuses: code may let through several things, each for its own reason.
 * What right code accepts stays together. Nothing where all are of one kind.
 */
export function byRefusal(answers: MethodAnswers): MethodAnswers[] {
  const groups = groupedBy(answers.cases, (given) => refusalOf(given) ?? '')
  if (groups.size < 2) return []
  return [...groups]
    .filter(([refusal, cases]) => isEnough(answers, refusal, cases))
    .map(([refusal, cases]) => ({ ...answers, isRefusals: saysLittle(answers, refusal), cases }))
}

/** What code that mints refuses by chance may look like a rule where it is asked once or twice. */
const isEnough = ({ method }: MethodAnswers, refusal: string, { length }: readonly Case[]): boolean =>
  refusal === '' || method === 'token.verify' || length >= FEWEST_REFUSED

const FEWEST_REFUSED = 3

/** A right token that is refused may have been signed in any wrong way; a right question is refused by a check. */
const saysLittle = ({ method }: MethodAnswers, refusal: string): boolean =>
  refusal !== '' && !(method === 'token.verify' && refusal === 'refused')

/** What right code says when it refuses a question, without numbers; undefined where a value is wrong. */
function refusalOf({ question, seen, answer }: Case): string | undefined {
  const made = predicted([], question, seen[0]!)
  if (made?.kind !== 'refused') return answer.kind === 'refused' ? 'refused' : undefined
  if (made.reason === 'wrong-type' && question.method === 'token.issue')
    return wrongTypeOf(question.params.joinParams)
  if (question.method !== 'token.verify' || made.reason === 'empty-secret') return made.reason
  const { token } = question.params
  const found = verify(token, question.params)
  if (found.valid) return made.reason
  const part = base64Problem(token.split('.')[3] ?? '') === undefined ? '' : 'in the params: '
  return part + found.message.replace(/[0-9]+/g, '')
}

function wrongTypeOf(joinParams: Json): string {
  const [name = ''] = joinParamsViolations(joinParams)[0]!.message.split(' ')
  return isObject(joinParams) && Object.hasOwn(joinParams, name)
    ? `${isOptionalParam(name) ? 'an optional' : 'an id'} as ${valueKindOf(joinParams[name]!)}`
    : 'no object'
}

/** Answers that contradicted other sets come first: they contradict most. */
const decisive = onceFor((passed: readonly Passed[]) => [...passed])

/**
 * Would these faults have made a right answer wrong? Then the code that gave it does not have them.
 * @param most so many answers are looked at, the decisive ones first
 */
export function contradicted(set: FaultSet, passed: readonly Passed[], most = passed.length): boolean {
  const order = decisive(passed)
  const at = order.slice(0, most).findIndex((one) => contradicts(one, set))
  if (at > 0) order.unshift(...order.splice(at, 1))
  return at >= 0
}

/** Would these faults have made this right answer wrong? */
export function contradicts(given: Passed, set: FaultSet): boolean {
  const { question, seen, answer, passes } = given
  if (!set.some((form) => takesPart(form, question.method))) return false
  return seen.every((reading, at) => {
    if (!canShow(set, given, at)) return false
    const made = predicted(set, question, reading)
    return made !== undefined && !isSame(made, answer) && !passes(made)
  })
}

/** So many answers of a long list, evenly spread, tell how much a set explains. */
const SAMPLE = 6

export const spread = <T>(list: readonly T[], most = SAMPLE): T[] =>
  list.filter((_, at) => at % Math.ceil(list.length / most) === 0)

/**
 * So many answers for each one that a cause may leave to something else: odd answers must not hide the name of the
 * others. A value shows much; that something was accepted or refused shows little, since many faults do the same.
 */
const ODD = { values: 5, decisions: 20 } as const

const oddAmong = onceFor((cases: readonly Case[]): number => {
  const values = cases.filter(isValue).length
  return Math.floor(values / ODD.values + (cases.length - values) / ODD.decisions)
})

const isValue = ({ question, seen, answer }: Case): boolean =>
  answer.kind === 'accepted' && predicted([], question, seen[0]!)?.kind === 'accepted'

/** What a set of faults explains of a method. */
export interface Explained {
  readonly explained: readonly Case[]
  /** How many wrong answers it leaves unexplained. */
  readonly left: number
}

const explainedBySet = onceFor<MethodAnswers, Map<string, Explained | undefined>>(() => new Map())

/**
 * What a set explains of a method whose right answers it does not contradict; undefined where that is too little:
 * a fault that only sometimes looks like the true one would give a wrong name.
 */
export function explainedBy(set: FaultSet, answers: MethodAnswers): Explained | undefined {
  const found = explainedBySet(answers)
  const key = set.map(({ place }) => place).join()
  if (!found.has(key)) found.set(key, tried(set, answers))
  return found.get(key)
}

/** So many right answers are looked at before hundreds of wrong ones: they contradict most sets. */
const FIRST = 20

function tried(set: FaultSet, { cases, passed }: MethodAnswers): Explained | undefined {
  if (!set.some((form) => takesPart(form, cases[0]!.question.method))) return undefined
  if (!isPromising(set, cases) || contradicted(set, passed, FIRST)) return undefined
  const most = oddAmong(cases)
  const missed = new Set<Case>()
  for (const given of hardFirst(cases)) {
    if (!explains(set, given)) missed.add(given)
    if (missed.size <= most) continue
    hardest.set(cases, missed)
    return undefined
  }
  if (contradicted(set, passed)) return undefined
  return { explained: cases.filter((given) => !missed.has(given)), left: missed.size }
}

/** What the last set that explained too little did not explain: most other sets do not either. */
const hardest = new WeakMap<readonly Case[], ReadonlySet<Case>>()

function hardFirst(cases: readonly Case[]): Iterable<Case> {
  const hard = hardest.get(cases)
  return hard ? new Set([...hard, ...cases]) : cases
}

/** At least half of a small sample is explained; most sets explain nothing of it. */
export function isPromising(set: FaultSet, cases: readonly Case[]): boolean {
  const sample = spread(cases)
  let missed = 0
  return sample.every((given) => explains(set, given) || ++missed * 2 <= sample.length)
}
