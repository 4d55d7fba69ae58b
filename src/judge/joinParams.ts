import { isDeepStrictEqual } from 'node:util'
import { own, pointerOf } from '../json.ts'
import type { Json, JsonObject } from '../model/index.ts'
import { JOIN_PARAMS } from '../token/index.ts'
import { differenceOf, gravest, type Finding } from './finding.ts'

/** Join parameters as they came, and which of their numbers are not written as integers. */
export interface GotParams {
  readonly value: JsonObject
  readonly inexact: readonly string[]
}

const DEFAULTS = new Map(JOIN_PARAMS.map((row) => [row.name, row.default]))

/**
 * The first member that does not mean what was asked for. Values are compared with their types; a default of
 * section 2.1 may stand or be left out; an unasked `privileges` has no known meaning and is only observed.
 */
export function joinParamsFinding(asked: JsonObject, got: GotParams): Finding | undefined {
  const names = new Set([...Object.keys(asked), ...Object.keys(got.value)])
  const findings = [...names].flatMap((name) => memberFinding(name, own(asked, name), got) ?? [])
  return gravest(findings)
}

function memberFinding(
  name: string,
  asked: Json | undefined,
  { value, inexact }: GotParams,
): Finding | undefined {
  const got = own(value, name)
  const fallback = DEFAULTS.get(name)
  const orDefault = (member: Json | undefined): Json | undefined => (member === undefined ? fallback : member)
  if (!isDeepStrictEqual(orDefault(asked), orDefault(got))) return mismatch(name, asked, got)
  return inexact.includes(pointerOf([name])) ? inexactFinding(name, got) : undefined
}

function inexactFinding(name: string, got: Json | undefined): Finding {
  const message = `${name} is written with a fraction or an exponent (like ${show(got)}.0); write the integer ${show(got)}.`
  return {
    reason: 'integer-as-fraction',
    message,
    level: 'recommended',
    difference: { expected: show(got), got: `${show(got)} with a fraction or exponent` },
  }
}

function mismatch(name: string, asked: Json | undefined, got: Json | undefined): Finding {
  const difference = differenceOf(show(asked), show(got))
  if (got === undefined)
    return {
      reason: 'member-missing',
      message: `${name} was asked for and is missing from the params.`,
      difference,
    }
  if (asked === undefined && name === 'privileges')
    return {
      reason: 'privileges-unasked',
      message: 'privileges stands in the params though nobody asked for it.',
      observed: true,
    }
  if (asked === undefined)
    return {
      reason: 'member-added',
      message: `${name} stands in the params though nobody asked for it; leave it out.`,
      difference,
    }
  if (kindOf(asked) !== kindOf(got))
    return {
      reason: 'wrong-type',
      message: `${name} must stay ${kindOf(asked)}, and became ${kindOf(got)}.`,
      difference,
    }
  return {
    reason: 'value-changed',
    message: `${name} was changed on the way; pass it through untouched.`,
    difference,
  }
}

const show = (value: Json | undefined): string => (value === undefined ? '(absent)' : JSON.stringify(value))

const kindOf = (value: Json): string =>
  value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`
