import { TokenError } from './errors.ts'

/**
 * Standard base64 with padding and without line breaks (section 4.5, RFC 4648 section 4).
 * TOKEN-PARAMS-ALPHABET, TOKEN-PARAMS-PADDING, TOKEN-PARAMS-NO-LINE-BREAKS,
 * TOKEN-SIGNATURE-ALPHABET, TOKEN-SIGNATURE-PADDING, TOKEN-SIGNATURE-NO-LINE-BREAKS
 */
export const encodeBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

/** What section 4.5 asks of a base64 text: the end of `TOKEN-PARAMS-…` and `TOKEN-SIGNATURE-…`. */
export type Base64Rule = 'BASE64' | 'ALPHABET' | 'PADDING' | 'NO-LINE-BREAKS'

/** What can be wrong with a base64 text, the most telling first. */
const MISTAKES: readonly (readonly [RegExp, string, Base64Rule])[] = [
  [/[\r\n]/, 'it contains a line break', 'NO-LINE-BREAKS'],
  [/\s/, 'it contains white space', 'BASE64'],
  [/[-_]/, 'it uses the URL-safe alphabet (RFC 4648 section 5)', 'ALPHABET'],
  [/[^A-Za-z0-9+/=]/, 'it contains a character outside the alphabet', 'BASE64'],
  [/=[^=]|={3}/, 'its padding is wrong', 'PADDING'],
  [/^(?!(?:.{4})*$)/s, 'its length is no multiple of 4: padding is missing or wrong', 'PADDING'],
]

const mistakeIn = (text: string): (typeof MISTAKES)[number] | undefined =>
  MISTAKES.find(([pattern]) => pattern.test(text))

/** The rule that the mistake breaks of which `base64Problem` speaks. */
export const base64Rule = (text: string): Base64Rule => mistakeIn(text)?.[2] ?? 'BASE64'

/** It decodes to the right bytes, but unused bits are not zero (RFC 4648 section 3.5). */
export const hasUnusedBits = (text: string): boolean =>
  mistakeIn(text) === undefined && Buffer.from(text, 'base64').toString('base64') !== text

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Another text that decodes to the same bytes: the lowest of the bits that its padding leaves unused is set. */
export const withUnusedBits = (text: string): string =>
  text.replace(
    /(.)(=+)$/,
    (_, last: string, padding: string) => `${ALPHABET[ALPHABET.indexOf(last) + 1]}${padding}`,
  )

/** Says what is wrong with a text that is not the standard base64 of anything; undefined if it is. */
export function base64Problem(text: string): string | undefined {
  if (Buffer.from(text, 'base64').toString('base64') === text) return undefined
  // RFC 4648 section 3.5: the only case left is a bit that the encoding does not use and that is not zero.
  return mistakeIn(text)?.[1] ?? 'unused bits at its end are not zero (RFC 4648 section 3.5)'
}

/**
 * Decodes standard base64 strictly: it accepts only the text that `encodeBase64` gives for some bytes.
 * @throws TokenError `malformed`
 */
export function decodeBase64(text: string): Uint8Array {
  const problem = base64Problem(text)
  if (problem !== undefined) throw new TokenError('malformed', `not standard base64: ${problem}`)
  return Buffer.from(text, 'base64')
}
