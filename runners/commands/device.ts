import type { SocketWay } from '../socket/device.ts'
import type { SocketFlags } from '../socket/way.ts'
import { wrongOption } from '../terminal/options.ts'
import type { RawRunFlags } from './runFlags.ts'

/** Flags of a process, which a device is not. */
const OF_A_PROCESS: readonly (readonly [
  flag: string,
  isGiven: (flags: RawRunFlags) => boolean,
  advice: string,
])[] = [
  [
    '--jobs',
    ({ jobs }) => jobs !== undefined && jobs !== '1',
    'A device is one: leave the flag out, or give 1.',
  ],
  ['--pass-env', ({ passEnv }) => passEnv.length > 0, 'A device has an environment of its own.'],
]

/**
 * The way to the device that --connect or --listen names; undefined where a command is to be started.
 * @throws ChannelproofError `wrong-option` (exit code 2)
 */
export async function device(
  command: readonly string[],
  flags: RawRunFlags & SocketFlags,
): Promise<SocketWay | undefined> {
  const given = (['connect', 'listen'] as const).find((name) => flags[name] !== undefined)
  if (given === undefined) return undefined
  if (command.length > 0)
    throw wrongOption(`--${given} and a command are given both`, 'Leave out one: a device is not started.')
  for (const [flag, isGiven, advice] of OF_A_PROCESS)
    if (isGiven(flags)) throw wrongOption(`--${given} and ${flag} are given both`, advice)
  const { socketWay } = await import('../socket/way.ts')
  return socketWay(flags)
}
