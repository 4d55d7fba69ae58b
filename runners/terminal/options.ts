import { ChannelproofError } from '../../src/errors.ts'

/** An option that cannot be used as it stands (exit code 2). */
export const wrongOption = (what: string, advice: string): ChannelproofError =>
  new ChannelproofError('wrong-option', what, advice)

/** An option with a value that it cannot have (exit code 2). */
export const wrongValue = (option: string, value: string, advice: string): ChannelproofError =>
  wrongOption(`${option} ${value} is not possible`, advice)

/** A whole number. @throws ChannelproofError `wrong-option` */
export function count(option: string, text: string, least: number): number {
  const value = Number(text)
  // Beyond 2^31 - 1 milliseconds a timer of Node fires at once.
  if (/^[0-9]+$/.test(text) && value >= least && value <= 2147483647) return value
  throw wrongValue(option, text, `Give a whole number from ${least} to 2147483647.`)
}

/** A number, not necessarily whole. @throws ChannelproofError `wrong-option` */
export function number(option: string, text: string, least: number): number {
  const value = Number(text)
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(text) && value >= least) return value
  throw wrongValue(option, text, `Give a number from ${least} on.`)
}

/** The word before the signature in the Authorization header. @throws ChannelproofError `wrong-option` */
export function schemeOf(text: string): string {
  if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)) return text
  throw wrongValue('--scheme', text, 'Give one word, a token of RFC 9110 section 5.6.2, such as SvcSign.')
}
