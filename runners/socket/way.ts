import { isLoopback } from '../http/loopback.ts'
import { wrongOption } from '../terminal/options.ts'
import { addressOf } from './address.ts'
import type { SocketWay } from './device.ts'

/** Flags of `sdk` for a device that no command starts, as they stand on the command line. */
export interface SocketFlags {
  readonly connect?: string
  readonly listen?: string
  readonly allowNetwork?: boolean
}

/** The way to a device; undefined where the flags name none. @throws ChannelproofError `wrong-option` (exit code 2) */
export async function socketWay(flags: SocketFlags): Promise<SocketWay | undefined> {
  if (flags.connect !== undefined && flags.listen !== undefined)
    throw wrongOption('--connect and --listen are given both', 'Use one: who calls whom?')
  if (flags.connect !== undefined) {
    const address = addressOf('--connect', flags.connect, ['tcp'])
    const { connectWay } = await import('./connect.ts')
    return connectWay(address)
  }
  if (flags.listen === undefined) return undefined
  const address = addressOf('--listen', flags.listen, ['tcp', 'ws'])
  if (!flags.allowNetwork && !isLoopback(address.host))
    throw wrongOption(
      `--listen ${flags.listen} can be reached by other machines`,
      'Listen at 127.0.0.1, or add --allow-network if that is meant.',
    )
  const { listenWay } = await import('./listen.ts')
  return listenWay(address, (text) => process.stderr.write(`channelproof: ${text}\n`))
}
