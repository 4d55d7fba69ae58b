import { isLoopback } from '../http/server.ts'
import { ChannelproofError, codeOf } from '../../src/errors.ts'
import { withDefaults, type LiveSettings } from './settings.ts'
import { keysOf } from '../../src/tables.ts'
import { schemeOf, wrongOption, wrongValue } from '../terminal/options.ts'
import type { AuthorizationSource, Credentials, LiveConfig, SignatureEncoding } from './config.ts'
import { randomBytes, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Served } from '../http/serve.ts'

type Environment = Readonly<Record<string, string | undefined>>

const NAMES = {
  app: { appId: 'CHANNELPROOF_APP_ID', appSecret: 'CHANNELPROOF_APP_SECRET' },
  disabledApp: { appId: 'CHANNELPROOF_DISABLED_APP_ID', appSecret: 'CHANNELPROOF_DISABLED_APP_SECRET' },
  unpaidApp: { appId: 'CHANNELPROOF_UNPAID_APP_ID', appSecret: 'CHANNELPROOF_UNPAID_APP_SECRET' },
  otherApp: { appId: 'CHANNELPROOF_OTHER_APP_ID', appSecret: 'CHANNELPROOF_OTHER_APP_SECRET' },
} as const

type App = keyof typeof NAMES
const OTHER_APPS = ['disabledApp', 'unpaidApp', 'otherApp'] as const
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
  if (!app) throw new ChannelproofError('no-credentials', 'CHANNELPROOF_APP_ID is not set', FROM_ENVIRONMENT)
  const others = OTHER_APPS.map((name) => [name, credentials(name, settings, env)] as const)
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
    ...Object.fromEntries(others.filter(([, found]) => found)),
    authorization: authorizationSource(authorization, env),
    signatureEncoding: signatureEncoding as SignatureEncoding,
    ...(caFile !== undefined && { ca: rootsIn(caFile) }),
    extraHeaders: extraHeaders(headers, env),
  }
}

const FROM_ENVIRONMENT = 'Credentials come from the environment, never from arguments.'

function credentials(which: App, settings: LiveSettings, env: Environment): Credentials | undefined {
  const names = settings[which] ?? NAMES[which]
  const [appId, appSecret] = [env[names.appId], env[names.appSecret]]
  return appId ? { appId: printable(names.appId, appId), ...(appSecret && { appSecret }) } : undefined
}

function baseUrl({ baseUrl: text = '', allowPlainHttp }: LiveSettings): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const example = 'Give one such as https://staging.example/api.'
  if (!url || !/^https?:$/.test(url.protocol))
    throw wrongOption(`--base-url ${text} is no http or https address`, example)
  if (url.username || url.password || url.search || url.hash)
    throw wrongOption('--base-url may hold neither credentials nor query', FROM_ENVIRONMENT)
  if (url.protocol !== 'http:' || isLoopback(url.hostname) || allowPlainHttp) return url
  const what = `${url.origin} is plain http, and credentials would be readable on the way`
  const advice = 'Use https, or --allow-plain-http if you know what you do.'
  throw new ChannelproofError('plain-http', what, advice)
}

function extraHeaders(names: Readonly<Record<string, string>>, env: Environment): LiveConfig['extraHeaders'] {
  const headerOf = (header: string, variable: string) => {
    const what = `${variable} is not set, and ${header} comes from it`
    const advice = 'Set the environment variable or take the header out of the configuration.'
    const value = env[variable]
    if (value === undefined) throw new ChannelproofError('no-header', what, advice)
    checkHeaderName(header)
    return { variable, value: printable(variable, value) }
  }
  return Object.fromEntries(Object.entries(names).map(([name, variable]) => [name, headerOf(name, variable)]))
}

const newSecret = (): string => randomBytes(24).toString('hex')

/** The embedded service on a loopback port, with every precondition met; its secrets live as long as it does. */
export async function startEmbedded(settings: LiveSettings): Promise<{ served: Served; config: LiveConfig }> {
  const channel = 'channelproof-open'
  const { scheme } = withDefaults(settings)
  const { appsWith, serve } = await import('../http/serve.ts')
  const [app, disabledApp, unpaidApp] = appsWith('channelproof-app', newSecret())
  const otherApp = { appId: 'channelproof-other', appSecret: newSecret(), status: 'active' } as const
  const apps = { app, disabledApp, unpaidApp, otherApp }
  const all = Object.values(apps)
  const served = await serve({ host: '127.0.0.1', port: 0, apps: all, open: [channel], scheme })
  try {
    const own = { baseUrl: served.url, channel, exclusiveChannel: true, channelUser: 'channelproof-host' }
    return { served, config: liveConfig({ ...settings, ...own }, credentialsEnv(apps)) }
  } catch (error) {
    await served.close()
    throw error
  }
}

/** What is wrong with settings in any environment. @throws ChannelproofError `wrong-option` */
export function checkSettings(settings: LiveSettings): void {
  const { scheme, errorCodePointer: pointer, maxRequests, maxTime, signatureEncoding: encoding } = settings
  if (scheme !== undefined) schemeOf(scheme)
  // RFC 6901 section 3.
  const example = 'Give one that begins with a slash, such as /error/code (RFC 6901).'
  if (pointer !== undefined && !/^(?:\/(?:[^~/]|~[01])*)*$/.test(pointer))
    throw wrongOption(`--error-code-pointer ${pointer} is no JSON Pointer`, example)
  if (encoding !== undefined && !/^(?:base64|hex|none)$/.test(encoding))
    throw wrongValue('--signature-encoding', encoding, 'give base64, hex or none')
  if (maxRequests !== undefined && !(Number.isSafeInteger(maxRequests) && maxRequests > 0))
    throw wrongValue('--max-requests', String(maxRequests), 'give a whole number from 1 on')
  if (maxTime !== undefined && !(Number.isSafeInteger(maxTime) && maxTime > 0 && maxTime <= LONGEST))
    throw wrongValue('--max-time', String(maxTime), `give a whole number of seconds from 1 to ${LONGEST}`)
  checkChannel(settings)
}

/** Seconds. A timer of Node beyond 2^31 - 1 milliseconds fires at once. */
const LONGEST = 2_147_483

/** Settings that would have no effect: otherwise a user might believe that an untested channel was tested. */
function checkChannel({ baseUrl, channel, exclusiveChannel }: LiveSettings): void {
  if (channel === '')
    throw wrongOption('--channel is empty', 'Name a channel that somebody has opened; is a variable unset?')
  if (channel !== undefined && baseUrl === undefined)
    throw wrongOption('--channel without --base-url: the embedded service has one', 'Give both or none.')
  if (exclusiveChannel && channel === undefined)
    throw wrongOption('--exclusive-channel without --channel says nothing', 'Name it with --channel.')
}

function rootsIn(file: string): string {
  const text = textOf(file)
  // Node would silently drop an invalid certificate, and trust no server.
  const blocks = text.match(BLOCK) ?? []
  if (blocks.length > 0 && blocks.every(isCertificate)) return text
  const what = blocks.length > 0 ? 'a certificate that is none' : 'no certificate'
  const advice = 'Name a PEM file that holds at least one certificate (-----BEGIN CERTIFICATE-----).'
  throw new ChannelproofError('no-certificate', `--ca-file ${file} holds ${what}`, advice)
}

const BLOCK = /^-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE)-----[^]*?^-----END \1-----/gm

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).fingerprint !== ''
  } catch {
    return false
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const what = `--ca-file ${file}: ${codeOf(error)}`
    throw new ChannelproofError('file-not-read', what, 'Name a PEM file that can be read.')
  }
}

/** A value for a header: a line feed would begin another header. The message does not repeat it: it may be secret. */
function printable(variable: string, value: string): string {
  if (/^[\t -~]*$/.test(value)) return value
  const what = `${variable} holds characters that no header can carry`
  const advice = 'Use printable ASCII; a line feed at its end comes from a file or a command read whole.'
  throw new ChannelproofError('not-printable', what, advice)
}

/** RFC 9110 section 5.1. @throws ChannelproofError `wrong-header` */
function checkHeaderName(name: string): void {
  if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return
  const advice = 'Use letters, digits and hyphens, such as X-Gateway-Key.'
  throw new ChannelproofError('wrong-header', `headers: "${name}" is no name of a header`, advice)
}

/** What `--authorization` says. @throws ChannelproofError `wrong-option` */
export function authorizationSource(text: string, env: NodeJS.ProcessEnv): AuthorizationSource {
  const [kind, file = ''] = text.split(/:(.*)/s)
  if (kind === 'stand-in') return { kind }
  if (kind === 'env' && env['CHANNELPROOF_AUTHORIZATION'])
    return { kind, value: printable('CHANNELPROOF_AUTHORIZATION', env['CHANNELPROOF_AUTHORIZATION']) }
  if ((kind === 'command' || kind === 'module') && file !== '') return { kind, file }
  const advice = 'use stand-in, env (with CHANNELPROOF_AUTHORIZATION set), command:<file> or module:<file>'
  throw wrongValue('--authorization', text, advice)
}
