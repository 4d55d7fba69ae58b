import { fileURLToPath } from 'node:url'
import { ChannelproofError } from '../../src/errors.ts'
import { PROTOCOL_METHODS, type Vector } from '../../src/model.ts'
import { makeReport, type Report } from '../../src/report/report.ts'
import { isAskedOfAdapters, run } from '../../src/run.ts'
import { VERSION } from '../files.ts'
import { gather } from '../gather.ts'
import { runFlags, selectVectors, type RawRunFlags, type RunFlags } from '../options.ts'
import { writeReports } from '../reports.ts'
import { Interruption } from '../signals.ts'
import { AdapterSubject } from '../subjects/adapter.ts'
import { loadSuite, type Suite } from '../suite.ts'

export type Command = readonly [string, ...string[]]

/** The bundled reference adapter as a child process: compiled beside the built program, through tsx in a checkout. */
export function referenceAdapter(): Command {
  const built = import.meta.url.endsWith('.js')
  const file = fileURLToPath(
    new URL(`../adapters/typescript/adapter.${built ? 'js' : 'ts'}`, import.meta.url),
  )
  return built ? [process.execPath, file] : [process.execPath, '--import', import.meta.resolve('tsx'), file]
}

/** `channelproof sdk [-- command…]`: asks an adapter every vector. Resolves with the exit code. */
export async function sdk(command: readonly string[], raw: RawRunFlags): Promise<number> {
  const flags = runFlags(raw)
  const [program, ...args] = command
  if (program === '')
    throw new ChannelproofError(
      'wrong-option',
      'the command of the adapter is empty',
      'Name a program after --; is a variable unset?',
    )
  const adapter: Command = program === undefined ? referenceAdapter() : [program, ...args]
  const interruption = new Interruption()
  const { report, suite } = await check(adapter, flags, interruption.signal)
  await writeReports(report, flags.targets, { suite, quiet: flags.quiet })
  return interruption.exitCode ?? report.exitCode
}

/** One whole run on an adapter. @throws ChannelproofError `adapter-not-started` */
export async function check(
  command: Command,
  flags: RunFlags,
  signal: AbortSignal,
): Promise<{ report: Report; suite: Suite }> {
  const startedAt = new Date()
  // The adapter starts while the vectors load.
  const starting = AdapterSubject.start({ ...flags, command })
  const [loaded, subject] = await Promise.all([select(flags), starting]).catch(async (error: unknown) => {
    await starting.then((started) => started.close()).catch(() => undefined)
    throw error
  })
  const { suite, vectors } = loaded
  const { description } = subject
  const reader = run({ ...flags, vectors, find: suite.find, subject, signal })
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
      methods: PROTOCOL_METHODS,
      requireOneOf: ['token.issue', 'client.call'],
      minCases: flags.minCases,
      find: suite.find,
      ...(ending.stopped && { stopped: ending.stopped }),
    },
    verdicts,
  )
  return { report, suite }
}

async function select({ filter }: RunFlags): Promise<{ suite: Suite; vectors: readonly Vector[] }> {
  const suite = await loadSuite(['token'])
  return { suite, vectors: selectVectors(suite, filter).filter(isAskedOfAdapters) }
}
