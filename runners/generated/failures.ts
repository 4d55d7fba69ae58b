import { counted } from '../../src/text.ts'
import type { Verdict } from '../../src/model/index.ts'
import type { GeneratedRun } from './questions.ts'
import type { FailureOfRun, Smallest, smallestFailures } from './smallest.ts'

/** Failures of a run, of which the generated ones can be made smaller. */
export const failuresOf = (verdicts: readonly Verdict[], run: GeneratedRun): FailureOfRun[] =>
  verdicts.filter(({ outcome }) => outcome === 'failed').map((verdict) => ({ verdict, run }))

/** The code for it is loaded only where something failed. */
export async function smallestOf(...given: Parameters<typeof smallestFailures>): Promise<Smallest[]> {
  return given[0].length === 0 ? [] : (await import('./smallest.ts')).smallestFailures(...given)
}

/** What --keep writes. */
export async function keepFailures(file: string, smallest: readonly Smallest[]): Promise<void> {
  if (smallest.length === 0) return
  const { keep } = await import('./kept.ts')
  const count = await keep(
    file,
    smallest.flatMap(({ vectors }) => vectors),
  )
  const were = count === 1 ? 'was added; ask it' : 'were added; ask them'
  process.stderr.write(`${file}: ${counted(count, 'vector')} ${were} again with --vectors ${file}\n`)
}
