import { decodeBase64 } from '../token/index.ts'
import type { Alteration, FaultyAnswer } from '../faults/fault.ts'
import {
  type Case,
  type FaultSet,
  type MethodAnswers,
  byRefusal,
  explainedBy,
  type Explained,
  idsOf,
  spread,
  union,
} from './methods.ts'
import { canMake, explains, type Form, predicted, takesPart, componentsOf, differing } from './predict.ts'
import { apartFrom, writingAnew } from './apart.ts'

/** Verifying code may call the function that signs and compare texts: then it compares with a wrong signature. */
const compares: Alteration = (sdk) => ({
  signatureFits: (own, received) =>
    sdk.signatureFits(sdk.encodeSignature(decodeBase64(own), sdk.base64), received),
})

/** The same faults where verifying code also signs with them; none where they leave the text of the signature alone. */
function sharedBy(set: FaultSet): FaultSet[] {
  const encoding = set.find(({ stages }) => stages.has('encodeSignature') || stages.has('base64'))
  if (!encoding) return []
  const stages = new Set(['signatureFits'])
  // A form of the fault, so that the name is the same; after all other stages, because it uses them.
  return [[...set, { ...encoding, main: false, place: Infinity, alteration: compares, stages }]]
}

/** How many pairs are tried for an answer; an answer that none of them explains stays without a name. */
const TRIED = 4_000

/**
 * Pairs that explain a hard answer: one that the best single fault does not explain. The best candidates come first,
 * then faults in their main forms, then all others. The first answers may be odd ones, so several are tried.
 */
function* pairs(cases: readonly Case[], forms: readonly Form[], tries = TRIED): Generator<FaultSet[]> {
  const able = forms.filter((form) => takesPart(form, cases[0]!.question.method))
  if (able.length === 0) return
  const sample = spread(cases)
  const shown = new Map(able.map((form) => [form, sample.map((one) => explains([form], one))]))
  const count = (form: Form): number => shown.get(form)!.filter(Boolean).length
  const best = able.reduce((most, form) => (count(form) > count(most) ? form : most))
  const good = able.filter((form) => count(form) > 0)
  yield apart(good, (form, at) => shown.get(form)![at]!, sample.length)
  const hard = good.length > 0 ? cases.filter((one) => !explains([best], one)) : cases
  for (const given of spread(hard.length > 0 ? hard : cases).slice(0, MOST_HARD))
    yield* explaining(given, productsFor(given, able, good), tries / MOST_HARD)
}

/** How many pairs of faults that never meet are tried: if more would fit, the answers show too little. */
const APART = 100

/** Two faults that never meet: each answer of the sample shows one of them, and neither shows in all. */
function apart(good: readonly Form[], shows: (form: Form, at: number) => boolean, size: number): FaultSet[] {
  const all = Array.from({ length: size }, (_, at) => at)
  const partial = good.filter((form) => !all.every((at) => shows(form, at)))
  return partial
    .flatMap((form, at) => pairsOf([form], partial.slice(at + 1), partial.length))
    .filter(([a, b]) => all.every((at) => shows(a!, at) || shows(b!, at)))
    .slice(0, APART)
}

const MOST_HARD = 2

/** An answer that more pairs explain, such as a refusal, hardly tells them apart. */
const EXPLAINING = 1_000

type Products = readonly (readonly [readonly Form[], readonly Form[]])[]

function productsFor(given: Case, able: readonly Form[], good: readonly Form[]): Products {
  const first = starters(given, able)
  const main = ({ main: isMain }: Form): boolean => isMain
  return [
    [good, able],
    [first.filter(main), able.filter(main)],
    [first, able],
  ]
}

function* explaining(given: Case, products: Products, tries: number): Generator<FaultSet[]> {
  let left = tries
  for (const [some, others] of products) {
    const tried = pairsOf(some, others, left, (pair) => given.seen.some((_, at) => canMake(pair, given, at)))
    left -= tried.length
    yield tried.filter((pair) => explains(pair, given)).slice(0, EXPLAINING)
  }
}

function pairsOf(
  some: readonly Form[],
  others: readonly Form[],
  most: number,
  isPossible: (pair: FaultSet) => boolean = () => true,
): FaultSet[] {
  const found: FaultSet[] = []
  for (const form of some)
    for (const other of others) {
      if (found.length >= most) return found
      if (other.id === form.id || !isPossible([form, other])) continue
      found.push(form.place < other.place ? [form, other] : [other, form])
    }
  return found
}

/** Faults of which the pair must contain one: only they make a part of the answer what it is, or change a wrong one. */
function starters(given: Case, able: readonly Form[]): readonly Form[] {
  const [seen] = given.seen
  const made = (set: FaultSet) => componentsOf(given.question.method, predicted(set, given.question, seen!))
  const right = made([])
  const actual = componentsOf(given.question.method, given.answer)
  const wrong = differing(right, actual)
  // The signature depends on all other parts, so it is looked at last.
  const visible = wrong.filter((name) => name !== 'signature')
  const parts = able.map((form) => ({ form, made: made([form]) }))
  const looked = visible.length > 0 ? visible : wrong
  const making = parts.filter(({ made }) => looked.some((name) => made[name] === actual[name]))
  const changing = parts.filter(({ made }) => looked.some((name) => made[name] !== right[name]))
  return (visible.length > 0 && making.length > 0 ? making : changing).map(({ form }) => form)
}

interface Candidate extends Explained {
  readonly set: FaultSet
}

const setsOf = (candidates: readonly Candidate[]): FaultSet[] => candidates.map(({ set }) => set)

/** A method, and the smallest sets that explain most of what is wrong with it. */
export interface Solved {
  readonly answers: MethodAnswers
  readonly candidates: readonly Candidate[]
}

const MOST_COMBINED = 12

/** More sets than these that explain the same do not help. */
export const KEPT = 40

/** What explains each method: a single fault, the faults of other methods, two faults, or those and one more. */
export function solve(methods: readonly MethodAnswers[], forms: readonly Form[], tries?: number): Solved[] {
  const done: Solved[] = []
  for (const all of methods) {
    const answers = done.some(signsUnknown) ? telling(all) : all
    if (answers.cases.length === 0) continue
    const search = (cases: readonly Case[]): readonly Candidate[] =>
      solveOne({ ...answers, cases }, done, forms, tries)
    const whole = { answers, candidates: searched(answers, search) }
    const parts = whole.candidates.length === 0 ? byRefusal(answers) : []
    done.push(...(parts.length === 0 ? [whole] : solveParts(parts, done, forms, tries)))
  }
  return done
}

/** Nothing of the catalogue signs as this code does: then it refuses tokens for their signature, right and wrong ones. */
const signsUnknown = (one: Solved): boolean =>
  isUnknown(one) &&
  (one.answers.method === 'token.signature' ||
    (one.answers.method === 'token.issue' && one.answers.cases.every(isSignedOtherwise)))

const isSignedOtherwise = ({ question, answer, seen }: Case): boolean => {
  const right = componentsOf(question.method, predicted([], question, seen[0]!))
  return differing(right, componentsOf(question.method, answer)).join() === 'signature'
}

/** A refusal for the signature tells nothing of code that signs in an unknown way, unless it is right. */
function telling(answers: MethodAnswers): MethodAnswers {
  const tells = (given: Case): boolean =>
    !isForSignature(given.answer) || isForSignature(predicted([], given.question, given.seen[0]!))
  const { method, cases, passed } = answers
  if (method !== 'token.verify') return answers
  return { ...answers, cases: cases.filter(tells), passed: passed.filter(tells) }
}

const isForSignature = (answer: FaultyAnswer | undefined): boolean =>
  answer?.kind === 'refused' && [undefined, 'signature'].includes(answer.reason)

/** What code lets through, each reason by itself: by one fault, or by those of what it makes. */
function solveParts(
  parts: readonly MethodAnswers[],
  done: readonly Solved[],
  forms: readonly Form[],
  tries: number | undefined,
): Solved[] {
  const solved: Solved[] = []
  for (const answers of parts.toSorted((a, b) => Number(a.isRefusals) - Number(b.isRefusals))) {
    const candidates = answers.isRefusals
      ? smallest(letThrough(answers, [...done, ...solved], forms))
      : solveOne(answers, done, forms, tries)
    solved.push({ answers, candidates })
  }
  return solved
}

/** Faults that let something through. Where right tokens are refused, and nothing explains it, these do not refuse any. */
function letThrough(answers: MethodAnswers, solved: readonly Solved[], forms: readonly Form[]): Candidate[] {
  const sets = [...seedsIn(answers, solved), ...forms.map((form) => [form])]
  const unknown = solved.filter((one) => isUnknown(one) && one.answers.method === answers.method)
  const refused = unknown.flatMap(({ answers: { cases } }) => spread(cases, LOOKED_AT))
  return candidatesAmong(sets, answers).filter(({ set }) => !refused.some((given) => explains(set, given)))
}

const LOOKED_AT = 40

/** So many wrong answers of a method are searched: thousands more say little, and cost as much as the run. */
const SEARCHED = 400

/** What some answers show, held against all of them; then once more with those that it leaves. */
function searched(
  answers: MethodAnswers,
  search: (cases: readonly Case[]) => readonly Candidate[],
): readonly Candidate[] {
  const { cases } = answers
  if (cases.length <= SEARCHED) return search(cases)
  const among = (some: readonly Case[]): readonly Candidate[] =>
    smallest(candidatesAmong(setsOf(search(some)), answers))
  const first = among(spread(cases, SEARCHED))
  const [best] = first
  if (!best || best.left === 0) return first
  const left = cases.filter((given) => !explains(best.set, given))
  const half = SEARCHED / 2
  return better(first, among([...spread(left, half), ...spread(cases, half)]))
}

function solveOne(
  answers: MethodAnswers,
  done: readonly Solved[],
  all: readonly Form[],
  tries: number | undefined,
): readonly Candidate[] {
  const seeds = seedsIn(answers, done)
  // What a method accepts says the same whatever it makes.
  const forms = answers.isRefusals ? all : all.filter((form) => !mayBeUnknown([form], [answers], done))
  let best: readonly Candidate[] = []
  const hasUnknown = done.some(isUnknown)
  const starts = (): FaultSet[] => [[], ...setsOf(best.slice(0, STARTS))]
  const steps: readonly (() => Iterable<readonly FaultSet[]>)[] = [
    () => [seeds.filter(({ length }) => length === 1)],
    () => [answers.method === 'token.verify' ? seedsOf(done).flatMap(sharedBy) : []],
    () => [forms.map((form) => [form])],
    () => (answers.method === 'token.params' ? writingAnew(answers.cases, forms) : []),
    () => [seeds],
    () => seeds.slice(0, MOST_COMBINED).map((set) => andOne(set, answers.cases, forms)),
    // Something unknown is there already: two known faults in its place would be a guess.
    () => (hasUnknown ? [] : pairs(answers.cases, forms, tries)),
    () => setsOf(best.slice(0, MOST_COMBINED)).map((set) => andOne(set, answers.cases, forms)),
    () => (hasUnknown || tries !== undefined ? [] : starts().map((set) => apartFrom(set, answers, forms))),
  ]
  for (const step of steps)
    for (const sets of step()) {
      if (best[0]?.left === 0) return best
      best = better(best, smallest(candidatesAmong(sets, answers)))
    }
  return best
}

const STARTS = 3

function andOne(set: FaultSet, cases: readonly Case[], forms: readonly Form[]): FaultSet[] {
  const hard = spread(cases.filter((given) => !explains(set, given)))
  return forms
    .map((form) => union(set, [form]))
    .filter((more) => hard.every((given) => explains(more, given)))
}

/** Nothing of the catalogue makes what this method makes. What it should have refused says nothing of that. */
export const isUnknown = ({ answers, candidates }: Solved): boolean =>
  candidates.length === 0 && !answers.isRefusals

/** The methods that mint usually share one implementation; verifying is usually a second one. */
const mints = ({ method }: MethodAnswers): boolean => method.startsWith('token.') && method !== 'token.verify'

/**
 * A failure that has no name in one method may look like a known fault in another: a refusal shows little, and one
 * method may have too few answers to tell the two apart.
 */
export function mayBeUnknown(set: FaultSet, own: readonly MethodAnswers[], done: readonly Solved[]): boolean {
  const areRefusals = own.every(({ isRefusals }) => isRefusals)
  // What code that mints should refuse shows whether it checks, whatever it makes.
  if (areRefusals && own.some(mints)) return false
  return done.some(
    (one) =>
      isUnknown(one) &&
      (mints(one.answers) || (!areRefusals && !own.some(mints))) &&
      set.some((form) => takesPart(form, one.answers.method)),
  )
}

/** The sets that hold; where many explain everything, the others add nothing. */
function candidatesAmong(sets: readonly FaultSet[], answers: MethodAnswers): Candidate[] {
  const candidates: Candidate[] = []
  for (const set of sets) {
    const found = explainedBy(set, answers)
    if (found) candidates.push({ ...found, set })
    if (candidates.length > KEPT && candidates.every(({ left }) => left === 0)) break
  }
  return candidates
}

/** The sets that leave least; of these, those with the fewest faults: in all forms, as another method may decide. */
function smallest(candidates: readonly Candidate[]): Candidate[] {
  const least = Math.min(...candidates.map(({ left }) => left))
  const most = candidates.filter(({ left }) => left === least)
  const fewest = Math.min(...most.map(({ set }) => idsOf(set).length))
  return most.filter(({ set }) => idsOf(set).length === fewest).slice(0, KEPT)
}

/** One more fault must explain all that is left: less would be a guess. */
function better(best: readonly Candidate[], others: readonly Candidate[]): readonly Candidate[] {
  if (others.length === 0) return best
  return best.length === 0 || others[0]!.left === 0 ? others : best
}

function seedsIn({ method }: MethodAnswers, done: readonly Solved[]): FaultSet[] {
  const sets = seedsOf(done).map((set) => set.filter((form) => takesPart(form, method)))
  return oneOfEach(sets.filter(({ length }) => length > 0))
}

/** The sets of each other method, and one set of each of them together. */
function seedsOf(done: readonly Solved[]): FaultSet[] {
  const each = done
    .filter(({ candidates }) => candidates.length > 0)
    .map(({ candidates }) => setsOf(candidates.slice(0, MOST_COMBINED)))
  const [first = [], ...others] = each
  const together = others.reduce(
    (sofar, sets) =>
      oneOfEach(sofar.flatMap((set) => sets.map((more) => union(set, more)))).slice(0, MOST_COMBINED),
    first,
  )
  return oneOfEach([...each.flat(), ...together])
}

const oneOfEach = (sets: readonly FaultSet[]): FaultSet[] => [
  ...new Map(sets.map((set) => [set.map(({ place }) => place).join(), set])).values(),
]
