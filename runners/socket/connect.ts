import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { codeOf } from '../../src/errors.ts'
import type { AdapterChannel } from '../adapter/channel.ts'
import { ANSWERS_ONLY, DESCRIBES, shown, type Address, type SocketWay, TcpChannel } from './tcp.ts'

/** Between two attempts, in milliseconds: an app that crashed takes its time to come back. */
const PAUSE = 100

/** The run calls the device, again and again until the time for a start is over. */
export function connectWay(address: Address): SocketWay {
  const name = shown(address)
  return {
    name,
    advice: `Let the device listen at ${name} and ${DESCRIBES}; --start-timeout gives it more time.`,
    answersOnly: ANSWERS_ONLY,
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
  }
}

function attempt(
  { host, port }: Address,
  signal: AbortSignal,
): Promise<AdapterChannel | { code: string | undefined }> {
  return new Promise((resolve) => {
    const socket = connect({ host, port })
    const over = (found: AdapterChannel | { code: string | undefined }): void => {
      signal.removeEventListener('abort', end)
      socket.off('error', failed)
      resolve(found)
    }
    const failed = (error: unknown): void => over({ code: codeOf(error) })
    const end = (): void => {
      over({ code: undefined })
      socket.on('error', () => undefined).destroy()
    }
    signal.addEventListener('abort', end)
    socket.on('error', failed)
    socket.on('connect', () => over(new TcpChannel(socket)))
  })
}
