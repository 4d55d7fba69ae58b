/** A process that runs the rows it gets from lanes.ts, one after the other, and reports their scores. */
import { loadSuite } from '../../runners/suite/index.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import { likelyOf, noteOf, outcomeOf, type RowScored, scoreOfRow } from './expected.ts'
import type { Job } from './main.ts'
import { rowsOf } from './rows.ts'

const METHODS = ['token.params', 'token.signature', 'token.issue', 'token.verify'] as const
const { vectors } = await loadSuite(['token'])
/** A run asks generated questions too: the vectors alone do not show what a cache or a bound does. */
const QUESTIONS = {
  mutants: vectors,
  strangers: [...vectors, ...inOrder(generatedGroups({ count: 1000, seed: 1, methods: METHODS }))],
} as const

async function scored({ at, ...programs }: Job): Promise<RowScored> {
  const row = rowsOf(programs)[at]!
  const outcome = await outcomeOf(programs, row, QUESTIONS[programs.group])
  return {
    score: scoreOfRow(outcome, row.expect, programs.group),
    likely: likelyOf(outcome, row.expect, programs.group),
    note: `${programs.language} ${row.id ?? row.mutant}: ${noteOf(outcome, row.expect)}`,
  }
}

// An error ends the process, and with it the measure.
process.on('message', (job: Job) => void scored(job).then((answer) => process.send!(answer)))
