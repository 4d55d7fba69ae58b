/** Small ways to write text that many places share. */

/** The first items of a list, and how many more there are: `a, b and 7 more`. */
export const andMore = (items: readonly string[], shown: number): string =>
  items.length > shown
    ? `${items.slice(0, shown).join(', ')} and ${items.length - shown} more`
    : items.join(', ')

/** `channelId` → `channel-id`, `API_KEY` → `api-key`: for the names of vectors. */
export const kebabCase = (name: string): string =>
  name
    .replace(/[A-Z]+/g, (letters) => `-${letters.toLowerCase()}`)
    .replaceAll('_', '')
    .replace(/^-/, '')

/** `1 vector`, `2 vectors` */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The name with the smallest distance. */
export const nearest = (name: string, known: readonly string[]): string =>
  known.toSorted((a, b) => distance(name, a) - distance(name, b))[0]!

/** What a reader may have meant, the nearest first: what holds the word, else what is spelt almost like it. */
export function nearestOf(word: string, known: readonly string[], most = 5): readonly string[] {
  const part = word.split('/').at(-1)!.toLowerCase()
  const holding = part === '' ? [] : known.filter((one) => one.toLowerCase().includes(part))
  const among = holding.length > 0 ? holding : known
  const ranked = among.map((one) => ({ one, far: distance(word, one) })).toSorted((a, b) => a.far - b.far)
  return ranked.slice(0, holding.length > 0 ? most : 1).map(({ one }) => one)
}

/** Letters to insert, drop or change (Levenshtein), ignoring case. */
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

/** Percent-encoded text, decoded; text that is none stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Unix seconds in decimal digits; undefined where the text is anything else. */
export function wholeSeconds(text: string): number | undefined {
  const seconds = Number(text)
  return /^[0-9]+$/.test(text) && Number.isSafeInteger(seconds) ? seconds : undefined
}

/** One UTF-16 unit as JSON escapes it: `\u00e9`. */
export const unicodeEscape = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A function that remembers its last result: neighbouring questions often ask for the same one. */
export function latest<T>(make: (text: string) => T): (text: string) => T {
  let last: { readonly text: string; readonly made: T } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, made: make(text) }
    return last.made
  }
}

/** A word as a shell takes it. */
export const shellWord = (word: string): string =>
  /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
