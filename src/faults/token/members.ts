import type { Json, JsonObject } from '../../model/index.ts'
import { OPTIONAL_JOIN_PARAMS } from '../../interface/joinParams.ts'
import { isObject } from '../../json.ts'
import type { Alteration, Stages } from '../fault.ts'

type Entry = readonly [name: string, value: Json]

/** Changes members, or leaves some out, before they are serialised. */
export const members =
  (change: (entry: Entry) => readonly Entry[]): Alteration =>
  (sdk) => ({
    prepare: (joinParams, timestamp) =>
      Object.fromEntries(Object.entries(sdk.prepare(joinParams, timestamp)).flatMap(change)),
  })

/** Changes the value of each member in turn. */
export const values = (change: (value: Json, name: string) => Json): Alteration =>
  members(([name, value]) => [[name, change(value, name)]])

const MAXIMUM = 86400

/** The same check in code that knows no maximum of `duration`. */
export const boundless =
  (check: Stages['check']): Stages['check'] =>
  (asked) =>
    check(isObject(asked) && Number.isInteger(asked['duration']) ? shortened(asked) : asked)

const shortened = (asked: JsonObject): JsonObject => ({
  ...asked,
  duration: Math.min(Number(asked['duration']), MAXIMUM),
})

export const isOptional = (name: string): boolean => OPTIONAL_JOIN_PARAMS.includes(name)

/** Every optional member as null. */
export const ALL_NULL: JsonObject = Object.fromEntries(OPTIONAL_JOIN_PARAMS.map((name) => [name, null]))

/** Optional members that are null left out. */
export const withoutNulls = (asked: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(asked).filter(([name, value]) => value !== null || !isOptional(name)))
