import {
  contradicted,
  explainedBy,
  idsOf,
  keyOf,
  METHODS,
  ofMethod,
  type Case,
  type FaultSet,
  type MethodAnswers,
  type Passed,
} from './methods.ts'
import type { Method } from '../model/index.ts'
import { groupedBy } from '../tables.ts'
import { explains } from './predict.ts'
import { isUnknown, KEPT, mayBeUnknown, type Solved } from './solve.ts'

/** One cause: sets of faults each of which explains these answers. */
export interface FoundCause {
  readonly sets: readonly FaultSet[]
  /** The same sets in every form that explains them; empty where that is not known. */
  readonly forms: readonly FaultSet[]
  readonly methods: readonly MethodAnswers[]
  /** Methods that would have shown these faults, and were right. */
  readonly right: readonly Method[]
  readonly cases: readonly Case[]
}

/** More candidates than these do not help: a refusal has one for each way to sign. */
const CANDIDATES = 5

interface SharedCause {
  readonly set: FaultSet
  readonly solved: readonly Solved[]
  readonly cases: readonly Case[]
  readonly left: number
}

/** Makes one cause for several methods where the same faults explain them; the cause that explains most comes first. */
export function sharedCauses(solved: readonly Solved[], passed: readonly Passed[]): FoundCause[] {
  let open = solved.filter(({ candidates }) => candidates.length > 0)
  const found: FoundCause[] = []
  while (open.length > 0) {
    const shared = open.flatMap(({ candidates }) => candidates.map(({ set }) => sharedCauseOf(set, open)))
    const forms = bestOf(shared, passed)
    // Other forms of the same faults say nothing new.
    const best = firsts(forms, ({ set }) => keyOf(set))
    const { solved: taken } = best[0]!
    open = open.filter((one) => !taken.includes(one))
    if (!isTellable(best)) continue
    const parts = best.length === 1 ? partsOf(best[0]!.set, solved) : []
    const others = solved.filter((one) => !parts.some((part) => part.one === one))
    if (!mayBeUnknown(best[0]!.set, answersOf(best[0]!), others))
      found.push(foundBy(best, forms, passed, parts))
  }
  return merged(found)
}

/** Answers of a method with something unknown, which a set makes alone. */
interface Part {
  readonly one: Solved
  readonly cases: readonly Case[]
}

/** Fewer answers may look like those of a set by chance. */
const PART = 3

/** Where something unknown is at work beside a set: it explains some of the answers there, and contradicts no right one. */
const partsOf = (set: FaultSet, solved: readonly Solved[]): Part[] =>
  solved.filter(isUnknown).flatMap((one) => {
    const cases = one.answers.cases.filter((given) => explains(set, given))
    return cases.length < PART || contradicted(set, one.answers.passed) ? [] : [{ one, cases }]
  })

/** One fault in several forms, such as one for writing and one for reading, is one cause. */
function merged(found: readonly FoundCause[]): FoundCause[] {
  const byFaults = groupedBy(found, ({ sets }) => sets.map(keyOf).join(' or '))
  return [...byFaults.values()].map(([first, ...others]) => others.reduce(both, first))
}

const both = (one: FoundCause, other: FoundCause): FoundCause => ({
  sets: one.sets,
  // Each explains its own part.
  forms: [],
  methods: [...one.methods, ...other.methods],
  right: one.right.filter((method) => other.right.includes(method)),
  cases: [...one.cases, ...other.cases],
})

const answersOf = ({ solved }: SharedCause): MethodAnswers[] => solved.map(({ answers }) => answers)

function sharedCauseOf(set: FaultSet, open: readonly Solved[]): SharedCause {
  const held = open.flatMap((solved) => {
    const found = explainedBy(set, solved.answers)
    return found && found.left <= solved.candidates[0]!.left ? [{ ...found, solved }] : []
  })
  return {
    set,
    solved: held.map(({ solved }) => solved),
    cases: held.flatMap(({ explained }) => explained),
    left: held.reduce((sum, { left }) => sum + left, 0),
  }
}

function bestOf(causes: readonly SharedCause[], passed: readonly Passed[]): SharedCause[] {
  const most = Math.max(...causes.map(({ cases }) => cases.length))
  const widest = causes.filter(({ cases }) => cases.length === most)
  const fewest = Math.min(...widest.map(({ set }) => idsOf(set).length))
  const smallest = widest.filter(({ set }) => idsOf(set).length === fewest)
  const { solved: first } = smallest[0]!
  const same = smallest.filter(
    ({ solved }) => solved.length === first.length && solved.every((one) => first.includes(one)),
  )
  const everywhere = same.filter(({ set }) => !contradicted(set, passed))
  return everywhere.length > 0 ? everywhere : same
}

/** One form of each set. */
export const oneOfEach = (sets: readonly FaultSet[]): FaultSet[] => firsts(sets, keyOf)

const firsts = <T>(list: readonly T[], of: (one: T) => string): T[] =>
  [...new Map(list.toReversed().map((one) => [of(one), one])).values()].toReversed()

/** If something is left, something unknown is at work, and it may also have made what several sets explain. */
const isTellable = (causes: readonly SharedCause[]): boolean =>
  causes.length === 1 || (causes.length <= CANDIDATES && causes[0]!.left === 0)

const foundBy = (
  causes: readonly SharedCause[],
  forms: readonly SharedCause[],
  passed: readonly Passed[],
  parts: readonly Part[],
): FoundCause => ({
  sets: causes.map(({ set }) => set),
  // Of more, only some were kept.
  forms: forms.length < KEPT ? forms.map(({ set }) => set) : [],
  methods: [...answersOf(causes[0]!), ...parts.map(({ one }) => one.answers)],
  right: METHODS.filter((method) => {
    const own = ofMethod(passed, method)
    return causes.every(({ set }) => contradicted(set, own))
  }),
  cases: [
    ...causes[0]!.cases.filter((given) => causes.every(({ cases }) => cases.includes(given))),
    ...parts.flatMap(({ cases }) => cases),
  ],
})
