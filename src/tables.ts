/** The names of a table's rows. */
export const keysOf = <K extends string>(table: Readonly<Partial<Record<K, unknown>>>): K[] =>
  Object.keys(table) as K[]

/** Does the table have a row of this name? Every object inherits `constructor` and `toString`. */
export const isKeyOf = <T extends object>(table: T, name: string): name is Extract<keyof T, string> =>
  Object.hasOwn(table, name)

/** Is the value one of these? */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.includes(value as T)

/**
 * Makes rows of one kind by their ids: from what all of them have in common, such as a section, and what each has
 * beside that. A row wins over what is common.
 */
export const rowsWith =
  <Row extends { readonly id: string }>() =>
  <Common extends Partial<Row>>(common: Common) =>
  (rows: Readonly<Record<string, Omit<Row, keyof Common | 'id'> & Partial<Row>>>): Row[] =>
    Object.entries(rows).map(([id, row]) => ({ ...common, ...row, id }) as unknown as Row)

/** A function that makes its value once for each object. */
export function onceFor<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const made = new WeakMap<K, { readonly value: T }>()
  return (key) => {
    const known = made.get(key) ?? { value: make(key) }
    made.set(key, known)
    return known.value
  }
}

/** The items by a key, in the order in which the keys came. */
export function groupedBy<T, K>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
