import type { Question, SeenRequest, VectorId } from '../../src/model/index.ts'
import { isHeldBy, secretForms, secretParts } from '../../src/secretForms.ts'
import { formsSought, type TokenParams } from '../adapter/answerLeaks.ts'
import { isLong } from '../terminal/secrets.ts'

/** The forms and parts of an app secret, without those that also stand in other values, which a client may send. */
export function formsOutside(others: unknown, appSecret: string): readonly string[] {
  const isHeld = isHeldBy(others)
  return [...secretForms(appSecret), ...secretParts(appSecret)].filter((form) => !isHeld(form))
}

/** A request with every reading of its texts: base64 holds slashes, which JSON and URLs may escape. */
export function readings({ target, body, ...request }: SeenRequest): object {
  const text = Buffer.from(body, 'base64').toString('utf8')
  return {
    ...request,
    target,
    decoded: target.replaceAll(/%[0-9a-f]{2}/gi, (code) =>
      String.fromCodePoint(Number(`0x${code.slice(1)}`)),
    ),
    body: text,
    unescaped: text.replaceAll('\\/', '/'),
  }
}

/** The characters at the start of a form by which it is found. No form is shorter. */
const START = 8

/** How many answered calls it still listens for: late output is charged to the last one. */
const ANSWERED = 64

interface Watched {
  readonly secret: string
  /** The question that it belongs to; of several the last one that was asked before it was heard. */
  vector: VectorId
  readonly forms: readonly string[]
  heard: boolean
}

/** Looks for app secrets in the standard error of an adapter. Keeps only the end of what it read. */
export class LeakDetector {
  readonly #open = new Map<string, Watched>()
  /** Those that were taken last, the oldest first. */
  readonly #answered = new Map<string, Watched>()
  /** By the first characters of their forms: the time for a text does not grow with the number of secrets. */
  readonly #byStart = new Map<string, Set<Watched>>()
  #longest = START
  #tail = ''
  /** The questions whose secret leaked; and those of them where it leaked after their call was answered. */
  readonly leaked = new Set<VectorId>()
  readonly late = new Set<VectorId>()

  watch(secret: string, vector: VectorId, forms: readonly string[] = []): void {
    const open = this.#open.get(secret)
    if (open) return void (open.vector = vector)
    // The same secret again: from now on a leak belongs to this call.
    this.#forget(this.#answered.get(secret))
    const watched = { secret, vector, forms: [secret, ...forms].filter(isLong), heard: false }
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
    if (watched.heard) return
    watched.heard = true
    this.leaked.add(watched.vector)
    if (this.#open.get(watched.secret) !== watched) this.late.add(watched.vector)
  }

  /** Did it leak? From here on it is late. */
  take(secret: string): boolean {
    const watched = this.#open.get(secret)
    if (!watched) return false
    this.#open.delete(secret)
    this.#answered.set(secret, watched)
    const [oldest] = this.#answered.values()
    if (this.#answered.size > ANSWERED) this.#forget(oldest)
    return watched.heard
  }

  #forget(watched: Watched | undefined): void {
    if (!watched) return
    this.#answered.delete(watched.secret)
    for (const form of watched.forms) {
      const others = this.#byStart.get(form.slice(0, START))
      others?.delete(watched)
      if (others?.size === 0) this.#byStart.delete(form.slice(0, START))
    }
  }
}

/** So many questions back a secret is looked for: more than are in flight. */
const RECENT = 512

/** So many questions are charged with a leak: code that logs one secret logs every one. */
const CHARGED = 10

/**
 * Looks for the app secrets of questions about tokens in the standard error of an adapter (SDK-SECRET-NOT-LOGGED). Most
 * adapters write nothing there, so the forms of a secret are made when something was written.
 */
export class TokenLeaks {
  readonly #detector = new LeakDetector()
  /** Questions of which no form was made yet, the oldest first. */
  #asked: { readonly params: TokenParams; readonly vector: VectorId }[] = []
  readonly #watched = new Set<string>()

  ask({ params }: Question, vector: VectorId): void {
    if (!('appSecret' in params) || this.#detector.leaked.size >= CHARGED) return
    this.#asked.push({ params, vector })
    // Seldom, since to drop one after the other takes longer.
    if (this.#asked.length > 2 * RECENT) this.#asked = this.#asked.slice(-RECENT)
  }

  hear(text: string): void {
    for (const { params, vector } of this.#asked.splice(0)) this.#watch(params, vector)
    this.#detector.hear(text)
  }

  #watch(params: TokenParams, vector: VectorId): void {
    const { appSecret } = params
    const forms = formsSought(params)
    if (forms.length === 0) return
    this.#watched.delete(appSecret)
    this.#watched.add(appSecret)
    this.#detector.watch(appSecret, vector, forms)
    if (this.#watched.size <= RECENT) return
    const [oldest] = this.#watched
    this.#watched.delete(oldest!)
    this.#detector.take(oldest!)
  }

  get found(): readonly VectorId[] {
    return [...this.#detector.leaked].slice(0, CHARGED)
  }
}
