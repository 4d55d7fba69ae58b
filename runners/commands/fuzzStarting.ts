import { clientOptions, type ClientFlags } from '../client/options.ts'
import type { Starting } from '../client/watched.ts'
import { ownSecrets } from '../terminal/secrets.ts'
import { runFlags, type RawRunFlags, type RunFlags } from './runFlags.ts'

/** What commander hands over. */
export interface RawFuzzFlags extends RawRunFlags, ClientFlags {
  readonly for?: string
  readonly questions?: string
}

/** How each lane of `fuzz` starts its adapter. @throws ChannelproofError `wrong-option` (exit code 2) */
export function startingOf(raw: RawFuzzFlags, signal: AbortSignal): RunFlags & Starting {
  const flags = runFlags(raw)
  // --jobs says how many lanes there are: each has one process.
  const jobs = flags.jobs === 'as-needed' ? flags.jobs : 1
  return { ...flags, jobs, client: clientOptions(raw), signal, secrets: ownSecrets() }
}
