import type { Json, JsonObject } from '../../model/index.ts'
import { JOIN_PARAMS, OPTIONAL_JOIN_PARAMS } from '../../interface/joinParams.ts'
import { isObject } from '../../json.ts'
import { TokenError } from '../../token/index.ts'
import type { Alteration } from '../fault.ts'
import { after, before, sdkRows, inForms, instead, combined } from '../faultySdk/index.ts'

export type Entry = [name: string, value: Json]

/** Changes the join parameters as a whole. */
export const prepared = after('prepare')

/** Changes members, or leaves some out, before they are serialised. */
export const members = (change: (entry: Entry) => readonly Entry[]): Alteration =>
  prepared((joinParams) => Object.fromEntries(Object.entries(joinParams).flatMap(change)))

/** Changes the value of each member in turn. */
export const values = (change: (value: Json, name: string) => Json): Alteration =>
  members(([name, value]) => [[name, change(value, name)]])

/** The same in one member alone, for each of them: the code of one line is wrong, and that of the others right. */
export const inOneMember = (
  change: (entry: Entry) => readonly Entry[],
  names: readonly string[] = JOIN_PARAMS.map(({ name }) => name),
): Alteration[] => names.map((only) => members((entry) => (entry[0] === only ? change(entry) : [entry])))

/** The numbers of one member changed. */
export const inNumber = (member: string, change: (value: number) => number): Alteration =>
  values((value, name) => (name === member && typeof value === 'number' ? change(value) : value))

const MAXIMUM = 86400

const isRequiredParam = (name: string): boolean => !isOptionalParam(name)
export const isOptionalParam = (name: string): boolean => OPTIONAL_JOIN_PARAMS.includes(name)

/** Every optional member as null. */
export const ALL_NULL: JsonObject = Object.fromEntries(OPTIONAL_JOIN_PARAMS.map((name) => [name, null]))

/** Optional members that are null left out. */
export const withoutNulls = (asked: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(asked).filter(([name, value]) => value !== null || !isOptionalParam(name)),
  )

/** Checks other join parameters than those that are sent. */
const checkedWith = (change: (asked: JsonObject) => JsonObject): Alteration =>
  before('check')((asked) => (isObject(asked) ? change(asked) : asked))

const eachEntry =
  (change: (entry: Entry) => Entry) =>
  (asked: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(asked).map(change))

const clamped = eachEntry(([name, value]) => [
  name,
  /^(?:duration|delayClose)$/.test(name) && Number.isInteger(value)
    ? Math.min(Number(value), MAXIMUM)
    : value,
])

const beyondMaximum = eachEntry(([name, value]) => [name, value === MAXIMUM ? MAXIMUM + 1 : value])

const withIds = (asked: JsonObject): JsonObject => ({ channelId: '', userId: '', ...asked })

const inMember =
  (only: string, change: (asked: JsonObject) => JsonObject) =>
  (asked: JsonObject): JsonObject => ({
    ...asked,
    ...(Object.hasOwn(asked, only) && change({ [only]: asked[only]! })),
  })

/** The check of code that knows no maximum of `duration`. */
export const boundless = checkedWith(inMember('duration', clamped))

/** Refuses more than right code does. */
export const refusingMore =
  (isRefused: (joinParams: JsonObject) => boolean): Alteration =>
  (sdk) => ({
    check: (asked) => {
      sdk.check(asked)
      if (isObject(asked) && isRefused(asked)) throw new TokenError('out-of-range', 'not allowed')
    },
  })

/** The same, and then sends what another change makes of what is sent. */
export const corrected = (
  checked: (asked: JsonObject) => JsonObject,
  sent: (asked: JsonObject) => JsonObject,
): Alteration => combined(checkedWith(checked), prepared(sent))

/** Code that verifies and has the same check for what a token holds, where that refuses too much. */
export const readWith =
  (change: (held: JsonObject) => JsonObject): Alteration =>
  (sdk) => ({
    readJoinParams: (bytes) => {
      const held = sdk.readJoinParams(bytes)
      sdk.readJoinParams(Buffer.from(JSON.stringify(change(held))))
      return held
    },
  })

/** Refuses tokens that hold such join parameters, as right code refuses a delayClose of null. */
export const readRefusing = (isRefused: (held: JsonObject) => boolean): Alteration =>
  readWith((held) => (isRefused(held) ? { ...held, delayClose: null } : held))

const KINDS = ['string', 'integer', 'fraction', 'boolean', 'null', 'array', 'object'] as const

export function valueKindOf(value: Json): (typeof KINDS)[number] {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction'
  return typeof value as 'string' | 'boolean' | 'object'
}

const typesUnchecked = (isOne: (entry: Entry) => boolean): Alteration =>
  checkedWith(eachEntry((entry) => (isOne(entry) ? rightTyped(entry) : entry)))
const coercedBy = (change: (entry: Entry) => Entry): Alteration =>
  combined(checkedWith(eachEntry(change)), before('prepare')(eachEntry(change)))

/** What code refuses, lets through or corrects before it signs (sections 2.1 and 8). */
export const CHECK_ROWS = sdkRows({
  'join-params-unchecked': {
    does: 'Join parameters are signed whatever they are.',
    origin: 'Any language: a map handed through to the JSON encoder.',
    repair: 'Refuse what section 2.1 forbids: missing ids, wrong types, a duration above 86400.',
    alteration: instead('check')(() => undefined),
    // A typed language accepts only an object.
    others: [(sdk) => ({ check: (asked) => (isObject(asked) ? undefined : sdk.check(asked)) })],
  },
  'missing-unchecked': {
    does: 'A token is signed without channelId or userId.',
    origin: 'Any language: unset fields are left out of the JSON.',
    repair: 'Refuse join parameters without channelId or userId.',
    alteration: checkedWith(withIds),
    // The zero value of the type stands there then.
    others: [corrected(withIds, withIds)],
  },
  'types-unchecked': {
    does: 'Members of a wrong type are signed.',
    origin: 'JavaScript, Python, Ruby and PHP without checks.',
    repair: 'Refuse ids that are no text and numbers that are no integers.',
    alteration: typesUnchecked(() => true),
    // Of one member, or one kind of wrong value: a comparison lets fractions through, a conversion text.
    others: [
      ...JOIN_PARAMS.map(({ name }) => typesUnchecked(([other]) => other === name)),
      ...[isOptionalParam, isRequiredParam].flatMap((isMeant) => [
        typesUnchecked(([name]) => isMeant(name)),
        ...KINDS.map((kind) =>
          typesUnchecked(([name, value]) => isMeant(name) && valueKindOf(value) === kind),
        ),
      ]),
    ],
  },
  'types-coerced': {
    does: 'Members of a wrong type are turned into the right one.',
    origin: 'PHP (int); JavaScript Number(); Ruby to_i; ajv coerceTypes.',
    repair: 'Refuse a wrong type: what was meant is not known.',
    alteration: coercedBy(coerced),
    others: [coercedBy(([name, value]) => (isOptionalParam(name) ? coerced([name, value]) : [name, value]))],
  },
  'bounds-unchecked': {
    does: 'A duration or delayClose above 86400 is signed.',
    origin: 'Any language: no check, because the service would refuse the token anyway.',
    repair: 'Refuse a duration or delayClose above 86400 (section 8).',
    alteration: checkedWith(clamped),
    // Of the duration alone, it is another fault: duration-unbounded.
    others: [checkedWith(inMember('delayClose', clamped))],
  },
  'bounds-clamped': {
    does: 'A duration or delayClose above 86400 is sent as 86400.',
    origin: 'Any language: Math.min instead of an error.',
    repair: 'Refuse the value: a token that lives shorter than asked surprises its user.',
    alteration: corrected(clamped, clamped),
  },
  'bound-off-by-one': {
    does: 'A duration or delayClose of exactly 86400 is refused.',
    origin: 'Any language: >= in the place of >.',
    repair: 'Let the maximum itself pass (section 8).',
    ...inForms(
      [checkedWith, readWith].flatMap((refusing) => [
        refusing(beyondMaximum),
        refusing(inMember('duration', beyondMaximum)),
      ]),
    ),
  },
})

function rightTyped([name, value]: Entry): Entry {
  if (name === 'channelId' || name === 'userId') return [name, typeof value === 'string' ? value : 'x']
  return [name, isOptionalParam(name) && !Number.isInteger(value) ? 1 : value]
}

function coerced([name, value]: Entry): Entry {
  if (name === 'channelId' || name === 'userId')
    return [name, typeof value === 'number' ? String(value) : value]
  if (!isOptionalParam(name)) return [name, value]
  const number = Math.trunc(Number(value))
  return [name, value === null || Number.isNaN(number) ? value : number]
}
