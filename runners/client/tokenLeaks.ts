import type { Question } from '../../src/model/index.ts'
import { secretForms } from '../../src/secretForms.ts'
import { heldBy } from '../terminal/secrets.ts'
import { LeakDetector } from './leakDetector.ts'

/** So many questions back a secret is looked for: more than are in flight. */
const RECENT = 512

/** With fewer different characters a secret may stand in other text by chance. */
const DIFFERENT = 6

type Params = Extract<Question['params'], { readonly appSecret: string }>

/** A wrong type, or half a character, is in questions that are to be refused. */
const isText = (secret: unknown): boolean => typeof secret === 'string' && !/\p{Surrogate}/u.test(secret)

/**
 * Looks for the app secrets of questions about tokens in the standard error of an adapter (SDK-SECRET-NOT-LOGGED). Most
 * adapters write nothing there, so the forms of a secret are made when something was written.
 */
export class TokenLeaks {
  readonly #detector = new LeakDetector()
  /** Questions of which no form was made yet, the oldest first. */
  #asked: Params[] = []
  readonly #watched = new Set<string>()
  #isFound = false

  ask({ params }: Question): void {
    if (!('appSecret' in params) || this.#isFound || !isText(params.appSecret)) return
    this.#asked.push(params)
    // Seldom, since to drop one after the other takes longer.
    if (this.#asked.length > 2 * RECENT) this.#asked = this.#asked.slice(-RECENT)
  }

  hear(text: string): void {
    for (const params of this.#asked.splice(0)) this.#watch(params)
    this.#detector.hear(text)
  }

  #watch({ appSecret, ...others }: Params): void {
    const isHeld = heldBy(others)
    const forms = secretForms(appSecret).filter((form) => !isHeld(form))
    if (new Set(appSecret).size < DIFFERENT || forms.length === 0 || isHeld(appSecret)) return
    this.#watched.delete(appSecret)
    this.#watched.add(appSecret)
    this.#detector.watch(appSecret, forms)
    if (this.#watched.size > RECENT) this.#forget()
  }

  #forget(): void {
    const [oldest] = this.#watched
    this.#watched.delete(oldest!)
    this.#isFound ||= this.#detector.take(oldest!)
  }

  /** Did a secret stand there? */
  get isFound(): boolean {
    while (!this.#isFound && this.#watched.size > 0) this.#forget()
    return this.#isFound || this.#detector.isLate
  }
}
