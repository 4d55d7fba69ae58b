/** Small ways to look into JSON that many places share. */
import { isObject, parseJson } from './json.ts'
import type { Json, JsonObject } from './model/index.ts'

/** The value of a JSON text; undefined where it is none. */
export function jsonOrNothing(text: string): Json | undefined {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

/** The same for an object, and undefined for any other value. */
export function objectOrNothing(text: string): JsonObject | undefined {
  const value = jsonOrNothing(text)
  return isObject(value) ? value : undefined
}

/** An object without some of its members. */
export const without = (members: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name)))

/** The entries of the streamList of a body; none where it has no list of objects. */
export const entriesOf = (body: JsonObject): JsonObject[] => {
  const list = Object.hasOwn(body, 'streamList') ? body['streamList'] : undefined
  return Array.isArray(list) ? list.filter((entry: Json) => isObject(entry)) : []
}
