/** Flags that several commands share. */
import { ChannelproofError } from '../../src/errors.ts'
import type { Command, OptionValues } from 'commander'
import { tell } from './console.ts'

/** The command that runs: hints name its help. */
let atHand = ''

const helpOf = (name: string): string => `See "npx channelproof ${name === '' ? '' : `${name} `}--help".`

/** An option that cannot be used as it stands (exit code 2). */
export const wrongOption = (what: string, advice: string): ChannelproofError =>
  new ChannelproofError('wrong-option', what, advice)

/**
 * An option with a value that it cannot have (exit code 2).
 * @param advice what to give instead: it ends the sentence
 */
export const wrongValue = (option: string, value: string, advice: string): ChannelproofError =>
  wrongOption(`invalid ${option} ${JSON.stringify(value)}: ${advice}`, helpOf(atHand))

/** Errors of commander look like ours, and each names the help of the command at hand. */
export function inOneStyle(program: Command): void {
  program.hook('preAction', (_, command) => void (atHand = command.name()))
  for (const command of [program, ...program.commands]) {
    const help = helpOf(command === program ? '' : command.name())
    command.configureOutput({
      writeErr: (text) => tell(text),
      outputError: (text, write) => write(`${usageError(text)}\n  ${help}\n`),
    })
  }
}

/** `error: unknown option '--levle'\n(Did you mean --level?)` in one line. */
function usageError(text: string): string {
  const [what = '', meant] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n')
  return `channelproof: ${what}${meant === undefined ? '' : ` ${meant}`} [wrong-usage]`
}

/** Beyond this number of milliseconds a timer of Node fires at once. */
const MOST = 2 ** 31 - 1

/** A whole number. @throws ChannelproofError `wrong-option` */
export function wholeNumber(option: string, text: string, least: number, most = MOST): number {
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

/** The options that stand on the command line, without the defaults of the others. */
export function givenOptions(command: Command): OptionValues {
  const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli'
  return Object.fromEntries(Object.entries(command.opts()).filter(([name]) => isGiven(name)))
}

export const collect = (value: string, previous: readonly string[]): string[] => [...previous, value]

export const FORMATS_HELP =
  'text, json, ndjson, junit, markdown, github, html, agent, prometheus, ctrf or badge; repeatable'

export const JOBS_HELP = 'processes of the adapter (default: 1, and more where it answers one at a time)'

export const LANES_HELP =
  'adapters that a long search asks at once (default: as many as there are processors, up to 8)'

const PASS_ENV_HELP = 'a CHANNELPROOF_ variable that the adapter gets too; repeatable'

const AUTHORIZATION_HELP = 'what client.call is given: stand-in, env, command:<file> or module:<file>'

/** How an adapter is started, and what its client gets. */
export const withAdapter = (command: Command): Command =>
  command
    .option('--start-timeout <ms>', 'until the adapter describes itself', '30000')
    .option('--tz <zone>', 'time zone of the adapter', 'Asia/Kathmandu')
    .option('--pass-env <name>', PASS_ENV_HELP, collect, [])
    .option('--authorization <source>', AUTHORIZATION_HELP, 'stand-in')
    .option('--scheme <word>', 'word before the signature in the Authorization header', 'SvcSign')

/** The flags of baseline and lock. */
export const withGate = (command: Command): Command =>
  command
    .option('--baseline <file>', 'known failures, which do not gate')
    .option('--update-baseline', 'write them as they are now, keeping reasons')
    .option('--lock <file>', 'vectors that gate; new and changed ones are shown')
    .option('--update-lock', 'write it: all vectors of this suite gate')
    .option('--suite-version <version>', 'only the vectors of this version of the suite gate')

/** What a report says of its run, by the user's own names. */
export const withLabel = (command: Command): Command =>
  command.option('--label <name=value>', 'stands in the reports, such as region=eu; repeatable', collect, [])

/** The flags that every run has. */
export const withRun = (command: Command): Command =>
  withLabel(withGate(command))
    .option('--report <format[=file]>', FORMATS_HELP, collect, [])
    .option('--filter <glob>', 'only vectors whose id fits, such as "token/issue/*"; repeatable', collect, [])
    .option('--level <level>', 'what gates: required or recommended', 'required')
    .option('--require <method>', 'a method that must be judged; repeatable', collect, [])
    .option('--timeout <ms>', 'for each question', '5000')
    .option('--min-cases <n>', 'fail unless at least n vectors were judged', '0')
    .option('--shard <i/n>', 'judge the i-th of n parts; "merge" decides over all of them')
    .option('--bail', 'stop after the first failure that gates', false)
    .option('--quiet', 'print the verdict only', false)

/** The flags of the questions that are made in the run. */
export const withGenerated = (command: Command, questions: number): Command =>
  command
    .option(
      '--generated <n>',
      `so many generated questions; 0 is none (default: ${questions}, or as the lock says)`,
    )
    .option('--seed <seed>', 'of the generated questions: a number, or random')
    .option('--keep <file>', 'add failures of generated questions to this file')
    .option('--vectors <file>', 'ask what --keep wrote there as well, first; repeatable', collect, [])
