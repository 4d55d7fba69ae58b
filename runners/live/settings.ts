/** The settings of a live run: the one table behind flags, channelproof.yaml, its schema and their defaults. */
import type { Command, OptionValues } from 'commander'
import { givenOptions, number } from '../terminal/options.ts'
import { keysOf } from '../../src/tables.ts'
import { kebabCase } from '../../src/text.ts'

/** Type in the file; on the command line everything is text but a switch. */
interface Types {
  text: string
  switch: boolean
  integer: number
  number: number
}

interface Row {
  readonly type: keyof Types
  /** What follows the flag; a switch has nothing. */
  readonly value?: string
  readonly help: string
  readonly default?: string | number | boolean
  /** What its schema says in addition to type and description. */
  readonly schema?: Readonly<Record<string, string | number>>
}

const row =
  <const T extends keyof Types>(type: T) =>
  <const M extends Pick<Row, 'default' | 'schema'>>(value: string, help: string, more: M = {} as M) => ({
    type,
    value,
    help,
    ...more,
  })
const text = row('text')
const integer = row('integer')
const off = (help: string) => ({ type: 'switch', help, default: false }) as const
const from = (minimum: number) => ({ schema: { minimum } })
const zeroOrMore = { default: 0, ...from(0) } as const
const matching = (pattern: string) => ({ schema: { pattern } })

/** The flag of each has its name in kebab-case. */
const SETTINGS = {
  baseUrl: text(
    '<url>',
    'the endpoint; credentials come from CHANNELPROOF_APP_ID and CHANNELPROOF_APP_SECRET',
  ),
  authorization: text('<source>', 'stand-in, env, command:<file> or module:<file>', {
    default: 'stand-in',
    ...matching('^(stand-in|env|command:.+|module:.+)$'),
  }),
  signatureEncoding: text('<way>', 'how the signature writes its bytes: base64, hex or none', {
    default: 'base64',
    ...matching('^(base64|hex|none)$'),
  }),
  scheme: text('<word>', 'word before the signature', { default: 'SvcSign' }),
  channel: text('<id>', 'a channel that somebody has opened: adds start, update and stop'),
  exclusiveChannel: off('that channel has no other user: all of its streams may be stopped'),
  // The default limit is three (4.2 rule 1).
  streamLimitChanged: off('the channel has room for another number of streams than three'),
  channelUser: text('<id>', 'a user who is in that channel: adds pushes of one user and presenters', {
    schema: { minLength: 1 },
  }),
  channelPrefix: text('<text>', 'begins the ids of channels that do not exist', { default: 'channelproof' }),
  pushUrl: text('<url>', 'RTMP address that pushes go to, each stream to a path of its own below it', {
    default: 'rtmp://channelproof.invalid/live',
  }),
  skew: integer('<seconds>', 'seconds by which the clocks may differ', { default: 60, ...from(0) }),
  rate: row('number')('<n>', 'requests a second; 0 is without limit', zeroOrMore),
  maxRequests: integer(
    '<n>',
    'requests of a whole run, clean-up included; what does not fit is skipped',
    from(1),
  ),
  maxTime: integer(
    '<seconds>',
    'seconds of a whole run; then it only cleans up, and what was not asked is skipped',
    from(1),
  ),
  timeout: integer('<ms>', 'milliseconds for one request', { default: 5000, ...from(1) }),
  settle: integer('<ms>', 'milliseconds after a stop until its place in the channel is free', zeroOrMore),
  waitForChannel: integer(
    '<seconds>',
    'seconds for which a start that is answered 404 is repeated',
    zeroOrMore,
  ),
  errorCodePointer: text(
    '<pointer>',
    'where the error code stands in an error body (default: anywhere)',
    matching('^(/[^/]*)*$'),
  ),
  caFile: text('<file>', 'private root certificates, PEM'),
  allowPlainHttp: off('send credentials unencrypted'),
} as const satisfies Readonly<Record<string, Row>>

type Settings = typeof SETTINGS
type SettingName = keyof Settings
export const SETTING_ROWS = keysOf(SETTINGS).map((name) => {
  const row: Row = SETTINGS[name]
  const flag = `--${kebabCase(name)}${row.value === undefined ? '' : ` ${row.value}`}`
  return [name, { ...row, flag }] as const
})

/** Adds the flag of each setting, unless it is one of every run already. */
export function withSettings(command: Command): Command {
  for (const [name, { flag, help }] of SETTING_ROWS)
    if (!command.options.some((option) => option.attributeName() === name)) command.option(flag, help)
  return command
}

/** The command line wins over the file, a default that nobody wrote does not. @throws ChannelproofError `wrong-option` */
export const settingsOf = (command: Command, file: LiveSettings): LiveSettings => ({
  ...file,
  ...settingsIn(givenOptions(command)),
})

function settingsIn(given: OptionValues): LiveSettings {
  const values = SETTING_ROWS.flatMap(([name, { type, flag }]) => {
    const value: unknown = given[name]
    if (value === undefined) return []
    const isNumber = type === 'integer' || type === 'number'
    return [[name, isNumber && typeof value === 'string' ? number(flag.split(' ')[0]!, value, 0) : value]]
  })
  return Object.fromEntries(values) as LiveSettings
}

/** Names of the environment variables that hold an app id and its secret. */
type EnvNames = Readonly<Record<'appId' | 'appSecret', string>>
type Apps = Readonly<Partial<Record<'app' | 'disabledApp' | 'unpaidApp' | 'otherApp', EnvNames>>>

type Values = { readonly [N in SettingName]?: Types[Settings[N]['type']] }

/** What the command line and `channelproof.yaml` may contain; environment variables name the secrets. */
export interface LiveSettings extends Values, Apps {
  /** Header name to environment variable. */
  readonly headers?: Readonly<Record<string, string>>
}

type Defaulted = {
  readonly [
    N in SettingName as Settings[N] extends { default: unknown } ? N : never
  ]: Types[Settings[N]['type']]
}
export type Complete = Values & Defaulted

/** The settings, with the default of each that has one where it is not given. */
export const withDefaults = <S extends LiveSettings>(settings: S): S & Defaulted => ({
  ...(Object.fromEntries(
    SETTING_ROWS.flatMap(([name, row]) => (row.default === undefined ? [] : [[name, row.default]])),
  ) as Defaulted),
  ...settings,
})
