import { constantFrom, integer, oneof, record, type Arbitrary } from 'fast-check'
import type { JsonObject } from '../model/index.ts'
import { anyId } from './texts.ts'

const DAY = 86400
const around = (...values: readonly number[]): Arbitrary<number> =>
  constantFrom(...values.flatMap((value) => [value - 1, value, value + 1]))

/** Plain values, and now and then one that may be refused. */
const mostly = (plain: Arbitrary<number>, odd: Arbitrary<number>): Arbitrary<number> =>
  oneof({ arbitrary: plain, weight: 8 }, { arbitrary: odd, weight: 1 })

/** Integers that section 2.1 allows, around every bound and beyond what floats and 31 bits hold; none is negative. */
export const INTEGERS: Readonly<Record<string, Arbitrary<number>>> = {
  privileges: oneof(integer({ min: 0, max: 255 }), around(2 ** 24, 2 ** 31)),
  channelDuration: mostly(integer({ min: 0, max: 60 }), around(1440, 2 ** 24, 2 ** 31)),
  duration: oneof(integer({ min: 1, max: DAY }), constantFrom(1, 2, 59, 60, 61, 3600, DAY - 1, DAY)),
  size: mostly(integer({ min: 2, max: 100 }), constantFrom(1, 101, 1000, 16777217, 2147483648)),
  delayClose: oneof(integer({ min: 0, max: 600 }), constantFrom(0, 1, 600, DAY - 1, DAY)),
}

/** Those whose values are shown. */
const { privileges: _, ...KNOWN } = INTEGERS

/** The two ids, and any subset of the optional members. */
export const anyJoinParams: Arbitrary<JsonObject> = oneof(
  { arbitrary: subsetOf(KNOWN), weight: 3 },
  { arbitrary: subsetOf(INTEGERS), weight: 1 },
)

/** Any subset of these members beside the two ids. */
function subsetOf(members: Readonly<Record<string, Arbitrary<number>>>): Arbitrary<JsonObject> {
  return record(
    { channelId: anyId, userId: anyId, ...members },
    { requiredKeys: ['channelId', 'userId'], noNullPrototype: true },
  )
}

/** Seconds of this quarter of a century, and some that 31 bits, 32 bits and ten digits do not hold. */
export const anyTimestamp: Arbitrary<number> = oneof(
  { arbitrary: integer({ min: 1600000000, max: 1999999999 }), weight: 8 },
  { arbitrary: around(2 ** 31, 2 ** 32, 1000000000), weight: 1 },
  { arbitrary: integer({ min: 10000000000, max: 99999999999 }), weight: 1 },
)
