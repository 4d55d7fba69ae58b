import type { Command } from 'commander'
import { exploreFlag } from '../explore/index.ts'
import { openJournal } from '../live/journal.ts'
import { checkSettings, startEmbedded, liveConfig } from '../live/load.ts'
import { boundedBy, profileOf, vectorsOf } from '../live/profiles.ts'
import { settingsOf } from '../live/settings.ts'
import { signerOf } from '../paths/targets.ts'
import { printPlan } from '../runs/dryRun.ts'
import { askingEndpoint } from '../runs/endpoint.ts'
import type { RunSubject } from '../session/facts.ts'
import { runFlags, type RawRunFlags } from '../session/flags.ts'
import { judged, openRun } from '../session/session.ts'
import { liveSettings } from '../session/settingsFile.ts'

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
    const { href: baseUrl } = config.baseUrl
    const about: RunSubject = embedded
      ? { kind: 'endpoint', name: 'the embedded service', baseUrl, bundled: true }
      : { kind: 'endpoint', name: baseUrl, baseUrl }
    const used = [file.used, ['--ca-file', settings.caFile] as const, signerOf(settings.authorization)]
    const session = openRun(flags, used)
    return await judged(session, about, () =>
      askingEndpoint(config, about, session, { outlives: embedded === undefined, profile, explore }),
    )
  } finally {
    await embedded?.served.close()
  }
}
