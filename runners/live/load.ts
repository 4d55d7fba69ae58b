import { existsSync } from 'node:fs'
import { authorizationSource } from './source.ts'
import { readInput } from '../terminal/input.ts'
import { ChannelproofError } from '../../src/errors.ts'
import { checkHeaderName, checkSettings, printable, rootsIn } from './checks.ts'
import { withDefaults, type LiveSettings } from './settings.ts'
import { keysOf } from '../../src/tables.ts'
import { wrongOption } from '../terminal/options.ts'
import { LOOPBACK, type Credentials, type LiveConfig } from './config.ts'

type Environment = Readonly<Record<string, string | undefined>>

const NAMES = {
  app: { appId: 'CHANNELPROOF_APP_ID', appSecret: 'CHANNELPROOF_APP_SECRET' },
  disabledApp: { appId: 'CHANNELPROOF_DISABLED_APP_ID', appSecret: 'CHANNELPROOF_DISABLED_APP_SECRET' },
  unpaidApp: { appId: 'CHANNELPROOF_UNPAID_APP_ID', appSecret: 'CHANNELPROOF_UNPAID_APP_SECRET' },
} as const

type App = keyof typeof NAMES
type Variable = (typeof NAMES)[App]['appId' | 'appSecret']

/** The environment that names these apps, which share a secret. */
export const credentialsEnv = (appIds: Readonly<Record<App, string>>, secret: string) =>
  Object.fromEntries(
    keysOf(NAMES).flatMap((app) => [
      [NAMES[app].appId, appIds[app]],
      [NAMES[app].appSecret, secret],
    ]),
  ) as Readonly<Record<Variable, string>>

/** Where settings stand unless `--config` names another file. */
export const DEFAULT_FILE = 'channelproof.yaml'

/** The settings in a file; in the default one, if there is one. @throws ChannelproofError with file and line */
export async function readSettings(named: string | undefined): Promise<LiveSettings> {
  if (named === undefined && !existsSync(DEFAULT_FILE)) return {}
  const file = named ?? DEFAULT_FILE
  const [{ readForeignYaml }, { schemaCheck }] = await Promise.all([
    import('../../src/vectors/format/read.ts'),
    import('../suite/schemas.ts'),
  ])
  return readForeignYaml<LiveSettings>(await readInput(file), file, schemaCheck('configuration'))
}

/** Settings and environment as the configuration of a run. @throws ChannelproofError (exit code 2) */
export function liveConfig(settings: LiveSettings, env: Environment): LiveConfig {
  checkSettings(settings)
  const app = credentials('app', settings, env)
  if (!app)
    throw new ChannelproofError(
      'no-credentials',
      'CHANNELPROOF_APP_ID is not set',
      'Credentials come from the environment, never from arguments.',
    )
  const [disabledApp, unpaidApp] = [
    credentials('disabledApp', settings, env),
    credentials('unpaidApp', settings, env),
  ]
  const {
    authorization,
    caFile,
    headers = {},
    // Checked above and below, and no part of a configuration.
    allowPlainHttp: _allowed,
    app: _app,
    disabledApp: _disabled,
    unpaidApp: _unpaid,
    ...plain
  } = withDefaults(settings)
  return {
    ...plain,
    baseUrl: baseUrl(settings),
    app,
    ...(disabledApp && { disabledApp }),
    ...(unpaidApp && { unpaidApp }),
    authorization: authorizationSource(authorization, env),
    ...(caFile !== undefined && { ca: rootsIn(caFile) }),
    extraHeaders: extraHeaders(headers, env),
  }
}

function credentials(
  which: keyof typeof NAMES,
  settings: LiveSettings,
  env: Environment,
): Credentials | undefined {
  const names = settings[which] ?? NAMES[which]
  const [appId, appSecret] = [env[names.appId], env[names.appSecret]]
  return appId ? { appId: printable(names.appId, appId), ...(appSecret && { appSecret }) } : undefined
}

function baseUrl({ baseUrl: text = '', allowPlainHttp }: LiveSettings): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw wrongOption(
      `--base-url ${text} is no http or https address`,
      'Give one such as https://staging.example/api.',
    )
  if (url.username || url.password || url.search || url.hash)
    throw wrongOption(
      '--base-url may hold neither credentials nor query',
      'Credentials come from the environment.',
    )
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !allowPlainHttp)
    throw new ChannelproofError(
      'plain-http',
      `${url.origin} is plain http, and credentials would be readable on the way`,
      'Use https, or --allow-plain-http if you know what you do.',
    )
  return url
}

function extraHeaders(names: Readonly<Record<string, string>>, env: Environment): LiveConfig['extraHeaders'] {
  return Object.fromEntries(
    Object.entries(names).map(([header, variable]) => {
      const value = env[variable]
      if (value === undefined)
        throw new ChannelproofError(
          'no-header',
          `${variable} is not set, and ${header} comes from it`,
          'Set the environment variable or take the header out of the configuration.',
        )
      checkHeaderName(header)
      return [header, { variable, value: printable(variable, value) }]
    }),
  )
}
