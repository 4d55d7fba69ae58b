import type { OptionValues } from 'commander'
import { commandOf, type Command } from '../adapter/bundledProgram.ts'
import type { Way } from '../adapter/channel.ts'
import { clientOptions, type ClientFlags } from '../client/options.ts'
import { clockFlag, type ClockFlags } from '../clock/index.ts'
import { partsOf, signerOf } from '../paths/targets.ts'
import { askingAdapter, type SdkFlags } from '../runs/adapter.ts'
import type { RunSubject, Session } from '../session/facts.ts'
import { runFlags, type RawRunFlags } from '../session/flags.ts'
import { judged, openRun } from '../session/session.ts'
import { withSdkSettings } from '../session/settingsFile.ts'
import { soakFlag, type SoakFlags } from '../soak/index.ts'
import { deviceWay, type SocketFlags } from '../socket/way.ts'

interface RawSdkFlags extends RawRunFlags, ClientFlags, SocketFlags, SoakFlags, ClockFlags {
  readonly config?: string
}

/** `channelproof sdk [-- command…]`: asks an adapter every vector. Resolves with the exit code. */
export async function sdk(words: readonly string[], all: RawSdkFlags, given: OptionValues): Promise<number> {
  const isDevice = all.connect !== undefined || all.listen !== undefined
  const { command, flags: raw, used } = await withSdkSettings(words, all, { given, isDevice })
  const more = { soak: soakFlag(raw, isDevice), clock: clockFlag(raw, isDevice) }
  const flags = { ...runFlags(raw), client: clientOptions(raw), ...more }
  const way = await deviceWay(command, raw)
  const signer = signerOf(raw.authorization)
  if (!way) {
    const adapter = commandOf(command)
    const session = openRun(flags, [used, signer, ...partsOf(adapter)])
    return onAdapter(adapter, session, command.length === 0 ? { bundled: true } : {})
  }
  const ofDevice = { ...flags, jobs: 1, allowNetwork: raw.allowNetwork ?? false }
  try {
    return await onAdapter(way, openRun(ofDevice, [used, signer]))
  } finally {
    way.close()
  }
}

/** @param known of the subject, before it describes itself */
function onAdapter(adapter: Command | Way, session: Session<SdkFlags>, known: { bundled?: true } = {}) {
  const name = 'open' in adapter ? adapter.name : adapter[0]
  const about: RunSubject = { kind: 'adapter', name, ...known }
  return judged(session, about, () => askingAdapter(adapter, about, session))
}
