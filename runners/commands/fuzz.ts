import type { Subject } from '../../src/model/index.ts'
import { EXIT } from '../../src/report/exit.ts'
import { commandOf } from '../adapter/bundledProgram.ts'
import { partsOf, signerOf } from '../paths/targets.ts'
import { watched } from '../client/watched.ts'
import {
  findingsText,
  searchAll,
  stopwatch,
  type SearchBounds,
  type Fuzzing,
  type Searched,
} from '../fuzz/searchAll.ts'
import { fuzzFlags, type RawFuzzFlags } from '../fuzz/lanes.ts'
import type { SearchResult } from '../fuzz/search.ts'
import { checkKeep, keepFailures, smallestOf } from '../generated/index.ts'
import { seedFrom } from '../generated/questions.ts'
import { openRun, untilEnded } from '../session/session.ts'
import { loadSuite } from '../suite/index.ts'
import { print } from '../terminal/console.ts'
import { wholeNumber } from '../terminal/options.ts'

/** `channelproof fuzz -- <command>`: asks generated questions until it is stopped. Resolves with the exit code. */
export async function fuzz(command: readonly string[], raw: RawFuzzFlags): Promise<number> {
  const adapter = commandOf(command)
  const session = openRun(fuzzFlags(raw), [signerOf(raw.authorization), ...partsOf(adapter)])
  await checkKeep(session.flags.keep)
  const suite = await loadSuite(['token', 'client'])
  const fuzzing: Fuzzing = { command: adapter, raw, session, bounds: boundsOf(raw), suite }
  const found = await untilEnded(session, () => searchAll(fuzzing))
  if (found) await report(found, fuzzing)
  return session.interruption.exitCode ?? exitCode(found!)
}

const boundsOf = (raw: RawFuzzFlags): SearchBounds => ({
  seconds: raw.for === undefined ? Infinity : wholeNumber('--for', raw.for, 1),
  questions: raw.questions === undefined ? Infinity : wholeNumber('--questions', raw.questions, 1),
  seed: seedFrom(raw.seed, { suiteDigest: '', isSteady: false }),
})

/** Prints what was found and keeps it, after Ctrl+C too: most searches end that way. */
async function report(found: Searched, fuzzing: Fuzzing): Promise<void> {
  const { command, session, suite } = fuzzing
  const { flags, secrets } = session
  const { signal } = new AbortController()
  const fresh = { ...flags, jobs: 1, signal, secrets }
  const start = (): Promise<Subject | undefined> => watched(command, fresh).catch(() => undefined)
  const smallest = await smallestOf(found.failures, { start, find: suite.find, signal, now: stopwatch() })
  await print(`${await findingsText(found, smallest, fuzzing)}\n`)
  if (flags.keep !== undefined) await keepFailures(flags.keep, smallest)
}

function exitCode({ asked, failures }: SearchResult): number {
  if (failures.length > 0) return EXIT.fails
  return asked === 0 ? EXIT.tooLittle : EXIT.conforms
}
