import { setMaxListeners } from 'node:events'
import { constants } from 'node:os'
import type { Stopped } from '../../src/model/index.ts'
import { exitCodeOfSignal } from '../../src/report/exit.ts'
import { tell } from './console.ts'
import { bug, endAtBug, Ended } from './errors.ts'

const anyRun = new AbortController()
/** The run ended by a signal or a bug: nothing waits for a reader any more. */
export const interrupted = anyRun.signal

/**
 * Turns SIGINT, SIGTERM, SIGHUP and our own bugs into an AbortSignal: a run ends cleanly and its reports are written.
 */
export class Interruption {
  readonly #controller = new AbortController()
  /** 128 + n after signal n, 70 after a bug, 3 where the machine refused something. */
  exitCode: number | undefined
  /** The bug that ended the run, if one did. */
  stopped: Stopped | undefined
  /** What a second signal gives up, such as clean-up: the run then ends with its report. A third ends it at once. */
  giveUp: (() => void) | undefined

  constructor() {
    // Every starting process adds a listener, and there may be many at once.
    setMaxListeners(0, this.signal)
    endAtBug((why, exitCode) => this.#endAtBug(why, exitCode))
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(name, () => {
        if (this.signal.aborted) return this.#again(name)
        this.exitCode ??= exitCodeOfSignal(constants.signals[name])
        this.#abort()
      })
  }

  /** Another signal: the person does not wait. */
  #again(name: NodeJS.Signals): void {
    const { giveUp } = this
    this.giveUp = undefined
    if (giveUp) return giveUp()
    process.removeAllListeners(name)
    process.kill(process.pid, name)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Waits for something, but at most until a signal: nothing comes then. */
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
      // The work may have seen the signal first.
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

  /** Before anything was judged; a bug has printed its own message. */
  tellEarly(): void {
    if (!this.stopped) tell(`channelproof: ${new Ended(0).message}\n`)
  }

  #endAtBug(why: Stopped, exitCode: number): void {
    this.stopped = why
    this.exitCode = exitCode
    this.#abort()
  }

  #abort(): void {
    this.#controller.abort()
    anyRun.abort(new Ended(this.exitCode!))
  }
}
