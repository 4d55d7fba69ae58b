import { isGenerated, type Excuse, type Verdict, type VectorId } from '../model/index.ts'
import { fitsGlob, isGlob } from './glob.ts'

/** A known failure: schemas/baseline.schema.json. */
export interface BaselineEntry extends Excuse {
  /** Id of a vector, or a glob over ids. */
  readonly vector: string
  /** Line of the entry in its file, counted from 1. */
  readonly line?: number
}

/** A glob over more vectors than these would excuse failures that have not been looked at. */
export const WIDEST = 20

export type BaselineCode =
  'baseline-passes' | 'baseline-matches-nothing' | 'baseline-too-wide' | 'baseline-expired'

/** What is wrong with an entry, and the lines to take out (`-`) and to put in (`+`). */
export interface BaselineProblem {
  readonly code: BaselineCode
  readonly entry: string
  readonly line?: number
  readonly message: string
  readonly edit: readonly string[]
}

/** What a report says about the baseline of its run. */
export interface BaselineNews {
  readonly file: string
  readonly entries: number
  readonly problems: readonly BaselineProblem[]
  /** How many entries name no issue yet. */
  readonly unfiled: number
}

export const fits = ({ vector }: BaselineEntry, id: VectorId): boolean =>
  isGlob(vector) ? fitsGlob(vector, id) : vector === id

/** The excuse of a listed failure, expired or not: an expired entry is a problem of the baseline. */
export function excuseOf(
  entries: readonly BaselineEntry[],
  { outcome, vector, unsteady }: Pick<Verdict, 'outcome' | 'vector' | 'unsteady'>,
): Excuse | undefined {
  // An errored vector is never excused, because a crash may hide anything; neither is an unsteady failure. A generated
  // failure is excused only by its causes.
  const mayBe = outcome === 'failed' && !unsteady && !isGenerated(vector)
  const entry = mayBe ? entries.find((one) => fits(one, vector)) : undefined
  return entry && { reason: entry.reason, issue: entry.issue, expires: entry.expires }
}

/** An entry, and the outcomes of the vectors that it lists. */
export interface Listed {
  readonly entry: BaselineEntry
  /** All vectors that it matches, judged in this run or not. */
  readonly ids: readonly VectorId[]
  readonly passing: readonly VectorId[]
  /** Failed, or not judged in this run. */
  readonly open: readonly VectorId[]
}

/** @param known every vector that a run of this kind can judge, filtered out or not */
export function listed(
  entries: readonly BaselineEntry[],
  verdicts: readonly Verdict[],
  known: readonly VectorId[],
): Listed[] {
  const outcomes = new Map(verdicts.map(({ vector, outcome }) => [vector, outcome]))
  const passes = (id: VectorId): boolean => ['passed', 'observed'].includes(outcomes.get(id) ?? '')
  return entries.map((entry) => {
    const ids = known.filter((id) => fits(entry, id))
    return { entry, ids, passing: ids.filter(passes), open: ids.filter((id) => !passes(id)) }
  })
}
