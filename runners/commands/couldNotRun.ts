import { ownSecrets } from '../terminal/secrets.ts'
import { ChannelproofError } from '../../src/errors.ts'
import type { Description } from '../../src/model/index.ts'
import { EXIT } from '../../src/report/exit.ts'
import { makeReport } from '../../src/report/report.ts'
import { exitCodeFor } from '../terminal/errors.ts'
import { startFacts, type RunSubject } from './runFacts.ts'
import type { RunFlags } from './runFlags.ts'
import { writeStopped } from '../report/write.ts'
import { loadSuite } from '../suite/index.ts'

/**
 * Writes the reports of a run that could not begin, so that a gate that reads them sees red. What is to be said on
 * the terminal is the caller's.
 * @param why an error with exit code 3, others write nothing; or 128 + n of a signal
 */
export async function reportCouldNotRun(why: unknown, subject: RunSubject, flags: RunFlags): Promise<void> {
  const signal = typeof why === 'number' ? why : undefined
  const error = why instanceof ChannelproofError && exitCodeFor(why) === EXIT.couldNotRun ? why : undefined
  if (!error && signal === undefined) return
  const suite = await loadSuite([])
  const report = makeReport(
    {
      ...startFacts(suite, subject, UNKNOWN, flags, new Date()),
      seconds: 0,
      partial: true,
      signal,
      ...(error && { stopped: { code: error.code, message: error.message } }),
    },
    [],
  )
  // It may quote what an adapter wrote to its standard error.
  writeStopped(ownSecrets().mask(report), flags.targets, suite)
}

/** It never said what it is. */
const UNKNOWN: Description = {
  protocol: 1,
  sdk: { name: 'unknown', version: '', language: '' },
  methods: [],
  clock: 'injected',
}
