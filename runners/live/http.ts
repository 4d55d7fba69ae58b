import type { Dispatcher } from 'undici'
import { LOOPBACK, type LiveConfig } from './config.ts'
import { wasClosedUnanswered } from './keptConnections.ts'
import { proxyOf } from './proxy.ts'
import { Agent, EnvHttpProxyAgent } from './undici.ts'

/** Largest response body that is read, in bytes. */
const LARGEST_BODY = 1024 * 1024

export interface Sent {
  readonly method: string
  /** Path and query, exactly as it goes over the wire. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Received {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** What went wrong on the way: there was no HTTP answer. */
export interface NoAnswer {
  /** `gone`: nothing accepts connections there; `broken`: an answer began and did not end; `kept-closed`: none
   * began, on a connection that had answered before; `not-sent`: the run was over. */
  readonly reason: 'timeout' | 'gone' | 'broken' | 'kept-closed' | 'too-long' | 'malformed' | 'not-sent'
  readonly message: string
}

/** One connection pool to the endpoint: exact paths, no redirects, TLS verified, proxies of the usual environment. */
export class HttpClient {
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
    // No proxy for this machine itself.
    const unkept = { ...options, pipelining: 0 }
    if (LOOPBACK.test(baseUrl.hostname)) {
      this.#dispatcher = new Agent(options)
      this.#unkept = new Agent(unkept)
    } else {
      const proxy = proxyOf(baseUrl, process.env)
      const proxied = {
        httpProxy: proxy,
        httpsProxy: proxy,
        requestTls: tls,
        proxyTls: { rejectUnauthorized: true },
      }
      this.#dispatcher = new EnvHttpProxyAgent({ ...options, ...proxied })
      this.#unkept = new EnvHttpProxyAgent({ ...unkept, ...proxied })
    }
  }

  /** Never rejects: a failure is an answer. The whole exchange keeps the time limit. */
  send(sent: Sent): Promise<Received | NoAnswer> {
    return this.#send(sent, this.#dispatcher)
  }

  /** The same over a new connection. */
  sendAnew(sent: Sent): Promise<Received | NoAnswer> {
    return this.#send(sent, this.#unkept)
  }

  async #send({ method, path, headers, body: text }: Sent, over: Dispatcher): Promise<Received | NoAnswer> {
    const signal = AbortSignal.timeout(this.#timeout)
    const body = Buffer.from(text)
    try {
      return await read(await over.request({ origin: this.#origin, method, path, headers, body, signal }))
    } catch (error) {
      const failed = noAnswer(error as Error & { code?: string }, this.#timeout)
      if (failed.reason !== 'broken' || !wasClosedUnanswered(body)) return failed
      return { reason: 'kept-closed', message: `the endpoint closed a kept connection: ${failed.message}` }
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#dispatcher.destroy(), this.#unkept.destroy()])
  }
}

async function read({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Received | NoAnswer> {
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
