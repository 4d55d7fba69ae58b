import { createRequire } from 'node:module'
import type * as Undici from 'undici'
import type { Dispatcher } from 'undici'
import { isLoopback } from '../http/server.ts'
import type { LiveConfig } from './config.ts'
import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { isKeyOf } from '../../src/tables.ts'
import { ChannelproofError } from '../../src/errors.ts'

/**
 * undici without its index, which also loads fetch, caches, mocks and web sockets: that takes as long as all else at
 * the start of a live run. undici does not promise these paths, so its version is pinned, and the tests of `live` use
 * them.
 */
const load = createRequire(import.meta.url)
const part = <T>(path: string): T => load(`undici/lib/${path}.js`) as T

// As in its index: a dispatcher has no request() and no connect() of its own.
Object.assign(part<typeof Undici.Dispatcher>('dispatcher/dispatcher').prototype, part('api/index'))

const Agent = part<typeof Undici.Agent>('dispatcher/agent')
const EnvHttpProxyAgent = part<typeof Undici.EnvHttpProxyAgent>('dispatcher/env-http-proxy-agent')
const ProxyAgent = part<typeof Undici.ProxyAgent>('dispatcher/proxy-agent')

/** Largest response body that is read, in bytes. */
const LARGEST_BODY = 1024 * 1024

export interface Sent {
  readonly method: string
  /** Path and query, exactly as it goes over the wire. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** In two pieces (see `Exchange`). */
  readonly isCut?: true
}

export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** A kept connection lost the request, and this answers the repeat. */
  readonly again?: true
}

/** What went wrong on the way: there was no HTTP answer. */
export interface NoAnswer {
  /** `gone`: nothing accepts connections there; `broken`: an answer began and did not end; `kept-closed`: none
   * began, on a connection that had answered before. */
  readonly reason: 'timeout' | 'gone' | 'broken' | 'kept-closed' | 'too-long' | 'malformed' | ReasonOfRun
  readonly message: string
}

/** `not-sent`: the run was over; `no-time`: --max-time was; `not-judged`: what came says nothing about the question. */
type ReasonOfRun = 'not-sent' | 'no-time' | 'not-judged'

/** What came of a request. */
export type Got = Received | NoAnswer

/** What carries requests to an endpoint and its answers back; it never rejects. */
export interface Transport {
  send(sent: Sent): Promise<Got>
  sendAnew(sent: Sent): Promise<Got>
  close(): Promise<void>
}

/** One connection pool to the endpoint: exact paths, no redirects, TLS verified, proxies of the usual environment. */
export class HttpClient implements Transport {
  readonly #dispatcher: Dispatcher
  /** Makes a connection for each request. */
  readonly #unkept: Dispatcher
  readonly #origin: string
  readonly #timeout: number

  constructor({ baseUrl, timeout, ca }: LiveConfig) {
    // NODE_TLS_REJECT_UNAUTHORIZED=0 must not give the credentials to an unknown server.
    const tls = { rejectUnauthorized: true, ...(ca !== undefined && { ca }) }
    this.#origin = baseUrl.origin
    this.#timeout = timeout
    const options = {
      connections: 8,
      pipelining: 1,
      headersTimeout: timeout,
      bodyTimeout: timeout,
      connect: { timeout, ...tls },
    }
    const make = makerOf(baseUrl, tls)
    this.#dispatcher = make(options)
    this.#unkept = make({ ...options, pipelining: 0 })
  }

  /** Never rejects: a failure is an answer. The whole exchange keeps the time limit. */
  async send(request: Sent, over = this.#dispatcher): Promise<Got> {
    const { method, path, headers: given, body: text, isCut } = request
    const signal = AbortSignal.timeout(this.#timeout)
    const body = Buffer.from(text)
    // A stream has no length of its own.
    const headers = isCut ? { ...given, 'Content-Length': String(body.length) } : given
    const sent = isCut ? Readable.from(inPieces(body), { objectMode: false }) : body
    const options = { origin: this.#origin, method, path, headers, body: sent, signal }
    try {
      return await read(await over.request(options))
    } catch (error) {
      const failed = noAnswer(error as Error & { code?: string }, this.#timeout)
      if (failed.reason !== 'broken' || !wasClosedUnanswered(body)) return failed
      return { reason: 'kept-closed', message: `the endpoint closed a kept connection: ${failed.message}` }
    }
  }

  sendAnew(sent: Sent): Promise<Got> {
    return this.send(sent, this.#unkept)
  }

  async close(): Promise<void> {
    await Promise.all([this.#dispatcher.destroy(), this.#unkept.destroy()])
  }
}

/** So long the second piece waits, in milliseconds: the first is on its way by then. */
const BETWEEN = 20

/** Cut behind the first byte of its last letter of several bytes (RFC 3629 section 3), or in the middle. */
async function* inPieces(body: Buffer): AsyncGenerator<Buffer> {
  const first = body.findLastIndex((byte) => byte >= 0xc0)
  const at = first < 0 ? body.length >> 1 : first + 1
  yield body.subarray(0, at)
  await setTimeout(BETWEEN)
  yield body.subarray(at)
}

function makerOf(baseUrl: URL, requestTls: object): (options: Undici.Agent.Options) => Dispatcher {
  if (isLoopback(baseUrl.hostname)) return (options) => new Agent(options)
  const proxy = proxyOf(baseUrl, process.env)
  const proxies = { httpProxy: proxy, httpsProxy: proxy, proxyTls: { rejectUnauthorized: true } }
  return (options) => new EnvHttpProxyAgent({ ...options, ...proxies, requestTls })
}

async function read({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Got> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > LARGEST_BODY) {
      body.destroy()
      return { reason: 'too-long', message: `the response body is larger than ${LARGEST_BODY} bytes` }
    }
    chunks.push(chunk)
  }
  return { status: statusCode, headers, body: Buffer.concat(chunks).toString('utf8') }
}

const TIMEOUTS = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'])
const GONE =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|.*CERT.*|.*SELF_SIGNED.*|ERR_TLS_.*)$/
const MALFORMED = /^(?:HPE_|UND_ERR_(?:RES_CONTENT|HEADERS_OVERFLOW|INVALID))/

function noAnswer(error: Error & { code?: string }, timeout: number): NoAnswer {
  const { name, code = name, message } = error
  if (name === 'TimeoutError' || name === 'AbortError' || TIMEOUTS.has(code))
    return { reason: 'timeout', message: `no whole answer within ${timeout} ms` }
  if (GONE.test(code)) return { reason: 'gone', message: `no connection: ${message} (${code})` }
  if (MALFORMED.test(code)) return { reason: 'malformed', message: `no HTTP: ${message} (${code})` }
  return { reason: 'broken', message: `the connection broke: ${message} (${code})` }
}

/** Where a request went out, and how many bytes had come over that connection before. */
const ways = new WeakMap<object, { readonly socket: Socket; readonly before: number }>()

// By its body: undici hands on the very same bytes.
subscribe('undici:client:sendHeaders', (message) => {
  const { request, socket } = message as { request: { body: object | null }; socket: Socket }
  if (request.body) ways.set(request.body, { socket, before: socket.bytesRead })
})

/** An endpoint may close a connection that has answered at any time, also under a request (RFC 9112 section 9.5). */
function wasClosedUnanswered(body: Buffer): boolean {
  const way = ways.get(body)
  return way !== undefined && way.before > 0 && way.socket.bytesRead === way.before
}

/** Variables that name a proxy: the first that is set counts, lower case first, as in curl. */
const VARIABLES = {
  'http:': ['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'],
  'https:': ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY', 'http_proxy', 'HTTP_PROXY'],
} as const

/** The proxy that the environment names; empty: none. @throws ChannelproofError `wrong-proxy` */
function proxyOf({ protocol }: URL, env: NodeJS.ProcessEnv): string {
  const variable = (isKeyOf(VARIABLES, protocol) ? VARIABLES[protocol] : []).find(
    (name) => env[name] !== undefined,
  )
  const address = variable === undefined ? '' : env[variable]!
  if (address === '' || isPossible(address)) return address
  // The address may hold a password.
  const advice = 'Set it to an address such as http://proxy.example:3128, or unset it.'
  throw new ChannelproofError('wrong-proxy', `${variable} is no address of a proxy`, advice)
}

/** No connection is made before the first request. */
function isPossible(uri: string): boolean {
  try {
    void new ProxyAgent({ uri }).destroy()
    return /^(?:https?|socks5?):/i.test(uri)
  } catch {
    return false
  }
}
