import { isDeepStrictEqual } from 'node:util'
import { isObject } from '../json.ts'
import type { Json } from '../model/index.ts'
import { differenceOf, type Found } from './finding.ts'

/** Finds the first step of a timeline whose result is not the expected one. */
export function timelineFinding(expected: readonly Json[], got: readonly Json[]): Found | undefined {
  const at = expected.findIndex((result, index) => !fits(result, got[index]))
  if (at === -1) return undefined
  return {
    reason: 'wrong-step',
    message: `step ${at + 1} of the timeline comes to something else.`,
    difference: differenceOf(JSON.stringify(expected[at]), JSON.stringify(got[at] ?? null)),
  }
}

/** Where the text leaves the result open, the expectation is `4xx` or `refused` (any refusal), or `{anyOf: [...]}`. */
function fits(expected: Json, got: Json | undefined): boolean {
  if (expected === '4xx') return typeof got === 'number' && got >= 400 && got < 500
  if (expected === 'refused') return typeof got === 'string' && got.startsWith('refused')
  if (isObject(expected) && Array.isArray(expected['anyOf']))
    return expected['anyOf'].some((one: Json) => fits(one, got))
  return isDeepStrictEqual(expected, got)
}
