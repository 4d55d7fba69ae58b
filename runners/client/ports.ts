import type { Server } from 'node:net'
import { codeOf } from '../../src/errors.ts'
import { listen } from '../http/server.ts'

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

  /** Starts to listen. @returns the port */
  async listen(server: Server, host?: string): Promise<number> {
    const place = host === undefined ? {} : { host }
    const { port } = await (this.#used.length < this.#fresh
      ? listen(server, place)
      : listenAgain(server, { ...place, port: this.#used.shift()! }))
    this.#used.push(port)
    return port
  }
}

/** On this port, or on any other if another program has taken it. */
async function listenAgain(
  server: Server,
  { port, ...place }: { readonly host?: string; readonly port: number },
): ReturnType<typeof listen> {
  try {
    return await listen(server, { ...place, port })
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error
    return listen(server, place)
  }
}
