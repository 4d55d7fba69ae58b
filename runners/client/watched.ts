import { checkDrawable } from '../adapter/drawableLimits.ts'
import type { Description, Subject } from '../../src/model/index.ts'
import type { Command } from '../adapter/bundledProgram.ts'
import type { Way } from '../adapter/channel.ts'
import { AdapterPool, type Jobs } from '../adapter/pool.ts'
import { processWay, type ProcessOptions } from '../adapter/process.ts'
import { AdapterSubject, type AdapterOptions } from '../adapter/subject.ts'
import { delay } from '../live/rateLimit.ts'
import { LeakDetector, TokenLeaks } from './leaks.ts'
import { clientOptions, DEFAULT_CLIENT_FLAGS, type ClientOptions } from './options.ts'
import { reachOf } from './reach.ts'
import { ClientSubject, type WatchOptions } from './subject.ts'

/** How an adapter is started, and what its HTTP client gets. */
export type Starting = Omit<AdapterOptions, 'way'> &
  Pick<ProcessOptions, 'timeZone' | 'passEnv' | 'env'> &
  Pick<WatchOptions, 'secrets'> & {
    readonly client?: ClientOptions
    readonly jobs: Jobs
    /** Of a device: the recording service may listen beyond loopback. */
    readonly allowNetwork?: boolean
  }

/** A new start of the adapter, with a record of its HTTP client. */
export async function watched(adapter: Command | Way, options: Starting): Promise<ClientSubject> {
  const leakDetector = new LeakDetector()
  const tokenLeaks = new TokenLeaks()
  const heard = (text: string): void => [leakDetector, tokenLeaks].forEach((one) => one.hear(text))
  const way = 'open' in adapter ? adapter : processWay({ ...options, command: adapter, heard })
  const start = (): Promise<AdapterSubject> => AdapterSubject.start({ ...options, way })
  const pool = await AdapterPool.start(start, options.jobs)
  await checkDrawable(pool.description.limits).catch(async (error: unknown) => {
    await pool.close()
    throw error
  })
  const client = options.client ?? clientOptions(DEFAULT_CLIENT_FLAGS)
  // Over pipes `advertise` has no effect: the program runs on this machine.
  const reach = reachOf('open' in adapter ? pool.description : {}, options.allowNetwork ?? false)
  return new ClientSubject(pool, { ...client, leakDetector, tokenLeaks, reach, secrets: options.secrets })
}

/** The part of the time for a start that a second connection of a device may take: few devices make one. */
const SECOND_CONNECTION = 1 / 10

type Fresh = () => Promise<Subject | undefined>

/**
 * Starts for questions that are asked again. A device need not make a second connection: without one a failure stands
 * as it came, and the run does not wait for one again.
 * @returns fresh while the first start runs; freshAtEnd after that, when a device may call once more
 */
export function freshStarts(
  start: (more: Pick<Starting, 'jobs' | 'startTimeout'>) => Promise<Subject>,
  { isDevice, startTimeout }: { readonly isDevice: boolean; readonly startTimeout: number },
): { readonly fresh: Fresh; readonly freshAtEnd: Fresh } {
  const limit = isDevice ? startTimeout * SECOND_CONNECTION : startTimeout
  const freshAtEnd: Fresh = () => start({ jobs: 1, startTimeout: limit }).catch(() => undefined)
  let isInVain = false
  const fresh: Fresh = async () => {
    if (isInVain) return undefined
    const subject = await freshAtEnd()
    isInVain = isDevice && !subject
    return subject
  }
  return { fresh, freshAtEnd }
}

/** From here on a clock that was read once, when the SDK was loaded, is wrong by more than the judge allows. */
const PAUSE = 2500

/** Gives a subject that reads its own clock time, from the beginning of the run on: a clock that stands shows then. */
export function sinceStart({ clock }: Pick<Description, 'clock'>, signal: AbortSignal): () => Promise<void> {
  const startedAt = performance.now()
  return async () => {
    if (clock === 'system') await delay(startedAt + PAUSE - performance.now(), signal)
  }
}
