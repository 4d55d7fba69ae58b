import { wrongValue } from '../terminal/options.ts'
import { EXIT } from '../../src/report/exit.ts'
import { visible } from '../../src/report/text.ts'
import { TOKEN_FORMAT } from '../../src/interface/tokenFormat.ts'
import {
  decodeBase64,
  expiryOf,
  parse,
  readJoinParams,
  sign,
  equalInConstantTime,
  TokenError,
  type Parts,
} from '../../src/token/index.ts'
import type { JsonObject } from '../../src/model/index.ts'
import { paint, print } from '../terminal/console.ts'
import { readInput } from '../terminal/input.ts'

/** One thing that was looked at, in words; `unknown`: it could not be checked. */
interface Check {
  readonly mark: 'holds' | 'WRONG' | 'unknown'
  readonly text: string
}

const holds = (text: string): Check => ({ mark: 'holds', text })
const wrong = (text: string): Check => ({ mark: 'WRONG', text })
const check = (isRight: boolean, text: string): Check => (isRight ? holds(text) : wrong(text))

/** @throws ChannelproofError `wrong-option` */
function secondsOf(now: string): number {
  const seconds = Number(now)
  if (/^[0-9]+$/.test(now) && Number.isSafeInteger(seconds)) return seconds
  throw wrongValue('--now', now, 'give Unix seconds')
}

/**
 * `channelproof inspect <token>`: parts, decoded params, what is right and what is not, when it expires.
 * Exit code 0 if everything is right, 1 if something is wrong, 4 if the signature could not be checked.
 */
export async function inspect(argument: string, now: string | undefined): Promise<number> {
  const token = argument === '-' ? (await readInput('-')).replace(/\r?\n$/, '') : argument
  const seconds = now === undefined ? Math.floor(Date.now() / 1000) : secondsOf(now)
  const secret = process.env['CHANNELPROOF_APP_SECRET']
  const { lines, checks } = look(token, seconds, secret)
  const marks = checks.map(({ mark, text }) => paint(STYLE[mark], `  ${mark.padEnd(7)}  ${text}`))
  const isWrong = checks.some(({ mark }) => mark === 'WRONG')
  const why = isWrong && secret ? (await import('./why.ts')).whyWrong(token, secret, seconds) : []
  await print(`${[...lines, ...marks, ...why].join('\n')}\n`)
  if (checks.some(({ mark }) => mark === 'WRONG')) return EXIT.fails
  return checks.some(({ mark }) => mark === 'unknown') ? EXIT.tooLittle : EXIT.conforms
}

const STYLE = { holds: 'good', WRONG: 'bad', unknown: 'dim' } as const

function look(token: string, now: number, secret: string | undefined): { lines: string[]; checks: Check[] } {
  const parts = attempt(() => parse(token))
  if (parts instanceof TokenError) return { lines: rawParts(token), checks: [wrong(parts.message)] }
  const joinParams = attempt(() => readJoinParams(decodeBase64(parts.params)))
  const json = Buffer.from(parts.params, 'base64').toString('utf8')
  return {
    lines: [...partLines(parts), `json       ${visible(json)}`],
    checks: [
      holds('five parts, a decimal timestamp, standard base64'),
      check(parts.version === TOKEN_FORMAT.version, `the version is ${TOKEN_FORMAT.version}`),
      ...paramsChecks(parts, joinParams, now),
      ...signatureCheck(parts, secret),
    ],
  }
}

function paramsChecks(parts: Parts, joinParams: JsonObject | TokenError, now: number): Check[] {
  if (joinParams instanceof TokenError) return [wrong(`params: ${joinParams.message}`)]
  const expiry = expiryOf(parts, joinParams)
  const at = new Date(expiry * 1000)
  const when = Number.isNaN(at.getTime()) ? `at second ${expiry}` : at.toISOString()
  const text =
    now > expiry ? `it expired ${when} (${now - expiry} s ago)` : `it expires ${when} (in ${expiry - now} s)`
  return [holds('params hold right join parameters (section 2.1)'), check(now <= expiry, text)]
}

function signatureCheck(parts: Parts, secret: string | undefined): Check[] {
  if (!secret)
    return [
      {
        mark: 'unknown',
        text: 'the signature was not checked: put the app secret into CHANNELPROOF_APP_SECRET',
      },
    ]
  const holds = equalInConstantTime(sign(parts, secret), parts.signature)
  const how = holds ? 'fits' : 'does not fit'
  return [check(holds, `the signature ${how} the secret in CHANNELPROOF_APP_SECRET`)]
}

function attempt<T>(action: () => T): T | TokenError {
  try {
    return action()
  } catch (error) {
    if (error instanceof TokenError) return error
    throw error
  }
}

const partLines = ({ version, appId, timestamp, params, signature }: Parts): string[] => [
  `version    ${visible(version)}`,
  `appId      ${visible(appId)}`,
  `timestamp  ${timestamp} (${dateOf(timestamp)})`,
  `params     ${params}`,
  `signature  ${signature}`,
]

function dateOf(timestamp: string): string {
  const date = new Date(Number(timestamp) * 1000)
  return Number.isNaN(date.getTime()) ? 'beyond the calendar' : date.toISOString()
}

const rawParts = (token: string): string[] =>
  token.split('.').map((part, index) => `part ${index + 1}     ${visible(part)}`)
