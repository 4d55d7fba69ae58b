import { constantFrom, integer, noBias, oneof, record, type Arbitrary } from 'fast-check'
import { JOIN_PARAMS, type JoinParam } from '../interface/joinParams.ts'
import type { JsonObject } from '../model/index.ts'
import { eachWithin, textOf, within, withNeighbours, type Drawing } from './drawing.ts'
import { anyId, plainId } from './texts.ts'

/** Beyond every bound that SDKs think of, and beyond floats and 31 bits. */
const BEYOND = [1000, 1440, 2 ** 24, 2 ** 31]

/** Inside the plain range: anywhere, near its lower end, at both ends and one beside them. */
export function plainIntegers({
  plain: [min, max] = [0, 255],
  default: fallback,
}: Pick<JoinParam, 'plain' | 'default'>): Arbitrary<number> {
  const own = fallback === undefined ? [] : [fallback]
  const special = [min, min + 1, max - 1, max, ...own, 59, 60, 61, 600].filter(
    (value) => value === fallback || inside(min, max)(value),
  )
  return oneof(
    { arbitrary: integer({ min, max: Math.min(max, min + 600) }), weight: 1 },
    { arbitrary: noBias(integer({ min, max })), weight: 6 },
    { arbitrary: constantFrom(...new Set(special)), weight: 2 },
  )
}

const inside =
  (min: number, max: number) =>
  (value: number): boolean =>
    value >= min && value <= max

/** Outside the plain range and inside the bounds of the text; none is negative. */
export function oddIntegers({ plain, minimum = 0, maximum = 2 ** 32 }: JoinParam): Arbitrary<number> {
  const beside = plain ? [plain[0] - 1, plain[1] + 1] : []
  const odd = [minimum, minimum + 1, maximum - 1, maximum, ...beside, ...withNeighbours(...BEYOND)]
    .filter(inside(minimum, maximum))
    .filter((value) => !(plain && inside(...plain)(value)))
  return odd.length > 0 ? constantFrom(...new Set(odd)) : plainIntegers(plain ? { plain } : {})
}

const anyInteger = (row: JoinParam): Arbitrary<number> =>
  oneof({ arbitrary: plainIntegers(row), weight: 8 }, { arbitrary: oddIntegers(row), weight: 1 })

const membersOf = (
  rows: readonly JoinParam[],
  integers: (row: JoinParam) => Arbitrary<number>,
  texts = anyId,
): Members => Object.fromEntries(rows.map((row) => [row.name, row.type === 'string' ? texts : integers(row)]))

type Members = Readonly<Record<string, Arbitrary<string | number>>>

const OPTIONAL_ROWS = JOIN_PARAMS.filter(({ required }) => !required)
const hasPlain = ({ plain, type }: JoinParam): boolean => plain !== undefined || type === 'string'

/** Values that section 2.1 allows: at every bound and beyond it. */
const ANY_MEMBERS = membersOf(OPTIONAL_ROWS, anyInteger)

/** Values that no reading of section 2.1 can refuse. */
export const PLAIN_MEMBERS = membersOf(OPTIONAL_ROWS.filter(hasPlain), plainIntegers, plainId)

/** Values that only their type makes right: a subject may refuse each of them. */
export const ODD_MEMBERS = membersOf(OPTIONAL_ROWS, oddIntegers)

const canIssue =
  ({ joinParams }: Drawing) =>
  (name: string): boolean =>
    joinParams?.includes(name) ?? true

/**
 * The two ids and any subset of the optional members; now and then `privileges`, whose values are not shown.
 * @param isSettable the optional members that may be drawn
 */
export function joinParamsOf(
  drawing: Drawing,
  ids = anyId,
  isSettable = canIssue(drawing),
): Arbitrary<JsonObject> {
  const names = Object.keys(ANY_MEMBERS).filter(isSettable)
  const withValues = names.filter((name) => Object.hasOwn(PLAIN_MEMBERS, name))
  return oneof(
    { arbitrary: subsetOf(withValues, drawing, ids), weight: 3 },
    { arbitrary: subsetOf(withValues, drawing, plainId), weight: 2 },
    { arbitrary: subsetOf(names, drawing, ids), weight: 3 },
  )
}

/** The same with plain ids and values. */
export const plainJoinParams = (drawing: Drawing): Arbitrary<JsonObject> =>
  subsetOf(Object.keys(PLAIN_MEMBERS).filter(canIssue(drawing)), drawing, plainId, PLAIN_MEMBERS)

function subsetOf(names: readonly string[], drawing: Drawing, ids = anyId, members = ANY_MEMBERS) {
  return record(
    {
      // Optional members first: shrinking removes them before anything else.
      ...eachWithin(drawing, names, members),
      channelId: textOf(drawing, 'channelId', ids),
      userId: textOf(drawing, 'userId', ids),
    },
    { requiredKeys: ['channelId', 'userId'], noNullPrototype: true },
  ).map(({ channelId, userId, ...others }) => ({ channelId, userId, ...others }))
}

/** Seconds of the years around now, and some beyond 31 bits, 32 bits and ten digits. */
const anyTimestamp: Arbitrary<number> = oneof(
  { arbitrary: integer({ min: 1600000000, max: 1999999999 }), weight: 8 },
  { arbitrary: constantFrom(...withNeighbours(2 ** 31, 2 ** 32, 1000000000)), weight: 1 },
  { arbitrary: integer({ min: 10000000000, max: 99999999999 }), weight: 1 },
)

export const timestampOf = (drawing: Drawing): Arbitrary<number> => within(drawing, 'timestamp', anyTimestamp)
