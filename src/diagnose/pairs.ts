import { keysOf } from '../tables.ts'
import { componentsOf, type Components } from './components.ts'
import { spread, type Case, type FaultSet } from './ground.ts'
import { explains, predicted, takesPart, type Form, type Observed } from './predict.ts'

/** How many pairs are tried for an answer; an answer that none of them explains stays without a name. */
export const TRIED = 8_000

/**
 * Pairs that explain a hard answer: one that the best single fault does not explain. The best candidates come first,
 * then faults in their main forms, then all others. The first answers may be odd ones, so several are tried.
 */
export function* pairs(cases: readonly Case[], forms: readonly Form[], tries = TRIED): Generator<FaultSet[]> {
  const able = forms.filter((form) => takesPart(form, cases[0]!.question.method))
  if (able.length === 0) return
  const sample = spread(cases)
  const shown = new Map(able.map((form) => [form, sample.map((one) => explains([form], one))]))
  const count = (form: Form): number => shown.get(form)!.filter(Boolean).length
  const best = able.reduce((most, form) => (count(form) > count(most) ? form : most))
  const good = able.filter((form) => count(form) > 0)
  yield apart(good, (form, at) => shown.get(form)![at]!, sample.length)
  const hard = good.length > 0 ? cases.filter((one) => !explains([best], one)) : cases
  for (const given of spread(hard.length > 0 ? hard : cases).slice(0, HARD))
    yield* explaining(given, productsFor(given, able, good), tries / HARD)
}

/** How many pairs of mistakes that never meet are tried: if more would fit, the answers show too little. */
const APART = 100

/** Two mistakes that never meet: each answer of the sample shows one of them, and neither shows in all. */
function apart(good: readonly Form[], shows: (form: Form, at: number) => boolean, size: number): FaultSet[] {
  const all = Array.from({ length: size }, (_, at) => at)
  const partial = good.filter((form) => !all.every((at) => shows(form, at)))
  return pairsOf(partial, partial, partial.length ** 2)
    .filter(([a, b]) => a!.place < b!.place && all.every((at) => shows(a!, at) || shows(b!, at)))
    .slice(0, APART)
}

/** So many hard answers are tried. */
const HARD = 2

/** An answer that more pairs explain, such as a refusal, hardly tells them apart. */
const EXPLAINING = 1_000

type Products = readonly (readonly [readonly Form[], readonly Form[]])[]

function productsFor(given: Observed, able: readonly Form[], good: readonly Form[]): Products {
  const first = starters(given, able)
  const main = ({ main: isMain }: Form): boolean => isMain
  return [
    [good, able],
    [first.filter(main), able.filter(main)],
    [first, able],
  ]
}

/** Pairs out of each of these products that explain an answer, in the order of the catalogue. */
function* explaining(given: Observed, products: Products, tries: number): Generator<FaultSet[]> {
  let left = tries
  for (const [some, others] of products) {
    const tried = pairsOf(some, others, left)
    left -= tried.length
    yield tried.filter((pair) => explains(pair, given)).slice(0, EXPLAINING)
  }
}

function pairsOf(some: readonly Form[], others: readonly Form[], most: number): FaultSet[] {
  const found: FaultSet[] = []
  for (const form of some)
    for (const other of others) {
      if (found.length >= most) return found
      if (other.id !== form.id) found.push(form.place < other.place ? [form, other] : [other, form])
    }
  return found
}

/** Faults of which the pair must contain one: only they make a part of the answer what it is, or change a wrong one. */
function starters(given: Observed, able: readonly Form[]): readonly Form[] {
  const [seen] = given.seen
  const made = (set: FaultSet): Components => componentsOf(given, predicted(set, given.question, seen!))
  const right = made([])
  const actual = componentsOf(given, given.answer)
  const wrong = namesOf(actual).filter((name) => actual[name] !== right[name])
  // The signature depends on all other parts, so it is looked at last.
  const visible = wrong.filter((name) => name !== 'signature')
  const parts = able.map((form) => ({ form, made: made([form]) }))
  const looked = visible.length > 0 ? visible : wrong
  const making = parts.filter(({ made }) => looked.some((name) => made[name] === actual[name]))
  const changing = parts.filter(({ made }) => looked.some((name) => made[name] !== right[name]))
  return (visible.length > 0 && making.length > 0 ? making : changing).map(({ form }) => form)
}

const namesOf = (components: Components): (keyof Components)[] => keysOf<keyof Components>(components)
