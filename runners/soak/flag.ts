import type { RawRunFlags } from '../session/flags.ts'
import { wholeNumber, wrongOption } from '../terminal/options.ts'

export interface SoakFlags {
  readonly soak?: string
}

/** A week, in seconds. */
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
