import { faultById, OUTPUT_FAULTS } from '../faults/catalogue.ts'
import { RARE_FAULTS } from '../faults/token/rare.ts'
import type { FaultyAnswer, OutputFault } from '../faults/fault.ts'
import type { FaultText } from '../faults/faultText.ts'
import { seenIn } from '../faults/faultySdk/seen.ts'
import { explains, formsOf, observed, type Form, type Observed } from './predict.ts'
import { fits, idsOf, keyOf, singles, smallestSets, tellable, type FaultSet, type Passed } from './search.ts'
import type { Answer, FaultId, Question, VectorId } from '../model/index.ts'

export type { Passed } from './search.ts'

/** A wrong answer of a run. */
export interface Wrong {
  readonly id: VectorId
  readonly question: Question
  readonly answer: Answer
}

/** Faults that together explain wrong answers: beyond doubt if there is one candidate, one of several otherwise. */
export interface Explanation {
  readonly candidates: readonly (readonly FaultId[])[]
  readonly explains: readonly VectorId[]
}

export interface Diagnosis {
  readonly causes: readonly Explanation[]
  /** Wrong answers that nothing in the catalogue explains. */
  readonly unexplained: readonly VectorId[]
  /** Which faults of a cause without alternatives show in an answer. */
  readonly faultsOf: ReadonlyMap<VectorId, readonly FaultId[]>
}

interface Case extends Observed {
  readonly id: VectorId
}

/** A run has right answers too, which tell rare faults from the others. */
const NAMED: readonly OutputFault[] = [...OUTPUT_FAULTS, ...RARE_FAULTS]

/**
 * Finds the smallest sets of faults with which an SDK would have given all these wrong answers, and none that the
 * right answers contradict. First for all answers, then method by method: what one method does wrong has its cause
 * whatever is wrong with another. Nothing is named for an answer that it does not explain.
 * @param faults the catalogue, or a part of it
 */
export function diagnoseRun(
  wrong: readonly Wrong[],
  passed: readonly Passed[],
  faults: readonly OutputFault[] = NAMED,
): Diagnosis {
  const cases = wrong.flatMap(({ id, question, answer }): Case[] => {
    const given = observed(question, answer)
    // What right code would have answered is no mistake of the catalogue's.
    return given && !explains([], given) ? [{ id, ...given }] : []
  })
  const forms = formsOf(faults)
  const found = cases.length === 0 ? [] : explanations(cases, passed, forms)
  const explained = new Set(found.flatMap(({ cases: own }) => own.map(({ id }) => id)))
  return {
    causes: found.map(({ sets, cases: own }) => ({
      candidates: sets.map(idsOf),
      explains: own.map(({ id }) => id),
    })),
    unexplained: wrong.map(({ id }) => id).filter((id) => !explained.has(id)),
    faultsOf: new Map(
      found.flatMap(({ sets, cases: own }) => (sets.length === 1 ? shares(sets[0]!, own) : [])),
    ),
  }
}

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
  const given = { question, answer, seen: seenIn(question, answer) }
  if (explains([], given)) return { right: true, candidates: [] }
  const sets = tellable(smallestSets([given], [], formsOf(OUTPUT_FAULTS)))
  return { right: false, candidates: sets.map((set) => idsOf(set).map((id) => faultById(id)!)) }
}

interface Found {
  readonly sets: readonly FaultSet[]
  readonly cases: readonly Case[]
}

/** All answers by one fault; by what explains each method, taken together; or method by method. */
function explanations(cases: readonly Case[], passed: readonly Passed[], forms: readonly Form[]): Found[] {
  const alone = tellable(singles(cases, passed, forms))
  if (alone.length > 0) return [{ sets: alone, cases }]
  const groups = solved(cases, passed, forms)
  const whole = tellable(combined(groups, cases, passed, forms))
  if (whole.length > 0) return [{ sets: whole, cases }]
  // Where no cause explains everything, something is unknown, and what several would explain may come of that.
  return groups
    .map(({ sets, cases: own }) => ({ sets: tellable(sets), cases: own }))
    .filter(({ sets }) => sets.length === 1)
}

/** Parts of a token: what is wrong there is wrong in whole tokens as well. */
const PARTS: readonly string[] = ['token.params', 'token.signature']

/** What explains the answers to each method. */
function solved(cases: readonly Case[], passed: readonly Passed[], forms: readonly Form[]): Found[] {
  const groups: Found[] = []
  for (const [method, own] of byMethod(cases)) {
    const sets = method === 'token.issue' ? wholeTokens(groups, own, passed, forms) : undefined
    groups.push({ cases: own, sets: sets ?? smallestSets(own, passed, forms) })
  }
  return groups
}

/**
 * What explains the parts of the token explains whole tokens as well, and where a part stays unexplained the whole
 * does. Undefined where neither helps.
 */
function wholeTokens(
  parts: readonly Found[],
  cases: readonly Case[],
  passed: readonly Passed[],
  forms: readonly Form[],
): FaultSet[] | undefined {
  const fitting = oneOfEach(unions(parts), (set) => fits(set, cases, passed))
  if (fitting.length > 0) return fitting
  return parts.some(({ sets }) => sets.length === 0) ? singles(cases, passed, forms) : undefined
}

/** Parts of the token before the whole. */
function byMethod(cases: readonly Case[]): Map<string, Case[]> {
  const groups = new Map<string, Case[]>(PARTS.map((method) => [method, []]))
  for (const given of cases)
    groups.set(given.question.method, [...(groups.get(given.question.method) ?? []), given])
  for (const method of PARTS) if (groups.get(method)!.length === 0) groups.delete(method)
  return groups
}

/** So many sets of a group are combined with those of others. */
const COMBINED = 12

/** In the order of the catalogue, in which mistakes follow each other. */
const union = (a: FaultSet, b: FaultSet): FaultSet =>
  [...new Set([...a, ...b])].sort((x, y) => x.place - y.place)

/** The same faults in other forms say nothing new: of each kind the first that fits. */
function oneOfEach(sets: readonly FaultSet[], isFitting: (set: FaultSet) => boolean): FaultSet[] {
  const found = new Map<string, FaultSet>()
  for (const set of sets) {
    const kind = keyOf(set)
    if (!found.has(kind) && isFitting(set)) found.set(kind, set)
  }
  return [...found.values()]
}

/** One set of each group that has any, taken together. */
const unions = (groups: readonly Found[]): FaultSet[] =>
  groups
    .filter(({ sets }) => sets.length > 0)
    .reduce<FaultSet[]>(
      (sofar, { sets }) => sofar.flatMap((set) => sets.slice(0, COMBINED).map((more) => union(set, more))),
      [[]],
    )

/** What explains one method together with what explains the others, or with one more fault. */
function combined(
  groups: readonly Found[],
  cases: readonly Case[],
  passed: readonly Passed[],
  forms: readonly Form[],
): FaultSet[] {
  const joined = unions(groups)
  const fitting = oneOfEach(joined, (set) => fits(set, cases, passed))
  if (fitting.length > 0) return fitting
  return joined
    .slice(0, COMBINED)
    .flatMap((set) => forms.map((form) => union(set, [form])))
    .filter((set) => fits(set, cases, passed))
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
