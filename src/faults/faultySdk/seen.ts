import { isUtf8 } from 'node:buffer'
import { inJson, isObject, readJson } from '../../json.ts'
import { percentDecoded, unicodeEscape } from '../../text.ts'
import type { Json, JsonObject, Question } from '../../model/index.ts'
import { onceFor } from '../../tables.ts'
import { isDeepStrictEqual, TextDecoder } from 'node:util'
import { JOIN_DEFAULTS } from '../../interface/joinParams.ts'
import type { FaultyAnswer, SeenChoices, Stages } from '../fault.ts'

/**
 * How an SDK writes a flat JSON object: order of the members, white space and escapes are its own choice and not
 * faults, so a fault must be recognised in any of them.
 */
export interface JsonWriting {
  /** Names in the order in which they stand; other names follow. */
  readonly order: readonly string[]
  /** White space: before and after the object, after `{`, before and after `:`, before and after `,`, before `}`. */
  readonly gaps: Readonly<Record<Gap, string>>
  readonly write: (character: string) => string
}

type Gap = 'before' | 'open' | 'beforeColon' | 'afterColon' | 'beforeComma' | 'afterComma' | 'close' | 'after'

/** A name within an object, and the white space around it. */
const NAME = /([{,])(\s*)"([A-Za-z_-]+)"(\s*):(\s*)/g
const TEXT = /:\s*"((?:[^"\\]|\\.)*)"/g

const COMMA = /,\s*"[A-Za-z_-]+"\s*:/

/** Not a pattern: a pattern that begins with white space tries each place in it, which takes minutes in a long run. */
const spaceAtEnd = (text: string): string => text.slice(text.trimEnd().length)

/** The names of an object as they stand; text in it may look like JSON. */
export const namesIn = (json: string): string[] => [...json.matchAll(NAME)].map(([, , , name = '']) => name)

/** The style of a JSON object, read until something damaged stops it; text in it may look like JSON. */
export function styleOf(json: string): JsonWriting {
  const names = [...json.matchAll(NAME)]
  const written = new Map([...json.matchAll(TEXT)].flatMap(([, text = '']) => [...unitsOf(text)]))
  return { order: namesIn(json), gaps: gapsOf(json, names), write: writerOf(written) }
}

function gapsOf(json: string, names: readonly RegExpExecArray[]): JsonWriting['gaps'] {
  const first = names.find(([, mark]) => mark === '{')
  const next = names.find(([, mark]) => mark === ',')
  const trimmed = json.trimEnd()
  const isClosed = trimmed.endsWith('}')
  const open = first?.[2] ?? ''
  return {
    before: /^\s*/.exec(json)![0],
    open,
    beforeColon: first?.[4] ?? '',
    afterColon: first?.[5] ?? '',
    beforeComma: spaceAtEnd(json.slice(0, Math.max(json.search(COMMA), 0))),
    afterComma: next?.[2] ?? '',
    // What breaks off had a line of its own for its brace, where the first member has one.
    close: isClosed ? spaceAtEnd(trimmed.slice(0, -1)) : (/^\r?\n/.exec(open)?.[0] ?? ''),
    after: isClosed ? json.slice(trimmed.length) : '',
  }
}

/** RFC 8259 section 7 has these escapes; another one is a fault, not style. */
const UNIT = /\\u([0-9a-fA-F]{4})|\\(["\\/bfnrt])|[^\\]/gu

/** RFC 8259 section 7. */
const needsEscape = (character: string): boolean => character < ' ' || character === '"' || character === '\\'
const SHORT: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/** Characters (UTF-16 units where escaped) and how each stands. */
function* unitsOf(text: string): Generator<[string, string]> {
  for (const [written, hex, short] of text.matchAll(UNIT)) {
    if (hex !== undefined) yield [String.fromCharCode(Number.parseInt(hex, 16)), written]
    else if (short !== undefined) yield [SHORT[short] ?? short, written]
    // A character that needs an escape and has none is a fault, not style.
    else if (!needsEscape(written)) yield [written, written]
  }
}

/** Writes characters as the answer has them, and other characters as it writes those of their kind. */
function writerOf(written: ReadonlyMap<string, string>): JsonWriting['write'] {
  const forms = [...written.values()]
  // Encoders that escape nothing else escape control characters, <, U+2028 and U+2029.
  const escaped = forms.some((form) => /^\\u(?!00[0-9]|202[89])/.test(form))
  const escape = forms.some((form) => /^\\u.*[A-F]/.test(form)) ? upperEscape : unicodeEscape
  return (character) => {
    const seen = written.get(character)
    if (seen !== undefined) return seen
    // Beyond U+FFFF a character is escaped as two units.
    if (character > '\u007e' && escaped)
      return character.replace(/[^]/g, (unit) => written.get(unit) ?? escape(unit))
    return needsEscape(character) ? inJson(character) : character
  }
}

/** The escape of one UTF-16 unit with upper-case digits: `\u00E9`. */
export const upperEscape = (unit: string): string => unicodeEscape(unit).toUpperCase().replace('U', 'u')

const written = onceFor<JsonWriting, Map<string, string>>(() => new Map())

/** A text within quotes; the search for causes writes the same texts again and again. */
function quoted(style: JsonWriting, text: string): string {
  const known = written(style)
  const found = known.get(text) ?? `"${Array.from(text, style.write).join('')}"`
  known.set(text, found)
  return found
}

export function writtenAlike(style: JsonWriting, value: JsonObject): string {
  const { order, gaps } = style
  const place = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  const members = Object.entries(value)
    .sort(([a], [b]) => place(a) - place(b))
    .map(([name, member]) => {
      const right = typeof member === 'string' ? quoted(style, member) : JSON.stringify(member)
      return `"${name}"${gaps.beforeColon}:${gaps.afterColon}${right}`
    })
  const inner = members.join(`${gaps.beforeComma},${gaps.afterComma}`)
  return `${gaps.before}{${gaps.open}${inner}${gaps.close}}${gaps.after}`
}

/**
 * What an answer shows, however damaged it is. Members at their defaults may be left out or added by choice or by
 * fault: each is a reading of its own.
 */
export function seenIn({ method, params }: Question, answer: FaultyAnswer): readonly SeenChoices[] {
  if (answer.kind !== 'accepted') return [{}]
  const { output } = answer
  if ('signature' in output) return [{ signature: output.signature }]
  if (method === 'token.params' && 'params' in output && typeof output.params === 'string')
    return readings({}, jsonIn(output.params))
  if (method !== 'token.issue' || !('token' in output) || typeof output.token !== 'string') return [{}]
  const { token } = output
  const parts = partsIn(token, params.appId)
  const json = (parts && jsonIn(parts.params)) ?? anyJsonIn(token)
  return readings({ ...parts }, json)
}

const readings = (seen: SeenChoices, json: string | undefined): SeenChoices[] =>
  json === undefined ? [seen] : DEFAULTS.map((defaults) => ({ ...seen, json, defaults }))

type SeenParts = Required<Pick<SeenChoices, 'timestamp' | 'params' | 'signature'>>

/** Timestamp and params: between the appId and the last dot; a fraction has a dot of its own, JSON may have some. */
function partsIn(token: string, appId: string): SeenParts | undefined {
  const start = token.toLowerCase().indexOf(`.${appId.toLowerCase()}.`)
  const rest = start < 0 ? '' : token.slice(start + appId.length + 2)
  const match = /^([^{]*?)\.(\s*\{.*\}\s*)\.([^.]*)$/s.exec(rest) ?? /^(.*?)\.([^.]*)\.([^.]*)$/s.exec(rest)
  return match ? { timestamp: match[1]!, params: match[2]!, signature: match[3]! } : undefined
}

/** In a token with its parts in any place: the run of base64 that holds JSON, perhaps within base64 of the whole. */
function anyJsonIn(token: string): string | undefined {
  for (const [run] of percentDecoded(token).matchAll(/[A-Za-z0-9+/_-]{8,}=*/g)) {
    const json = jsonIn(run)
    if (json !== undefined) return json
    const inner = Buffer.from(run, 'base64').toString('utf8')
    const found = /^\d\d\./.test(inner) ? anyJsonIn(inner) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** A signature may begin with a brace by chance. */
const DEFAULTS = ['chosen', 'plain', 'written'] as const

const OBJECT = /^\s*\{\s*["}]/

/** The JSON in params, which may be base64 of many kinds, hex, or not encoded at all; undefined where none is seen. */
export function jsonIn(params: string): string | undefined {
  if (OBJECT.test(params)) return params.replace(/\0+$/, '')
  const plain = percentDecoded(params)
    .replace(/^b?['"]|['"]$/g, '')
    .replace(/\s/g, (space) => (space === ' ' ? '+' : ''))
  const readings = [
    textOf(Buffer.from(plain, 'base64')),
    Buffer.from(plain, 'hex').toString('utf8'),
    textOf(Buffer.from(Buffer.from(plain, 'base64').toString('latin1'), 'base64')),
  ]
  return readings.find((text) => OBJECT.test(text))
}

function textOf(bytes: Buffer): string {
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'latin1').decode(bytes).replace(/\0+$/, '')
}

/** UTF-16 has a zero in every second byte of plain text. */
function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length < 4) return undefined
  const at = bytes[0] === 0xff || bytes[0] === 0xfe ? 2 : 0
  if (bytes[at + 1] === 0) return 'utf-16le'
  return bytes[at] === 0 ? 'utf-16be' : undefined
}

/** Made when it is first wanted. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** The stages in which an SDK may choose, with its choices: they are not faults. */
export function choicesIn({ json, defaults = 'chosen', privileges }: SeenChoices): Partial<Stages> {
  if (json === undefined) return {}
  const style = once(() => styleOf(json))
  const places = placesOf(namesIn(json))
  const value = valueOf(json)
  const always: JsonObject = privileges === undefined ? {} : { privileges }
  return {
    prepare: (joinParams) => ordered(places, PREPARED[defaults](places, value, { ...always, ...joinParams })),
    serialise: (joinParams) =>
      value !== undefined && isDeepStrictEqual(value, joinParams) ? json : writtenAlike(style(), joinParams),
  }
}

function valueOf(json: string): JsonObject | undefined {
  try {
    const { value, inexact, duplicates } = readJson(json)
    // 60.0 and a member that stands twice are faults, not style.
    return isObject(value) && inexact.length + duplicates.length === 0 ? value : undefined
  } catch {
    return undefined
  }
}

/** `channel_id` is channelId in another case. */
const folded = (name: string): string => name.replaceAll('_', '').toLowerCase()

/** The names of an object without their case, each with its first place. */
type Places = ReadonlyMap<string, number>

const placesOf = (names: readonly string[]): Places =>
  new Map(names.map((name, at) => [folded(name), at] as const).toReversed())

type Prepare = (places: Places, value: JsonObject | undefined, asked: JsonObject) => JsonObject

/** A number in quotes is still that number: the quotes are another fault. */
const isNumber = (value: Json | undefined, number: number): boolean =>
  value === number || value === String(number)

const PREPARED: Readonly<Record<NonNullable<SeenChoices['defaults']>, Prepare>> = {
  /** An optional that was not asked may stand there at its default, and one asked at its default may be missing. */
  chosen: (places, value, asked) => {
    const prepared: Record<string, Json> = { ...asked }
    for (const [name, usual] of Object.entries(JOIN_DEFAULTS)) {
      const isUsual = places.has(folded(name)) && isNumber(value?.[name], usual)
      if (!isUsual && asked[name] === usual) delete prepared[name]
      if (isUsual && asked[name] === undefined) prepared[name] = usual
    }
    return prepared
  },
  plain: (_places, _value, asked) => asked,
  /** Everything in the answer that the question does not have was a default before a fault changed it. */
  written: (places, _value, asked) => {
    const isAdded = ([name]: [string, number]): boolean =>
      asked[name] === undefined && places.has(folded(name))
    return { ...asked, ...Object.fromEntries(Object.entries(JOIN_DEFAULTS).filter(isAdded)) }
  },
}

const ordered = (places: Places, value: JsonObject): JsonObject => {
  const placeOf = (name: string): number => places.get(folded(name)) ?? Number.MAX_SAFE_INTEGER
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => placeOf(a) - placeOf(b)))
}
