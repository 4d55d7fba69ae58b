import type { AlteredAuthorization, AuthorizationKind, Authorizer, ToSign } from '../../src/model/index.ts'
import { UNKNOWN_APP } from '../../src/model/placeholders.ts'
import { standIn } from '../../src/service/authorization.ts'
import type { Credentials, LiveConfig, SignatureEncoding } from './config.ts'
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ProcessGroup } from '../processes/processGroup.ts'
import { ChannelproofError, codeOf, pathErrorInWords } from '../../src/errors.ts'

type Sign = (credentials: Credentials) => Promise<string>

const otherCase = (text: string) => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase())

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
  // Without a letter it has no other case.
  'other-case-app': (sign, { app: { appId, ...app } }) =>
    sign({ ...app, appId: otherCase(appId) === appId ? UNKNOWN_APP : otherCase(appId) }),
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
export async function headerValue(
  config: Pick<LiveConfig, 'authorization' | 'scheme'>,
  { appId, appSecret }: Credentials,
  request: Omit<ToSign, 'appId'>,
  signal?: AbortSignal,
): Promise<string> {
  const { authorization, scheme } = config
  switch (authorization.kind) {
    case 'stand-in':
      return standIn({ appId, appSecret: appSecret ?? '' }, Math.floor(Date.now() / 1000), scheme)
    case 'env':
      return authorization.value
    case 'command':
      return fromCommand(authorization.file, { ...request, appId }, appSecret, signal)
    case 'module':
      return fromModule(authorization.file, { ...request, appId }, appSecret, signal)
  }
}

type Make = (file: string, request: ToSign, secret?: string, signal?: AbortSignal) => Promise<string>

/** Milliseconds for one signature. */
const TIMEOUT = 10_000
/** Largest output of a command, in bytes: a header is far shorter. */
const LARGEST_OUTPUT = 64 * 1024

const ADVICE = 'It must print the value of the Authorization header, one line.'
const failed = (what: string) => new ChannelproofError('authorization-failed', what, ADVICE)

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
export const fromCommand: Make = (file, request, secret, signal) =>
  new Promise<string>((done, reject) => {
    // In its own process group, so that what it starts ends with it.
    const group = new ProcessGroup()
    const given = secret === undefined ? {} : { CHANNELPROOF_APP_SECRET: secret }
    const env = group.environment({ ...process.env, ...given })
    const child = spawn(resolve(file), { env, stdio: ['pipe', 'pipe', 'ignore'], detached: true })
    group.begin(child)
    const chunks: Buffer[] = []
    let length = 0
    const fail: Fail = (error) => {
      unlimited()
      group.end()
      // This program need not wait for a command that was ended.
      child.stdin.destroy()
      child.stdout.destroy()
      child.unref()
      reject(error)
    }
    const unlimited = limited(file, (error) => fail(error), signal)
    child.stdin.on('error', () => undefined)
    child.stdout.on('data', (data: Buffer) => {
      length += data.length
      if (length > LARGEST_OUTPUT) fail(failed(`${file} printed more than ${LARGEST_OUTPUT} bytes`))
      else chunks.push(data)
    })
    child.on('error', (error) => fail(notStarted(file, error)))
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
    (error: unknown) => {
      // Some errors of spawn come at once, such as ENOTDIR.
      throw error instanceof ChannelproofError ? error : notStarted(file, error)
    },
  )

const notStarted = (file: string, error: unknown): ChannelproofError =>
  failed(`${file} could not be started: ${pathErrorInWords(codeOf(error) ?? 'unknown')}`)

/** The message of a module's exception is not repeated: it may hold the secret. */
export const fromModule: Make = async (file, request, secret, signal) => {
  // A pipe would keep a thread of Node waiting, and the program with it, beyond any signal.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === false) throw failed(`${file} is no file`)
  let unlimited = (): void => undefined
  const late = new Promise<never>((_, reject) => {
    unlimited = limited(file, reject, signal)
  })
  const make = async (): Promise<unknown> => {
    const { default: sign } = (await import(pathToFileURL(resolve(file)).href)) as { default: Authorizer }
    return sign(request, secret)
  }
  const work = make().catch((error: unknown) => {
    throw failed(`${file} could not make it (${pathErrorInWords(kindOf(error))})`)
  })
  const value = await Promise.race([work, late]).finally(() => unlimited())
  if (typeof value !== 'string') throw failed(`${file} gave no text`)
  return oneLine(value, file)
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

// The right value with one alteration (sections 5 and 7).

type How = AlteredAuthorization['how']

/** The value has nothing that could be altered so: the question is not judged. */
export class NotAltered extends Error {}

/** @throws NotAltered where the value has no signature in this encoding, or none that can be altered so */
function altered(value: string, kind: AlteredAuthorization, encoding: SignatureEncoding): string {
  const { altered: part, how, at, fromEnd, isSchemeLower } = kind
  if (isSchemeLower) value = value.replace(/^\S+/, (scheme) => scheme.toLowerCase())
  const [, scheme = '', blank = '', rest = ''] = /^(\S+)(\s*)(.*)$/s.exec(value) ?? []
  if (how === 'left-out') return part === 'scheme' ? rest : scheme
  if (how === 'white-space') return `${scheme}  ${rest}`
  if (part === 'signature') return ofSignature(value, how, at, encoding)
  const text = part === 'scheme' ? scheme : rest
  const place = fromEnd ? Math.max(0, text.length - 1 - at) : at
  if (how === 'cut-off') return `${scheme} ${cutOff(rest, place)}`
  const changed = alteredText(text, how as Changed, place)
  return part === 'scheme' ? `${changed}${blank}${rest}` : `${scheme}${blank}${changed}`
}

/** Characters that a cut takes at least: two bytes of hex, more of base64, so never padding alone. */
const LEAST_CUT = 4

/** The beginning of a text, at least one character; a text too short to be cut gets one more. */
function cutOff(text: string, at: number): string {
  const longest = text.length - LEAST_CUT
  return longest < 1 ? `${text}x` : text.slice(0, 1 + (at % longest))
}

const LETTERS = { 'other-letter': /[A-Za-z0-9]/g, 'other-case': /[A-Za-z]/g, 'letter-added': /[A-Za-z0-9]/g }
type Changed = keyof typeof LETTERS

function alteredText(text: string, how: Changed, at: number): string {
  const letters = [...text.matchAll(LETTERS[how])].map(({ index }) => index)
  // The last letter of a padded base64 text holds unused bits (RFC 4648 section 3.5).
  const chosen = text.endsWith('=') ? letters.slice(0, -1) : letters
  // Counted among all characters: among the letters alone the same number would be another place in each signature.
  const place = chosen.find((index) => index >= at % text.length) ?? chosen[0]
  if (place === undefined) return `${text}x`
  return `${text.slice(0, place)}${CHANGED[how](text[place]!)}${text.slice(place + 1)}`
}

const CHANGED: Readonly<Record<Changed, (letter: string) => string>> = {
  // Not the other case of the same letter.
  'other-letter': (letter) => (/[kK]/.test(letter) ? 'm' : 'k'),
  'other-case': otherCase,
  'letter-added': (letter) => `${letter}k`,
}

/** Digits in the order of their numbers, and texts of at least 16 bytes: the shortest signatures have that many. */
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const WRITTEN = {
  // RFC 4648 section 4, and section 5 for URLs.
  base64: { texts: /([A-Za-z0-9+/_-]{22,})={0,2}/g, bits: 6 },
  hex: { texts: /([0-9A-Fa-f]{32,})/g, bits: 4 },
} as const
type Known = keyof typeof WRITTEN

const digitsOf = (encoding: Known, text: string): string => {
  if (encoding === 'base64') return `${BASE64}${/[-_]/.test(text) ? '-_' : '+/'}`
  return /[A-F]/.test(text) ? '0123456789ABCDEF' : '0123456789abcdef'
}

/** The last text of such digits is the signature: what stands before it may be an id, a time, or a word. */
function ofSignature(value: string, how: How, at: number, encoding: SignatureEncoding): string {
  const found = encoding === 'none' ? undefined : [...value.matchAll(WRITTEN[encoding].texts)].at(-1)
  if (!found || encoding === 'none')
    throw new NotAltered(
      `the Authorization has no signature in ${encoding}, so nothing of it was altered (--signature-encoding)`,
    )
  const text = found[1]!
  const before = value.slice(0, found.index)
  if (how === 'cut-off') return `${before}${cutOff(text, at)}`
  return `${before}${signatureWith(text, how, at, encoding)}${value.slice(found.index + text.length)}`
}

function signatureWith(text: string, how: How, at: number, encoding: Known): string {
  if (how === 'same-bytes') return sameBytes(text, encoding)
  // The last digit of base64 may hold unused bits: all others hold none.
  const places = encoding === 'hex' ? text.length : text.length - 1
  const bit = Math.floor(at / places) % WRITTEN[encoding].bits
  return flipped(text, at % places, bit, encoding)
}

/** In the other letter case, or with the lowest bit of the last digit, where that says nothing (RFC 4648 section 3.5). */
function sameBytes(text: string, encoding: Known): string {
  if (encoding === 'hex') return otherCase(text)
  if (text.length % 4 < 2) throw new NotAltered('the signature has no unused bits, so none was altered')
  return flipped(text, text.length - 1, 0, encoding)
}

function flipped(text: string, place: number, bit: number, encoding: Known): string {
  const digits = digitsOf(encoding, text)
  const digit = digits[digits.indexOf(text[place]!) ^ (1 << bit)]
  return `${text.slice(0, place)}${digit}${text.slice(place + 1)}`
}
