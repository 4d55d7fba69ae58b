import { isLoopback } from '../http/server.ts'
import { warn } from '../terminal/console.ts'
import { wrongOption } from '../terminal/options.ts'
import { addressOf, type SocketWay, addressText, socketWay, type Address, TcpChannel } from './tcp.ts'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { codeOf, type ChannelproofError } from '../../src/errors.ts'
import type { AdapterChannel } from '../adapter/channel.ts'

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

const bothGiven = (one: string, other: string, advice: string): ChannelproofError =>
  wrongOption(`${one} and ${other} are given both`, advice)

/** The way that --connect or --listen names; undefined: a command is started. @throws ChannelproofError `wrong-option` */
export async function deviceWay(
  command: readonly string[],
  flags: ProcessFlags & SocketFlags,
): Promise<SocketWay | undefined> {
  const { connect, listen, jobs = '1', passEnv } = flags
  const given = connect === undefined ? '--listen' : '--connect'
  if (connect === undefined && listen === undefined) return undefined
  if (command.length > 0) throw bothGiven(given, 'a command', 'Leave out one: a device is not started.')
  if (jobs !== '1') throw bothGiven(given, '--jobs', 'A device is one: leave the flag out, or give 1.')
  if (passEnv.length > 0) throw bothGiven(given, '--pass-env', 'A device has an environment of its own.')
  if (connect !== undefined && listen !== undefined)
    throw bothGiven('--connect', '--listen', 'Use one: who calls whom?')
  return connect === undefined
    ? calledBy(listen!, flags)
    : connectWay(addressOf('--connect', connect, ['tcp']))
}

const OTHER_MACHINES = 'Listen at 127.0.0.1, or add --allow-network if that is meant.'

async function calledBy(listen: string, { allowNetwork = false }: SocketFlags): Promise<SocketWay> {
  const address = addressOf('--listen', listen, ['tcp', 'ws'])
  if (!allowNetwork && !isLoopback(address.host))
    throw wrongOption(`--listen ${listen} can be reached by other machines`, OTHER_MACHINES)
  const { listenWay } = await import('./listen.ts')
  return listenWay(address, warn)
}

/** Between two attempts, in milliseconds: an app that crashed takes its time to come back. */
const PAUSE = 100

/** The run calls the device, again and again until the time for a start is over. */
function connectWay(address: Address): SocketWay {
  const name = addressText(address)
  return socketWay(name, `listen at ${name}`, {
    open: async (signal) => {
      let code: string | undefined
      while (!signal.aborted) {
        const found = await attempt(address, signal)
        if ('write' in found) return found
        code = found.code ?? code
        await setTimeout(PAUSE, undefined, { signal }).catch(() => undefined)
      }
      return { problem: `it could not be reached in time (${code ?? 'no answer'})` }
    },
    close: () => undefined,
  })
}

type Attempt = AdapterChannel | { readonly code: string | undefined }

async function attempt({ host, port }: Address, signal: AbortSignal): Promise<Attempt> {
  const socket = connect({ host, port })
  try {
    await once(socket, 'connect', { signal })
    return new TcpChannel(socket)
  } catch (error) {
    socket.on('error', () => undefined).destroy()
    return { code: signal.aborted ? undefined : codeOf(error) }
  }
}
