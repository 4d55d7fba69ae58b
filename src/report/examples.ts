import type { Verdict } from '../model/index.ts'
import type { Report } from './report.ts'

/** If one cause or one trouble explains many failures, some examples say as much as all of them. */
const EXAMPLES = 3

export function examplesOf(sorted: readonly Verdict[], { trouble = [], diagnosis = [] }: Report): Verdict[] {
  const groups = [...trouble.map(({ vectors }) => vectors), ...diagnosis.map(({ explains }) => explains)]
  const groupOf = new Map(groups.flatMap((ids) => ids.map((id) => [id, ids] as const)))
  const counts = new Map<readonly string[], number>()
  return sorted.filter(({ vector }) => {
    const group = groupOf.get(vector)
    if (!group) return true
    counts.set(group, (counts.get(group) ?? 0) + 1)
    return counts.get(group)! <= EXAMPLES
  })
}
