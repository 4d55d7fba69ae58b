import { fitted } from '../lines.ts'
import { visible } from '../visible.ts'

/** A site vouches for nothing beyond its reports: the word of those who do is left out, also of names and labels. */
export const withoutVouching = (text: string): string =>
  text.replaceAll(/certif(?:ied|icates?|ication|y)/giu, '[word left out]')

/** A text of a report as tables and headings of the site show it: in one line, and short. */
export const plainName = (text: string, longest = 100): string => fitted(visible(text), longest)

/**
 * A name of a file that is safe everywhere: letters, digits and hyphens. The digest tells names apart that look the same
 * then, and stays when other subjects come: a README may link it.
 */
export function slugOf(name: string, digest: string): string {
  const words = withoutVouching(name)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '')
  return [words, digest.slice(0, 12)].filter((part) => part !== '').join('-')
}

/**
 * A value as a file of the store. JSON.stringify escapes what no text may hold, half of a surrogate pair, and strict
 * readers refuse the escape: one such report would keep all others from being read. Two backslashes are one of the text.
 */
export const storedJson = (value: unknown): string =>
  `${JSON.stringify(value, null, 2)}\n`.replaceAll(
    /(\\\\)|\\ud[89a-f][0-9a-f]{2}/g,
    (_, backslash?: string) => backslash ?? '\ufffd',
  )
