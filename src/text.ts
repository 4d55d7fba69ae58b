/** Small ways to write text that many places share. */

/** The first of a list, and how many there are beside them: `a, b and 7 more`. */
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
