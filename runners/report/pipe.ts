import { codeOf } from '../../src/errors.ts'
import { constants, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { interrupted } from '../terminal/signals.ts'

/** How often a pipe without a reader is tried, and how long a reader has after a signal, in milliseconds. */
const RETRY = 50
const PATIENCE = 1000

/**
 * A named pipe as the file of a report. Opening it, or writing more than it holds, would block the whole program,
 * signals too, where nothing reads. It stays open: its reader takes the first close for the end.
 */
export class Pipe {
  readonly #file: string
  #waiting = ''
  #socket: Socket | undefined
  #error: Error | undefined

  constructor(file: string) {
    this.#file = file
  }

  write(text: string): void {
    this.#waiting += text
    this.#flush()
  }

  /** Resolves once a reader has taken everything; after a signal it waits no longer than a second. */
  async close(): Promise<void> {
    let left = PATIENCE
    const isLate = (): boolean => interrupted.aborted && (left -= RETRY) < 0
    while (!this.#flush()) {
      if (isLate()) throw new Error('no program reads this pipe')
      await delay(RETRY)
    }
    const socket = this.#socket!
    socket.end()
    while (!socket.closed) {
      if (isLate()) socket.destroy(new Error('the reader of this pipe takes no more'))
      await delay(RETRY)
    }
    if (this.#error) throw this.#error
  }

  /** @returns whether there is a reader */
  #flush(): boolean {
    this.#socket ??= this.#open()
    if (!this.#socket) return false
    if (this.#waiting !== '' && !this.#error) this.#socket.write(this.#waiting)
    this.#waiting = ''
    return true
  }

  #open(): Socket | undefined {
    try {
      const fd = openSync(this.#file, constants.O_WRONLY | constants.O_NONBLOCK)
      const socket = new Socket({ fd, readable: false, writable: true })
      return socket.on('error', (error: NodeJS.ErrnoException) => {
        // A reader that closes early is no error, as on stdout.
        if (error.code !== 'EPIPE') this.#error = error
      })
    } catch (error) {
      // The pipe has no reader yet.
      if (codeOf(error) === 'ENXIO') return undefined
      throw error
    }
  }
}
