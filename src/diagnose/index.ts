import { faultById, OUTPUT_FAULTS } from '../faults/catalogue.ts'
import { RARE_FAULTS } from '../faults/token/rare.ts'
import type { FaultyAnswer, OutputFault } from '../faults/fault.ts'
import type { FaultText } from '../faults/fault.ts'
import { answerFor, explains, type Form, formsOf, habits, observe, observed } from './predict.ts'
import { byMethod, idsOf, type Case, type FaultSet, type Passed } from './methods.ts'
import { sharedCauses, type FoundCause } from './sharedCauses.ts'
import { solve } from './solve.ts'
import { likelyCauses } from './likely.ts'
import type { Answer, FaultId, LikelyCause, Method, Question, VectorId } from '../model/index.ts'

export type { Passed } from './methods.ts'

/** A wrong answer of a run. */
export interface Wrong {
  readonly id: VectorId
  readonly question: Question
  readonly answer: Answer
  /** A right refusal that proves nothing, because this twin was not accepted: it shows no fault of its own. */
  readonly follows?: VectorId
}

/** Faults that together explain wrong answers: certain with one candidate, one of several otherwise. */
export interface Explanation {
  readonly candidates: readonly (readonly FaultId[])[]
  /** The methods that have it: the right answers of the others do not contradict it. */
  readonly methods: readonly Method[]
  /** Methods that would have shown it, and were right. */
  readonly right: readonly Method[]
  readonly explains: readonly VectorId[]
}

export interface Diagnosis {
  readonly causes: readonly Explanation[]
  /** Wrong answers that nothing in the catalogue explains. */
  readonly unexplained: readonly VectorId[]
  /** What comes near to them. */
  readonly likely: readonly LikelyCause[]
  /** Which faults of a cause without alternatives show in an answer. */
  readonly faultsOf: ReadonlyMap<VectorId, readonly FaultId[]>
}

/** A run has right answers too, which tell rare faults from the others. */
const NAMED: readonly OutputFault[] = [...OUTPUT_FAULTS, ...RARE_FAULTS]

/**
 * Finds the smallest sets of faults with which an SDK would have given these wrong answers. Each method is searched
 * alone, because signing, issuing and verifying may be three separate implementations, and only right answers of a
 * method contradict its causes. What the same faults explain then becomes one cause. Odd answers stay unexplained and
 * do not hide the name of the others.
 * @param faults the catalogue, or a part of it
 */
export function diagnoseRun(
  wrong: readonly Wrong[],
  passed: readonly Passed[],
  faults: readonly OutputFault[] = NAMED,
): Diagnosis {
  const all = wrong.flatMap(({ id, question, answer, follows }): Case[] => {
    const given = follows === undefined ? observed(question, answer) : undefined
    return given ? [{ id, ...given }] : []
  })
  const always = habits([...all, ...passed])
  // An answer that right code would also have given shows no fault of the catalogue.
  const cases = all.map(always).filter((given) => !explains([], given))
  const [right, forms] = [passed.map(always), formsOf(faults)]
  const found = withoutStacks(() => causesOf(cases, right, forms))
  const explained = new Set(found.flatMap(({ cases: own }) => own.map(({ id }) => id)))
  const left = cases.filter(({ id }) => !explained.has(id))
  return {
    causes: found.toSorted((a, b) => Number(isUnchecked(a)) - Number(isUnchecked(b))).map(explanationOf),
    unexplained: wrong.map(({ id }) => id).filter((id) => !explained.has(id)),
    likely: withoutStacks(() => likelyCauses(byMethod(left, right), forms)),
    faultsOf: new Map(
      found.flatMap(({ sets, cases: own }) => (sets.length === 1 ? shares(sets[0]!, own) : [])),
    ),
  }
}

/** Playing a fault that refuses throws an error, which nobody sees: where it was thrown takes longest to find. */
function withoutStacks<T>(search: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return search()
  } catch {
    // A bug of ours, which is thrown once more, with its place.
    Error.stackTraceLimit = stackTraceLimit
    return search()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

const causesOf = (
  cases: readonly Case[],
  passed: readonly Passed[],
  forms: readonly Form[],
  tries?: number,
): FoundCause[] => sharedCauses(solve(byMethod(cases, passed), forms, tries), passed)

/** It only accepts what it should refuse: what is made wrongly comes first. */
const isUnchecked = ({ methods }: FoundCause): boolean => methods.every(({ isRefusals }) => isRefusals)

const explanationOf = ({ sets, methods, right, cases }: FoundCause): Explanation => ({
  candidates: sets.map(idsOf),
  methods: [...new Set(methods.map(({ method }) => method))],
  right,
  explains: cases.map(({ id }) => id),
})

const FORMS = formsOf(OUTPUT_FAULTS)

/** A person waits for the result, and one answer says little. */
export const TRIED_FOR_ONE = 2_000

/** What is wrong with one answer. */
export interface SingleDiagnosis {
  /** Right code, in the same style of JSON, would have given it. */
  readonly right: boolean
  /** Sets of faults each of which would have given it; none where nothing in the catalogue explains it. */
  readonly candidates: readonly (readonly FaultText[])[]
}

/**
 * What is wrong with one answer, for the unit tests of an SDK: `diagnose({ method: 'token.issue', params },
 * { kind: 'accepted', output: { token } })`. One answer says less than a run: more causes may explain it.
 * @param question with a timestamp, where it is about a token
 */
export function diagnose(question: Question, answer: FaultyAnswer): SingleDiagnosis {
  return diagnoseIn(TRIED_FOR_ONE, question, answer)
}

/**
 * The same with so many pairs of faults tried: none where somebody has many guesses at what was asked.
 * @param tries 0: single faults alone
 */
export function diagnoseIn(tries: number, question: Question, answer: FaultyAnswer): SingleDiagnosis {
  const shown = answerFor(answer)
  if (!shown) return { right: false, candidates: [] }
  const given = observe(question, shown)
  if (explains([], given)) return { right: true, candidates: [] }
  const [found] = causesOf([{ id: 'one', ...given }], [], FORMS, tries)
  const sets = found?.sets ?? []
  return { right: false, candidates: sets.map((set) => idsOf(set).map((id) => faultById(id)!)) }
}

/** For each answer those faults of a set without which it would have been another. */
function shares(set: FaultSet, cases: readonly Case[]): [VectorId, FaultId[]][] {
  return cases.map((given) => {
    const needed = set.filter(
      (form) =>
        !explains(
          set.filter((other) => other !== form),
          given,
        ),
    )
    return [given.id, idsOf(needed)]
  })
}
