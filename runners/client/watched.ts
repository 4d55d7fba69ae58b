import type { Command } from '../adapter/bundledProgram.ts'
import type { Way } from '../adapter/channel.ts'
import { AdapterPool, type Jobs } from '../adapter/pool.ts'
import { processWay, type ProcessOptions } from '../adapter/process.ts'
import { AdapterSubject, type AdapterOptions } from '../adapter/subject.ts'
import { LeakDetector } from './leakDetector.ts'
import { clientOptions, DEFAULT_CLIENT_FLAGS, type ClientOptions } from './options.ts'
import { reachOf } from './reach.ts'
import { ClientSubject, type WatchOptions } from './subject.ts'
import { TokenLeaks } from './tokenLeaks.ts'

/** How an adapter is started, and what its HTTP client gets. */
export type Starting = Omit<AdapterOptions, 'way'> &
  Pick<ProcessOptions, 'timeZone' | 'passEnv'> &
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
  const client = options.client ?? clientOptions(DEFAULT_CLIENT_FLAGS)
  // Over pipes `advertise` has no effect: the program runs on this machine.
  const reach = reachOf('open' in adapter ? pool.description : {}, options.allowNetwork ?? false)
  return new ClientSubject(pool, { ...client, leakDetector, tokenLeaks, reach, secrets: options.secrets })
}
