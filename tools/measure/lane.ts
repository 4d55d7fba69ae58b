/** A process that runs the rows it gets from lanes.ts, one after the other, and reports their scores. */
import { loadSuite } from '../../runners/suite/index.ts'
import { scoreOfRow, noteOf } from './expected.ts'
import type { Job, Scored } from './lanes.ts'
import { outcomeOf } from './native.ts'
import { rowsOf } from './rows.ts'

const { vectors } = await loadSuite(['token'])

async function scored({ language, at }: Job): Promise<Scored> {
  const row = rowsOf(language)[at]!
  const outcome = await outcomeOf(language, row, vectors)
  return {
    score: scoreOfRow(outcome, row.expect),
    note: `${language} ${row.id}: ${noteOf(outcome, row.expect)}`,
  }
}

// An error ends the process, and with it the measure.
process.on('message', (job: Job) => void scored(job).then((answer) => process.send!(answer)))
