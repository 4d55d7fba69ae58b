import type { RequirementId, VectorId, Verdict } from '../model/index.ts'

/** What the interface leaves open and the subject does: one line of the report. */
export interface OpenLine {
  readonly requirement: RequirementId
  readonly section: string
  readonly does: string
  /** The vectors that showed it. */
  readonly vectors: readonly VectorId[]
}

/** Every freedom that answers used, by rule and by what the subject does there, in the order of the vectors. */
export function freedomsOf(
  verdicts: readonly Verdict[],
  sectionOf: (id: RequirementId) => string,
): OpenLine[] {
  const lines = new Map<string, OpenLine & { vectors: VectorId[] }>()
  for (const { vector, open = [] } of verdicts)
    for (const { requirement, does } of open) {
      const key = `${requirement} ${does}`
      const line = lines.get(key)
      if (line) line.vectors.push(vector)
      else lines.set(key, { requirement, section: sectionOf(requirement), does, vectors: [vector] })
    }
  return [...lines.values()]
}

/** The heading of the list of freedoms. */
export const openTitle = ({ kind }: { readonly kind: string }): string =>
  `what the interface leaves open and your ${kind === 'endpoint' ? 'endpoint' : 'SDK'} does`
