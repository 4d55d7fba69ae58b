/** A place of one dimension: how far it is in the list of dimensions, and which of its classes. */
type Choice = readonly [dimension: number, value: number]

/**
 * A covering array of strength 2: rows in which each pair of classes of any two dimensions stands together at least
 * once. Greedy and the same each time; some two dozen rows more than the product of the two longest dimensions.
 * @param sizes how many classes each dimension has
 * @returns rows with one class for each dimension
 */
export function covering(sizes: readonly number[]): number[][] {
  const open = new Map<string, readonly [Choice, Choice]>()
  for (const [a, first] of sizes.entries())
    for (let b = a + 1; b < sizes.length; b++)
      for (let x = 0; x < first; x++)
        for (let y = 0; y < sizes[b]!; y++) {
          const pair = [[a, x] as const, [b, y] as const] as const
          open.set(keyOf(...pair), pair)
        }
  const rows: number[][] = []
  while (open.size > 0) {
    const row = rowWith(open.values().next().value!, sizes, open)
    for (const [a, x] of row.entries())
      for (const [b, y] of row.entries()) if (a < b) open.delete(keyOf([a, x], [b, y]))
    rows.push(row)
  }
  return rows
}

const keyOf = ([a, x]: Choice, [b, y]: Choice): string =>
  a < b ? `${a}.${x} ${b}.${y}` : `${b}.${y} ${a}.${x}`

/** A row with this pair; every other dimension has the class that covers most. */
function rowWith(
  pair: readonly [Choice, Choice],
  sizes: readonly number[],
  open: ReadonlyMap<string, unknown>,
): number[] {
  const chosen = new Map<number, number>(pair)
  for (const [dimension, size] of sizes.entries()) {
    if (chosen.has(dimension)) continue
    const gains = Array.from({ length: size }, (_, value) =>
      [...chosen].reduce((sum, other) => sum + Number(open.has(keyOf(other, [dimension, value]))), 0),
    )
    chosen.set(dimension, gains.indexOf(Math.max(...gains)))
  }
  return sizes.map((_, dimension) => chosen.get(dimension)!)
}
