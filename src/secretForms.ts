import { inJson } from './json.ts'
import { unicodeEscape } from './text.ts'

/** How a secret may stand in other text. The search for leaks looks for every one of these forms. */

/** A shorter form may stand in other text by chance. */
const SHORTEST = 12

/** How many characters of a secret are a leak, if they are not most of it. */
const PART = 16
const DIVIDED = 24
/** With fewer different characters, such as a line of hyphens, a form may stand in other text by chance. */
const DIFFERENT = 6

/** What stands between the bytes of a list in hex: `73:65`, `73 65`, `73-65`, `0x73, 0x65`, `\x73\x65`. */
const BETWEEN_HEX = [':', ' ', '-', ', 0x', '\\x']

/**
 * Plain and from its end, escaped for JSON (RFC 8259 section 7) and for a URL (RFC 3986 section 2.1), in hex, in base64
 * and as a list of its bytes.
 */
export const secretForms = (secret: string): readonly string[] =>
  [...new Set(formsOf(secret))].filter(({ length }) => length >= SHORTEST)

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8')
  const hex = bytes.toString('hex')
  const percent = encodeURIComponent(secret)
  const json = inJson(secret)
  const base64 = [0, 1, 2].map((before) => base64Within(bytes, before))
  return [
    secret,
    Array.from(secret).reverse().join(''),
    json,
    json.replaceAll('/', '\\/'),
    json.replaceAll(/[^\0-\x7f]/g, unicodeEscape),
    percent,
    percent.replaceAll(/%../g, (code) => code.toLowerCase()),
    hex,
    hex.toUpperCase(),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    ...byteLists(bytes),
  ]
}

/** So many characters at its beginning: most texts hold no form of these, and so no form of the whole. */
const BEGINNING = 4

/** The forms of a secret that stand in a text: each form of its beginning is a part of the same form of the whole. */
export function formsIn(text: string, secret: string): readonly string[] {
  const beginning = Array.from(secret.slice(0, 2 * BEGINNING))
    .slice(0, BEGINNING)
    .join('')
  if (!formsOf(beginning).some((form) => text.includes(form))) return []
  return secretForms(secret).filter((form) => text.includes(form))
}

/** As languages print bytes: decimal, signed too, or in hex with something in between. */
function byteLists(bytes: Uint8Array): string[] {
  const unsigned = [...bytes]
  const signed = [...Int8Array.from(bytes)]
  const hex = unsigned.map((byte) => byte.toString(16).padStart(2, '0'))
  return [
    ...[',', ', ', ' '].flatMap((between) => [unsigned.join(between), signed.join(between)]),
    ...BETWEEN_HEX.flatMap((between) => [hex.join(between), hex.join(between).toUpperCase()]),
  ]
}

/**
 * Its base64 after so many bytes in a group of three: only the characters that do not depend on what stands before and
 * behind it (RFC 4648 section 4: each character holds six bits).
 */
function base64Within(bytes: Uint8Array, before: number): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
  return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6))
}

/** A part of a form with fewer different characters, such as a line of hyphens, tells nothing of it. */
const TELLING = 3

/** The key of the index, in characters. A run of `SHORTEST` holds one of those that begin at every `STRIDE`-th place. */
const KEY = 6
const STRIDE = SHORTEST - KEY + 1

interface Place {
  readonly form: string
  readonly at: number
}

/** Where a text holds a form, or a part of one. */
export interface Run {
  readonly from: number
  readonly to: number
}

/**
 * Finds forms in a text, whole or in part: a form that was cut, at whatever place, is found as long as `SHORTEST`
 * characters of it are left. The time for a text does not grow with the number of forms.
 */
export class FormIndex {
  readonly #places = new Map<string, Place[]>()

  /** @param form at least `KEY` characters; a shorter one than `SHORTEST` is found whole alone */
  add(form: string): void {
    for (let at = 0; at === 0 || at + KEY <= form.length; at += STRIDE) {
      const key = form.slice(at, at + KEY)
      const places = this.#places.get(key)
      if (places) places.push({ form, at })
      else this.#places.set(key, [{ form, at }])
    }
  }

  /** Every run in the order of the text; they do not overlap. */
  *runsIn(text: string): Generator<Run> {
    const last = this.#places.size === 0 ? -1 : text.length - KEY
    let end = 0
    for (let at = 0; at <= last; at++) {
      const runs = this.#places.get(text.slice(at, at + KEY))?.map((place) => runAt(text, at, place))
      const longest = runs?.filter(isTelling(text, end)).sort((a, b) => a.from - b.from || b.to - a.to)[0]
      if (!longest) continue
      yield { from: Math.max(end, longest.from), to: longest.to }
      end = longest.to
      at = end - 1
    }
  }
}

type FormRun = Run & { readonly form: string }

/** How far a text and a form are the same around a key that stands in both. */
function runAt(text: string, keyAt: number, { form, at }: Place): FormRun {
  let [from, to, before, behind] = [keyAt, keyAt + KEY, at, at + KEY]
  while (before > 0 && from > 0 && form[before - 1] === text[from - 1])
    [from, before] = [from - 1, before - 1]
  while (behind < form.length && form[behind] === text[to]) [to, behind] = [to + 1, behind + 1]
  // The blank before a part belongs to the text around it.
  while (to - from < form.length && text[from] === ' ') from++
  return { form, from, to }
}

/** A whole form, or enough of it that it cannot stand there by chance. */
const isTelling =
  (text: string, end: number) =>
  ({ form, from, to }: FormRun): boolean =>
    to > end &&
    (to - from === form.length || (to - from >= SHORTEST && new Set(text.slice(from, to)).size >= TELLING))

/** Tests whether a text within this value holds a form, exactly so. */
export function isHeldBy(value: unknown): (form: string) => boolean {
  const text = JSON.stringify(value)
  return (form) => text.includes(inJson(form))
}

/** Every part of a long secret that is long enough to be recognised. */
export function secretParts(secret: string): readonly string[] {
  if (secret.length < DIVIDED) return []
  const parts = Array.from({ length: secret.length - PART + 1 }, (_, at) => secret.slice(at, at + PART))
  return parts.filter((part) => new Set(part).size >= DIFFERENT)
}
