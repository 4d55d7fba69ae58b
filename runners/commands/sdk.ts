import type { Variation } from '../../src/diagnose/common.ts'
import { causesOfCalls } from './callCauses.ts'
import { ownSecrets, type Secrets } from '../terminal/secrets.ts'
import { ChannelproofError } from '../../src/errors.ts'
import { once, type VectorId } from '../../src/model/index.ts'
import type { Report } from '../../src/report/report.ts'
import { visible } from '../../src/report/visible.ts'
import { paced } from '../../src/generate/paced.ts'
import { plainIn } from '../../src/plainFirst.ts'
import { run } from '../../src/run.ts'
import { KeptAnswers } from '../report/keptAnswers.ts'
import { reportCouldNotRun } from './couldNotRun.ts'
import { usedFiles } from '../gate/flags.ts'
import { collectVerdicts } from '../terminal/collectVerdicts.ts'
import { failuresOf, keepFailures, smallestOf } from '../generated/failures.ts'
import { generatedFacts, generatedFor, isTogether, withVectors } from '../generated/index.ts'
import { vectorsOfOwnClock } from '../suite/ownClock.ts'
import { prepare } from '../generated/prepare.ts'
import { sinceStart } from '../generated/sinceStart.ts'
import { endFacts, startFacts } from './runFacts.ts'
import { bundledProgram, type Command } from '../adapter/bundledProgram.ts'
import type { Way } from '../adapter/channel.ts'
import { runFlags, type RawRunFlags, type RunFlags } from './runFlags.ts'
import { emptyReports } from '../report/targets.ts'
import { streamTo, writeReports } from '../report/write.ts'
import { Interruption } from '../terminal/signals.ts'
import { clientOptions, type ClientFlags, type ClientOptions } from '../client/options.ts'
import type { ClientSubject } from '../client/subject.ts'
import { unreached } from '../client/reach.ts'
import { watched } from '../client/watched.ts'
import { device } from './device.ts'
import { freshStarts, type FreshStart } from './freshStarts.ts'
import type { SocketFlags } from '../socket/way.ts'
import { unknownMembers } from '../adapter/unknownMembers.ts'
import type { Suite } from '../suite/index.ts'

/** For how many seconds failed questions are asked again. */
const ASKED_AGAIN = 30

const seconds = (): number => performance.now() / 1000

/** The bundled reference adapter as a child process. */
export const referenceAdapter = (): Command => bundledProgram('adapter/referenceAdapter')

/** `channelproof sdk [-- command…]`: asks an adapter every vector. Resolves with the exit code. */
export async function sdk(
  command: readonly string[],
  raw: RawRunFlags & ClientFlags & SocketFlags,
): Promise<number> {
  const flags = { ...runFlags(raw), client: clientOptions(raw) }
  const way = await device(command, raw)
  if (!way) return onAdapter(adapterOf(command), flags)
  return onAdapter(way, { ...flags, jobs: 1, allowNetwork: raw.allowNetwork ?? false }).finally(() =>
    way.close(),
  )
}

/** @throws ChannelproofError `wrong-option` */
function adapterOf([program, ...args]: readonly string[]): Command {
  if (program === '')
    throw new ChannelproofError(
      'wrong-option',
      'the command of the adapter is empty',
      'Name a program after --; is a variable unset?',
    )
  return program === undefined ? referenceAdapter() : [program, ...args]
}

async function onAdapter(
  adapter: Command | Way,
  flags: RunFlags & { client: ClientOptions; allowNetwork?: boolean },
): Promise<number> {
  const interruption = new Interruption()
  emptyReports(flags.targets, usedFiles(flags.gate))
  const checked = await check(adapter, flags, interruption).catch(async (error: unknown) => {
    await reportCouldNotRun(
      error,
      interruption,
      { kind: 'adapter', name: 'open' in adapter ? adapter.name : adapter[0] },
      flags,
    )
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
  adapter: Command | Way,
  flags: RunFlags & { client?: ClientOptions; allowNetwork?: boolean },
  interruption: Pick<Interruption, 'signal' | 'exitCode' | 'stopped' | 'bug'>,
): Promise<{ report: Report; suite: Suite }> {
  const startedAt = new Date()
  const { signal, bug: onBug } = interruption
  const secrets = ownSecrets()
  const start = (more: FreshStart = {}): Promise<ClientSubject> =>
    watched(adapter, { ...flags, ...more, signal, secrets })
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
  const isDevice = 'open' in adapter
  warn([...unknownMembers(description), ...(isDevice ? unreached(description, flags) : [])], secrets)
  const runStart = startFacts(suite, { kind: 'adapter', ...description.sdk }, description, flags, startedAt)
  const stream = streamTo(flags.targets, secrets.mask(runStart), (verdict) => secrets.mask(verdict))
  const answers = new KeptAnswers()
  const judged = answers.add.bind(answers)
  const { fresh, freshAtEnd } = freshStarts(start, { isSocket: isDevice, ...flags })
  const again = { fresh, seconds: ASKED_AGAIN, now: seconds }
  const options = {
    ...flags,
    vectors: paced(vectors, sinceStart(description, signal)),
    find: suite.find,
    subject,
    plainOf: plainIn(vectors),
    isTogether: (id: VectorId) => isTogether(generated, id),
    signal,
    judged,
    mark: gate.mark,
    again,
    onBug,
  }
  const { verdicts, ending } = await collectVerdicts(run(options), vectors.length, stream)
  const isWhole = !flags.bail || verdicts.length === vectors.length
  const variations: Variation[] = []
  const smallest = await smallestOf(failuresOf(verdicts, generated), {
    ...again,
    start: freshAtEnd,
    find: suite.find,
    signal,
    tried: (from, { id, question }, { outcome }) => {
      const isRight = outcome === 'passed'
      if (isRight || outcome === 'failed') variations.push({ from, id, question, isRight })
    },
  })
  const findings = await answers.findings(vectors, { ofCalls: causesOfCalls(suite), variations }).catch(onBug)
  const report = gate.report(
    {
      ...endFacts(runStart, ending, interruption, { isWhole }),
      ...generatedFacts(generated, smallest),
      findings,
      answers: runStart.shard && answers.kept(),
    },
    verdicts,
  )
  if (flags.keep !== undefined) await keepFailures(flags.keep, secrets.mask(smallest))
  return { report: secrets.mask(report), suite }
}

function warn(warnings: readonly string[], secrets: Secrets): void {
  for (const warning of warnings) process.stderr.write(`channelproof: ${visible(secrets.text(warning))}\n`)
}
