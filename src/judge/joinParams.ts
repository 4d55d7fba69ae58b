import { isDeepStrictEqual } from 'node:util'
import { own, pointerOf } from '../json.ts'
import type { Json, JsonObject } from '../model/index.ts'
import { JOIN_PARAMS, joinParam } from '../interface/joinParams.ts'
import { differenceOf, type Found } from './finding.ts'

/** Join parameters as they came, and which of their numbers are not written as integers. */
export interface GotParams {
  readonly value: JsonObject
  readonly inexact: readonly string[]
}

const DEFAULTS = new Map(JOIN_PARAMS.map((row) => [row.name, row.default]))

/**
 * Finds each member that does not mean what was asked. Values are compared with their types; a default of section 2.1
 * may be present or absent; a `privileges` that was not asked has no known meaning and is only observed.
 */
export function joinParamsFindings(asked: JsonObject, got: GotParams): Found[] {
  const names = new Set([...Object.keys(asked), ...Object.keys(got.value)])
  return [...names].flatMap((name) => memberFinding(name, own(asked, name), got) ?? [])
}

function memberFinding(name: string, asked: Json | undefined, params: GotParams): Found | undefined {
  const { value, inexact } = params
  const got = own(value, name)
  const fallback = DEFAULTS.get(name)
  const orDefault = (member: Json | undefined): Json | undefined => (member === undefined ? fallback : member)
  if (asked === null) return nullFinding(name, got)
  if (!isSame(orDefault(asked), orDefault(got)))
    return { ...mismatch(name, asked, got), ...freedomOf(name, asked) }
  return inexact.length > 0 && inexact.includes(pointerOf([name])) ? inexactFinding(name, got) : undefined
}

/** Texts and numbers are seen to be the same at once. */
const isSame = (asked: Json | undefined, got: Json | undefined): boolean =>
  Object.is(asked, got) || isDeepStrictEqual(asked, got)

/**
 * What may become of a value. Typed code drops what section 2.1 does not list (PARAM-UNLISTED-MEMBERS). Who takes a
 * value that the text forbids may clamp it to a right one.
 */
function freedomOf(name: string, asked: Json | undefined): Partial<Found> {
  const row = joinParam(name)
  if (asked !== undefined && !row) return { observed: 'answer' }
  return Number(asked) > (row?.maximum ?? Infinity) ? { level: 'recommended' } : {}
}

/** PARAM-NULL-OPTIONAL: what becomes of null as input is open. */
const nullFinding = (name: string, got: Json | undefined): Found => ({
  reason: 'null-given',
  message:
    got === undefined
      ? `leaves ${name} out where it is null`
      : `writes ${show(got)} for ${name} where it is null`,
  observed: 'answer',
})

/** TOKEN-PARAMS-INTEGER-TEXT: 60.0 has the value of 60, and readers of typed languages refuse it. */
function inexactFinding(name: string, got: Json | undefined): Found {
  return {
    reason: 'integer-with-fraction',
    level: 'recommended',
    message: `${name} is written with a fraction or an exponent (like ${show(got)}.0); write the integer ${show(got)}.`,
    difference: { expected: show(got), got: `${show(got)} with a fraction or exponent` },
  }
}

function mismatch(name: string, asked: Json | undefined, got: Json | undefined): Found {
  if (asked === undefined) return unasked(name, got!)
  return { ...changed(name, asked, got), difference: differenceOf(show(asked), show(got)) }
}

function changed(name: string, asked: Json, got: Json | undefined): Found {
  if (got === undefined)
    return { reason: 'member-missing', message: `${name} was asked for and is missing from the params.` }
  if (kindOf(asked) === kindOf(got))
    return { reason: 'value-changed', message: `${name} was changed on the way; pass it through untouched.` }
  const message = `${name} must stay ${kindOf(asked)}, and became ${kindOf(got)}.`
  return { reason: 'wrong-type', message }
}

/** An additional value of section 2.1 changes the token; a member of another name does not. */
function unasked(name: string, got: Json): Found {
  if (name === 'privileges' && typeof got === 'number')
    return {
      reason: 'privileges-unasked',
      rule: 'PARAM-PRIVILEGES-UNASKED',
      message: `writes privileges ${show(got)} where the caller gives none`,
      observed: 'member',
    }
  return {
    ...(DEFAULTS.has(name)
      ? { reason: 'value-added', ...(DEFAULTS.get(name) !== undefined && { rule: defaultRule(name) }) }
      : { reason: 'member-added', level: 'recommended' }),
    message: `${name} stands in the params though the caller did not give it; leave it out.`,
    difference: differenceOf(show(undefined), show(got)),
  }
}

/** What a missing member means is not what was written. */
const defaultRule = (name: string): string => `PARAM-${name.toUpperCase()}-DEFAULT`

const kindOf = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`

/** A value as findings show it. */
export const show = (value: Json | undefined): string =>
  value === undefined ? '(absent)' : JSON.stringify(value)
