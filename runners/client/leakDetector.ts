import { isLong } from '../terminal/secrets.ts'

/** The characters at the start of a form by which it is found. No form is shorter. */
const START = 8

/** How many answered calls it still listens for: late output is charged to the last one. */
const ANSWERED = 64

interface Watched {
  readonly secret: string
  readonly forms: readonly string[]
  heard: boolean
}

/** Looks for app secrets in the standard error of an adapter. Keeps only the end of what it read. */
export class LeakDetector {
  /** The calls in flight, by secret. */
  readonly #open = new Map<string, Watched>()
  /** Those that were taken last, the oldest first. */
  readonly #answered: Watched[] = []
  /** By the first characters of their forms: the time for a text does not grow with the number of secrets. */
  readonly #byStart = new Map<string, Set<Watched>>()
  #longest = START
  #tail = ''
  #isLate = false

  /** @param forms other forms in which it may stand there */
  watch(secret: string, forms: readonly string[] = []): void {
    if (this.#open.has(secret)) return
    // The same secret again: from now on a leak belongs to this call.
    const before = this.#answered.findIndex((answered) => answered.secret === secret)
    if (before >= 0) this.#forget(...this.#answered.splice(before, 1))
    const watched = { secret, forms: [secret, ...forms].filter(isLong), heard: false }
    this.#open.set(secret, watched)
    for (const form of watched.forms) {
      this.#longest = Math.max(this.#longest, form.length)
      const start = form.slice(0, START)
      this.#byStart.set(start, (this.#byStart.get(start) ?? new Set()).add(watched))
    }
  }

  hear(text: string): void {
    const heard = this.#tail + text
    for (let at = 0; at + START <= heard.length; at++)
      for (const watched of this.#byStart.get(heard.slice(at, at + START)) ?? [])
        if (watched.forms.some((form) => heard.startsWith(form, at))) this.#found(watched)
    // One less than the longest, so that no leak is found twice.
    this.#tail = heard.slice(1 - this.#longest)
  }

  #found(watched: Watched): void {
    this.#isLate ||= !watched.heard && this.#open.get(watched.secret) !== watched
    watched.heard = true
  }

  /** Did it leak? From here on it is late. */
  take(secret: string): boolean {
    const watched = this.#open.get(secret)
    if (!watched) return false
    this.#open.delete(secret)
    this.#answered.push(watched)
    if (this.#answered.length > ANSWERED) this.#forget(...this.#answered.splice(0, 1))
    return watched.heard
  }

  #forget(watched?: Watched): void {
    for (const form of watched?.forms ?? []) {
      const start = form.slice(0, START)
      const others = this.#byStart.get(start)
      others?.delete(watched!)
      if (others?.size === 0) this.#byStart.delete(start)
    }
  }

  /** Did a secret leak after its call was answered, and not before? */
  get isLate(): boolean {
    return this.#isLate
  }
}
