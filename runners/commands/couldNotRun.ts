import { ownSecrets } from '../terminal/secrets.ts'
import { ChannelproofError } from '../../src/errors.ts'
import type { Description, Stopped } from '../../src/model/index.ts'
import { BUG, EXIT } from '../../src/report/exit.ts'
import { makeReport } from '../../src/report/report.ts'
import { exitCodeFor } from '../terminal/errors.ts'
import type { Interruption } from '../terminal/signals.ts'
import { startFacts, type RunSubject } from './runFacts.ts'
import type { RunFlags } from './runFlags.ts'
import { writeStopped } from '../report/write.ts'
import { loadSuite } from '../suite/index.ts'

/**
 * Writes the reports of a run that could not begin, so that a gate that reads them sees red. The caller writes the
 * message on the terminal.
 * @param error one that a user can cause writes no report, unless its exit code is 3
 */
export async function reportCouldNotRun(
  error: unknown,
  { exitCode: signal, stopped: ended }: Pick<Interruption, 'exitCode' | 'stopped'>,
  subject: RunSubject,
  flags: RunFlags,
): Promise<void> {
  const stopped = ended ?? (signal === undefined ? stoppedBy(error) : undefined)
  if (!stopped && signal === undefined) return
  const suite = await loadSuite([])
  const report = makeReport(
    {
      ...startFacts(suite, subject, UNKNOWN, flags, new Date()),
      seconds: 0,
      partial: true,
      signal,
      ...(stopped && { stopped }),
    },
    [],
  )
  // The message may quote the standard error of an adapter.
  await writeStopped(ownSecrets().mask(report), flags.targets, suite)
}

function stoppedBy(error: unknown): Stopped | undefined {
  if (!(error instanceof ChannelproofError)) return BUG
  const { code, message } = error
  return exitCodeFor(error) === EXIT.couldNotRun ? { code, message } : undefined
}

/** The adapter never described itself. */
const UNKNOWN: Description = {
  protocol: 1,
  sdk: { name: 'unknown', version: '', language: '' },
  methods: [],
  clock: 'injected',
}
