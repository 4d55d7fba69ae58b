import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ChannelproofError } from '../../src/errors.ts'
import type { AuthorizationKind } from '../../src/model.ts'
import { standIn } from '../../src/service/authorization.ts'
import type { Credentials, LiveConfig } from './config.ts'

/** What a signature may be made over. */
export interface ToSign {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly appId: string
}

/** Default export of a `--authorization module:<file>`. */
export type Authorizer = (request: ToSign, secret: string | undefined) => string | Promise<string>

const TIMEOUT = 10_000

/** The Authorization header of a request, of one of the kinds that vectors ask for; undefined: none. */
export async function authorizationOf(
  config: LiveConfig,
  kind: AuthorizationKind,
  request: Omit<ToSign, 'appId'>,
): Promise<string | undefined> {
  const sign = (credentials: Credentials): Promise<string> => headerValue(config, credentials, request)
  const { app, scheme } = config
  switch (kind) {
    case 'missing':
      return undefined
    case 'right':
      return sign(app)
    case 'wrong-scheme':
      return (await sign(app)).replace(/^\S+/, 'Bearer')
    case 'lower-case-scheme':
      return (await sign(app)).replace(/^\S+/, scheme.toLowerCase())
    case 'malformed':
      return `${scheme} channelproof`
    case 'wrong-signature':
      return sign({ ...app, appSecret: `${app.appSecret}-wrong` })
    case 'unknown-app':
      return sign({ ...app, appId: 'channelproof-unknown-app' })
    case 'disabled-app':
      return sign(config.disabledApp!)
    case 'unpaid-app':
      return sign(config.unpaidApp!)
  }
}

function headerValue(
  config: LiveConfig,
  { appId, appSecret }: Credentials,
  request: Omit<ToSign, 'appId'>,
): Promise<string> {
  const { authorization, scheme } = config
  switch (authorization.kind) {
    case 'stand-in':
      return Promise.resolve(
        standIn({ appId, appSecret: appSecret ?? '' }, Math.floor(Date.now() / 1000), scheme),
      )
    case 'env':
      return Promise.resolve(authorization.value)
    case 'command':
      return fromCommand(authorization.file, { ...request, appId }, appSecret)
    case 'module':
      return fromModule(authorization.file, { ...request, appId }, appSecret)
  }
}

const failed = (what: string): ChannelproofError =>
  new ChannelproofError(
    'authorization-failed',
    what,
    'It must print the value of the Authorization header, one line.',
  )

/** The program gets the request as JSON on stdin and the secret as CHANNELPROOF_APP_SECRET. */
function fromCommand(file: string, request: ToSign, secret: string | undefined): Promise<string> {
  return new Promise((done, fail) => {
    const env = { ...process.env, ...(secret !== undefined && { CHANNELPROOF_APP_SECRET: secret }) }
    const child = spawn(resolve(file), { env, stdio: ['pipe', 'pipe', 'ignore'], timeout: TIMEOUT })
    let out = ''
    child.stdin.on('error', () => undefined)
    child.stdout.on('data', (data: Buffer) => (out += data.toString('utf8')))
    child.on('error', (error: NodeJS.ErrnoException) =>
      fail(failed(`${file} could not be started (${error.code})`)),
    )
    child.on('close', (code) =>
      code === 0 ? done(oneLine(out, file)) : fail(failed(`${file} ended with ${code}`)),
    )
    child.stdin.end(JSON.stringify(request))
  }).then((value) => value as string)
}

/** What a module throws is not repeated: it may hold the secret. */
async function fromModule(file: string, request: ToSign, secret: string | undefined): Promise<string> {
  let value: unknown
  try {
    const { default: authorizer } = (await import(pathToFileURL(resolve(file)).href)) as {
      default: Authorizer
    }
    value = await authorizer(request, secret)
  } catch (error) {
    throw failed(
      `${file} could not make it (${(error as NodeJS.ErrnoException).code ?? (error as Error).name})`,
    )
  }
  return oneLine(String(value), file)
}

function oneLine(text: string, file: string): string {
  const value = text.replace(/\r?\n$/, '')
  // A header value with a line feed would be another header.
  if (value === '' || /[^\t\u0020-\u007e]/.test(value)) throw failed(`${file} gave no header value`)
  return value
}
