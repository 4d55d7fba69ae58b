import { isIPv6, type Server } from 'node:net'
import type { Description } from '../../src/model/index.ts'
import { isLoopback, listen } from '../http/server.ts'
import { codeOf } from '../../src/errors.ts'

/** How a client reaches the recording service. */
export interface Reach {
  /** In the base URL. */
  readonly host: string
  readonly bind: string
}

export const LOOPBACK_REACH: Reach = { host: '127.0.0.1', bind: '127.0.0.1' }

/**
 * A device names the host by which it reaches this machine. Beyond loopback the service listens only if the user allows
 * that; an emulator may have its own name for the loopback of its host.
 */
export function reachOf({ advertise }: Pick<Description, 'advertise'>, allowNetwork: boolean): Reach {
  if (advertise === undefined) return LOOPBACK_REACH
  const bare = advertise.replace(/^\[|\]$/g, '')
  const host = isIPv6(bare) ? `[${bare}]` : bare
  const [here, everywhere] = isIPv6(bare) ? [bare, '::'] : [LOOPBACK_REACH.bind, '0.0.0.0']
  if (isLoopback(host)) return { host, bind: here }
  return { host, bind: allowNetwork ? everywhere : LOOPBACK_REACH.bind }
}

/** Warns of an `advertise` beyond this machine, where the service does not listen. */
export const unreached = (
  { methods, advertise = LOOPBACK_REACH.host }: Description,
  { allowNetwork = false }: { readonly allowNetwork?: boolean },
): string[] =>
  methods.includes('client.call') && !allowNetwork && !isLoopback(advertise)
    ? [
        `describe.advertise is ${JSON.stringify(advertise)}, and the service of client.call listens at 127.0.0.1 only; unless that name leads there, as 10.0.2.2 does in the emulator of Android, add --allow-network.`,
      ]
    : []

/** How many recorders get a port that none had before: more than a run asks of a client. */
const FRESH = 4096

/**
 * Ports for recorders, all different from the recent ones. A closed connection keeps its port for a minute, and the
 * system then gives it only to a program that names it: a long run would use up all ports, and wait for them.
 */
export class Ports {
  /** Those of the last recorders, the oldest first. */
  readonly #used: number[] = []
  readonly #fresh: number

  constructor(fresh = FRESH) {
    this.#fresh = fresh
  }

  async listen(server: Server, host?: string): Promise<number> {
    const place = host === undefined ? {} : { host }
    const known = this.#used.length < this.#fresh ? undefined : this.#used.shift()!
    const { port } = await listen(server, { ...place, port: known ?? 0 }).catch((error: unknown) => {
      if (known === undefined || codeOf(error) !== 'EADDRINUSE') throw error
      // Another program has taken it.
      return listen(server, place)
    })
    this.#used.push(port)
    return port
  }
}
