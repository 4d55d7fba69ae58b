import { inJson } from '../../json.ts'
import { unicodeEscape } from '../../text.ts'
import type { JsonObject } from '../../model/index.ts'

/**
 * How an SDK writes a flat JSON object: order of the members, white space and escapes are its own choice and not
 * mistakes, so a mistake must be recognised in any of them.
 */
export interface Style {
  /** Names in the order in which they stand; other names follow. */
  readonly order: readonly string[]
  /** White space: before and after the object, after `{`, before and after `:`, before and after `,`, before `}`. */
  readonly gaps: Readonly<Record<Gap, string>>
  /** How one character stands within quotes. */
  readonly write: (character: string) => string
}

type Gap = 'before' | 'open' | 'beforeColon' | 'afterColon' | 'beforeComma' | 'afterComma' | 'close' | 'after'

/** A name within an object, and the white space around it. */
const NAME = /([{,])(\s*)"([A-Za-z_-]+)"(\s*):(\s*)/g
const TEXT = /:\s*"((?:[^"\\]|\\.)*)"/g

const COMMA = /,\s*"[A-Za-z_-]+"\s*:/

/** Not a pattern: a pattern that begins with white space tries each place in it, which takes minutes in a long run. */
const spaceAtEnd = (text: string): string => text.slice(text.trimEnd().length)

/** The style of a JSON object, read until something damaged stops it; text in it may look like JSON. */
export function styleOf(json: string): Style {
  const names = [...json.matchAll(NAME)]
  const written = new Map([...json.matchAll(TEXT)].flatMap(([, text = '']) => [...unitsOf(text)]))
  return {
    order: names.map(([, , , name = '']) => name),
    gaps: gapsOf(json, names),
    write: writerOf(written),
  }
}

function gapsOf(json: string, names: readonly RegExpExecArray[]): Style['gaps'] {
  const first = names.find(([, mark]) => mark === '{')
  const next = names.find(([, mark]) => mark === ',')
  const trimmed = json.trimEnd()
  const isClosed = trimmed.endsWith('}')
  return {
    before: /^\s*/.exec(json)![0],
    open: first?.[2] ?? '',
    beforeColon: first?.[4] ?? '',
    afterColon: first?.[5] ?? '',
    beforeComma: spaceAtEnd(json.slice(0, Math.max(json.search(COMMA), 0))),
    afterComma: next?.[2] ?? '',
    close: isClosed ? spaceAtEnd(trimmed.slice(0, -1)) : '',
    after: isClosed ? json.slice(trimmed.length) : '',
  }
}

const UNIT = /\\u([0-9a-fA-F]{4})|\\(.)|[^\\]/gsu

/** RFC 8259 section 7. */
const needsEscape = (character: string): boolean => character < ' ' || character === '"' || character === '\\'
const SHORT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Characters (UTF-16 units where escaped) and how each stands. */
function* unitsOf(text: string): Generator<[string, string]> {
  for (const [written, hex, short] of text.matchAll(UNIT)) {
    if (hex !== undefined) yield [String.fromCharCode(Number.parseInt(hex, 16)), written]
    else if (short !== undefined) yield [SHORT[short] ?? short, written]
    // A character that needs an escape and has none is a mistake, not style.
    else if (!needsEscape(written)) yield [written, written]
  }
}

/** Writes characters as the answer has them, and other characters as it writes those of their kind. */
function writerOf(written: ReadonlyMap<string, string>): Style['write'] {
  const forms = [...written.values()]
  // Encoders that escape nothing else escape control characters, <, U+2028 and U+2029.
  const escaped = forms.some((form) => /^\\u(?!00[0-9]|202[89])/.test(form))
  const upper = forms.some((form) => /^\\u.*[A-F]/.test(form))
  return (character) => {
    const seen = written.get(character)
    if (seen !== undefined) return seen
    if (character > '\u007e' && escaped) return unitsText(character, written, upper)
    return needsEscape(character) ? inJson(character) : character
  }
}

/** Beyond U+FFFF a character is escaped as two units. */
function unitsText(character: string, written: ReadonlyMap<string, string>, upper: boolean): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charAt(at))
  return units
    .map(
      (unit) =>
        written.get(unit) ??
        (upper ? unicodeEscape(unit).toUpperCase().replace('U', 'u') : unicodeEscape(unit)),
    )
    .join('')
}

/** An object in this style. */
export function written({ order, gaps, write }: Style, value: JsonObject): string {
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  const text = (string: string): string => `"${Array.from(string, write).join('')}"`
  const members = Object.entries(value)
    .sort(([a], [b]) => place(a) - place(b))
    .map(([name, member]) => {
      const right = typeof member === 'string' ? text(member) : JSON.stringify(member)
      return `"${name}"${gaps.beforeColon}:${gaps.afterColon}${right}`
    })
  const inner = members.join(`${gaps.beforeComma},${gaps.afterComma}`)
  return `${gaps.before}{${gaps.open}${inner}${gaps.close}}${gaps.after}`
}
