/** Values that break one rule of a member, and no other. */
import { constant, constantFrom, integer, oneof, type Arbitrary } from 'fast-check'
import type { Json, RequirementId } from '../../model/index.ts'

/** The damage in that place: another value, or none. */
export interface Damage {
  readonly rule: RequirementId
  readonly name: string
  /** Undefined: the member is left out. */
  readonly value: Json | undefined
}

export const valued = (rule: RequirementId, name: string, values: Arbitrary<Json>): Arbitrary<Damage> =>
  values.map((value) => ({ rule, name, value }))

export const leftOut = (rule: RequirementId, name: string): Arbitrary<Damage> =>
  constant({ rule, name, value: undefined })

/**
 * Values of other types than integer; null is not here, because it is wrong only where the member is required
 * (API-NULL-MEMBER).
 */
export const noInteger: Arbitrary<Json> = oneof(
  integer({ min: 1, max: 99999 }).map(String),
  constantFrom<Json>(true, false, [], {}, [1], { value: 1 }),
  integer({ min: 0, max: 9999 }).map((whole) => whole + 0.5),
)

/** Values of other types than text; numbers are not here, because one could name a channel. */
export const noText: Arbitrary<Json> = constantFrom<Json>(true, false, [], {}, ['a'], { id: 'a' })

/** Just beyond a bound, and far beyond it. */
export const above = (maximum: number, most = 2 ** 31): Arbitrary<number> =>
  oneof(integer({ min: maximum + 1, max: maximum + 100 }), integer({ min: maximum + 1, max: most }))
