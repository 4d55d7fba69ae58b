import type { OptionValues } from 'commander'
import { commandOf, type Command } from '../adapter/bundledProgram.ts'
import { clockFlag, type ClockFlags, checkClockSeen, clockAt } from '../clock/index.ts'
import type { Subject } from '../../src/model/index.ts'
import { partsOf, signerOf } from '../paths/targets.ts'
import type { Way } from '../adapter/channel.ts'
import { unknownMembers } from '../adapter/shapes.ts'
import { clientOptions, type ClientFlags } from '../client/options.ts'
import { unreached } from '../client/reach.ts'
import { freshStarts, sinceStart, watched, type Starting } from '../client/watched.ts'
import { generatedFor, prepare } from '../generated/index.ts'
import type { Asking } from '../session/ask.ts'
import type { RunSubject, Session } from '../session/facts.ts'
import { soakFlag, type SoakFlags, repeatsIn, soakAfter } from '../soak/index.ts'
import { runFlags, type RawRunFlags, type RunFlags } from '../session/flags.ts'
import { judged, openRun } from '../session/session.ts'
import { withSdkSettings } from '../session/settingsFile.ts'
import { deviceWay, type SocketFlags } from '../socket/way.ts'
import { vectorsOfOwnClock } from '../suite/subjectKinds.ts'

/** For how many seconds failed questions are asked again. */
const ASKED_AGAIN = 30

const PLAIN = 'token/issue/minimal'

const now = (): number => performance.now() / 1000

type RawSdkFlags = RawRunFlags &
  ClientFlags &
  SocketFlags &
  SoakFlags &
  ClockFlags & { readonly config?: string }

type SdkFlags = RunFlags &
  Pick<Starting, 'client' | 'allowNetwork'> & {
    readonly soak: number | undefined
    readonly clock: number | undefined
  }

/** `channelproof sdk [-- command…]`: asks an adapter every vector. Resolves with the exit code. */
export async function sdk(
  words: readonly string[],
  options: RawSdkFlags,
  given: OptionValues,
): Promise<number> {
  const isDevice = options.connect !== undefined || options.listen !== undefined
  const { command, flags: raw, used } = await withSdkSettings(words, options, { given, isDevice })
  const more = { soak: soakFlag(raw, isDevice), clock: clockFlag(raw, isDevice) }
  const flags = { ...runFlags(raw), client: clientOptions(raw), ...more }
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
  const clock = clockAt(flags.clock)
  const start = async (more: Partial<Starting> = {}): Promise<Subject> => {
    const env = { ...clock.env, ...more.env }
    return clock.timed(await watched(adapter, { ...flags, ...more, env, signal, secrets }))
  }
  // The adapter starts while the vectors load.
  const starting = start()
  const [loaded, subject] = await Promise.all([prepare('adapter', flags), starting])
    .then(async (ready) => {
      await checkClockSeen(ready[1], ready[0].suite.find(PLAIN)!, clock)
      return ready
    })
    .catch(async (error: unknown) => {
      await starting.then((one) => one.close()).catch(() => undefined)
      throw error
    })
  const { description } = subject
  const isDevice = 'open' in adapter
  const { fresh, freshAtEnd } = freshStarts(start, { isDevice, ...flags })
  const again = { fresh, seconds: ASKED_AGAIN, now }
  const generated = await generatedFor(flags, { kind: 'adapter', subject, loaded, clock: clock.now })
  return {
    about: { ...about, ...description.sdk },
    subject,
    loaded,
    generated,
    instead: await vectorsOfOwnClock(description, Math.floor(clock.now())),
    warnings: [...unknownMembers(description), ...(isDevice ? unreached(description, flags) : [])],
    pause: sinceStart(description, signal),
    again,
    goOn: soakAfter(session, { start, description, isDevice, generated: generated.run, clock: clock.now }),
    repeats: repeatsIn({ start: freshAtEnd, signal, description }),
    facts: () => clock.facts ?? {},
    shrink: () => ({ start: freshAtEnd, now }),
  }
}
