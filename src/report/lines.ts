/** Lines and texts that several formats make in the same way. */
import { visible } from './visible.ts'

/** The same lines, with what a subject must not send made visible in each. */
export const visibleLines = (text: string): string => text.split('\n').map(visible).join('\n')

/** Parts that say something, with an empty line between them. */
export const paragraphs = (parts: readonly string[]): string =>
  `${parts.filter((part) => part !== '').join('\n\n')}\n`

/** The first lines, and one more that counts the others. */
export const firstLines = (
  lines: readonly string[],
  shown: number,
  others: (count: number) => string,
): string[] => [...lines.slice(0, shown), ...(lines.length > shown ? [others(lines.length - shown)] : [])]

/** The beginning of a text, in UTF-16 units. */
export const shortened = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}…` : text

/** The beginning of a text that has to fit its place: in characters, the ellipsis counted. */
export function fitted(text: string, longest: number): string {
  const characters = Array.from(text)
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : text
}

/** A row of a table in Markdown. */
export const tableRow = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
