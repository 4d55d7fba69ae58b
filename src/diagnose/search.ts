import type { FaultyAnswer } from '../faults/fault.ts'
import type { FaultId } from '../model/index.ts'
import { componentsOf, type Components } from './components.ts'
import { explains, predicted, takesPart, type Form, type Observed } from './predict.ts'

/** A question that was answered rightly, and what else would have been right. */
export interface Passed extends Observed {
  readonly passes: (answer: FaultyAnswer) => boolean
}

export type FaultSet = readonly Form[]

/** The same faults in other forms are one explanation. */
export const idsOf = (set: FaultSet): FaultId[] => [...new Set(set.map(({ id }) => id))].sort()
export const keyOf = (set: FaultSet): string => idsOf(set).join(' ')

/** One of each kind: that of the forms which come first in the catalogue. */
const distinct = (sets: readonly FaultSet[]): FaultSet[] =>
  [...new Map(sets.toReversed().map((set) => [keyOf(set), set])).values()].toReversed()

/** Would a right answer have been wrong with these mistakes? Then they are not there. */
const contradicted = (set: FaultSet, passed: readonly Passed[]): boolean =>
  passed.some(({ question, seen, passes }) => {
    if (!set.some((form) => takesPart(form, question.method))) return false
    return seen.every((reading) => {
      const answer = predicted(set, question, reading)
      return answer !== undefined && !passes(answer)
    })
  })

/** Does a set explain every wrong answer, and contradict no right one? */
export const fits = (set: FaultSet, wrong: readonly Observed[], passed: readonly Passed[]): boolean =>
  wrong.every((given) => explains(set, given)) && !contradicted(set, passed)

/** Single faults, in all forms, that explain every wrong answer. */
export const singles = (
  wrong: readonly Observed[],
  passed: readonly Passed[],
  forms: readonly Form[],
): FaultSet[] => forms.map((form) => [form]).filter((set) => fits(set, wrong, passed))

/** The smallest sets of at most two faults, in all forms, that explain every wrong answer. */
export function smallestSets(
  wrong: readonly Observed[],
  passed: readonly Passed[],
  forms: readonly Form[],
): FaultSet[] {
  const alone = singles(wrong, passed, forms)
  if (alone.length > 0) return alone
  return pairs(wrong, forms).filter((set) => fits(set, wrong, passed))
}

/** Whoever is told more than so many possible causes is told nothing: a refusal has one for each way to sign. */
const CANDIDATES = 5

/** What can be told of sets: one of each kind, the smallest ones, and nothing where there are too many. */
export function tellable(sets: readonly FaultSet[]): FaultSet[] {
  const fewest = Math.min(...sets.map((set) => idsOf(set).length))
  const smallest = distinct(sets.filter((set) => idsOf(set).length === fewest))
  return smallest.length > CANDIDATES ? [] : smallest
}

/** So many answers of a long list, evenly spread, say how much a form explains alone. */
const SAMPLE = 6
/** So many pairs are tried: what is not found by then stays without a name. */
const TRIED = 14_000

const spread = <T>(list: readonly T[]): T[] =>
  list.filter((_, at) => at % Math.ceil(list.length / SAMPLE) === 0)

/**
 * Pairs that explain the answer that is hardest to explain: one that the best single fault does not. The best come
 * first, then faults in their main forms, then all others.
 */
function pairs(wrong: readonly Observed[], forms: readonly Form[]): FaultSet[] {
  const sample = spread(wrong)
  const counted = new Map(
    forms.map((form) => [form, sample.filter((given) => explains([form], given)).length]),
  )
  const best = forms.reduce((most, form) => (counted.get(form)! > counted.get(most)! ? form : most))
  const given = (counted.get(best)! > 0 && wrong.find((one) => !explains([best], one))) || wrong[0]!
  const able = forms.filter((form) => takesPart(form, given.question.method))
  const first = starters(given, able)
  const good = able.filter((form) => counted.get(form)! > 0)
  const main = ({ main: isMain }: Form): boolean => isMain
  return explaining(given, [
    [good, able],
    [first.filter(main), able.filter(main)],
    [first, able],
  ])
}

type Products = readonly (readonly [readonly Form[], readonly Form[]])[]

/** Pairs out of these products that explain an answer, in the order of the catalogue. */
function explaining(given: Observed, products: Products): FaultSet[] {
  const found: FaultSet[] = []
  let left = TRIED
  for (const [some, others] of products) {
    for (const form of some)
      for (const other of others) {
        if (other.id === form.id) continue
        if (left-- === 0) return found
        const pair = form.place < other.place ? [form, other] : [other, form]
        if (explains(pair, given)) found.push(pair)
      }
    if (found.length > 0) return found
  }
  return found
}

/** Faults one of which must be among the two: they alone make a part of the answer what it is, or change a wrong one. */
function starters(given: Observed, able: readonly Form[]): readonly Form[] {
  const [seen] = given.seen
  const made = (set: FaultSet): Components => componentsOf(given, predicted(set, given.question, seen!))
  const right = made([])
  const actual = componentsOf(given, given.answer)
  const wrong = namesOf(actual).filter((name) => actual[name] !== right[name])
  // The signature follows from all others, so it is looked at last.
  const visible = wrong.filter((name) => name !== 'signature')
  const parts = able.map((form) => ({ form, made: made([form]) }))
  const looked = visible.length > 0 ? visible : wrong
  const making = parts.filter(({ made }) => looked.some((name) => made[name] === actual[name]))
  const changing = parts.filter(({ made }) => looked.some((name) => made[name] !== right[name]))
  return (visible.length > 0 && making.length > 0 ? making : changing).map(({ form }) => form)
}

const namesOf = (components: Components): (keyof Components)[] =>
  Object.keys(components) as (keyof Components)[]
