import { isDeepStrictEqual, TextDecoder } from 'node:util'
import type { Json, JsonObject, Question } from '../../model/index.ts'
import { readJson } from '../../json.ts'
import { JOIN_DEFAULTS } from '../../interface/joinParams.ts'
import { isObject } from '../../json.ts'
import type { FaultyAnswer, Seen, Stages } from '../fault.ts'
import { percentDecoded } from '../../text.ts'
import { styleOf, written } from './style.ts'

/**
 * What an answer shows, however damaged it is. Members at their defaults may be left out or added by choice or by
 * mistake: each is a reading of its own.
 */
export function seenIn({ method, params }: Question, answer: FaultyAnswer): readonly Seen[] {
  if (answer.kind !== 'accepted') return [{}]
  const { output } = answer
  if ('signature' in output) return [{ signature: output.signature }]
  if (method !== 'token.issue' || !('token' in output) || typeof output.token !== 'string') return [{}]
  const { token } = output
  const parts = partsIn(token, params.appId)
  const json = (parts && jsonIn(parts.params)) ?? anyJsonIn(token)
  const seen: Seen = { ...parts, ...(json !== undefined && { json }) }
  return json === undefined ? [seen] : DEFAULTS.map((defaults) => ({ ...seen, defaults }))
}

/** Timestamp and params: between the appId and the last dot; a fraction has a dot of its own, JSON may have some. */
function partsIn(
  token: string,
  appId: string,
): { timestamp: string; params: string; signature: string } | undefined {
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

/** The text in params, which may be base64 of many kinds, hex, or not encoded at all. */
function jsonIn(params: string): string | undefined {
  if (OBJECT.test(params)) return params.replace(/\0$/, '')
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

const ENCODINGS = ['utf-8', 'latin1'] as const

function textOf(bytes: Buffer): string {
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  for (const encoding of ENCODINGS)
    try {
      return new TextDecoder(encoding, { fatal: encoding === 'utf-8' }).decode(bytes).replace(/\0$/, '')
    } catch {
      continue
    }
  return ''
}

/** UTF-16 has a zero in every second byte of plain text. */
function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length < 4) return undefined
  const at = bytes[0] === 0xff || bytes[0] === 0xfe ? 2 : 0
  if (bytes[at + 1] === 0) return 'utf-16le'
  return bytes[at] === 0 ? 'utf-16be' : undefined
}

const choicesBySeen = new WeakMap<Seen, Partial<Stages>>()

/** The stages in which an SDK may choose, with its choices: they are not mistakes. Read once for each answer. */
export function choicesIn(seen: Seen): Partial<Stages> {
  const choices = choicesBySeen.get(seen) ?? readChoices(seen)
  choicesBySeen.set(seen, choices)
  return choices
}

function readChoices({ json, defaults = 'chosen', privileges }: Seen): Partial<Stages> {
  if (json === undefined) return {}
  const style = styleOf(json)
  const value = valueOf(json)
  const always: JsonObject = privileges === undefined ? {} : { privileges }
  return {
    prepare: (joinParams) =>
      ordered(style.order, PREPARED[defaults](style.order, value, { ...always, ...joinParams })),
    serialise: (joinParams) =>
      value !== undefined && isDeepStrictEqual(value, joinParams) ? json : written(style, joinParams),
  }
}

function valueOf(json: string): JsonObject | undefined {
  try {
    const { value, inexact, duplicates } = readJson(json)
    // 60.0 and a member that stands twice are mistakes, not style.
    return isObject(value) && inexact.length + duplicates.length === 0 ? value : undefined
  } catch {
    return undefined
  }
}

/** `channel_id` is channelId in another case. */
const folded = (name: string): string => name.replaceAll('_', '').toLowerCase()

type Prepare = (names: readonly string[], value: JsonObject | undefined, asked: JsonObject) => JsonObject

const isPresent = (names: readonly string[], name: string): boolean =>
  names.some((other) => folded(other) === folded(name))

/** A number in quotes is still that number: the quotes are another mistake. */
const isNumber = (value: Json | undefined, number: number): boolean =>
  value !== undefined && (value === number || value === String(number))

/** An optional that was not asked may stand there at its default, and one asked at its default may be missing. */
const asChosen: Prepare = (names, value, asked) => {
  const prepared: Record<string, Json> = { ...asked }
  for (const [name, usual] of Object.entries(JOIN_DEFAULTS)) {
    const isUsual = isPresent(names, name) && isNumber(value?.[name], usual)
    if (!isUsual && asked[name] === usual) delete prepared[name]
    if (isUsual && asked[name] === undefined) prepared[name] = usual
  }
  return prepared
}

/** Everything in the answer that the question does not have was a default before a mistake changed it. */
const allWritten: Prepare = (names, _value, asked) => ({
  ...asked,
  ...Object.fromEntries(
    Object.entries(JOIN_DEFAULTS).filter(([name]) => asked[name] === undefined && isPresent(names, name)),
  ),
})

const PREPARED: Readonly<Record<NonNullable<Seen['defaults']>, Prepare>> = {
  chosen: asChosen,
  plain: (_names, _value, asked) => asked,
  written: allWritten,
}

/** In the order of the answer. */
const ordered = (names: readonly string[], value: JsonObject): JsonObject => {
  const place = (name: string): number => {
    const at = names.findIndex((other) => folded(other) === folded(name))
    return at < 0 ? names.length : at
  }
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => place(a) - place(b)))
}
