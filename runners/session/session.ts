/**
 * One run from its flags to its report, for every command that judges: open, ask, judge, explain, write, exit code. What
 * differs between subjects is an argument.
 */
import type { Description } from '../../src/model/index.ts'
import { makeReport } from '../../src/report/report.ts'
import { usedFiles } from '../gate/flags.ts'
import { keepFailures } from '../generated/index.ts'
import { checkWritable } from '../paths/files.ts'
import { emptyReports, usedAs, type Used } from '../paths/targets.ts'
import { writeReports, writeStopped } from '../report/write.ts'
import { loadSuite } from '../suite/index.ts'
import { newRunSecrets } from '../terminal/secrets.ts'
import { Interruption } from '../terminal/errors.ts'
import { ask, type Asking, type Judged } from './ask.ts'
import {
  endOfNoRun,
  startFacts,
  withInterruption,
  type Outputs,
  type RunSubject,
  type Session,
} from './facts.ts'

/** Begins a run: nothing is left of the reports of an earlier one. @param used other files that no report may take */
export function openRun<F extends Outputs>(flags: F, used: readonly Used[] = []): Session<F> {
  const interruption = new Interruption()
  // Before the reports are emptied: what cannot be kept takes nothing away.
  if (flags.keep !== undefined) checkWritable(flags.keep)
  const own: Used[] = [
    ...usedFiles(flags.gate),
    ['--keep', flags.keep, true],
    ...usedAs('--vectors', flags.vectors),
    ['GITHUB_STEP_SUMMARY', process.env['GITHUB_STEP_SUMMARY'], true],
  ]
  emptyReports(flags.targets, [...own, ...used])
  return { flags, startedAt: new Date(), interruption, secrets: newRunSecrets() }
}

/**
 * A whole run on a subject. Resolves with the exit code.
 * @param about the subject as it is known before it describes itself
 * @param start makes it ready to be asked; nothing if a signal ended that
 */
export async function judged(
  session: Session,
  about: RunSubject,
  start: () => Promise<Asking | undefined>,
): Promise<number> {
  const found = await untilEnded(session, async () => {
    const asking = await start()
    return asking && ask(session, asking)
  }).catch(async (error: unknown) => {
    await reportNoRun(error, session, about)
    throw error
  })
  if (found) return concluded(session, { ...found, streamed: true })
  await reportNoRun(undefined, session, about)
  return session.interruption.exitCode!
}

/** What work makes; nothing where a signal or a bug ended it, which is the reason of any error then. */
export async function untilEnded<T>(
  { interruption }: Pick<Session, 'interruption'>,
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  try {
    const done = await work()
    if (done) return done
  } catch (error) {
    if (interruption.exitCode === undefined) throw error
  }
  interruption.tellEarly()
  return undefined
}

/** Of a subject that never described itself. */
const UNKNOWN: Description = {
  protocol: 1,
  sdk: { name: 'unknown', version: '', language: '' },
  methods: [],
  clock: 'injected',
}

/** Writes the reports of a run that could not begin, so that a gate that reads them sees red. */
async function reportNoRun(error: unknown, session: Session, about: RunSubject): Promise<void> {
  const end = endOfNoRun(error, session.interruption)
  if (!end) return
  const suite = await loadSuite([])
  const start = startFacts({ ...session, suite, about, description: UNKNOWN })
  await writeStopped(makeReport({ ...start, ...end }, []), session.flags.targets, suite)
}

/** The report of a run, written; then the files beside it, which take nothing away. Resolves with the exit code. */
export async function concluded(
  { flags: { targets, quiet, keep }, interruption }: Session<Outputs>,
  { gate, suite, facts, verdicts, smallest = [], streamed = false }: Judged,
): Promise<number> {
  const report = gate.report(withInterruption(facts, interruption), verdicts)
  await writeReports(report, targets, { suite, quiet, streamed })
  if (keep !== undefined) await keepFailures(keep, smallest)
  return report.exitCode
}
