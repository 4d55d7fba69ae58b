import { visible } from '../visible.ts'

/** Text that is markup already: made by `markup` alone, of literals of our own and of escaped values. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export type Value = string | number | undefined | Markup | readonly Markup[]

/**
 * Markup with values in it. Whatever is no Markup is text: it is escaped here and nowhere else, so that a renderer
 * cannot forget it. Attributes are to stand in double quotes, and no address (`href`) is ever made of a value.
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

/** A subject may send megabytes: nobody reads them, and the page has to open. */
export const LONGEST = 2000

/** What a reader can be shown of a text: cut with a note, and without characters that cannot be seen. */
export const shown = (text: string, longest = LONGEST): string =>
  text.length <= longest
    ? visible(text)
    : `${visible(text.slice(0, longest))} … (cut; ${text.length} characters in all)`

/** Lines of our own that stand in a `pre`: the one place where a new line is no character of a value. */
export const preformatted = (lines: readonly string[]): Markup =>
  new Markup(`<pre>${lines.map((line) => escaped(shown(line))).join('\n')}</pre>`)

/** Markup where something is to be shown, and nothing where not. */
export const when = <T>(value: T | undefined, show: (value: T) => Markup): Markup =>
  value === undefined ? markup`` : show(value)
