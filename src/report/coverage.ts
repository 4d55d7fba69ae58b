import { groupedBy } from '../tables.ts'
import type { Outcome, RequirementId, Verdict, VectorId } from '../model/index.ts'

/** `token/params` of `token/params/ascii` */
export const familyOf = (id: VectorId): string => id.split('/').slice(0, 2).join('/')

export type Counts = Record<Outcome, number>

/** `unclear`: how many of the failed broke another of their rules. */
export type Coverage = Counts & { unclear: number }

const noCounts = (): Counts => ({ passed: 0, failed: 0, observed: 0, skipped: 0, errored: 0 })

export function count(verdicts: Iterable<Verdict>): Counts {
  const counts = noCounts()
  for (const { outcome } of verdicts) counts[outcome]++
  return counts
}

/** The rules that an answer broke: that of the worst finding, and those of the others. */
export const brokenBy = ({
  rule,
  findings = [],
}: Pick<Verdict, 'rule' | 'findings'>): readonly RequirementId[] => [
  ...(rule === undefined ? [] : [rule]),
  ...findings.map((finding) => finding.rule),
]

/** The rules that a vector tests, those that its answer broke, and those whose freedom the answer used. */
const rulesOf = (verdict: Verdict): ReadonlySet<RequirementId> =>
  new Set([
    ...verdict.requirements,
    ...brokenBy(verdict),
    ...(verdict.open ?? []).map((one) => one.requirement),
  ])

/**
 * A vector stands for several rules. A failure shows that the rules of its findings are broken; about the others it
 * shows nothing, and least of all that they are kept.
 */
export const isUnclear = (verdict: Verdict, id: RequirementId): boolean =>
  verdict.outcome === 'failed' &&
  !verdict.excused &&
  verdict.rule !== undefined &&
  !brokenBy(verdict).includes(id)

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
  const used = verdicts.flatMap(({ vector, open = [] }) => open.map((freedom) => ({ ...freedom, vector })))
  return [...groupedBy(used, ({ requirement, does }) => `${requirement} ${does}`).values()].map((own) => {
    const [{ requirement, does }] = own
    return { requirement, section: sectionOf(requirement), does, vectors: own.map(({ vector }) => vector) }
  })
}

/** The heading of the list of freedoms. */
export const openTitle = ({ kind }: { readonly kind: string }): string =>
  `what the interface leaves open and your ${kind === 'endpoint' ? 'endpoint' : 'SDK'} does`
