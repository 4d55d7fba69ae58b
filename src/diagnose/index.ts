import { faultById, OUTPUT_FAULTS } from '../faults/catalogue.ts'
import { RARE_FAULTS } from '../faults/token/rare.ts'
import type { FaultText, FaultyAnswer, OutputFault } from '../faults/fault.ts'
import { answerFor, explains, type Form, formsOf, habits, observe, observed } from './predict.ts'
import { byMethod, idsIn, idsOf, type Answers, type Case, type FaultSet, type Passed } from './methods.ts'
import { sharedCauses, type FoundCause } from './sharedCauses.ts'
import { solve } from './solve.ts'
import { likelyCauses, decided, deciding, languageFunctions, openMethods, type Undecided } from './decide.ts'
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
  /** Of the only candidate: the language functions that do the same. */
  readonly forms: readonly string[]
  /** The methods that have it: the right answers of the others do not contradict it. */
  readonly methods: readonly Method[]
  /** Methods that would have shown it, and were right. */
  readonly right: readonly Method[]
  readonly explains: readonly VectorId[]
}

/** What a report says of it. */
export interface Told {
  readonly causes: readonly Explanation[]
  /** Wrong answers that nothing in the catalogue explains. */
  readonly unexplained: readonly VectorId[]
  /** What comes near to them. */
  readonly likely: readonly LikelyCause[]
  /** Which faults of a cause without alternatives show in an answer. */
  readonly faultsOf: ReadonlyMap<VectorId, readonly FaultId[]>
}

export interface Diagnosis extends Told {
  /** The methods that have something to decide. */
  readonly openMethods: ReadonlySet<Method>
  /** The questions of a pool that decide it. */
  readonly deciding: <Asked extends { readonly question: Question }>(pool: readonly Asked[]) => Asked[]
  /** The same diagnosis with the answers to such questions. */
  readonly decidedBy: (wrong: readonly Wrong[], passed: readonly Passed[]) => Diagnosis
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
  const all = casesOf(wrong)
  const always = habits([...all, ...passed])
  const cases = wrongOf(all.map(always))
  const [right, forms] = [passed.map(always), formsOf(faults)]
  const found = withoutStacks(() => causesOf({ cases, passed: right }, forms))
  const explained = explainedBy(found)
  const left = cases.filter(({ id }) => !explained.has(id))
  const near = withoutStacks(() => likelyCauses(byMethod(left, right), forms))
  return told(idsIn(wrong), { found, near }, always)
}

const casesOf = (wrong: readonly Wrong[]): Case[] =>
  wrong.flatMap(({ id, question, answer, follows }): Case[] => {
    const given = follows === undefined ? observed(question, answer) : undefined
    return given ? [{ id, ...given }] : []
  })

/** An answer that right code would also have given shows no fault of the catalogue. */
const wrongOf = (cases: readonly Case[]): Case[] => cases.filter((given) => !explains([], given))

const explainedBy = (found: readonly FoundCause[]): Set<VectorId> =>
  new Set(found.flatMap(({ cases }) => idsIn(cases)))

function told(ids: readonly VectorId[], undecided: Undecided, always: ReturnType<typeof habits>): Diagnosis {
  const { found, near } = undecided
  const explained = explainedBy(found)
  return {
    causes: found.toSorted((a, b) => Number(isUnchecked(a)) - Number(isUnchecked(b))).map(explanationOf),
    unexplained: ids.filter((id) => !explained.has(id)),
    likely: near.map(({ cause }) => cause),
    faultsOf: new Map(found.flatMap(({ sets, cases }) => (sets.length === 1 ? shares(sets[0]!, cases) : []))),
    openMethods: openMethods(undecided),
    deciding: (pool) => deciding(undecided, pool),
    decidedBy: (wrong, passed) => {
      const more = { cases: wrongOf(casesOf(wrong).map(always)), passed: passed.map(always) }
      return told(ids, decided(undecided, more), always)
    },
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

const causesOf = ({ cases, passed }: Answers, forms: readonly Form[], tries?: number): FoundCause[] =>
  sharedCauses(solve(byMethod(cases, passed), forms, tries), passed)

/** It only accepts what it should refuse: what is made wrongly comes first. */
const isUnchecked = ({ methods }: FoundCause): boolean => methods.every(({ isRefusals }) => isRefusals)

const explanationOf = (cause: FoundCause): Explanation => ({
  candidates: cause.sets.map(idsOf),
  forms: languageFunctions(cause),
  methods: [...new Set(cause.methods.map(({ method }) => method))],
  right: cause.right,
  explains: idsIn(cause.cases),
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
  const [found] = causesOf({ cases: [{ id: 'one', ...given }], passed: [] }, FORMS, tries)
  const sets = found?.sets ?? []
  return { right: false, candidates: sets.map((set) => idsOf(set).map((id) => faultById(id)!)) }
}

/** For each answer those faults of a set without which it would have been another. */
function shares(set: FaultSet, cases: readonly Case[]): [VectorId, FaultId[]][] {
  return cases.map((given) => {
    const without = (form: Form): FaultSet => set.filter((other) => other !== form)
    return [given.id, idsOf(set.filter((form) => !explains(without(form), given)))]
  })
}
