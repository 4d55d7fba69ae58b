import { constants } from 'node:os'
import { exitCodeOfSignal } from '../src/report/exit.ts'

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

  /** 128 + n after signal n. */
  get exitCode(): number | undefined {
    return this.#exitCode
  }
}
