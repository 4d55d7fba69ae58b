/** The settings of a live run: the one table behind flags, channelproof.yaml, its schema and their defaults. */
import type { Command } from 'commander'
import { givenOptions, number } from '../terminal/options.ts'
import { isKeyOf, keysOf } from '../../src/tables.ts'

/** Type in the file; on the command line everything is text but a switch. */
interface Types {
  text: string
  switch: boolean
  integer: number
  number: number
}

interface Row {
  readonly type: keyof Types
  /** On the command line; absent: the setting stands only in the file. */
  readonly flag?: string
  readonly help: string
  readonly default?: string | number | boolean
  /** What its schema says in addition to type and description. */
  readonly schema?: Readonly<Record<string, string | number>>
}

const row =
  <const T extends keyof Types>(type: T) =>
  <const M extends Omit<Row, 'type' | 'flag' | 'help'>>(flag: string, help: string, more: M = {} as M) => ({
    type,
    flag,
    help,
    ...more,
  })
const text = row('text')
const integer = row('integer')
const off = (flag: string, help: string) => row('switch')(flag, help, { default: false })
const from = (minimum: number) => ({ schema: { minimum } })
const matching = (pattern: string) => ({ schema: { pattern } })

export const SETTINGS = {
  baseUrl: text(
    '--base-url <url>',
    'the endpoint; credentials come from CHANNELPROOF_APP_ID and CHANNELPROOF_APP_SECRET',
  ),
  authorization: text('--authorization <source>', 'stand-in, env, command:<file> or module:<file>', {
    default: 'stand-in',
    ...matching('^(stand-in|env|command:.+|module:.+)$'),
  }),
  signatureEncoding: text(
    '--signature-encoding <way>',
    'how the signature writes its bytes: base64, hex or none',
    { default: 'base64', ...matching('^(base64|hex|none)$') },
  ),
  scheme: text('--scheme <word>', 'word before the signature', { default: 'SvcSign' }),
  channel: text('--channel <id>', 'a channel that somebody has opened: adds start, update and stop'),
  exclusiveChannel: off(
    '--exclusive-channel',
    'that channel has no other user: all of its streams may be stopped',
  ),
  streamLimitChanged: off(
    '--stream-limit-changed',
    'the channel has room for another number of streams than three',
  ),
  channelUser: text(
    '--channel-user <id>',
    'a user who is in that channel: adds pushes of one user and presenters',
    { schema: { minLength: 1 } },
  ),
  channelPrefix: text('--channel-prefix <text>', 'begins the ids of channels that do not exist', {
    default: 'channelproof',
  }),
  pushUrl: text(
    '--push-url <url>',
    'RTMP address that pushes go to, each stream to a path of its own below it',
    { default: 'rtmp://channelproof.invalid/live' },
  ),
  skew: integer('--skew <seconds>', 'seconds by which the clocks may differ', { default: 60, ...from(0) }),
  rate: row('number')('--rate <n>', 'requests a second; 0 is without limit', { default: 0, ...from(0) }),
  maxRequests: integer(
    '--max-requests <n>',
    'requests of a whole run, clean-up included; what does not fit is skipped',
    from(1),
  ),
  maxTime: integer(
    '--max-time <seconds>',
    'seconds of a whole run; then it only cleans up, and what was not asked is skipped',
    from(1),
  ),
  timeout: integer('--timeout <ms>', 'milliseconds for one request', { default: 5000, ...from(1) }),
  settle: integer('--settle <ms>', 'milliseconds after a stop until its place in the channel is free', {
    default: 0,
    ...from(0),
  }),
  waitForChannel: integer(
    '--wait-for-channel <seconds>',
    'seconds for which a start that is answered 404 is repeated',
    { default: 0, ...from(0) },
  ),
  errorCodePointer: text(
    '--error-code-pointer <pointer>',
    'where the error code stands in an error body (default: anywhere)',
    matching('^(/[^/]*)*$'),
  ),
  caFile: text('--ca-file <file>', 'private root certificates, PEM'),
  allowPlainHttp: off('--allow-plain-http', 'send credentials unencrypted'),
} as const satisfies Readonly<Record<string, Row>>

type Settings = typeof SETTINGS
export type SettingName = keyof Settings
export const SETTING_ROWS = keysOf(SETTINGS).map((name): readonly [SettingName, Row] => [
  name,
  SETTINGS[name],
])

/** Adds the flag of each setting, unless it is one of every run already. */
export function withSettings(command: Command): Command {
  for (const [name, { flag, help }] of SETTING_ROWS)
    if (flag !== undefined && !command.options.some((option) => option.attributeName() === name))
      command.option(flag, help)
  return command
}

/**
 * The settings of a run: those of the command line win over the file, whatever their value. A default that nobody wrote
 * is none of the command line.
 * @throws ChannelproofError `wrong-option`
 */
export const settingsOf = (command: Command, file: LiveSettings): LiveSettings => ({
  ...file,
  ...settingsIn(givenOptions(command)),
})

function settingsIn(given: object): LiveSettings {
  const values = SETTING_ROWS.flatMap(([name, { type, flag = '' }]) => {
    const value: unknown = isKeyOf(given, name) ? given[name] : undefined
    const isNumber = type === 'integer' || type === 'number'
    if (flag === '' || value === undefined) return []
    return [[name, isNumber && typeof value === 'string' ? number(flag.split(' ')[0]!, value, 0) : value]]
  })
  return Object.fromEntries(values) as LiveSettings
}

/** Names of the environment variables that hold an app id and its secret. */
export interface EnvNames {
  readonly appId: string
  readonly appSecret: string
}

type Values = { readonly [N in SettingName]?: Types[Settings[N]['type']] }

/** What the command line and `channelproof.yaml` may contain; environment variables name the secrets. */
export interface LiveSettings extends Values {
  /** Header name to environment variable. */
  readonly headers?: Readonly<Record<string, string>>
  readonly app?: EnvNames
  readonly disabledApp?: EnvNames
  readonly unpaidApp?: EnvNames
  readonly otherApp?: EnvNames
}

type Defaulted = {
  [N in SettingName as Settings[N] extends { default: unknown } ? N : never]: Types[Settings[N]['type']]
}

/** The settings, with the default of each that has one where it is not given. */
export const withDefaults = <S extends LiveSettings>(settings: S): S & Defaulted => ({
  ...(Object.fromEntries(
    SETTING_ROWS.flatMap(([name, row]) => (row.default === undefined ? [] : [[name, row.default]])),
  ) as Defaulted),
  ...settings,
})
