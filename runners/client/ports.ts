import type { Server } from 'node:net'
import { codeOf } from '../../src/errors.ts'
import { listen } from '../http/server.ts'

/** So many recorders get a port that none had before: more than a run asks of a client. */
const FRESH = 4096

/**
 * Ports for recorders, none of which another one had lately. A closed connection keeps its port for a minute, and the
 * system then gives it to those alone who name it: a long run would use up all ports, and wait for them.
 */
export class Ports {
  /** Those of the last recorders, the oldest first. */
  readonly #used: number[] = []
  readonly #fresh: number

  constructor(fresh = FRESH) {
    this.#fresh = fresh
  }

  /** Starts to listen. @returns the port */
  async listen(server: Server): Promise<number> {
    const { port } = await (this.#used.length < this.#fresh
      ? listen(server)
      : listenAgain(server, this.#used.shift()!))
    this.#used.push(port)
    return port
  }
}

/** On this port, or on any other where a program has it by now. */
async function listenAgain(server: Server, port: number): ReturnType<typeof listen> {
  try {
    return await listen(server, { port })
  } catch (error) {
    if (codeOf(error) !== 'EADDRINUSE') throw error
    return listen(server)
  }
}
