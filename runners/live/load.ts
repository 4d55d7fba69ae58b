import { authorizationSource, checkHeaderName, checkSettings, printable, rootsIn } from './checks.ts'
import { ChannelproofError } from '../../src/errors.ts'
import { withDefaults, type LiveSettings } from './settings.ts'
import { keysOf } from '../../src/tables.ts'
import { wrongOption } from '../terminal/options.ts'
import type { SignatureEncoding } from './alteredAuthorization.ts'
import { LOOPBACK, type Credentials, type LiveConfig } from './config.ts'
import { randomBytes } from 'node:crypto'
import type { Served } from '../http/serve.ts'

type Environment = Readonly<Record<string, string | undefined>>

const NAMES = {
  app: { appId: 'CHANNELPROOF_APP_ID', appSecret: 'CHANNELPROOF_APP_SECRET' },
  disabledApp: { appId: 'CHANNELPROOF_DISABLED_APP_ID', appSecret: 'CHANNELPROOF_DISABLED_APP_SECRET' },
  unpaidApp: { appId: 'CHANNELPROOF_UNPAID_APP_ID', appSecret: 'CHANNELPROOF_UNPAID_APP_SECRET' },
  otherApp: { appId: 'CHANNELPROOF_OTHER_APP_ID', appSecret: 'CHANNELPROOF_OTHER_APP_SECRET' },
} as const

type App = keyof typeof NAMES
type Variable = (typeof NAMES)[App]['appId' | 'appSecret']

/** The environment that names these apps. */
export const credentialsEnv = (apps: Readonly<Record<App, Required<Credentials>>>) =>
  Object.fromEntries(
    keysOf(NAMES).flatMap((app) => [
      [NAMES[app].appId, apps[app].appId],
      [NAMES[app].appSecret, apps[app].appSecret],
    ]),
  ) as Readonly<Record<Variable, string>>

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
  const more = (['disabledApp', 'unpaidApp', 'otherApp'] as const).flatMap((name) => {
    const found = credentials(name, settings, env)
    return found ? [[name, found] as const] : []
  })
  const {
    authorization,
    signatureEncoding,
    caFile,
    headers = {},
    // Checked above and below, and no part of a configuration.
    allowPlainHttp: _allowed,
    app: _app,
    disabledApp: _disabled,
    unpaidApp: _unpaid,
    otherApp: _other,
    ...plain
  } = withDefaults(settings)
  return {
    ...plain,
    baseUrl: baseUrl(settings),
    app,
    ...Object.fromEntries(more),
    authorization: authorizationSource(authorization, env),
    signatureEncoding: signatureEncoding as SignatureEncoding,
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

const newSecret = (): string => randomBytes(24).toString('hex')

/** The embedded service on a loopback port, with every precondition met; its secrets live as long as it does. */
export async function startEmbedded(settings: LiveSettings): Promise<{ served: Served; config: LiveConfig }> {
  const [appSecret, otherSecret] = [newSecret(), newSecret()]
  const channel = 'channelproof-open'
  const { scheme } = withDefaults(settings)
  const { appsWith, serve } = await import('../http/serve.ts')
  const [app, disabledApp, unpaidApp] = appsWith('channelproof-app', appSecret)
  const otherApp = { appId: 'channelproof-other', appSecret: otherSecret, status: 'active' } as const
  const apps = [app, disabledApp, unpaidApp, otherApp]
  const served = await serve({ host: '127.0.0.1', port: 0, apps, open: [channel], scheme })
  try {
    const own = { baseUrl: served.url, channel, exclusiveChannel: true, channelUser: 'channelproof-host' }
    const config = liveConfig(
      { ...settings, ...own },
      credentialsEnv({ app, disabledApp, unpaidApp, otherApp }),
    )
    return { served, config }
  } catch (error) {
    await served.close()
    throw error
  }
}
