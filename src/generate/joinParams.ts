import { constantFrom, integer, noBias, oneof, record, type Arbitrary } from 'fast-check'
import type { JsonObject } from '../model/index.ts'
import { textOf, within, type Drawing } from './drawing.ts'
import { anyId, plainId } from './texts.ts'

const DAY = 86400
const around = (...values: readonly number[]): Arbitrary<number> =>
  constantFrom(...values.flatMap((value) => [value - 1, value, value + 1]))

/** Plain values, and now and then one that the SDK may refuse. */
const mostly = (plain: Arbitrary<number>, odd: Arbitrary<number>): Arbitrary<number> =>
  oneof({ arbitrary: plain, weight: 8 }, { arbitrary: odd, weight: 1 })

/** Integers that section 2.1 allows: around every bound and beyond floats and 31 bits; none is negative. */
const INTEGERS: Readonly<Record<string, Arbitrary<number>>> = {
  privileges: oneof(integer({ min: 0, max: 255 }), constantFrom(0, 1), around(2 ** 24, 2 ** 31)),
  channelDuration: mostly(integer({ min: 0, max: 60 }), around(1440, 2 ** 24, 2 ** 31)),
  duration: oneof(
    integer({ min: 1, max: 3600 }),
    noBias(integer({ min: 1, max: DAY })),
    noBias(integer({ min: 3700, max: DAY })),
    constantFrom(1, 2, 59, 60, 61, 3600, DAY - 1, DAY),
  ),
  size: mostly(integer({ min: 2, max: 100 }), constantFrom(1, 101, 1000, 16777217, 2147483648)),
  delayClose: oneof(integer({ min: 0, max: 600 }), constantFrom(0, 1, 600, DAY - 1, DAY)),
}

const PLAIN_INTEGERS: typeof INTEGERS = {
  channelDuration: integer({ min: 0, max: 60 }),
  duration: integer({ min: 1, max: DAY }),
  size: integer({ min: 2, max: 100 }),
  delayClose: integer({ min: 0, max: 600 }),
}

/** The two ids and any subset of the optional members; now and then `privileges`, whose values are not shown. */
export function joinParamsOf(drawing: Drawing, ids = anyId): Arbitrary<JsonObject> {
  const names = Object.keys(INTEGERS).filter((name) => drawing.joinParams?.includes(name) ?? true)
  const withValues = names.filter((name) => name !== 'privileges')
  return oneof(
    { arbitrary: subsetOf(withValues, drawing, ids), weight: 2 },
    { arbitrary: subsetOf(withValues, drawing, plainId), weight: 1 },
    { arbitrary: subsetOf(names, drawing, ids), weight: 1 },
  )
}

/** The same with plain ids and values. */
export function plainJoinParams(drawing: Drawing): Arbitrary<JsonObject> {
  const names = Object.keys(PLAIN_INTEGERS).filter((name) => drawing.joinParams?.includes(name) ?? true)
  return subsetOf(names, drawing, plainId, PLAIN_INTEGERS)
}

function subsetOf(
  names: readonly string[],
  drawing: Drawing,
  ids = anyId,
  integers = INTEGERS,
): Arbitrary<JsonObject> {
  const members = names.map((name) => [name, within(drawing, name, integers[name]!)] as const)
  return record(
    {
      // Optional members first: shrinking removes them before anything else.
      ...(Object.fromEntries(members) as Readonly<Record<string, Arbitrary<number>>>),
      channelId: textOf(drawing, 'channelId', ids),
      userId: textOf(drawing, 'userId', ids),
    },
    { requiredKeys: ['channelId', 'userId'], noNullPrototype: true },
  ).map(({ channelId, userId, ...others }) => ({ channelId, userId, ...others }))
}

/** Seconds of the years around now, and some beyond 31 bits, 32 bits and ten digits. */
const anyTimestamp: Arbitrary<number> = oneof(
  { arbitrary: integer({ min: 1600000000, max: 1999999999 }), weight: 8 },
  { arbitrary: around(2 ** 31, 2 ** 32, 1000000000), weight: 1 },
  { arbitrary: integer({ min: 10000000000, max: 99999999999 }), weight: 1 },
)

export const timestampOf = (drawing: Drawing): Arbitrary<number> => within(drawing, 'timestamp', anyTimestamp)
