import { isUtf8 } from 'node:buffer'
import { ChannelproofError } from '../errors.ts'
import { isObject, readJson, type JsonText } from '../json.ts'
import { JOIN_PARAMS, type JoinParam } from '../interface/joinParams.ts'
import type { Json, JsonObject, MintReason } from '../model/index.ts'
import { TokenError } from './errors.ts'

/** One broken rule of section 2.1. */
export interface JoinParamsViolation {
  readonly reason: Extract<MintReason, 'missing-field' | 'wrong-type' | 'out-of-range'>
  readonly message: string
}

/**
 * Lists every rule of section 2.1 that these join parameters break, in the order of its table.
 * Negative numbers, empty ids and unlisted members break none: the text does not mention them.
 * @param inexact JSON Pointers of numbers not written as integers, where the text is known
 */
export function joinParamsViolations(value: Json, inexact: readonly string[] = []): JoinParamsViolation[] {
  if (!isObject(value)) return [{ reason: 'wrong-type', message: 'join parameters must be an object' }]
  return JOIN_PARAMS.flatMap(
    (row) => violationOf(row, value[row.name], inexact.includes(`/${row.name}`)) ?? [],
  )
}

function violationOf(
  row: JoinParam,
  value: Json | undefined,
  inexact: boolean,
): JoinParamsViolation | undefined {
  const { name, type, required, minimum = -Infinity, maximum = Infinity } = row
  if (value === undefined)
    return required ? { reason: 'missing-field', message: `${name} is missing (section 2.1)` } : undefined
  const fits = type === 'string' ? typeof value === 'string' : Number.isInteger(value) && !inexact
  if (!fits) return { reason: 'wrong-type', message: `${name} must be ${type} (section 2.1)` }
  if (Number(value) > maximum)
    return { reason: 'out-of-range', message: `${name} must be at most ${maximum} (section 8)` }
  if (Number(value) < minimum)
    return { reason: 'out-of-range', message: `${name} must be at least ${minimum} (section 8)` }
  return undefined
}

/** @throws TokenError with the reason of the first broken rule */
export function checkJoinParams(value: Json): asserts value is JsonObject {
  const violation = joinParamsViolations(value)[0]
  if (violation) throw new TokenError(violation.reason, violation.message)
}

/**
 * Reads join parameters from the bytes of a params part, with every rule of section 2.1.
 * @throws TokenError `params`
 */
export function readJoinParams(bytes: Uint8Array): JsonObject {
  const { value, duplicates, inexact } = readParamsJson(bytes)
  const violation = joinParamsViolations(value, inexact)[0]
  if (violation) throw new TokenError('params', violation.message)
  // TOKEN-PARAMS-DUPLICATE-KEYS: RFC 8259 section 4, receivers disagree about which of the two counts.
  if (duplicates.length > 0) throw new TokenError('params', `${duplicates[0]} stands twice`)
  return value as JsonObject
}

function readParamsJson(bytes: Uint8Array): JsonText {
  // A byte order mark is no JSON (RFC 8259 section 8.1), and JSON.parse refuses it.
  if (!isUtf8(bytes)) throw new TokenError('params', 'the bytes are no UTF-8 (RFC 8259 section 8.1)')
  try {
    return readJson(Buffer.from(bytes).toString('utf8'))
  } catch (error) {
    if (!(error instanceof ChannelproofError)) throw error
    throw new TokenError('params', error.message)
  }
}
