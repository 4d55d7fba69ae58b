/** What a run needs of an adapter: questions, fresh starts for what failed, and wear afterwards. */
import type { Subject } from '../../src/model/index.ts'
import type { Command } from '../adapter/bundledProgram.ts'
import type { Way } from '../adapter/channel.ts'
import { unknownMembers } from '../adapter/shapes.ts'
import { unreached } from '../client/reach.ts'
import { freshStarts, sinceStart, watched, type Starting } from '../client/watched.ts'
import { checkClockSeen, clockAt } from '../clock/index.ts'
import { generatedFor, prepare } from '../generated/index.ts'
import type { Asking } from '../session/ask.ts'
import type { RunSubject, Session } from '../session/facts.ts'
import type { RunFlags } from '../session/flags.ts'
import { repeatsIn, soakAfter } from '../soak/index.ts'
import { vectorsOfOwnClock } from '../suite/subjectKinds.ts'

const now = (): number => performance.now() / 1000

export type SdkFlags = RunFlags &
  Pick<Starting, 'client' | 'allowNetwork'> & {
    readonly soak: number | undefined
    readonly clock: number | undefined
  }

/** @throws ChannelproofError `adapter-not-started` */
export async function askingAdapter(
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
      await checkClockSeen(ready[1], ready[0].suite.find('token/issue/minimal')!, clock)
      return ready
    })
    .catch(async (error: unknown) => {
      await starting.then((one) => one.close()).catch(() => undefined)
      throw error
    })
  const { description } = subject
  const isDevice = 'open' in adapter
  const { fresh, freshAtEnd } = freshStarts(start, { isDevice, ...flags })
  const again = { fresh, seconds: 30, now }
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
