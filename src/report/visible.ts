import { unicodeEscape } from '../text.ts'

/**
 * Makes visible what a subject must not send to the terminal: control characters, and characters that turn the order of
 * a line about or stand for none. The runner of GitHub takes ##[ for a command anywhere in a line: it is broken up.
 */
export const visible = (text: string): string =>
  text
    .replaceAll('##[', '## [')
    .replace(
      /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu,
      (character) => NAMED[character] ?? unicodeEscape(character),
    )

const NAMED: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }
