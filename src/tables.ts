/** The names of a table's rows. */
export const keysOf = <K extends string>(table: Readonly<Partial<Record<K, unknown>>>): K[] =>
  Object.keys(table) as K[]

/** Does the table have a row of this name? Every object inherits `constructor` and `toString`. */
export const isKeyOf = <T extends object>(table: T, name: string): name is Extract<keyof T, string> =>
  Object.hasOwn(table, name)

/** Is the value one of these? */
export const isOneOf = <T>(list: readonly T[], value: unknown): value is T => list.includes(value as T)
