import type { Command } from 'commander'
import { generatedFor, prepare } from '../generated/index.ts'
import type { Left, LiveConfig } from '../live/config.ts'
import { checkSettings, startEmbedded, liveConfig } from '../live/load.ts'
import { EndpointSubject } from '../live/endpoint.ts'
import { Exploration, exploreFlag, roundOf } from '../explore/index.ts'
import { openJournal, sentenceOf, stopFirst, type Journal } from '../live/journal.ts'
import { mostStreams, planOf, streamsAtOnce } from '../live/plan.ts'
import { isReached, Sparing } from '../live/probe.ts'
import { boundedBy, profileOf, vectorsOf, type ProfileName } from '../live/profiles.ts'
import { settingsOf } from '../live/settings.ts'
import type { Asking } from '../session/ask.ts'
import type { RunSubject, Session } from '../session/facts.ts'
import { runFlags, type RawRunFlags, type RunFlags } from '../session/flags.ts'
import { signerOf } from '../paths/targets.ts'
import { judged, openRun } from '../session/session.ts'
import { liveSettings } from '../session/settingsFile.ts'
import type { GateFlags } from '../gate/flags.ts'
import { print, tell, warn } from '../terminal/console.ts'
import { runSecrets } from '../terminal/secrets.ts'

type RawLiveFlags = Partial<RawRunFlags> & {
  readonly config?: string
  readonly dryRun?: boolean
  readonly profile?: string
  readonly explore?: string
}

/** `channelproof live`: asks an endpoint every endpoint vector. Resolves with the exit code. */
export async function live(command: Command): Promise<number> {
  const given = command.opts<RawLiveFlags>()
  const file = await liveSettings(given.config)
  const raw = { ...given, label: [...file.label, ...(given.label ?? [])] }
  const profile = profileOf(raw.profile, raw)
  const flags = runFlags(profile ? { ...raw, filter: vectorsOf(profile) } : raw)
  const explore = exploreFlag(raw)
  const own = settingsOf(command, file.settings)
  checkSettings(own)
  const settings = profile ? boundedBy(profile, own) : own
  const embedded = settings.baseUrl === undefined ? await startEmbedded(settings) : undefined
  try {
    const config = embedded?.config ?? liveConfig(settings, process.env)
    if (raw.dryRun)
      return await printPlan(config, flags, { explore, journal: embedded ? undefined : openJournal(config) })
    const { href } = config.baseUrl
    const about: RunSubject = {
      kind: 'endpoint',
      name: embedded ? 'the embedded service' : href,
      baseUrl: href,
      ...(embedded && { bundled: true as const }),
    }
    const session = openRun(flags, [
      file.used,
      ['--ca-file', settings.caFile],
      signerOf(settings.authorization),
    ])
    return await judged(session, about, () =>
      started(config, about, session, { outlives: embedded === undefined, profile, explore }),
    )
  } finally {
    await embedded?.served.close()
  }
}

interface Manner {
  /** The endpoint goes on after the run, with all that it was told to start. */
  readonly outlives: boolean
  readonly profile: ProfileName | undefined
  /** Seconds after the run. */
  readonly explore: number | undefined
}

/** The endpoint, once it has answered; nothing if a signal comes before that. */
async function started(
  config: LiveConfig,
  about: RunSubject,
  session: Session,
  { outlives, profile, explore }: Manner,
): Promise<Asking | undefined> {
  const { flags, interruption, secrets } = session
  const loaded = await prepare('endpoint', flags)
  const journal = outlives ? openJournal(config) : undefined
  const subjectWithin = (left: Partial<Left>): EndpointSubject => {
    const one = new EndpointSubject({ ...config, ...left }, secrets, { ...(journal && { journal }) })
    interruption.giveUp = () => {
      tell(lastWords(one.remaining))
      one.giveUp()
    }
    return one
  }
  const subject = subjectWithin({})
  const generated = await generatedFor(flags, { kind: 'endpoint', subject, loaded })
  const { vectors, seed } = generated.run
  const later = explore === undefined ? [] : await roundOf(subject, seed)
  subject.room.mostAtOnce = mostStreams([...loaded.vectors, ...vectors, ...later], subject.description)
  if (outlives && !flags.quiet) warn(streamsAtOnce(subject.room.mostAtOnce, config))
  if (!(await isReached(subject, config, interruption))) return undefined
  if (journal) await stopFirst(journal, subject)
  const sparing = new Sparing(config, subjectWithin)
  const { requests } = subject
  const exploration = new Exploration(session, {
    seconds: explore,
    seed,
    subject: subjectWithin,
    left: () => ({
      ...(requests.most !== undefined && { maxRequests: requests.most - requests.sent }),
      ...(subject.secondsLeft !== undefined && { maxTime: subject.secondsLeft }),
    }),
  })
  return {
    about,
    subject,
    loaded,
    generated,
    pause: () => subject.untilClockShows(),
    repeatOf: (question) => subject.curlOf(question),
    goOn: exploration.goOn,
    // What ended the run, such as an endpoint that is gone, also ends this.
    shrink: ({ stopped }) =>
      sparing.shrink(
        stopped ? 0 : (requests.most ?? Infinity) - requests.sent - exploration.sent,
        subject.secondsLeft,
      ),
    facts: () => ({
      lacking: subject.lacking,
      ...(profile && { profile }),
      requests: {
        sent: requests.sent + exploration.sent + sparing.sent,
        ...(requests.most !== undefined && { most: requests.most }),
      },
    }),
  }
}

/** What a second signal leaves behind: it does not wait for clean-up. */
const lastWords = (remaining: readonly string[]): string =>
  remaining.length === 0
    ? ''
    : `channelproof: these streams may remain; each line stops one:\n${remaining.map((line) => `  ${line}\n`).join('')}`

/** `--dry-run`: what would be sent, and what would be skipped and why; sends nothing and writes no file. */
async function printPlan(
  config: LiveConfig,
  flags: RunFlags,
  { explore, journal }: { readonly explore?: number | undefined; readonly journal?: Journal | undefined },
): Promise<number> {
  const subject = new EndpointSubject(config, runSecrets())
  const reading = { ...flags, gate: asItStands(flags.gate) }
  const loaded = await prepare('endpoint', reading)
  const { run: generated } = await generatedFor(reading, { kind: 'endpoint', subject, loaded })
  const all = [...loaded.vectors, ...generated.vectors]
  const later = explore === undefined ? [] : await roundOf(subject, generated.seed)
  const lines = planOf(config, subject.description, {
    vectors: all,
    later,
    explore,
    left: (journal?.left() ?? []).map(sentenceOf),
    ...(generated.vectors.length > 0 && {
      generated: { asked: generated.vectors.length, seed: generated.seed },
    }),
  })
  await subject.close()
  await print(`${lines.join('\n')}\n`)
  return 0
}

/** Files that the run would renew have no effect yet. */
const asItStands = (flags: GateFlags): GateFlags => ({
  ...flags,
  lock: flags.updateLock ? undefined : flags.lock,
  baseline: flags.updateBaseline ? undefined : flags.baseline,
  updateLock: false,
  updateBaseline: false,
})
