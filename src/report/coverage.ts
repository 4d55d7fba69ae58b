import type { Outcome, RequirementId, Verdict } from '../model/index.ts'

export type Counts = Record<Outcome, number>

/** `unclear`: how many of the failed broke another of their rules. */
export type Coverage = Counts & { unclear: number }

const noCounts = (): Counts => ({ passed: 0, failed: 0, observed: 0, skipped: 0, errored: 0 })

export function count(verdicts: Iterable<Verdict>): Counts {
  const counts = noCounts()
  for (const { outcome } of verdicts) counts[outcome]++
  return counts
}

/** The rules that a vector tests, the rule that its answer broke, and those whose freedom the answer used. */
const rulesOf = ({ requirements, rule, open = [] }: Verdict): ReadonlySet<RequirementId> =>
  new Set([
    ...requirements,
    ...(rule === undefined ? [] : [rule]),
    ...open.map(({ requirement }) => requirement),
  ])

/**
 * A vector stands for several rules. A failure shows that the rule in its verdict is broken; about the others it shows
 * nothing, and least of all that they are kept.
 */
export const isUnclear = ({ outcome, rule, excused }: Verdict, id: RequirementId): boolean =>
  outcome === 'failed' && !excused && rule !== undefined && rule !== id

/** Requirement id → outcomes of its vectors. */
export function coverageOf(verdicts: readonly Verdict[]): Record<RequirementId, Coverage> {
  const coverage: Record<RequirementId, Coverage> = {}
  for (const verdict of verdicts)
    for (const id of rulesOf(verdict)) {
      const counts = (coverage[id] ??= { ...noCounts(), unclear: 0 })
      counts[verdict.outcome]++
      if (isUnclear(verdict, id)) counts.unclear++
    }
  return Object.fromEntries(Object.entries(coverage).sort(([a], [b]) => (a < b ? -1 : 1)))
}
