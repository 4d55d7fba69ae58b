import { constants } from 'node:os'
import { exitCodeOfSignal } from '../../src/report/exit.ts'

/** Turns SIGINT, SIGTERM and SIGHUP into an AbortSignal, so that a run ends cleanly and its reports are written. */
export class Interruption {
  readonly #controller = new AbortController()
  #exitCode: number | undefined

  constructor() {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.once(name, () => {
        this.#exitCode = exitCodeOfSignal(constants.signals[name])
        this.#controller.abort()
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

  /** 128 + n after signal n. */
  get exitCode(): number | undefined {
    return this.#exitCode
  }
}
