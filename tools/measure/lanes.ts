import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { rootFile } from '../../runners/suite/files.ts'
import { RowScores, type RowScored } from './expected.ts'
import { isMeasured, isThere, PROGRAMS, LANGUAGES, rowsOf, type Group, type Programs } from './rows.ts'

export interface Job extends Programs {
  /** The place of the row in the file of its language. */
  readonly at: number
}

/** The scores of a group, and what was skipped. */
export interface Measured {
  readonly scores: RowScores
  readonly skipped: readonly string[]
}

/** Runs every row of a group in the installed languages. */
export async function native(group: Group): Promise<Measured> {
  const scores = new RowScores()
  const jobs: Job[] = []
  const skipped: string[] = []
  for (const language of LANGUAGES) {
    const rows = rowsOf({ group, language })
    const { program } = PROGRAMS[language]
    if (isThere(program))
      jobs.push(...rows.map((_, at) => ({ group, language, at })).filter(({ at }) => isMeasured(at, group)))
    else skipped.push(`skipped: ${language}: ${rows.length} ${group}, ${program} is not here`)
  }
  // Most of the time goes into the search for causes, which keeps one core busy.
  await Promise.all(Array.from({ length: availableParallelism() }, () => lane(jobs, scores)))
  return { scores, skipped }
}

/** A process that takes one job after the other, until none is left. */
function lane(jobs: Job[], scores: RowScores): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(rootFile('tools/measure/lane.ts'))
    const next = (): void => {
      const job = jobs.shift()
      if (job) child.send(job)
      else child.disconnect()
    }
    child.on('message', (scored: RowScored) => {
      scores.add(scored)
      next()
    })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a lane ended with ${code}`))))
    next()
  })
}
