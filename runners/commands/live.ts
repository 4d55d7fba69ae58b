import { isKeyOf } from '../../src/tables.ts'
import { ownSecrets } from '../terminal/secrets.ts'
import { existsSync } from 'node:fs'
import { once, ROUTES, type Findings, type Verdict } from '../../src/model/index.ts'
import { paced } from '../../src/generate/paced.ts'
import { run } from '../../src/run.ts'
import { reportCouldNotRun } from './couldNotRun.ts'
import { usedFiles } from '../gate/flags.ts'
import { collectVerdicts } from '../terminal/collectVerdicts.ts'
import { failuresOf, keepFailures, smallestOf } from '../generated/failures.ts'
import { generatedFacts, generatedFor, withVectors } from '../generated/index.ts'
import { prepare } from '../generated/prepare.ts'
import { plan } from './livePlan.ts'
import { endFacts, startFacts, type RunSubject } from './runFacts.ts'
import { authorizationOf } from '../live/authorization.ts'
import type { LiveConfig } from '../live/config.ts'
import { checkSettings } from '../live/checks.ts'
import { startEmbedded } from '../live/embedded.ts'
import { EndpointSubject } from '../live/endpoint.ts'
import { liveConfig, readSettings } from '../live/load.ts'
import { sparing, TRIES } from '../live/sparing.ts'
import { SETTING_ROWS, type LiveSettings, type RawSettings } from '../live/settings.ts'
import { probe } from '../live/probe.ts'
import { number } from '../terminal/options.ts'
import { DEFAULT_FLAGS, runFlags, type RawRunFlags, type RunFlags } from './runFlags.ts'
import { emptyReports, type Used } from '../report/targets.ts'
import { streamTo, writeReports } from '../report/write.ts'
import { Interruption } from '../terminal/signals.ts'
import type { Suite } from '../suite/index.ts'

/** Flags of `live` in addition to those of every run; texts as they stand on the command line. */
export interface RawLiveFlags extends Omit<RawRunFlags, 'startTimeout' | 'tz' | 'passEnv'>, RawSettings {
  readonly config?: string
  readonly dryRun?: boolean
}

const DEFAULT_FILE = 'channelproof.yaml'

/** `channelproof live`: asks an endpoint every endpoint vector. Resolves with the exit code. */
export async function live(raw: RawLiveFlags): Promise<number> {
  const flags = runFlags({ ...DEFAULT_FLAGS, ...raw })
  const file = await settingsFile(raw.config)
  // The default of a flag must not override the file.
  const timeout = raw.timeout === DEFAULT_FLAGS.timeout ? (file.timeout ?? flags.timeout) : flags.timeout
  const settings = { ...file, ...given(raw), timeout }
  checkSettings(settings)
  const embedded = settings.baseUrl === undefined ? await startEmbedded(settings) : undefined
  try {
    const config = embedded?.config ?? liveConfig(settings, process.env)
    const name = embedded ? 'the embedded service' : config.baseUrl.href
    const endpoint = { kind: 'endpoint', name, baseUrl: config.baseUrl.href } as const
    const used: Used[] = [
      ...usedFiles(flags.gate),
      ['--config', raw.config ?? DEFAULT_FILE],
      ['--ca-file', settings.caFile],
      ['--keep', flags.keep],
    ]
    return raw.dryRun ? await plan(config, flags) : await check(config, flags, endpoint, used)
  } finally {
    await embedded?.served.close()
  }
}

async function settingsFile(file: string | undefined): Promise<LiveSettings> {
  if (file !== undefined) return readSettings(file)
  return existsSync(DEFAULT_FILE) ? readSettings(DEFAULT_FILE) : {}
}

/** What stands on the command line; it goes before the file. */
function given(raw: RawSettings): LiveSettings {
  const flags = SETTING_ROWS.filter(([, { flag }]) => flag !== undefined)
  const values = flags.map(([name, { type, flag = '' }]) => {
    const value = isKeyOf(raw, name) ? raw[name] : undefined
    const isNumber = type === 'integer' || type === 'number'
    return [name, isNumber && typeof value === 'string' ? number(flag.split(' ')[0]!, value, 0) : value]
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as LiveSettings
}

async function check(
  config: LiveConfig,
  flags: RunFlags,
  endpoint: RunSubject,
  used: readonly Used[],
): Promise<number> {
  const startedAt = new Date()
  emptyReports(flags.targets, used)
  const { gate, kept, ...loaded } = await prepare('endpoint', flags)
  const interruption = new Interruption()
  const secrets = ownSecrets()
  const subject = await reached(new EndpointSubject(config, secrets), config, interruption).catch(
    async (error: unknown) => {
      await reportCouldNotRun(error, interruption, endpoint, flags)
      throw error
    },
  )
  if (!subject) {
    await reportCouldNotRun(undefined, interruption, endpoint, flags)
    return interruption.exitCode!
  }
  const generated = await generatedFor(flags, { kind: 'endpoint', subject, suite: loaded.suite, gate })
  const suite = withVectors(loaded.suite, [...kept, ...generated.vectors])
  const vectors = once([...loaded.vectors, ...generated.vectors])
  const start = startFacts(suite, endpoint, subject.description, flags, startedAt)
  const mark = (verdict: Verdict): Verdict => withCurl(gate.mark(verdict), suite, subject)
  const { signal, bug: onBug } = interruption
  const asked = paced(vectors, () => subject.untilClockShows())
  const reader = run({ ...flags, vectors: asked, find: suite.find, subject, signal, mark, onBug })
  const { verdicts, ending } = await collectVerdicts(
    reader,
    vectors.length,
    streamTo(flags.targets, start, (verdict) => secrets.mask(verdict)),
  )
  const isWhole = verdicts.length === vectors.length
  const { sent, most } = subject.requests
  // What ended the run, such as an endpoint that is gone, also ends this.
  const again = sparing(config, secrets, ending?.stopped ? 0 : (most ?? Infinity) - sent)
  const smallest = await smallestOf(failuresOf(verdicts, generated), {
    start: () => Promise.resolve(again),
    find: suite.find,
    signal,
    now: () => performance.now() / 1000,
    areAlone: true,
    tries: TRIES,
  })
  const findings = signal.aborted ? undefined : await causes(verdicts, suite).catch(onBug)
  const runFacts = {
    ...endFacts(start, ending, interruption, { isWhole }),
    ...(findings && { findings }),
    ...generatedFacts(generated, smallest),
    requests: { sent: sent + again.sent, ...(most !== undefined && { most }) },
  }
  const report = gate.report(runFacts, verdicts)
  if (flags.keep !== undefined) await keepFailures(flags.keep, secrets.mask(smallest))
  await writeReports(secrets.mask(report), flags.targets, { suite, quiet: flags.quiet, streamed: true })
  return report.exitCode
}

/** Services with the mistakes of the catalogue are started only where something failed. */
async function causes(verdicts: readonly Verdict[], { find }: Suite): Promise<Findings | undefined> {
  if (!verdicts.some(({ outcome }) => outcome === 'failed')) return undefined
  const { endpointCauses } = await import('../selfCheck/endpointCauses.ts')
  return endpointCauses(verdicts, find)
}

/** The endpoint, once it has answered; nothing if a signal comes before that. */
async function reached(
  subject: EndpointSubject,
  config: LiveConfig,
  interruption: Interruption,
): Promise<EndpointSubject | undefined> {
  try {
    // A signature that cannot be made is a mistake of the configuration, as long as nothing has been sent.
    const request = { ...ROUTES['auth.token'], body: '{}' }
    await interruption.orEnded(authorizationOf(config, 'right', request, interruption.signal))
    const notes = await interruption.orEnded(probe(subject, config))
    for (const note of notes ?? []) process.stderr.write(`${note}\n`)
    if (notes) return subject
  } catch (error) {
    await subject.close()
    throw error
  }
  interruption.tellEarly()
  await subject.abandon()
  return undefined
}

/** A failure shows the line that repeats it. */
function withCurl(verdict: Verdict, { find }: Suite, subject: EndpointSubject): Verdict {
  const repeat =
    verdict.outcome === 'failed' || verdict.outcome === 'errored'
      ? subject.curlOf(find(verdict.vector)!.question)
      : undefined
  return repeat === undefined ? verdict : { ...verdict, repeat }
}
