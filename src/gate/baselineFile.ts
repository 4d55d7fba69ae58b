import type { Verdict, VectorId } from '../model/index.ts'
import { fits, listed, UNFILED, WIDEST, type BaselineEntry } from './baseline.ts'

/** For how long `--update-baseline` excuses what is new. */
export const EXCUSED_DAYS = 90

const DAY = 24 * 60 * 60 * 1000

/** A date so many days later. */
export const laterBy = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

/** The lines of an entry in a file. JSON's strings are YAML's. */
export const entryLines = ({ vector, reason, issue, expires }: BaselineEntry): string[] => [
  `  - vector: ${JSON.stringify(vector)}`,
  `    reason: ${JSON.stringify(reason)}`,
  `    issue: ${JSON.stringify(issue)}`,
  `    expires: ${JSON.stringify(expires)}`,
]

/** The text of a baseline file. */
export const baselineText = (entries: readonly BaselineEntry[]): string =>
  [
    '# Known failures, which do not gate until they expire; renewed by "--update-baseline", which keeps reasons.',
    entries.length === 0 ? 'failures: []' : 'failures:',
    ...entries.flatMap(entryLines),
    '',
  ].join('\n')

/**
 * The baseline that fits this run: entries keep their reasons, issues and dates; what passes now goes, what fails
 * newly comes. Vectors that were not judged keep their entries, and so does what other commands judge.
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

/** Of a failure that nobody has looked at yet. */
const reasonOf = ({ diagnosis, message = '' }: Verdict): string =>
  `not looked at yet: ${diagnosis ? diagnosis.join(', ') : message.slice(0, 120)}`
