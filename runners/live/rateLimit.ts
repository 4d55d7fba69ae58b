/** Lets at most so many run at a time, the others in turn. */
export class Turns {
  #free: number
  readonly #all: number
  readonly #waiting: (() => void)[] = []
  readonly #idle: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
    this.#all = count
  }

  async take<T>(action: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await action()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#release()
    }
  }

  #release(): void {
    this.#free++
    if (this.#free === this.#all) this.#idle.splice(0).forEach((done) => done())
  }

  /** Resolves once nothing is under way. */
  idle(): Promise<void> {
    return this.#free === this.#all ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve))
  }
}

/** Spreads requests: at most so many a second; 0 is without limit. */
export class Rate {
  readonly #gap: number
  /** One waits at a time, so that giving up takes no other one's place. */
  readonly #queue = new Turns(1)
  #nextAt = 0

  constructor(perSecond: number) {
    this.#gap = perSecond > 0 ? 1000 / perSecond : 0
  }

  /** Waits until a request may be sent, or until the signal ends all sending. */
  async wait(signal?: AbortSignal): Promise<void> {
    if (this.#gap === 0) return
    await this.#queue.take(async () => {
      const at = Math.max(Date.now(), this.#nextAt)
      await delay(at - Date.now(), signal)
      if (!signal?.aborted) this.#nextAt = at + this.#gap
    })
  }
}

/** Resolves after so many milliseconds, or at once when the signal comes. */
export function delay(millis: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted || millis <= 0) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, millis)
    signal?.addEventListener('abort', done)
  })
}
