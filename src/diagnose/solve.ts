import {
  holding,
  idsOf,
  spread,
  union,
  type Case,
  type FaultSet,
  type Ground,
  type Holding,
} from './ground.ts'
import { pairs } from './pairs.ts'
import { explains, takesPart, type Form } from './predict.ts'
import { sharedBy } from './shared.ts'

/** A set of faults and what it explains of a method. */
export interface Holder extends Holding {
  readonly set: FaultSet
}

/** A method, and the smallest sets that explain most of what is wrong with it. */
export interface Solved {
  readonly ground: Ground
  readonly holders: readonly Holder[]
}

/** How many sets of a method are combined with those of others. */
const COMBINED = 12

/** More sets than these that explain the same do not help. */
const KEPT = 40

const isSingle = (set: FaultSet): boolean => set.length === 1

/** What explains each method: a single fault, the faults of other methods, two faults, or those and one more. */
export function solve(grounds: readonly Ground[], forms: readonly Form[], tries?: number): Solved[] {
  const done: Solved[] = []
  for (const ground of grounds) done.push({ ground, holders: solveOne(ground, done, forms, tries) })
  return done
}

function solveOne(
  ground: Ground,
  done: readonly Solved[],
  all: readonly Form[],
  tries: number | undefined,
): readonly Holder[] {
  const seeds = seedsIn(ground, done)
  const forms = all.filter((form) => !mayBeUnknown([form], [ground], done))
  const steps: readonly (() => Iterable<readonly FaultSet[]>)[] = [
    () => [seeds.filter(isSingle)],
    () => [ground.method === 'token.verify' ? seedsOf(done).flatMap(sharedBy) : []],
    () => [forms.map((form) => [form])],
    () => [seeds],
    () => seeds.slice(0, COMBINED).map((set) => andOne(set, ground.cases, forms)),
    // Something unknown is there already: two known mistakes in its place would be a guess.
    () => (done.some(({ holders }) => holders.length === 0) ? [] : pairs(ground.cases, forms, tries)),
  ]
  let best: readonly Holder[] = []
  for (const step of steps)
    for (const sets of step()) {
      if (best[0]?.left === 0) return best
      best = better(best, smallest(held(sets, ground)))
    }
  return best
}

/** A set with one more fault, which explains the answers that the set alone does not. */
function andOne(set: FaultSet, cases: readonly Case[], forms: readonly Form[]): FaultSet[] {
  const hard = spread(cases.filter((given) => !explains(set, given)))
  return forms
    .map((form) => union(set, [form]))
    .filter((more) => hard.every((given) => explains(more, given)))
}

/** The methods that mint usually share one implementation; verifying is usually a second one. */
const mints = ({ method }: Ground): boolean => method.startsWith('token.') && method !== 'token.verify'

/**
 * A failure that has no name in one method may look like a known mistake in another: a refusal shows little, and one
 * method may have too few answers to tell the two apart.
 */
export const mayBeUnknown = (set: FaultSet, own: readonly Ground[], solved: readonly Solved[]): boolean =>
  solved.some(
    ({ ground, holders }) =>
      holders.length === 0 &&
      (mints(ground) || !own.some(mints)) &&
      set.some((form) => takesPart(form, ground.method)),
  )

/** The sets that hold; where many explain everything, the others add nothing. */
function held(sets: readonly FaultSet[], ground: Ground): Holder[] {
  const holders: Holder[] = []
  for (const set of sets) {
    const found = holding(set, ground)
    if (found) holders.push({ ...found, set })
    if (holders.length > KEPT && holders.every(({ left }) => left === 0)) break
  }
  return holders
}

/** The sets that leave least; of these, those with the fewest faults: in all forms, as another method may decide. */
function smallest(holders: readonly Holder[]): Holder[] {
  const least = Math.min(...holders.map(({ left }) => left))
  const most = holders.filter(({ left }) => left === least)
  const fewest = Math.min(...most.map(({ set }) => idsOf(set).length))
  return most.filter(({ set }) => idsOf(set).length === fewest).slice(0, KEPT)
}

/** One more fault must explain all that is left: less would be a guess. */
function better(best: readonly Holder[], others: readonly Holder[]): readonly Holder[] {
  if (others.length === 0) return best
  return best.length === 0 || others[0]!.left === 0 ? others : best
}

/** Faults of other methods, without those that do not show in this one. */
const seedsIn = ({ method }: Ground, done: readonly Solved[]): FaultSet[] =>
  oneOfEach(seedsOf(done).map((set) => set.filter((form) => takesPart(form, method)))).filter(
    (set) => set.length > 0,
  )

/** The sets of each other method, and one set of each of them together. */
function seedsOf(done: readonly Solved[]): FaultSet[] {
  const each = done
    .filter(({ holders }) => holders.length > 0)
    .map(({ holders }) => holders.slice(0, COMBINED).map(({ set }) => set))
  const [first = [], ...others] = each
  const together = others.reduce(
    (sofar, sets) =>
      oneOfEach(sofar.flatMap((set) => sets.map((more) => union(set, more)))).slice(0, COMBINED),
    first,
  )
  return oneOfEach([...each.flat(), ...together])
}

const oneOfEach = (sets: readonly FaultSet[]): FaultSet[] => [
  ...new Map(sets.map((set) => [set.map(({ place }) => place).join(), set])).values(),
]
