import { ChannelproofError } from '../../src/errors.ts'
import { ADAPTER_METHODS, type Vector } from '../../src/model.ts'
import { makeReport, type Report } from '../../src/report/report.ts'
import { isAskedOfAdapters, run } from '../../src/run.ts'
import { VERSION } from '../files.ts'
import { Answers } from '../answers.ts'
import { gather } from '../gather.ts'
import { ownProgram, type Command } from '../ownProgram.ts'
import { runFlags, selectVectors, type RawRunFlags, type RunFlags } from '../options.ts'
import { writeReports } from '../reports.ts'
import { Interruption } from '../signals.ts'
import { Canary } from '../client/canary.ts'
import {
  clientOptions,
  DEFAULT_CLIENT_FLAGS,
  type ClientFlags,
  type ClientOptions,
} from '../client/options.ts'
import { ClientSubject } from '../client/subject.ts'
import { AdapterSubject } from '../subjects/adapter.ts'
import { loadSuite, type Suite } from '../suite.ts'

/** The bundled reference adapter as a child process. */
export const referenceAdapter = (): Command => ownProgram('adapters/typescript/adapter')

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
  const { report, suite } = await check(adapter, flags, interruption)
  await writeReports(report, flags.targets, { suite, quiet: flags.quiet })
  return report.exitCode
}

/** One whole run on an adapter. @throws ChannelproofError `adapter-not-started` */
export async function check(
  command: Command,
  flags: RunFlags & { client?: ClientOptions },
  interruption: Pick<Interruption, 'signal' | 'exitCode'>,
): Promise<{ report: Report; suite: Suite }> {
  const startedAt = new Date()
  const { signal } = interruption
  // The adapter starts while the vectors load.
  const canary = new Canary()
  const starting = AdapterSubject.start({ ...flags, command, heard: (text) => canary.hear(text) }).then(
    (adapter) =>
      new ClientSubject(adapter, { ...(flags.client ?? clientOptions(DEFAULT_CLIENT_FLAGS)), canary }),
  )
  const [loaded, subject] = await Promise.all([select(flags), starting]).catch(async (error: unknown) => {
    await starting.then((started) => started.close()).catch(() => undefined)
    throw error
  })
  const { suite, vectors } = loaded
  const { description } = subject
  const answers = new Answers()
  const judged = answers.add.bind(answers)
  const reader = run({ ...flags, vectors, find: suite.find, subject, signal, judged })
  const { verdicts, ending } = await gather(reader, vectors.length)
  const report = makeReport(
    {
      suite: {
        name: 'channelproof',
        version: VERSION,
        vectors: { digest: suite.digest, count: suite.count },
      },
      subject: { kind: 'adapter', ...description.sdk },
      description,
      startedAt: startedAt.toISOString(),
      seconds: (Date.now() - startedAt.getTime()) / 1000,
      level: flags.level,
      partial:
        signal.aborted || ending.stopped !== undefined || (flags.bail && verdicts.length < vectors.length),
      require: flags.require,
      methods: ADAPTER_METHODS,
      requireOneOf: ['token.issue', 'client.call'],
      minCases: flags.minCases,
      find: suite.find,
      signal: interruption.exitCode,
      findings: await answers.findings(),
      ...(ending.stopped && { stopped: ending.stopped }),
    },
    verdicts,
  )
  return { report, suite }
}

async function select({ filter }: RunFlags): Promise<{ suite: Suite; vectors: readonly Vector[] }> {
  const suite = await loadSuite(['token', 'client'])
  return { suite, vectors: selectVectors(suite, filter).filter(isAskedOfAdapters) }
}
