import { constants } from 'node:os'
import type { Stopped } from '../../src/model/index.ts'
import { BUG, EXIT, exitCodeOfSignal } from '../../src/report/exit.ts'
import { bug, endAtBug } from './bugs.ts'

const anyRun = new AbortController()
/** A run was ended by a signal or a bug: what still waits for a reader waits no longer. */
export const interrupted = anyRun.signal

/** Turns SIGINT, SIGTERM, SIGHUP and our own bugs into an AbortSignal, so that a run ends cleanly and its reports are written. */
export class Interruption {
  readonly #controller = new AbortController()
  #exitCode: number | undefined
  #stopped: Stopped | undefined

  constructor() {
    endAtBug(() => this.#endAtBug())
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(name, () => {
        this.#exitCode ??= exitCodeOfSignal(constants.signals[name])
        this.#abort()
      })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Waits for something, but no longer than for a signal: nothing comes then. */
  async orEnded<T>(work: Promise<T>): Promise<T | undefined> {
    const signal = this.signal
    if (signal.aborted) return undefined
    let ended: (() => void) | undefined
    const interrupted = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', (ended = () => resolve(undefined)))
    })
    try {
      return await Promise.race([work, interrupted])
    } catch (error) {
      // The work may have heard of the signal first.
      if (!signal.aborted) throw error
      return undefined
    } finally {
      signal.removeEventListener('abort', ended!)
    }
  }

  /** An error of our own: the run ends, and is red whatever it has found. */
  readonly bug = (error: unknown): undefined => {
    bug(error)
  }

  /** Before anything was judged; a bug has told of itself. */
  tellEarly(): void {
    if (!this.#stopped) process.stderr.write('channelproof: ended by a signal before anything was judged\n')
  }

  #endAtBug(): void {
    this.#stopped = BUG
    this.#exitCode = EXIT.bug
    this.#abort()
  }

  #abort(): void {
    this.#controller.abort()
    anyRun.abort()
  }

  /** Why the run was ended, where that is a bug of ours. */
  get stopped(): Stopped | undefined {
    return this.#stopped
  }

  /** 128 + n after signal n, 70 after a bug. */
  get exitCode(): number | undefined {
    return this.#exitCode
  }
}
