import type { Verdict, VectorId } from '../model/index.ts'
import { fits, listed, WIDEST, type BaselineEntry } from './baseline.ts'
import { causeLines, type CauseEntry } from './causes.ts'
import { EXCUSED_DAYS, laterBy, linesOf, UNFILED } from './entry.ts'

/** The lines of an entry in a file. */
export const entryLines = (entry: BaselineEntry): string[] => linesOf('vector', entry.vector, entry)

/** The text of a baseline file. */
export const baselineText = (entries: readonly BaselineEntry[], causes: readonly CauseEntry[] = []): string =>
  [
    '# Known failures, which do not gate until they expire; renewed by "--update-baseline", which keeps reasons.',
    entries.length + causes.length === 0 ? 'failures: []' : 'failures:',
    ...entries.flatMap(entryLines),
    ...causes.flatMap(causeLines),
    '',
  ].join('\n')

/**
 * The baseline that fits this run: entries keep their reasons, issues and dates, what passes now is removed, new
 * failures are added. Vectors that were not judged keep their entries, and so do those of other commands.
 * @param failing verdicts that make the run fail and may be excused
 */
export function renewed(
  entries: readonly BaselineEntry[],
  verdicts: readonly Verdict[],
  known: readonly VectorId[],
  failing: readonly Verdict[],
  today: string,
): BaselineEntry[] {
  const kept = listed(entries, verdicts, known).flatMap(({ entry, ids, passing, open }) => {
    if (passing.length === 0 && ids.length <= WIDEST) return ids.length === 0 ? [] : [entry]
    return open.map((vector) => ({ ...entry, vector }))
  })
  const fresh = failing
    .filter((verdict) => !kept.some((entry) => fits(entry, verdict.vector)))
    .map((verdict) => ({
      vector: verdict.vector,
      reason: reasonOf(verdict),
      issue: UNFILED,
      expires: laterBy(today, EXCUSED_DAYS),
    }))
  return [...kept, ...fresh]
}

/** The reason of a new failure that has not been looked at yet. */
const reasonOf = ({ diagnosis, message = '' }: Verdict): string =>
  `not looked at yet: ${diagnosis ? diagnosis.join(', ') : message.slice(0, 120)}`
