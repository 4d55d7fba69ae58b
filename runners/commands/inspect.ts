import { ChannelproofError } from '../../src/errors.ts'
import { inspectText, LONGEST_TEXT, type Known, type TokenVerdict } from '../../src/inspect/index.ts'
import { SECRET_NAME } from '../../src/inspect/valueChecks.ts'
import { inspectionText } from '../../src/report/inspection.ts'
import { EXIT } from '../../src/report/exit.ts'
import { wholeSeconds } from '../../src/text.ts'
import { closePipes, writeFile } from '../paths/files.ts'
import { inspectorPage } from '../suite/files.ts'
import { paint, print, printAs } from '../terminal/console.ts'
import { inputError, readInput } from '../terminal/input.ts'
import { wrongOption, wrongValue } from '../terminal/options.ts'

export interface InspectFlags {
  readonly now?: string
  readonly channel?: string
  readonly user?: string
  readonly appId?: string
  readonly fix?: boolean
  readonly json?: boolean
  readonly page?: string
}

/** A larger input is another file. */
const LIMIT = {
  bytes: LONGEST_TEXT,
  advice: 'A token is far smaller; check that this is the right text.',
  mayBeEmpty: true,
} as const

/**
 * `channelproof inspect <token>`: the verdict, parts, what is right and what is not, where, which fault makes it so.
 * With --page it writes the same as a page for a browser, and needs no token. Exit code 0 if nothing is wrong, 1 if
 * something is, 2 without a token, 4 if the signature could not be checked.
 */
export async function inspect(argument: string | undefined, flags: InspectFlags): Promise<number> {
  if (flags.page !== undefined) await writePage(flags.page)
  if (argument === undefined && flags.page !== undefined) return EXIT.conforms
  return inspectToken(argument ?? '', flags)
}

/** The page holds no value of this run, so no secret is to be taken out: that would change its script. */
async function writePage(file: string): Promise<void> {
  if (file === '') throw wrongOption('--page names no file', 'Name one behind it; is a variable unset?')
  const html = inspectorPage()
  if (file === '-') return print(undefined, () => html)
  writeFile(file, undefined, () => html)
  await closePipes()
}

async function inspectToken(argument: string, flags: InspectFlags): Promise<number> {
  const { fix = false, json = false } = flags
  const known = knownFrom(flags)
  if (fix && known.appSecret === undefined)
    throw wrongOption('--fix signs, and there is no app secret', `Put it into ${SECRET_NAME}.`)
  const inspection = inspectText(await textOf(argument), known, { fix })
  await printAs(json, inspection, (masked) => inspectionText(masked, paint))
  return EXIT_OF[inspection.verdict]
}

const EXIT_OF: Readonly<Record<TokenVerdict, number>> = {
  wrong: EXIT.fails,
  unchecked: EXIT.tooLittle,
  open: EXIT.conforms,
  right: EXIT.conforms,
}

/** The token; the line feed that ends standard input is none of its own. @throws ChannelproofError `no-token`, `input-too-large` */
async function textOf(argument: string): Promise<string> {
  const text = argument === '-' ? (await readInput('-', LIMIT)).replace(/\r?\n$/, '') : argument
  const tooLarge = `the token is larger than ${LIMIT.bytes} bytes`
  if (Buffer.byteLength(text) > LIMIT.bytes)
    throw new ChannelproofError('input-too-large', tooLarge, LIMIT.advice)
  if (text.trim() !== '') return text
  throw inputError(argument === '-' ? '-' : '<token>', {
    code: 'no-token',
    what: 'there is no token: the text is empty',
    advice: 'Give the token as the argument, or - and the token on standard input.',
  })
}

function knownFrom({ now, channel, user, appId }: InspectFlags): Known {
  const seconds = now === undefined ? Math.floor(Date.now() / 1000) : wholeSeconds(now)
  if (seconds === undefined) throw wrongValue('--now', now!, 'give Unix seconds')
  return {
    now: seconds,
    // An empty variable is none.
    appSecret: process.env[SECRET_NAME] || undefined,
    appId: appId ?? (process.env['CHANNELPROOF_APP_ID'] || undefined),
    channelId: channel,
    userId: user,
  }
}
