/** Members of `describe` that the suite does not know: a misspelt one would be a freedom that nothing grants. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  '': [
    'protocol',
    'sdk',
    'methods',
    'clock',
    'joinParams',
    'maxInFlight',
    'maxLineBytes',
    'authorization',
    'retriesStart',
    'operations',
    'baseUrl',
    'tells',
    'limits',
    'always',
    'advertise',
    // What the suite itself puts there.
    'meets',
  ],
  sdk: ['name', 'version', 'language'],
  tells: ['status', 'code'],
}

/** One line for each of them. Those that begin with x- are an adapter's own. */
export const unknownMembers = (description: object): string[] =>
  Object.entries(KNOWN).flatMap(([path, known]) => {
    const members = path === '' ? description : (description as Record<string, object>)[path]
    const unknown = Object.keys(members ?? {}).filter(
      (name) => !known.includes(name) && !name.startsWith('x-'),
    )
    return unknown.map((name) => warning(path === '' ? '' : `${path}.`, name, known))
  })

const warning = (path: string, name: string, known: readonly string[]): string =>
  `describe has the member ${JSON.stringify(path + name)}, which the suite does not know and ignores; ` +
  `the nearest known one is "${path}${nearest(name, known)}".`

const nearest = (name: string, known: readonly string[]): string =>
  known.toSorted((a, b) => distance(name, a) - distance(name, b))[0]!

/** Letters to insert, drop or change (Levenshtein), whatever their case. */
function distance(one: string, other: string): number {
  const [left, right] = [one.slice(0, 50).toLowerCase(), other.toLowerCase()]
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (const [index, letter] of left.split('').entries()) {
    const next = [index + 1]
    for (let at = 1; at <= right.length; at++) {
      const changed = row[at - 1]! + (right[at - 1] === letter ? 0 : 1)
      next.push(Math.min(changed, row[at]! + 1, next[at - 1]! + 1))
    }
    row = next
  }
  return row[right.length]!
}
