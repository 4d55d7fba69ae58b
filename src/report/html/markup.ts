import { visible } from '../visible.ts'

/** Text that is markup already: only `markup` makes it, from our own literals and escaped values. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Value = string | number | undefined | Markup | readonly Markup[]

/**
 * Markup with values in it. A value that is not Markup is text and is escaped here and nowhere else, so that a renderer
 * cannot forget it. Attributes must stand in double quotes, and no value becomes an address (`href`).
 */
export const markup = (literals: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(literals.map((literal, at) => literal + rendered(values[at])).join(''))

function rendered(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Markup) return value.text
  return typeof value === 'object' ? value.map(({ text }) => text).join('\n') : escaped(shown(String(value)))
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!)

/** A subject may send megabytes: no reader needs them, and the page must open. */
export const LONGEST = 2000

/** A text as a reader can see it: cut with a note, and with invisible characters written as escapes. */
export const shown = (text: string, longest = LONGEST): string =>
  text.length <= longest
    ? visible(text)
    : `${visible(text.slice(0, longest))} … (cut; ${text.length} characters in all)`

/** Lines of our own in a `pre`: the only place where a new line does not come from a value. */
export const preformatted = (lines: readonly string[]): Markup =>
  new Markup(`<pre>${lines.map((line) => escaped(shown(line))).join('\n')}</pre>`)

/** Markup where something is to be shown, and nothing where not. */
export const when = <T>(value: T | undefined, show: (value: T) => Markup): Markup =>
  value === undefined ? markup`` : show(value)
