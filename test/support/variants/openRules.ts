import type { RequirementId, Vector } from '../../../src/model/index.ts'
import { requirements } from '../vectors/files.ts'

/** Rules of level `unspecified` that these vectors name. */
export function openRulesOf(vectors: readonly Vector[]): RequirementId[] {
  const named = new Set(vectors.flatMap((vector) => [...vector.requirements]))
  return requirements()
    .filter(({ id, level }) => level === 'unspecified' && named.has(id))
    .map(({ id }) => id)
}
