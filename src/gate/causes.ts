import type { Excuse, FaultId, Verdict } from '../model/index.ts'
import type { BaselineProblem } from './baseline.ts'
import { EXCUSED_DAYS, laterBy, linesOf, UNFILED } from './entry.ts'
import { isGenerated } from './lock.ts'

/** A known cause of failures of generated questions, which have no id that stays: schemas/baseline.schema.json. */
export interface CauseEntry extends Excuse {
  readonly cause: FaultId
  /** Line of the entry in its file, counted from 1. */
  readonly line?: number
}

/** The excuse of a generated failure: the entry of its first cause, if every cause is listed. */
export function excuseByCause(
  entries: readonly CauseEntry[],
  { outcome, vector, unsteady }: Pick<Verdict, 'outcome' | 'vector' | 'unsteady'>,
  causes: readonly FaultId[],
): Excuse | undefined {
  if (outcome !== 'failed' || unsteady || !isGenerated(vector)) return undefined
  const found = causes.map((cause) => entries.find((entry) => entry.cause === cause))
  const [first] = found
  if (!first || found.includes(undefined)) return undefined
  return { reason: first.reason, issue: first.issue, expires: first.expires }
}

/** Lists what is wrong with the causes of a baseline after a whole run. @param found every cause of the run */
export const causeProblems = (
  entries: readonly CauseEntry[],
  found: ReadonlySet<FaultId>,
  today: string,
): BaselineProblem[] =>
  entries.flatMap((entry) => {
    if (!found.has(entry.cause)) return [passes(entry)]
    return entry.expires < today ? [expired(entry, today)] : []
  })

const placeOf = ({ cause, line }: CauseEntry): Pick<BaselineProblem, 'entry' | 'line'> => ({
  entry: cause,
  ...(line !== undefined && { line }),
})

const passes = (entry: CauseEntry): BaselineProblem => ({
  ...placeOf(entry),
  code: 'baseline-passes',
  message: `no failure has the cause "${entry.cause}" any more`,
  edit: causeLines(entry).map((text) => `-${text}`),
})

const expired = (entry: CauseEntry, today: string): BaselineProblem => ({
  ...placeOf(entry),
  code: 'baseline-expired',
  message: `the cause "${entry.cause}" was excused until ${entry.expires}; repair it, or give it more time`,
  edit: [`-    expires: "${entry.expires}"`, `+    expires: "${laterBy(today, EXCUSED_DAYS)}"`],
})

/** The lines of an entry in a file. */
export const causeLines = (entry: CauseEntry): string[] => linesOf('cause', entry.cause, entry)

/** The entries that fit this run: causes that were not found are removed, causes of new failures are added. */
export function renewedCauses(
  entries: readonly CauseEntry[],
  found: ReadonlySet<FaultId>,
  ofGenerated: readonly FaultId[],
  today: string,
): CauseEntry[] {
  const kept = entries.filter(({ cause }) => found.has(cause))
  const fresh = [...new Set(ofGenerated)].filter((cause) => !kept.some((entry) => entry.cause === cause))
  const expires = laterBy(today, EXCUSED_DAYS)
  return [
    ...kept,
    ...fresh.map((cause) => ({
      cause,
      reason: 'not looked at yet: generated questions fail for it',
      issue: UNFILED,
      expires,
    })),
  ]
}
