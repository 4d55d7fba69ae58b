import { andMore } from '../text.ts'
import type { Verdict, VectorId } from '../model/index.ts'
import {
  listed,
  WIDEST,
  type BaselineCode,
  type BaselineEntry,
  type BaselineProblem,
  type Listed,
} from './baseline.ts'
import { entryLines } from './baselineFile.ts'
import { EXCUSED_DAYS, laterBy } from './entry.ts'
import { isGlob } from './glob.ts'

/** Lists what is wrong with a baseline (exit code 5). @param today YYYY-MM-DD, UTC */
export function baselineProblems(
  entries: readonly BaselineEntry[],
  verdicts: readonly Verdict[],
  known: readonly VectorId[],
  today: string,
): BaselineProblem[] {
  return listed(entries, verdicts, known).flatMap((one) => {
    const row = PROBLEMS.find(({ applies }) => applies(one, today))
    if (!row) return []
    const { vector, line } = one.entry
    const { code, message, edit } = row
    return [
      {
        code,
        entry: vector,
        ...(line !== undefined && { line }),
        message: message(one),
        edit: edit(one, today),
      },
    ]
  })
}

interface Row {
  readonly code: BaselineCode
  readonly applies: (listed: Listed, today: string) => boolean
  readonly message: (listed: Listed) => string
  readonly edit: (listed: Listed, today: string) => string[]
}

/** Reports only the first problem that applies: repairing it may repair the others. */
const PROBLEMS: readonly Row[] = [
  {
    code: 'baseline-matches-nothing',
    applies: ({ ids }) => ids.length === 0,
    message: ({ entry }) => `no vector fits "${entry.vector}"`,
    edit: ({ entry }) => takenOut(entry),
  },
  {
    code: 'baseline-too-wide',
    applies: ({ ids }) => ids.length > WIDEST,
    message: ({ entry, ids }) =>
      `"${entry.vector}" fits ${ids.length} vectors, and at most ${WIDEST} are allowed`,
    edit: (one) => replaced(one),
  },
  {
    code: 'baseline-passes',
    applies: ({ passing }) => passing.length > 0,
    message: ({ entry, passing }) =>
      isGlob(entry.vector)
        ? `"${entry.vector}" lists what does not fail any more: ${andMore(passing, 3)}`
        : `"${entry.vector}" does not fail any more`,
    edit: (one) => replaced(one),
  },
  {
    code: 'baseline-expired',
    applies: ({ entry }, today) => entry.expires < today,
    message: ({ entry }) =>
      `"${entry.vector}" was excused until ${entry.expires}; repair it, or give it more time`,
    edit: ({ entry }, today) => [
      `-    expires: "${entry.expires}"`,
      `+    expires: "${laterBy(today, EXCUSED_DAYS)}"`,
    ],
  },
]

const takenOut = (entry: BaselineEntry): string[] => entryLines(entry).map((line) => `-${line}`)

/** A separate entry for each vector that still fails. */
const replaced = ({ entry, open }: Listed): string[] => [
  ...takenOut(entry),
  ...(isGlob(entry.vector) ? open.slice(0, WIDEST) : []).flatMap((vector) =>
    entryLines({ ...entry, vector }).map((line) => `+${line}`),
  ),
]
