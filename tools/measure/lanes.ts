import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { rootFile } from '../../runners/suite/files.ts'
import type { RowScore, RowScores } from './expected.ts'
import { isMeasured, isThere, PROGRAMS, LANGUAGES, rowsOf, type Language } from './rows.ts'

export interface Job {
  readonly language: Language
  /** The place of the row in the file of its language. */
  readonly at: number
}

export interface Scored {
  readonly score: RowScore
  readonly note: string
}

/** Runs every row of the installed languages. @returns what was skipped */
export async function native(scores: RowScores): Promise<string[]> {
  const jobs: Job[] = []
  const skipped: string[] = []
  for (const language of LANGUAGES) {
    const rows = rowsOf(language)
    const { program } = PROGRAMS[language]
    if (isThere(program))
      jobs.push(...rows.map((_, at) => ({ language, at })).filter(({ at }) => isMeasured(at)))
    else skipped.push(`skipped: ${language}: ${rows.length} mutants, ${program} is not here`)
  }
  // Most of the time goes into the search for causes, which keeps one core busy.
  await Promise.all(Array.from({ length: availableParallelism() }, () => lane(jobs, scores)))
  return skipped
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
    child.on('message', (scored: Scored) => {
      scores.add(scored)
      next()
    })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a lane ended with ${code}`))))
    next()
  })
}
