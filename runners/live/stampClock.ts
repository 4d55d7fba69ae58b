import type { IssuedToken } from '../../src/model/index.ts'
import { delay } from './rateLimit.ts'

/** A monotonic clock, in milliseconds, that can wait. */
export interface Time {
  readonly now: () => number
  readonly wait: (millis: number, signal?: AbortSignal) => Promise<void>
}
const TIME: Time = { now: () => performance.now(), wait: delay }

/** Tokens so far apart, in milliseconds, cannot have the same second: a clock may be slowed down, not that much. */
const APART = 2000
/** A timer may be a little early. */
const SLACK = 50

interface First {
  readonly token: IssuedToken
  readonly at: number
}

/** The clock with which an endpoint stamps its tokens. It is known to move once two timestamps differ. */
export class StampClock {
  readonly #time: Time
  #first: First | undefined
  #isMoving = false

  constructor(time: Time = TIME) {
    this.#time = time
  }

  now(): number {
    return this.#time.now()
  }

  /**
   * The token, and for how many whole seconds the clock has certainly stood still: every token so far has the timestamp
   * of the first. A token for the same join parameters may be the earlier one, handed out again (section 2.1).
   * @param askedAt before the request was sent
   */
  stamped(token: IssuedToken, askedAt: number): IssuedToken {
    if (token.timestamp === undefined) return token
    const first = (this.#first ??= { token, at: this.now() })
    this.#isMoving ||= token.timestamp !== first.token.timestamp
    const apart = askedAt - first.at
    const isInDoubt = this.#isMoving || token.params === first.token.params || apart < APART
    return isInDoubt ? token : { ...token, stoodFor: Math.floor(apart / 1000) }
  }

  /** Waits until a stopped clock would show; does not wait where it is known to move, nor where no token came. */
  async untilItShows(signal?: AbortSignal): Promise<void> {
    if (this.#first && !this.#isMoving)
      await this.#time.wait(this.#first.at + APART + SLACK - this.now(), signal)
  }
}
