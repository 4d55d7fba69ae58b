import { visit } from 'jsonc-parser'
import { ChannelproofError } from './errors.ts'
import type { Json, JsonObject } from './model/index.ts'

/** A JSON text with what its value alone does not show. */
export interface JsonText<Value = Json> {
  readonly value: Value
  /** JSON Pointers of members that stand more than once in their object (RFC 8259 section 4). */
  readonly duplicates: readonly string[]
  /** JSON Pointers of numbers that are not written as integers (`60.0`, `6e1`) or that a double cannot hold. */
  readonly inexact: readonly string[]
}

const INTEGER = /^-?(?:0|[1-9][0-9]*)$/
/** More of a kind say nothing new, and in a deeply nested text each pointer is long: 1 MiB could fill the memory. */
const MOST = 1000
const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false }

/** The deepest nesting. Some engines parse any depth, and code that walks through the value then runs out of stack. */
const DEEPEST = 1000

/** A JSON object: no array, not null. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The value of a JSON text, where its spelling does not matter. @throws SyntaxError */
export const parseJson = <T = Json>(text: string): T => JSON.parse(text) as T

/** A text as it stands within the quotes of a JSON string. */
export const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Is it a member of its own? Every object inherits `constructor` and `toString`. */
export const own = <T>(object: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** A member that is a text; empty where it is none. */
export function textIn(object: JsonObject, name: string): string {
  const text = object[name]
  return typeof text === 'string' ? text : ''
}

/** Does the text hold an object? */
export const holdsObject = (text: JsonText): text is JsonText<JsonObject> => isObject(text.value)

/** JSON Pointer of a path (RFC 6901). */
export const pointerOf = (path: readonly (string | number)[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/**
 * Reads a JSON text (RFC 8259) and keeps what JSON.parse forgets: repeated members and how numbers are written.
 * @throws ChannelproofError `json-malformed` where the text is no JSON or is nested too deeply to be looked at.
 */
export function readJson(text: string): JsonText {
  try {
    const value = parseJson(text)
    if (isTooDeep(text)) throw new RangeError()
    return isPlain(text, value) ? { value, duplicates: [], inexact: [] } : { value, ...look(text) }
  } catch (error) {
    // RangeError: a walk through the value runs out of stack. Anything else is a bug and must not pass for bad JSON.
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
    const message = error.name === 'RangeError' ? 'nested too deeply' : error.message
    throw new ChannelproofError('json-malformed', `no JSON: ${message}`, 'Send one JSON value (RFC 8259).')
  }
}

/**
 * Most texts are compact and come back letter by letter when written again: then no member stands twice, and every
 * number is written as the integer that it is. This test is far quicker than a walk.
 */
const isPlain = (text: string, value: Json): boolean =>
  !/(?:^|[:[,])-?(?:[0-9]+[.eE]|[0-9]{16})/.test(text) && JSON.stringify(value) === text

/** For a valid text; the result must be the same in every version of Node. */
export function isTooDeep(text: string): boolean {
  if (text.length <= 2 * DEEPEST) return false
  let depth = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') isInText = !isInText
    else if (isInText) at += character === '\\' ? 1 : 0
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > DEEPEST) return true
  }
  return false
}

function look(text: string): Omit<JsonText, 'value'> {
  const duplicates: string[] = []
  const inexact: string[] = []
  const open: Set<string>[] = []
  visit(
    text,
    {
      onObjectBegin: () => void open.push(new Set()),
      onObjectEnd: () => void open.pop(),
      onObjectProperty: (name, _offset, _length, _line, _column, path) => {
        const names = open.at(-1)!
        if (names.has(name) && duplicates.length < MOST) duplicates.push(pointerOf([...path(), name]))
        names.add(name)
      },
      onLiteralValue: (value, offset, length, _line, _column, path) => {
        if (typeof value !== 'number' || inexact.length >= MOST) return
        const written = text.slice(offset, offset + length)
        if (!INTEGER.test(written) || !Number.isSafeInteger(value)) inexact.push(pointerOf(path()))
      },
    },
    STRICT,
  )
  return { duplicates, inexact }
}

/** Is a decimal number a fraction that the nearest double has lost (`1e-400`)? `60.0` and `600e-1` are none. */
export const isLostFraction = (text: string): boolean => Number.isInteger(Number(text)) && !isWhole(text)

function isWhole(text: string): boolean {
  const [, before = '', after = '', exponent = '0'] =
    /^[-+]?([0-9]*)\.?([0-9]*)(?:[eE]([-+]?[0-9]+))?$/.exec(text) ?? []
  const digits = before + after
  let zeros = 0
  while (digits[digits.length - 1 - zeros] === '0') zeros++
  return zeros === digits.length || Number(exponent) - after.length + zeros >= 0
}

/** The value at a JSON Pointer whose names have neither `~` nor `/` in them. */
export function valueAt(value: Json, pointer: string): unknown {
  let found: unknown = value
  for (const step of pointer.split('/').slice(1))
    found = isObject(found) || Array.isArray(found) ? own(found as JsonObject, step) : undefined
  return found
}
