import {
  contradicted,
  holding,
  idsOf,
  keyOf,
  METHODS,
  type Case,
  type FaultSet,
  type Ground,
  type Passed,
} from './ground.ts'
import type { Method } from '../model/index.ts'
import { mayBeUnknown, type Solved } from './solve.ts'

/** One cause: sets of faults each of which explains these answers. */
export interface Found {
  readonly sets: readonly FaultSet[]
  readonly grounds: readonly Ground[]
  /** Methods that would have shown these faults, and were right. */
  readonly right: readonly Method[]
  readonly cases: readonly Case[]
}

/** More candidates than these do not help: a refusal has one for each way to sign. */
const CANDIDATES = 5

/** A set, the methods that no other set explains better, and their answers. */
interface Cover {
  readonly set: FaultSet
  readonly solved: readonly Solved[]
  readonly cases: readonly Case[]
  readonly left: number
}

/** Makes one cause for several methods where the same faults explain them; the cause that explains most comes first. */
export function join(solved: readonly Solved[], passed: readonly Passed[]): Found[] {
  let open = solved.filter(({ holders }) => holders.length > 0)
  const found: Found[] = []
  while (open.length > 0) {
    const best = bestOf(
      open.flatMap(({ holders }) => holders.map(({ set }) => coverOf(set, open))),
      passed,
    )
    const { solved: taken } = best[0]!
    open = open.filter((one) => !taken.includes(one))
    if (isTellable(best) && !isDoubtful(best[0]!, solved)) found.push(foundBy(best, passed))
  }
  return merged(found)
}

/** One fault in several forms, such as one for writing and one for reading, is one cause. */
function merged(found: readonly Found[]): Found[] {
  const byFaults = new Map<string, Found>()
  for (const one of found) {
    const key = one.sets.map(keyOf).join(' or ')
    const other = byFaults.get(key)
    byFaults.set(key, other ? both(other, one) : one)
  }
  return [...byFaults.values()]
}

const both = (one: Found, other: Found): Found => ({
  sets: one.sets,
  grounds: [...one.grounds, ...other.grounds],
  right: one.right.filter((method) => other.right.includes(method)),
  cases: [...one.cases, ...other.cases],
})

const isDoubtful = ({ set, solved: own }: Cover, solved: readonly Solved[]): boolean =>
  mayBeUnknown(
    set,
    own.map(({ ground }) => ground),
    solved,
  )

function coverOf(set: FaultSet, open: readonly Solved[]): Cover {
  const held = open.flatMap((solved) => {
    const found = holding(set, solved.ground)
    return found && found.left <= solved.holders[0]!.left ? [{ ...found, solved }] : []
  })
  return {
    set,
    solved: held.map(({ solved }) => solved),
    cases: held.flatMap(({ explained }) => explained),
    left: held.reduce((sum, { left }) => sum + left, 0),
  }
}

/** The sets that explain most with the fewest faults; where some of them fit all other methods, those alone. */
function bestOf(covers: readonly Cover[], passed: readonly Passed[]): Cover[] {
  const most = Math.max(...covers.map(({ cases }) => cases.length))
  const widest = covers.filter(({ cases }) => cases.length === most)
  const fewest = Math.min(...widest.map(({ set }) => idsOf(set).length))
  const smallest = widest.filter(({ set }) => idsOf(set).length === fewest)
  const same = smallest.filter(
    ({ solved }) => String(methodsOf(solved)) === String(methodsOf(smallest[0]!.solved)),
  )
  const everywhere = same.filter(({ set }) => !contradicted(set, passed))
  return oneOfEach(everywhere.length > 0 ? everywhere : same)
}

const methodsOf = (solved: readonly Solved[]): string[] => solved.map(({ ground }) => ground.method)

/** Other forms of the same faults say nothing new: keeps the first of each kind. */
const oneOfEach = (covers: readonly Cover[]): Cover[] =>
  [...new Map(covers.toReversed().map((cover) => [keyOf(cover.set), cover])).values()].toReversed()

/** If something is left, something unknown is at work, and it may also have made what several sets explain. */
const isTellable = (covers: readonly Cover[]): boolean =>
  covers.length === 1 || (covers.length <= CANDIDATES && covers[0]!.left === 0)

const foundBy = (covers: readonly Cover[], passed: readonly Passed[]): Found => ({
  sets: covers.map(({ set }) => set),
  grounds: covers[0]!.solved.map(({ ground }) => ground),
  right: METHODS.filter((method) => {
    const own = passed.filter(({ question }) => question.method === method)
    return covers.every(({ set }) => contradicted(set, own))
  }),
  cases: covers[0]!.cases.filter((given) => covers.every(({ cases }) => cases.includes(given))),
})
