import type { AlteredAuthorization, AuthorizationKind, Authorizer, ToSign } from '../../src/model/index.ts'
import { UNKNOWN_APP } from '../../src/model/placeholders.ts'
import { standIn } from '../../src/service/authorization.ts'
import { altered } from './alteredAuthorization.ts'
import type { Credentials, LiveConfig } from './config.ts'
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ProcessGroup } from '../processes/processGroup.ts'
import { ChannelproofError, codeOf, pathErrorInWords } from '../../src/errors.ts'

type Sign = (credentials: Credentials) => Promise<string>

/** The value of each kind that vectors name; undefined: none. */
const KINDS: Readonly<
  Record<AuthorizationKind, (sign: Sign, config: LiveConfig) => Promise<string> | string | undefined>
> = {
  missing: () => undefined,
  right: (sign, { app }) => sign(app),
  'wrong-scheme': async (sign, { app }) => (await sign(app)).replace(/^\S+/, 'Bearer'),
  'lower-case-scheme': async (sign, { app, scheme }) =>
    (await sign(app)).replace(/^\S+/, scheme.toLowerCase()),
  malformed: (_, { scheme }) => `${scheme} channelproof`,
  'wrong-signature': (sign, { app }) => sign({ ...app, appSecret: `${app.appSecret}-wrong` }),
  'other-secret': (sign, { app, otherApp }) => sign({ ...app, appSecret: otherApp!.appSecret! }),
  'unknown-app': (sign, { app }) => sign({ ...app, appId: UNKNOWN_APP }),
  'disabled-app': (sign, { disabledApp }) => sign(disabledApp!),
  'unpaid-app': (sign, { unpaidApp }) => sign(unpaidApp!),
}

/** The Authorization header of a request. @param signal stops the making of it */
export async function authorizationOf(
  config: LiveConfig,
  kind: AuthorizationKind | AlteredAuthorization,
  request: Omit<ToSign, 'appId'>,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const sign: Sign = (credentials) => headerValue(config, credentials, request, signal)
  if (typeof kind === 'string') return KINDS[kind](sign, config)
  if (kind.altered === 'time') return ofAnotherTime(config, kind)
  return altered(await sign(config.app), kind, config.signatureEncoding)
}

/** The stand-in of another time, or its time under the signature of now. */
function ofAnotherTime({ app, scheme }: LiveConfig, { how, at }: AlteredAuthorization): string {
  const now = Math.floor(Date.now() / 1000)
  const whole = { appId: app.appId, appSecret: app.appSecret ?? '' }
  if (how === 'signed') return standIn(whole, now - at, scheme)
  const right = standIn(whole, now, scheme)
  const place = right.lastIndexOf(`.${now}.`)
  return `${right.slice(0, place)}.${now - at}.${right.slice(place + String(now).length + 2)}`
}

/** The header value of one request. @throws ChannelproofError `authorization-failed` */
export function headerValue(
  config: Pick<LiveConfig, 'authorization' | 'scheme'>,
  { appId, appSecret }: Credentials,
  request: Omit<ToSign, 'appId'>,
  signal?: AbortSignal,
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
      return fromCommand(authorization.file, { ...request, appId }, appSecret, signal)
    case 'module':
      return fromModule(authorization.file, { ...request, appId }, appSecret, signal)
  }
}

/** Milliseconds for one signature. */
const TIMEOUT = 10_000
/** Largest output of a command, in bytes: a header is far shorter. */
const LARGEST_OUTPUT = 64 * 1024

const failed = (what: string): ChannelproofError =>
  new ChannelproofError(
    'authorization-failed',
    what,
    'It must print the value of the Authorization header, one line.',
  )

type Fail = (error: ChannelproofError) => void

/** Fails after the time limit or with the signal. The timer keeps the program alive: a promise alone does not. */
function limited(file: string, fail: Fail, signal: AbortSignal | undefined): () => void {
  const ended = (): void => fail(failed(`${file} was not waited for: the run was ended`))
  const timer = setTimeout(() => fail(failed(`${file} took more than ${TIMEOUT / 1000} s`)), TIMEOUT)
  if (signal?.aborted) queueMicrotask(ended)
  signal?.addEventListener('abort', ended)
  return () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', ended)
  }
}

/** The program gets the request as JSON on stdin and the secret as CHANNELPROOF_APP_SECRET. */
export function fromCommand(
  file: string,
  request: ToSign,
  secret: string | undefined,
  signal?: AbortSignal,
): Promise<string> {
  return new Promise<string>((done, reject) => {
    // In its own process group, so that what it starts ends with it.
    const group = new ProcessGroup()
    const own = { ...process.env, ...(secret !== undefined && { CHANNELPROOF_APP_SECRET: secret }) }
    const env = group.environment(own)
    const child = spawn(resolve(file), { env, stdio: ['pipe', 'pipe', 'ignore'], detached: true })
    group.begin(child)
    const chunks: Buffer[] = []
    let length = 0
    const fail: Fail = (error) => {
      unlimited()
      group.end()
      letGo(child)
      reject(error)
    }
    const unlimited = limited(file, (error) => fail(error), signal)
    child.stdin.on('error', () => undefined)
    child.stdout.on('data', (data: Buffer) => {
      length += data.length
      if (length > LARGEST_OUTPUT) fail(failed(`${file} printed more than ${LARGEST_OUTPUT} bytes`))
      else chunks.push(data)
    })
    child.on('error', ({ code }: NodeJS.ErrnoException) =>
      fail(failed(`${file} could not be started: ${pathErrorInWords(code ?? 'unknown')}`)),
    )
    // First ends the processes that hold the pipe, then reads the rest of the output.
    child.on('exit', () => group.end())
    child.on('close', (code) => {
      unlimited()
      if (code === 0) done(Buffer.concat(chunks).toString('utf8'))
      else reject(failed(`${file} ended with ${code}`))
    })
    child.stdin.end(JSON.stringify(request))
  }).then(
    (text) => oneLine(text, file),
    (error: NodeJS.ErrnoException) => {
      // Some errors of spawn come at once, such as ENOTDIR.
      throw error instanceof ChannelproofError
        ? error
        : failed(`${file} could not be started: ${pathErrorInWords(error.code ?? 'unknown')}`)
    },
  )
}

/** The error for a command that was ended. */
function letGo(child: ReturnType<typeof spawn>): void {
  child.stdin?.destroy()
  child.stdout?.destroy()
  child.unref()
}

/** The message of a module's exception is not repeated: it may hold the secret. */
export async function fromModule(
  file: string,
  request: ToSign,
  secret: string | undefined,
  signal?: AbortSignal,
): Promise<string> {
  // A pipe would keep a thread of Node waiting, and the program with it, beyond any signal.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) throw failed(`${file} is no file`)
  let unlimited = (): void => undefined
  const late = new Promise<never>((_, reject) => {
    unlimited = limited(file, reject, signal)
  })
  const work = made(file, request, secret).catch((error: unknown) => {
    throw failed(`${file} could not make it (${pathErrorInWords(kindOf(error))})`)
  })
  const value = await Promise.race([work, late]).finally(() => unlimited())
  if (typeof value !== 'string') throw failed(`${file} gave no text`)
  return oneLine(value, file)
}

async function made(file: string, request: ToSign, secret: string | undefined): Promise<unknown> {
  const { default: authorizer } = (await import(pathToFileURL(resolve(file)).href)) as { default: Authorizer }
  return authorizer(request, secret)
}

/** Code may throw anything, with any contents: only what Node itself says is shown. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it threw no Error'
  const { name } = error
  const code = codeOf(error)
  if (code !== undefined && /^ERR_[A-Z_]+$|^E[A-Z]+$/.test(code)) return code
  return /^(?:Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error$/.test(name) ? name : 'Error'
}

function oneLine(text: string, file: string): string {
  const value = text.replace(/\r?\n$/, '')
  // A line feed would begin another header.
  if (value === '' || /[^\t\u0020-\u007e]/.test(value)) throw failed(`${file} gave no header value`)
  return value
}
