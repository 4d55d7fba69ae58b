import { ChannelproofError } from '../../src/errors.ts'

/** An option that cannot be used as it stands (exit code 2). */
export const wrongOption = (what: string, advice: string): ChannelproofError =>
  new ChannelproofError('wrong-option', what, advice)

/**
 * An option with a value that it cannot have (exit code 2).
 * @param advice what to give instead: it ends the sentence
 */
export const wrongValue = (option: string, value: string, advice: string): ChannelproofError =>
  wrongOption(`invalid ${option} ${JSON.stringify(value)}: ${advice}`, 'See "channelproof --help".')

/** Beyond this number of milliseconds a timer of Node fires at once. */
const MOST = 2 ** 31 - 1

/** A whole number. @throws ChannelproofError `wrong-option` */
export function count(option: string, text: string, least: number, most = MOST): number {
  const value = Number(text)
  if (/^[0-9]+$/.test(text) && value >= least && value <= most) return value
  throw wrongValue(option, text, `give a whole number from ${least} to ${most}`)
}

/** A number, not necessarily whole. @throws ChannelproofError `wrong-option` */
export function number(option: string, text: string, least: number): number {
  const value = Number(text)
  if (/^[0-9]+(?:\.[0-9]+)?$/.test(text) && value >= least) return value
  throw wrongValue(option, text, `give a number from ${least} on`)
}

/** The word before the signature in the Authorization header. @throws ChannelproofError `wrong-option` */
export function schemeOf(text: string): string {
  if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(text)) return text
  throw wrongValue('--scheme', text, 'give one word, a token of RFC 9110 section 5.6.2, such as SvcSign')
}
