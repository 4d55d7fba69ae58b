import { isLoopback } from '../http/server.ts'
import { warn } from '../terminal/console.ts'
import { wrongOption } from '../terminal/options.ts'
import { addressOf, type SocketWay } from './tcp.ts'

/** Flags of `sdk` for a device that no command starts, as they stand on the command line. */
export interface SocketFlags {
  readonly connect?: string
  readonly listen?: string
  readonly allowNetwork?: boolean
}

/** Flags of a process, which a device is not. */
interface ProcessFlags {
  readonly jobs?: string
  readonly passEnv: readonly string[]
}

const OF_A_PROCESS: readonly {
  readonly flag: string
  readonly isGiven: (flags: ProcessFlags) => boolean
  readonly advice: string
}[] = [
  {
    flag: '--jobs',
    isGiven: ({ jobs = '1' }) => jobs !== '1',
    advice: 'A device is one: leave the flag out, or give 1.',
  },
  {
    flag: '--pass-env',
    isGiven: ({ passEnv }) => passEnv.length > 0,
    advice: 'A device has an environment of its own.',
  },
]

/**
 * The way to the device that --connect or --listen names; undefined where a command is to be started.
 * @throws ChannelproofError `wrong-option` (exit code 2)
 */
export async function deviceWay(
  command: readonly string[],
  flags: ProcessFlags & SocketFlags,
): Promise<SocketWay | undefined> {
  const { connect, listen } = flags
  const given = connect === undefined ? '--listen' : '--connect'
  if (connect === undefined && listen === undefined) return undefined
  if (command.length > 0)
    throw wrongOption(`${given} and a command are given both`, 'Leave out one: a device is not started.')
  for (const { flag, isGiven, advice } of OF_A_PROCESS)
    if (isGiven(flags)) throw wrongOption(`${given} and ${flag} are given both`, advice)
  if (connect !== undefined && listen !== undefined)
    throw wrongOption('--connect and --listen are given both', 'Use one: who calls whom?')
  return connect === undefined ? calledBy(listen!, flags) : called(connect)
}

async function called(connect: string): Promise<SocketWay> {
  const address = addressOf('--connect', connect, ['tcp'])
  const { connectWay } = await import('./connect.ts')
  return connectWay(address)
}

async function calledBy(listen: string, { allowNetwork = false }: SocketFlags): Promise<SocketWay> {
  const address = addressOf('--listen', listen, ['tcp', 'ws'])
  if (!allowNetwork && !isLoopback(address.host))
    throw wrongOption(
      `--listen ${listen} can be reached by other machines`,
      'Listen at 127.0.0.1, or add --allow-network if that is meant.',
    )
  const { listenWay } = await import('./listen.ts')
  return listenWay(address, warn)
}
