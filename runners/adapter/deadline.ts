import type { Ticket } from './ticket.ts'

/**
 * The time limit of the open questions: each is timed from when it was written or from the previous answer,
 * whichever is later. Of several the oldest is due first, so one timer suffices.
 */
export class Deadline {
  /** Unix seconds. */
  lastAnswerAt = 0
  #timer: NodeJS.Timeout | undefined
  readonly #timeout: number
  readonly #oldest: () => Ticket | undefined
  readonly #onMissed: () => void

  constructor(timeout: number, oldest: () => Ticket | undefined, onMissed: () => void) {
    this.#timeout = timeout
    this.#oldest = oldest
    this.#onMissed = onMissed
  }

  /** Sets the timer for the question that is the oldest now. */
  arm(): void {
    this.clear()
    const oldest = this.#oldest()
    if (oldest) this.#timer = setTimeout(() => this.#check(), Math.max(1, this.#dueAt(oldest) - Date.now()))
  }

  clear(): void {
    clearTimeout(this.#timer)
  }

  #dueAt({ writtenAt }: Ticket): number {
    return Math.max(writtenAt, this.lastAnswerAt) * 1000 + this.#timeout
  }

  /** Answers may have come since the timer was set. */
  #check(): void {
    const oldest = this.#oldest()
    if (!oldest) return
    if (Date.now() < this.#dueAt(oldest)) this.arm()
    else this.#onMissed()
  }
}
