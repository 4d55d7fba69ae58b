import type { LikelyCause, Method } from '../model/index.ts'
import {
  contradicts,
  ofMethod,
  spread,
  type Answers,
  type Case,
  type MethodAnswers,
  contradicted,
  idsIn,
  idsOf,
  isPromising,
  type FaultSet,
} from './methods.ts'
import { explains, takesPart, type Form, isSame, predicted, type ShownAnswer } from './predict.ts'
import { oneOfEach, type FoundCause } from './sharedCauses.ts'
import { groupedBy } from '../tables.ts'

/** Faults that come near to what nothing in the catalogue explains: a hint for a person, and never an excuse. */

/** Fewer wrong answers than these are like many faults by chance. */
const FEWEST = 3
/** So much of a method must be explained, and so few failures predicted that did not happen, of what is explained. */
const MOST_MISSED = 1 / 3
const MOST_PREDICTED = 1 / 3
/** So many wrong and right answers of a method are looked at: more would cost as much as the run. */
const WRONG = 60
const RIGHT = 2000
/** More faults that are equally near say nothing. */
const ALTERNATIVES = 3

interface Near {
  readonly cause: LikelyCause
  readonly form: Form
}

/**
 * For each method the faults that are nearest to its wrong answers.
 * @param methods wrong answers without a cause, and all right ones
 */
export const likelyCauses = (methods: readonly MethodAnswers[], forms: readonly Form[]): Near[] =>
  methods
    .filter(({ isRefusals, cases }) => !isRefusals && cases.length >= FEWEST)
    .flatMap((answers) => nearest(answers, forms))

function nearest({ method, cases, passed }: MethodAnswers, forms: readonly Form[]): Near[] {
  const wrong = spread(cases, WRONG)
  const right = spread(passed, RIGHT)
  const able = forms.filter((form) => takesPart(form, method) && isPromising([form], wrong))
  const causes = able.flatMap((form): Near[] => {
    const missed = atMost(wrong, MOST_MISSED * wrong.length, (given) => !explains([form], given))
    if (!missed) return []
    const own = wrong.filter((given) => !missed.includes(given))
    const predicted = atMost(right, MOST_PREDICTED * own.length, (given) => contradicts(given, [form]))
    if (!predicted) return []
    const found = { explains: idsIn(own), misses: idsIn(missed), predicts: idsIn(predicted) }
    return [{ form, cause: { certainty: 'likely', fault: form.id, method, ...found } }]
  })
  const best = Math.max(...causes.map(scoreOf))
  const closest = causes.filter((near) => scoreOf(near) === best)
  const byFault = new Map(closest.map((near) => [near.cause.fault, near]))
  return byFault.size > ALTERNATIVES ? [] : [...byFault.values()]
}

function atMost<T>(list: readonly T[], most: number, holds: (one: T) => boolean): T[] | undefined {
  const found: T[] = []
  for (const one of list) {
    if (holds(one)) found.push(one)
    if (found.length > most) return undefined
  }
  return found
}

const scoreOf = ({ cause: { explains: own, predicts } }: Near): number => own.length - predicts.length

/** Is a fault near in the answers to what was asked about it, too? Those of the run may have been near by chance. */
function isStillNear({ cause: { method }, form }: Near, answers: Answers): boolean {
  const cases = ofMethod(answers.cases, method)
  const explained = cases.filter((given) => explains([form], given)).length
  const predicted = ofMethod(answers.passed, method).filter((given) => contradicts(given, [form])).length
  const isExplained = cases.length - explained <= MOST_MISSED * cases.length
  return isExplained && predicted <= MOST_PREDICTED * explained
}

/** So many questions more are asked at the most. */
export const MOST_ASKED = 200

/** So many are asked in which one fault shows: code may do the same but for a detail. */
const SHOWING = 40

/** More names of forms than these say nothing. */
const FORMS_NAMED = 3

type Asked = Pick<Case, 'question'>

/** What a diagnosis leaves open. */
export interface Undecided {
  readonly found: readonly FoundCause[]
  readonly near: readonly Near[]
}

/** The methods that have something to decide: only they are asked. */
export const openMethods = ({ found, near }: Undecided): Set<Method> =>
  new Set([
    ...found.filter(({ forms }) => isOpen(forms)).flatMap(methodsOf),
    ...near.map(({ cause: { method } }) => method),
  ])

/** The questions of a pool by which these are decided: few, because each parts what all before it left together. */
export function deciding<A extends Asked>({ found, near }: Undecided, pool: readonly A[]): A[] {
  const ofCauses = found
    .filter(({ forms }) => isOpen(forms))
    .flatMap((cause) => {
      const methods = methodsOf(cause)
      const own = pool.filter(({ question }) => methods.includes(question.method))
      return [...parting(cause.forms, own), ...showing(cause.forms[0]!, own)]
    })
  const ofNear = near.flatMap(({ form, cause: { method } }) => showing([form], ofMethod(pool, method)))
  return [...new Set([...ofCauses, ...ofNear])].slice(0, MOST_ASKED)
}

/** What the answers leave of the causes in all their forms, and of what is near. */
export function decided(before: Undecided, more: Answers): Undecided {
  const found = before.found.map((cause) => fitting(cause, more))
  const isLeft = (given: Case): boolean =>
    !found.some(({ sets, forms }) => [...sets, ...forms].some((set) => explains(set, given)))
  const left = { ...more, cases: more.cases.filter(isLeft) }
  return { found, near: before.near.filter((one) => isStillNear(one, left)) }
}

/** The functions of languages that the code works like; empty where there are too many, or none. */
export function languageFunctions({ sets, forms }: FoundCause): string[] {
  const names = [...new Set(forms.map(nameOf))]
  const isTold = sets.length === 1 && names.length <= FORMS_NAMED && !names.includes('')
  return isTold ? names : []
}

const nameOf = (set: FaultSet): string => set.flatMap(({ as }) => as ?? []).join(' and ')

/** Sets that a reader would tell apart. */
const isOpen = (sets: readonly FaultSet[]): boolean =>
  new Set(sets.map((set) => `${idsOf(set).join()} ${nameOf(set)}`)).size > 1

const methodsOf = ({ methods }: FoundCause): Method[] => methods.map(({ method }) => method)

function parting<A extends Asked>(sets: readonly FaultSet[], pool: readonly A[]): A[] {
  let groups = [sets].filter(isOpen)
  return pool.filter(({ question }) => {
    const answer = (set: FaultSet): string => JSON.stringify(predicted(set, question, {}) ?? null)
    const parts = groups.flatMap((group): FaultSet[][] => [...groupedBy(group, answer).values()])
    const isParted = parts.length > groups.length
    if (isParted) groups = parts.filter(isOpen)
    return isParted
  })
}

function showing<A extends Asked>(set: FaultSet, pool: readonly A[]): A[] {
  const shown: A[] = []
  for (const asked of pool) {
    if (shown.length === SHOWING) break
    const { question } = asked
    if (!set.some((form) => takesPart(form, question.method))) continue
    const [right, wrong] = [[], set].map((forms) => predicted(forms, question, {}))
    if (right && wrong && !isSame(wrong, right as ShownAnswer)) shown.push(asked)
  }
  return shown
}

/** In the forms that fit these answers too: none where the code does almost the same, or something more is at work. */
function fitting(cause: FoundCause, { cases, passed }: Answers): FoundCause {
  const methods = methodsOf(cause)
  const isOwn = ({ question }: Case): boolean => methods.includes(question.method)
  const shown = cases.filter((given) => isOwn(given) && cause.forms.some((set) => explains(set, given)))
  const right = passed.filter(isOwn)
  const fits = (set: FaultSet): boolean => shown.every((given) => explains(set, given))
  const forms = cause.forms.filter((set) => fits(set) && !contradicted(set, right))
  return { ...cause, forms, ...(forms.length > 0 && { sets: oneOfEach(forms) }) }
}
