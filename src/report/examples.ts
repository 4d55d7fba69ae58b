import type { Verdict } from '../model/index.ts'
import type { Report } from './report.ts'

/** Where a cause or a trouble explains many failures, some examples say as much as all of them. */
const EXAMPLES = 3

/** Some of the failures that share their trouble, or the faults of their cause that show in them; all others. */
export function examplesOf(sorted: readonly Verdict[], { trouble = [], diagnosis = [] }: Report): Verdict[] {
  const groups = [...trouble.map(({ vectors }) => vectors), ...diagnosis.map(({ explains }) => explains)]
  const groupOf = new Map(groups.flatMap((ids, at) => ids.map((id) => [id, at] as const)))
  const counts = new Map<string, number>()
  return sorted.filter(({ vector, diagnosis: shown = [] }) => {
    const group = groupOf.get(vector)
    if (group === undefined) return true
    // Of two faults that make one cause together, each has its own examples.
    const key = JSON.stringify([group, ...shown])
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return counts.get(key)! <= EXAMPLES
  })
}
