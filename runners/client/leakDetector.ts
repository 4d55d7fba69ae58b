/** Longest secret that is looked for, in characters. */
const LONGEST = 256

/** Looks for app secrets in what an adapter writes to its standard error. Keeps only the end of what it heard. */
export class LeakDetector {
  readonly #secrets = new Map<string, boolean>()
  #tail = ''

  watch(secret: string): void {
    this.#secrets.set(secret, this.#secrets.get(secret) ?? false)
  }

  hear(text: string): void {
    const heard = this.#tail + text
    for (const secret of this.#secrets.keys()) if (heard.includes(secret)) this.#secrets.set(secret, true)
    this.#tail = heard.slice(-LONGEST)
  }

  /** Was it heard? It is not looked for any more. */
  take(secret: string): boolean {
    const heard = this.#secrets.get(secret) ?? false
    this.#secrets.delete(secret)
    return heard
  }
}
