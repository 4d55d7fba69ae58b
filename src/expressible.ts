/**
 * Code 2 belongs to types, not to values: who answers a question can also express another one of its shape, unless a
 * value of that lies outside what the text bounds and every integer and text type holds.
 */
import { validateBody } from './body/index.ts'
import { isObject } from './json.ts'
import { jsonOrNothing } from './members.ts'
import { joinParam, isListed } from './interface/joinParams.ts'
import { NAMED_NUMBERS, NAMED_TEXTS } from './interface/values.ts'
import { BODY_OF } from './interface/operations.ts'
import {
  callsOf,
  type Answer,
  type Json,
  type JsonObject,
  type Question,
  type Vector,
  type VectorId,
  type Verdict,
} from './model/index.ts'

/** What every integer type of 32 bits holds, signed or not. */
const MOST = 2 ** 31 - 1

/** Texts that a type of texts holds; any other (a version, an address, a listed value) may have a type of its own. */
const FREE: ReadonlySet<string> = new Set([...Object.keys(NAMED_TEXTS), 'params', 'token'])

/**
 * The type of a value, undefined where some type cannot hold it. Zero and the empty text may mean a missing member; a
 * number without a plain range and a text that is not free may be listed ones: these stand for themselves alone.
 */
function typeOf(name: string, value: Json): string | undefined {
  if (typeof value === 'number') {
    if (!Number.isInteger(value) || value < 0 || value > MOST) return undefined
    return value > 0 && (name === 'now' || NAMED_NUMBERS[name]?.plain) ? 'integer' : String(value)
  }
  if (typeof value === 'string') {
    if (value.includes('\0')) return undefined
    return value !== '' && FREE.has(name) ? 'text' : JSON.stringify(value)
  }
  return Array.isArray(value) ? listOf(value.map((item) => typeOf(name, item))) : membersOf(value)
}

function membersOf(value: Json): string | undefined {
  if (!isObject(value)) return JSON.stringify(value)
  const names = Object.keys(value).sort()
  const types = names.map((name) => typeOf(name, value[name]!))
  const inner = listOf(types.map((type, at) => type && `${JSON.stringify(names[at])}:${type}`))
  return inner && `{${inner}}`
}

const listOf = (types: readonly (string | undefined)[]): string | undefined =>
  types.includes(undefined) ? undefined : `[${types.join()}]`

/** PARAM-*: are these listed join parameters, each inside its bounds? */
const isWithinBounds = (joinParams: Json | undefined): joinParams is JsonObject =>
  isObject(joinParams) &&
  Object.entries(joinParams).every(([name, value]) => {
    if (!isListed(name)) return false
    const { type, minimum = -Infinity, maximum = Infinity } = joinParam(name)!
    if (type === 'string') return typeof value === 'string'
    return typeof value === 'number' && value >= minimum && value <= maximum
  })

/** The object in a JSON text that any writer of JSON would make of it. */
function writtenPlainly(text: string): Json | undefined {
  const value = jsonOrNothing(text)
  return JSON.stringify(value) === text ? value : undefined
}

/** What the types of an SDK must hold for a question; undefined where that is not known. */
function heldBy(question: Question): Json | undefined {
  switch (question.method) {
    case 'token.issue':
      return isWithinBounds(question.params.joinParams) ? question.params : undefined
    case 'token.params': {
      const joinParams = writtenPlainly(question.params.joinParamsJson)
      return isWithinBounds(joinParams) ? { joinParams } : undefined
    }
    case 'token.signature': {
      const { params } = question.params
      return Buffer.from(params, 'base64').toString('base64') === params ? question.params : undefined
    }
    case 'token.verify': {
      const params = question.params.token.split('.').at(-2) ?? ''
      const joinParams = writtenPlainly(Buffer.from(params, 'base64').toString())
      return isWithinBounds(joinParams) ? { ...question.params, joinParams } : undefined
    }
    case 'client.call': {
      const calls = callsOf(question.params)
      const isRight = calls.every((one) => validateBody(BODY_OF[one.operation], one.body).length === 0)
      return isRight ? calls.map(({ operation, body }) => ({ operation, body })) : undefined
    }
    default:
      return undefined
  }
}

/** Method, members and types of a question; undefined where code 2 may be right whatever else was answered. */
function shapeOf(question: Question): string | undefined {
  const held = heldBy(question)
  const type = held === undefined ? undefined : typeOf('', held)
  return type && `${question.method} ${type}`
}

/** Finds the answers with code 2 to questions of a shape that was answered in the same run, before or after. */
export class TypeRefusals {
  readonly #answered = new Set<string>()
  readonly #refused = new Map<VectorId, string>()

  /** Learns an answer. Where a refusal would be right too, code 2 is as well. */
  add({ id, level, question, expect }: Vector, answer: Answer): void {
    const isTyped = answer.kind === 'unsupported' && answer.byType === true
    if (!isTyped && answer.kind !== 'accepted') return
    const shape = shapeOf(question)
    if (shape === undefined) return
    if (!isTyped) this.#answered.add(shape)
    else if (level !== 'unspecified' && expect.verdict !== 'either') this.#refused.set(id, shape)
  }

  /** The verdict when all answers are known. */
  settled(verdict: Verdict): Verdict {
    const shape = this.#refused.get(verdict.vector)
    if (verdict.outcome !== 'skipped' || shape === undefined || !this.#answered.has(shape)) return verdict
    const message = `${verdict.message}. ${WHY}`
    return { ...verdict, outcome: 'failed', reason: 'code-2-for-a-value', message }
  }
}

const WHY =
  'It answered another question with the same members and types: code 2 is for types that cannot hold a value, not for values that come out wrong. Answer what the SDK makes of it.'
