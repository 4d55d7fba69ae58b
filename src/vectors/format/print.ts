/**
 * Canonical YAML that every parser loads alike: block style, two spaces, every string
 * double-quoted printable ASCII, no anchors, no tags, no folding. Values are what JSON can hold.
 */
export const printYaml = (value: unknown): string => `${block(value, 0).replace(/^\n/, '')}\n`

function block(value: unknown, depth: number): string {
  const lead = `\n${'  '.repeat(depth)}`
  if (typeof value !== 'object' || value === null) return ` ${scalar(value)}`
  if (Array.isArray(value))
    return value.length === 0
      ? ' []'
      : value.map((item: unknown) => `${lead}-${entry(item, depth + 1)}`).join('')
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  if (members.length === 0) return ' {}'
  return members.map(([name, member]) => `${lead}${key(name)}:${block(member, depth + 1)}`).join('')
}

/** A list entry: its first member stands on the line of the dash. */
const entry = (item: unknown, depth: number): string => block(item, depth).replace(/^\n */, ' ')

/** Plain where YAML 1.1 and 1.2 both read text (so not `no`, `on`, `02`, a date), quoted otherwise. */
const key = (name: string): string =>
  /^[a-z][A-Za-z]*$/.test(name) && !RESERVED.has(name) ? name : quote(name)

const RESERVED = new Set(['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null'])

function scalar(value: unknown): string {
  // 1e21: some parsers load it as text.
  if (typeof value === 'number' && !/^-?[0-9]+(?:\.[0-9]+)?$/.test(String(value)))
    throw new RangeError(`${value} cannot stand in portable YAML`)
  return typeof value === 'string' ? quote(value) : JSON.stringify(value)
}

const quote = (text: string): string => `"${Array.from(text, escape).join('')}"`

/** No surrogate pairs: some parsers load two escapes as two characters. */
function escape(character: string): string {
  const code = character.codePointAt(0)!
  if (/["\\\n\r\t]/.test(character)) return JSON.stringify(character).slice(1, -1)
  if (code >= 0x20 && code < 0x7f) return character
  if (code >= 0xd800 && code <= 0xdfff) throw new RangeError('a lone surrogate cannot stand in portable YAML')
  return hex(code)
}

function hex(code: number): string {
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0').toUpperCase()}`
  if (code <= 0xffff) return `\\u${code.toString(16).padStart(4, '0').toUpperCase()}`
  return `\\U${code.toString(16).padStart(8, '0').toUpperCase()}`
}
