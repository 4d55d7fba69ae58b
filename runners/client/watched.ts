import type { Command } from '../adapter/bundledProgram.ts'
import { AdapterSubject } from '../adapter/subject.ts'
import { LeakDetector } from './leakDetector.ts'
import { clientOptions, DEFAULT_CLIENT_FLAGS, type ClientOptions } from './options.ts'
import { ClientSubject, type WatchOptions } from './subject.ts'

/** How an adapter is started, and what its HTTP client is given. */
export type Starting = Omit<Parameters<typeof AdapterSubject.start>[0], 'command' | 'heard'> &
  Pick<WatchOptions, 'secrets'> & { readonly client?: ClientOptions }

/** A new start of the adapter, with an eye on its HTTP client. */
export async function watched(command: Command, options: Starting): Promise<ClientSubject> {
  const leakDetector = new LeakDetector()
  const heard = (text: string): void => leakDetector.hear(text)
  const adapter = await AdapterSubject.start({ ...options, command, heard })
  const client = options.client ?? clientOptions(DEFAULT_CLIENT_FLAGS)
  return new ClientSubject(adapter, { ...client, leakDetector, secrets: options.secrets })
}
