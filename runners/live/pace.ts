/** At most so many at a time, the others in turn. */
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
  #nextAt = 0

  constructor(perSecond: number) {
    this.#gap = perSecond > 0 ? 1000 / perSecond : 0
  }

  async wait(): Promise<void> {
    if (this.#gap === 0) return
    const at = Math.max(Date.now(), this.#nextAt)
    this.#nextAt = at + this.#gap
    await new Promise((resolve) => {
      setTimeout(resolve, at - Date.now())
    })
  }
}
