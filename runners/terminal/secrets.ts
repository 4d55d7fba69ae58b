import { inJson } from '../../src/json.ts'
import { FormIndex, isHeldBy, secretForms } from '../../src/secretForms.ts'

const PLACE = '[secret]'

/** Shorter secrets stand in other text by chance: they are found, and masked, only as whole values. */
const LONG = 8

/** Members whose values are our own words, never those of a subject. */
const OF_VERDICTS = [
  'vector',
  'level',
  'requirements',
  'outcome',
  'rule',
  'reason',
  'diagnosis',
  'lock',
] as const
const OF_CAUSES = ['faults', 'candidates', 'explains', 'methods', 'right'] as const
const OWN_WORDS = new Set<string>([
  ...OF_VERDICTS,
  ...OF_CAUSES,
  'suite',
  'kind',
  'code',
  'digest',
  'startedAt',
])

/** Members whose members the user names: none of these names is a word of ours. */
const NAMED_BY_USER = new Set(['labels'])
const NONE: ReadonlySet<string> = new Set()

/** How a secret may stand in a text: as it is, within JSON, within a URL. */
const formsOf = (secret: string): string[] => [secret, inJson(secret), encodeURIComponent(secret)]

/**
 * Values that must not leave a run. The judge and the search for leaks see answers as they are; everything that leaves
 * the program passes here (`leaving` in console.ts).
 */
export class Secrets {
  readonly #known = new Set<string>()
  readonly #forms = new FormIndex()

  add(...secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (!secret || this.#known.has(secret)) continue
      this.#known.add(secret)
      if (!isLong(secret)) continue
      for (const form of new Set([...formsOf(secret), ...secretForms(secret)])) this.#forms.add(form)
    }
  }

  /** The same text without secrets, in whatever form, and without parts of them: a message may have been cut before. */
  text(text: string): string {
    if (this.#known.has(text)) return PLACE
    let [masked, at] = ['', 0]
    for (const { from, to } of this.#forms.runsIn(text)) {
      masked += `${text.slice(at, from)}${PLACE}`
      at = to
    }
    return at === 0 ? text : `${masked}${text.slice(at)}`
  }

  /** The same value with every string in it masked, except the words of reports themselves. */
  mask<T>(value: T): T {
    return this.#known.size === 0 ? value : (this.#masked(value) as T)
  }

  #masked(value: unknown, ownWords: ReadonlySet<string> = OWN_WORDS): unknown {
    if (typeof value === 'string') return this.text(value)
    if (Array.isArray(value)) return value.map((item) => this.#masked(item))
    if (!isPlain(value)) return value
    const entries = Object.entries(value).map(([name, member]) => [
      this.#known.has(name) ? name : this.text(name),
      ownWords.has(name) ? member : this.#masked(member, NAMED_BY_USER.has(name) ? NONE : OWN_WORDS),
    ])
    return Object.fromEntries(entries)
  }
}

/** An object of members, and no number, map or function. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Does a text, or any text within a value, hold one of them? */
export function holdsSecret(value: unknown, secrets: readonly string[]): boolean {
  const forms = secrets.filter(isLong).flatMap(formsOf)
  const short = new Set(secrets.filter((secret) => !isLong(secret)))
  const isHeld = (text: string): boolean => forms.some((form) => text.includes(form))
  const holdsOne = (within: unknown): boolean => {
    if (typeof within === 'string') return short.has(within) || isHeld(within)
    if (typeof within !== 'object' || within === null) return false
    return Object.entries(within).some(([name, member]) => isHeld(name) || holdsOne(member))
  }
  return holdsOne(value)
}

/** Does any text within a value hold one of these, exactly so? */
export const holdsForm = (value: unknown, forms: readonly string[]): boolean => forms.some(isHeldBy(value))

/** Can the search tell it from other text? */
export const isLong = (secret: string): boolean => secret.length >= LONG

/** The value of an Authorization header without the word before it. */
export const withoutScheme = (header: string): string => header.replace(/^\S+\s+/, '')

/** The credentials in our own environment. */
export function ownSecrets(env: NodeJS.ProcessEnv = process.env): Secrets {
  const secrets = new Secrets()
  for (const [name, value] of Object.entries(env))
    if (value && /^CHANNELPROOF_(?:\w+_)?(?:APP_SECRET|AUTHORIZATION)$/.test(name))
      secrets.add(value, withoutScheme(value))
  return secrets
}

let ofRun: Secrets | undefined

/** What must not leave this process: its credentials, and what the run adds. */
export const runSecrets = (): Secrets => (ofRun ??= ownSecrets())

/** A run begins: it knows the credentials, and no secret of an earlier run. */
export const newRunSecrets = (): Secrets => (ofRun = ownSecrets())
