import type { Command } from 'commander'
import { generatedFor, prepare } from '../generated/index.ts'
import { checkSettings } from '../live/checks.ts'
import type { LiveConfig } from '../live/config.ts'
import { startEmbedded } from '../live/embedded.ts'
import { EndpointSubject } from '../live/endpoint.ts'
import { DEFAULT_FILE, liveConfig, readSettings } from '../live/load.ts'
import { plan } from './livePlan.ts'
import { isReached } from '../live/probe.ts'
import { settingsOf } from '../live/settings.ts'
import { Sparing } from '../live/sparing.ts'
import type { Asking } from '../session/ask.ts'
import type { RunSubject, Session } from '../session/facts.ts'
import { runFlags, type RawRunFlags } from '../session/flags.ts'
import { judged, open } from '../session/session.ts'

/** Flags of `live`, beside its settings. */
type RawLiveFlags = Partial<RawRunFlags> & { readonly config?: string; readonly dryRun?: boolean }

/**
 * `channelproof live`: asks an endpoint every endpoint vector. Resolves with the exit code.
 */
export async function live(command: Command): Promise<number> {
  const raw = command.opts<RawLiveFlags>()
  const flags = runFlags(raw)
  const settings = settingsOf(command, await readSettings(raw.config))
  checkSettings(settings)
  const embedded = settings.baseUrl === undefined ? await startEmbedded(settings) : undefined
  try {
    const config = embedded?.config ?? liveConfig(settings, process.env)
    if (raw.dryRun) return await plan(config, flags)
    const { href } = config.baseUrl
    const about: RunSubject = {
      kind: 'endpoint',
      name: embedded ? 'the embedded service' : href,
      baseUrl: href,
    }
    const session = open(flags, [
      ['--config', raw.config ?? DEFAULT_FILE],
      ['--ca-file', settings.caFile],
    ])
    return await judged(session, about, () => started(config, about, session))
  } finally {
    await embedded?.served.close()
  }
}

/** The endpoint, once it has answered; nothing if a signal comes before that. */
async function started(config: LiveConfig, about: RunSubject, session: Session): Promise<Asking | undefined> {
  const { flags, interruption, secrets } = session
  const loaded = await prepare('endpoint', flags)
  const subject = new EndpointSubject(config, secrets)
  if (!(await isReached(subject, config, interruption))) return undefined
  const generated = await generatedFor(flags, { kind: 'endpoint', subject, loaded })
  const sparing = new Sparing(config, secrets)
  const { requests } = subject
  return {
    about,
    subject,
    loaded,
    generated,
    pause: () => subject.untilClockShows(),
    repeatOf: (question) => subject.curlOf(question),
    // What ended the run, such as an endpoint that is gone, also ends this.
    shrink: ({ stopped }) => sparing.shrink(stopped ? 0 : (requests.most ?? Infinity) - requests.sent),
    facts: () => ({
      requests: {
        sent: requests.sent + sparing.sent,
        ...(requests.most !== undefined && { most: requests.most }),
      },
    }),
  }
}
