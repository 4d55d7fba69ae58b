import type { OptionValues } from 'commander'
import { commandOf, type Command } from '../adapter/bundledProgram.ts'
import { partsOf, signerOf } from '../paths/targets.ts'
import type { Way } from '../adapter/channel.ts'
import { unknownMembers } from '../adapter/shapes.ts'
import { clientOptions, type ClientFlags } from '../client/options.ts'
import { unreached } from '../client/reach.ts'
import { freshStarts, sinceStart, watched, type Starting } from '../client/watched.ts'
import { generatedFor, prepare } from '../generated/index.ts'
import type { Asking } from '../session/ask.ts'
import type { RunSubject, Session } from '../session/facts.ts'
import { soakAfter, soakFlag, type SoakFlags } from '../soak/index.ts'
import { runFlags, type RawRunFlags, type RunFlags } from '../session/flags.ts'
import { judged, openRun } from '../session/session.ts'
import { withSdkSettings } from '../session/settingsFile.ts'
import { deviceWay, type SocketFlags } from '../socket/way.ts'
import { vectorsOfOwnClock } from '../suite/subjectKinds.ts'

/** For how many seconds failed questions are asked again. */
const ASKED_AGAIN = 30

const now = (): number => performance.now() / 1000

type RawSdkFlags = RawRunFlags & ClientFlags & SocketFlags & SoakFlags & { readonly config?: string }

type SdkFlags = RunFlags & Pick<Starting, 'client' | 'allowNetwork'> & { readonly soak: number | undefined }

/** `channelproof sdk [-- command…]`: asks an adapter every vector. Resolves with the exit code. */
export async function sdk(
  words: readonly string[],
  options: RawSdkFlags,
  given: OptionValues,
): Promise<number> {
  const isDevice = options.connect !== undefined || options.listen !== undefined
  const { command, flags: raw, used } = await withSdkSettings(words, options, { given, isDevice })
  const flags = { ...runFlags(raw), client: clientOptions(raw), soak: soakFlag(raw, isDevice) }
  const way = await deviceWay(command, raw)
  const signer = signerOf(raw.authorization)
  if (!way) {
    const adapter = commandOf(command)
    const session = openRun(flags, [used, signer, ...partsOf(adapter)])
    return onAdapter(adapter, session, command.length === 0 && { bundled: true })
  }
  const ofDevice = { ...flags, jobs: 1, allowNetwork: raw.allowNetwork ?? false }
  try {
    return await onAdapter(way, openRun(ofDevice, [used, signer]))
  } finally {
    way.close()
  }
}

/** @param known of the subject, before it describes itself */
function onAdapter(
  adapter: Command | Way,
  session: Session<SdkFlags>,
  known: Pick<RunSubject, 'bundled'> | false = false,
): Promise<number> {
  const isDevice = 'open' in adapter
  const about: RunSubject = { kind: 'adapter', name: isDevice ? adapter.name : adapter[0], ...known }
  return judged(session, about, () => started(adapter, about, session))
}

/** @throws ChannelproofError `adapter-not-started` */
async function started(
  adapter: Command | Way,
  about: RunSubject,
  session: Session<SdkFlags>,
): Promise<Asking> {
  const { flags, interruption, secrets } = session
  const { signal } = interruption
  const start = (more: Partial<Starting> = {}) => watched(adapter, { ...flags, ...more, signal, secrets })
  // The adapter starts while the vectors load.
  const starting = start()
  const [loaded, subject] = await Promise.all([prepare('adapter', flags), starting]).catch(
    async (error: unknown) => {
      await starting.then((one) => one.close()).catch(() => undefined)
      throw error
    },
  )
  const { description } = subject
  const isDevice = 'open' in adapter
  const { fresh, freshAtEnd } = freshStarts(start, { isDevice, ...flags })
  const again = { fresh, seconds: ASKED_AGAIN, now }
  const generated = await generatedFor(flags, { kind: 'adapter', subject, loaded })
  return {
    about: { ...about, ...description.sdk },
    subject,
    loaded,
    generated,
    instead: await vectorsOfOwnClock(description),
    warnings: [...unknownMembers(description), ...(isDevice ? unreached(description, flags) : [])],
    pause: sinceStart(description, signal),
    again,
    goOn: soakAfter(session, { start, description, generated }),
    shrink: () => ({ start: freshAtEnd, now }),
  }
}
