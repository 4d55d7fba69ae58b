/** `sdk --soak`: goes on with the adapter after a run, to find what only wear, time, company or a place shows. */
import type { RawRunFlags, RunFlags } from '../session/flags.ts'
import { wholeNumber, wrongOption } from '../terminal/options.ts'
import { isAdapterMethod, type Description, type Method, type Subject } from '../../src/model/index.ts'
import { gates } from '../../src/run.ts'
import type { Starting } from '../client/watched.ts'
import type { GeneratedRun } from '../generated/questions.ts'
import { NOTHING_MORE, type Done, type Judging, type More } from '../session/ask.ts'
import type { AskedAgain } from './repeats.ts'
import type { Session } from '../session/facts.ts'
import { Progress } from '../terminal/console.ts'

export interface SoakFlags {
  readonly soak?: string
}

const LONGEST = 7 * 86400

const ADVICE = 'Leave one of them out.'

/** `--soak`, in seconds. @throws ChannelproofError `wrong-option` */
export function soakFlag(
  { soak, shard }: SoakFlags & Pick<RawRunFlags, 'shard'>,
  isDevice: boolean,
): number | undefined {
  if (soak === undefined) return undefined
  if (isDevice) throw wrongOption('--soak restarts a command, and a device has none', ADVICE)
  if (shard !== undefined)
    throw wrongOption('--soak asks one process long, and --shard divides a run', ADVICE)
  return wholeNumber('--soak', soak, 1, LONGEST)
}

const notAsked = (isDevice: boolean): string[] => [
  `wear over thousands of calls, long times, bursts, other time zones and locales; --soak <seconds> does${isDevice ? ', of an adapter that a command starts' : ''}`,
]

interface Soakable {
  readonly start: (more: Partial<Starting>) => Promise<Subject>
  readonly description: Description
  readonly isDevice: boolean
  readonly generated: GeneratedRun
  /** Unix seconds, of the clock that the adapter reads. */
  readonly clock: () => number
}

/** What goes on after a run; without the flag, and where nothing can, a line of the report says so. */
export const soakAfter =
  (session: Session<RunFlags & { readonly soak: number | undefined }>, soakable: Soakable) =>
  async (done: Done): Promise<More | undefined> => {
    const { flags, interruption } = session
    const { start, description, isDevice, generated, clock } = soakable
    const { soak: seconds, level, timeZone, bail } = flags
    const { verdicts, find, ending } = done
    const isOver = ending.stopped !== undefined || interruption.signal.aborted
    const isBailed = bail && verdicts.some((verdict) => gates(verdict, level))
    if (seconds === undefined || isOver || isBailed)
      return { ...NOTHING_MORE, facts: { notAsked: notAsked(isDevice) } }
    const { soak } = await import('./soak.ts')
    const progress = new Progress()
    const { facts, ...more } = await soak({
      seconds,
      timeZone,
      level,
      description,
      verdicts,
      find,
      seed: generated.count > 0 ? generated.seed : undefined,
      now: clock,
      signal: interruption.signal,
      start: (place) => start({ ...place, jobs: 1 }),
      onBug: interruption.bug,
      progress: (calls, so) => progress.tell(() => `soak: ${Math.floor(so)} of ${seconds} s, ${calls} calls`),
    }).finally(() => progress.clear())
    return { ...more, facts: { soak: facts } }
  }

/** When failures that come and go come, of which the run saw some. */
export const repeatsIn =
  ({ description, ...options }: Pick<AskedAgain, 'start' | 'signal'> & Pick<Soakable, 'description'>) =>
  async (judging: Judging) => {
    const { methods, clock } = description
    if (!judging.verdicts.some(({ unsteady }) => unsteady)) return []
    const { repeatsAfter } = await import('./repeats.ts')
    // Of an SDK with a clock of its own, the tokens to verify have the time of the run, and end meanwhile.
    const isSteady = (method: Method): boolean => clock === 'injected' || method !== 'token.verify'
    const asked = methods.filter(isAdapterMethod).filter((method) => method.startsWith('token.'))
    return repeatsAfter(options, judging, asked.filter(isSteady))
  }
