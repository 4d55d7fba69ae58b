/** What code of src/ uses of node:util. */

const { TextDecoder } = globalThis
export { TextDecoder }

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The same JSON: the order of members is free. */
export function isDeepStrictEqual(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return Object.is(one, other)
  const [ours, theirs] = [new Map(Object.entries(one)), new Map(Object.entries(other))]
  return (
    Array.isArray(one) === Array.isArray(other) &&
    ours.size === theirs.size &&
    [...ours].every(([name, value]) => theirs.has(name) && isDeepStrictEqual(value, theirs.get(name)))
  )
}
