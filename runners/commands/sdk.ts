import { ownSecrets, type Secrets } from '../terminal/secrets.ts'
import { ChannelproofError } from '../../src/errors.ts'
import { once, type Description } from '../../src/model/index.ts'
import type { Report } from '../../src/report/report.ts'
import { visible } from '../../src/report/visible.ts'
import { paced } from '../../src/generate/paced.ts'
import { run } from '../../src/run.ts'
import { KeptAnswers } from '../report/keptAnswers.ts'
import { reportCouldNotRun } from './couldNotRun.ts'
import { usedFiles } from '../gate/flags.ts'
import { collectVerdicts } from '../terminal/collectVerdicts.ts'
import { failuresOf, keepFailures, smallestOf } from '../generated/failures.ts'
import { generatedFacts, generatedFor, withVectors } from '../generated/index.ts'
import { vectorsOfOwnClock } from '../suite/ownClock.ts'
import { prepare } from '../generated/prepare.ts'
import { sinceStart } from '../generated/sinceStart.ts'
import { endFacts, startFacts } from './runFacts.ts'
import { bundledProgram, type Command } from '../adapter/bundledProgram.ts'
import { runFlags, type RawRunFlags, type RunFlags } from './runFlags.ts'
import { emptyReports } from '../report/targets.ts'
import { streamTo, writeReports } from '../report/write.ts'
import { Interruption } from '../terminal/signals.ts'
import { clientOptions, type ClientFlags, type ClientOptions } from '../client/options.ts'
import type { ClientSubject } from '../client/subject.ts'
import { watched } from '../client/watched.ts'
import { unknownMembers } from '../adapter/unknownMembers.ts'
import type { Suite } from '../suite/index.ts'

/** For how long failed questions are asked again, in seconds. */
const ASKED_AGAIN = 30

const seconds = (): number => performance.now() / 1000

/** The bundled reference adapter as a child process. */
export const referenceAdapter = (): Command => bundledProgram('adapter/referenceAdapter')

/** `channelproof sdk [-- command…]`: asks an adapter every vector. Resolves with the exit code. */
export async function sdk(command: readonly string[], raw: RawRunFlags & ClientFlags): Promise<number> {
  const flags = { ...runFlags(raw), client: clientOptions(raw) }
  const [program, ...args] = command
  if (program === '')
    throw new ChannelproofError(
      'wrong-option',
      'the command of the adapter is empty',
      'Name a program after --; is a variable unset?',
    )
  const adapter: Command = program === undefined ? referenceAdapter() : [program, ...args]
  const interruption = new Interruption()
  emptyReports(flags.targets, usedFiles(flags.gate))
  const checked = await check(adapter, flags, interruption).catch(async (error: unknown) => {
    await reportCouldNotRun(error, interruption, { kind: 'adapter', name: adapter[0] }, flags)
    if (interruption.exitCode === undefined) throw error
    interruption.tellEarly()
  })
  if (!checked) return interruption.exitCode!
  const { report, suite } = checked
  await writeReports(report, flags.targets, { suite, quiet: flags.quiet, streamed: true })
  return report.exitCode
}

/** One whole run on an adapter. @throws ChannelproofError `adapter-not-started` */
export async function check(
  command: Command,
  flags: RunFlags & { client?: ClientOptions },
  interruption: Pick<Interruption, 'signal' | 'exitCode' | 'stopped' | 'bug'>,
): Promise<{ report: Report; suite: Suite }> {
  const startedAt = new Date()
  const { signal, bug: onBug } = interruption
  const secrets = ownSecrets()
  const start = (): Promise<ClientSubject> => watched(command, { ...flags, signal, secrets })
  // The adapter starts while the vectors load.
  const starting = start()
  const [loaded, subject] = await Promise.all([prepare('adapter', flags), starting]).catch(
    async (error: unknown) => {
      await starting.then((started) => started.close()).catch(() => undefined)
      throw error
    },
  )
  const { gate, kept } = loaded
  const { description } = subject
  const generated = await generatedFor(flags, { kind: 'adapter', subject, suite: loaded.suite, gate })
  const ofNow = await vectorsOfOwnClock(description)
  const suite = withVectors(loaded.suite, [...generated.vectors, ...kept, ...ofNow])
  const vectors = once([...loaded.vectors, ...generated.vectors]).map(({ id }) => suite.find(id)!)
  warn(description, secrets)
  const facts = startFacts(suite, { kind: 'adapter', ...description.sdk }, description, flags, startedAt)
  const stream = streamTo(flags.targets, secrets.mask(facts), (verdict) => secrets.mask(verdict))
  const answers = new KeptAnswers()
  const judged = answers.add.bind(answers)
  const again = { fresh: () => start().catch(() => undefined), seconds: ASKED_AGAIN, now: seconds }
  const options = {
    ...flags,
    vectors: paced(vectors, sinceStart(description, signal)),
    find: suite.find,
    subject,
    signal,
    judged,
    mark: gate.mark,
    again,
    onBug,
  }
  const { verdicts, ending } = await collectVerdicts(run(options), vectors.length, stream)
  const isWhole = !flags.bail || verdicts.length === vectors.length
  const findings = await answers.findings(vectors).catch(onBug)
  const smallest = await smallestOf(failuresOf(verdicts, generated), {
    ...again,
    start: again.fresh,
    find: suite.find,
    signal,
  })
  const report = gate.report(
    {
      ...endFacts(facts, ending, interruption, { isWhole }),
      ...generatedFacts(generated, smallest),
      findings,
      answers: facts.shard && answers.kept(),
    },
    verdicts,
  )
  if (flags.keep !== undefined) await keepFailures(flags.keep, secrets.mask(smallest))
  return { report: secrets.mask(report), suite }
}

function warn(description: Description, secrets: Secrets): void {
  for (const warning of unknownMembers(description))
    process.stderr.write(`channelproof: ${visible(secrets.text(warning))}\n`)
}
