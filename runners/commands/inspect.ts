import { ChannelproofError } from '../../src/errors.ts'
import { inspect as look, type Known, type TokenVerdict } from '../../src/inspect/index.ts'
import { SECRET_NAME } from '../../src/inspect/valueChecks.ts'
import { inspectionText } from '../../src/report/inspection.ts'
import { EXIT } from '../../src/report/exit.ts'
import { paint, print } from '../terminal/console.ts'
import { inputError, readInput } from '../terminal/input.ts'
import { wrongOption, wrongValue } from '../terminal/options.ts'

export interface InspectFlags {
  readonly now?: string
  readonly channel?: string
  readonly user?: string
  readonly appId?: string
  readonly fix?: boolean
  readonly json?: boolean
}

/** Far above any token, in bytes: a larger input is another file. */
const LIMIT = { bytes: 64 * 1024, advice: 'A token is far smaller; check that this is the right text.' }

/**
 * `channelproof inspect <token>`: the verdict, parts, what is right and what is not, where, which fault makes it so.
 * Exit code 0 if nothing is wrong, 1 if something is, 2 without a token, 4 if the signature could not be checked.
 */
export async function inspect(argument: string, flags: InspectFlags): Promise<number> {
  const known = knownFrom(flags)
  if (flags.fix && known.appSecret === undefined)
    throw wrongOption('--fix signs, and there is no app secret', `Put it into ${SECRET_NAME}.`)
  const inspection = look(await textOf(argument), known, { fix: flags.fix ?? false })
  await (flags.json
    ? print(inspection, (masked) => `${JSON.stringify(masked, undefined, 2)}\n`)
    : print(inspection, (masked) => inspectionText(masked, paint)))
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
  if (Buffer.byteLength(text) > LIMIT.bytes)
    throw new ChannelproofError(
      'input-too-large',
      `the token is larger than ${LIMIT.bytes} bytes`,
      LIMIT.advice,
    )
  if (text.trim() !== '') return text
  throw inputError(argument === '-' ? '-' : '<token>', {
    code: 'no-token',
    what: 'there is no token: the text is empty',
    advice: 'Give the token as the argument, or - and the token on standard input.',
  })
}

function knownFrom({ now, channel, user, appId }: InspectFlags): Known {
  return {
    now: now === undefined ? Math.floor(Date.now() / 1000) : secondsOf(now),
    // An empty variable is none.
    appSecret: process.env[SECRET_NAME] || undefined,
    appId: appId ?? (process.env['CHANNELPROOF_APP_ID'] || undefined),
    channelId: channel,
    userId: user,
  }
}

/** @throws ChannelproofError `wrong-option` */
function secondsOf(now: string): number {
  const seconds = Number(now)
  if (/^[0-9]+$/.test(now) && Number.isSafeInteger(seconds)) return seconds
  throw wrongValue('--now', now, 'give Unix seconds')
}
