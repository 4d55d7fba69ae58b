/**
 * Binds the reference service to a port.
 *
 * What it answers in addition to sections 7.1 and 7.2; the interface shows none of this, so it is a choice:
 *
 * | what arrives                                             | answer                                | connection |
 * |----------------------------------------------------------|---------------------------------------|------------|
 * | a path that is none of the four; a query                 | 404                                   | stays      |
 * | another method on one of the four                        | 405 with Allow                        | stays      |
 * | body above 1 MiB, announced or not                       | 403 Invalid.Parameter.Value, or 400   | is closed  |
 * | no JSON, invalid UTF-8, a member twice, 100,000 brackets | 403 Invalid.Parameter.Value, or 400   | stays      |
 * | integer written 60.0                                     | accepted                              | stays      |
 * | 100 headers                                              | accepted                              | stays      |
 * | more than 16 KiB of headers                              | 431                                   | is closed  |
 * | chunked body                                             | accepted                              | stays      |
 * | more than 16 KiB of chunk extensions                     | 413                                   | is closed  |
 * | pipelined requests                                       | answered in order                     | stays      |
 * | absolute form (RFC 9112 section 3.2.2)                   | accepted                              | stays      |
 * | FIN after the request (half-closed)                      | answered                              | is closed  |
 * | FIN in the middle of a request                           | 400                                   | is closed  |
 * | reset in the middle of a request                         | nothing                               | is closed  |
 * | not complete after 10 seconds                            | 408                                   | is closed  |
 * | Content-Length too short                                 | for what was announced, then 400      | is closed  |
 * | Content-Length too long                                  | 408                                   | is closed  |
 * | Content-Length together with Transfer-Encoding           | 400                                   | is closed  |
 * | Expect: 100-continue                                     | 100 first, unless the body is too big | stays      |
 * | another Expect                                           | 417                                   | stays      |
 * | HTTP/1.0                                                 | answered                              | is closed  |
 * | HTTP/1.1 without Host                                    | 400                                   | is closed  |
 * | two Hosts, or an invalid one (RFC 9112 section 3.2)      | 400                                   | is closed  |
 * | no HTTP                                                  | 400                                   | is closed  |
 *
 * Which error comes first: route, method, then Authorization, then the body. `403 Invalid.Parameter.Value, or 400`: the
 * first for tokens (7.1), the second for streaming (7.2). A connection that is closed while the client still sends
 * lingers for at most a second.
 */
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { promisify } from 'node:util'
import { ROUTES } from '../../src/interface/operations.ts'
import {
  handle,
  join,
  LARGEST_BODY,
  type App,
  type ServiceResponse,
  type ServiceState,
} from '../../src/service/index.ts'
import { issue } from '../../src/token/index.ts'
import { closeServer, headerPairs, hostProblem, listen } from './server.ts'

export interface ServeOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly apps: readonly App[]
  /** Channels of the first app that are open from the start, with one user in each. */
  readonly open: readonly string[]
  readonly scheme: string
  /** Called once for each answer, without secrets. */
  readonly log?: ((entry: LogEntry) => void) | undefined
  /** A request must be complete within this time; then 408 is answered and the connection closed. Milliseconds. */
  readonly requestTimeout?: number
}

export interface Served {
  readonly url: string
  connections(): Promise<number>
  close(): Promise<void>
}

const REQUEST_TIMEOUT = 10_000

/** The app, and those whose errors sections 7.1 and 7.2 have; they share its secret. */
export const appsWith = (appId: string, appSecret: string): [App, App, App] => [
  { appId, appSecret, status: 'active' },
  { appId: 'channelproof-disabled', appSecret, status: 'disabled' },
  { appId: 'channelproof-unpaid', appSecret, status: 'unpaid' },
]

/** Rejects where the port is not available. */
export async function serve(options: ServeOptions): Promise<Served> {
  const timeout = options.requestTimeout ?? REQUEST_TIMEOUT
  const server = createServer({
    requestTimeout: timeout,
    headersTimeout: timeout,
    // By default Node checks its time limits only every 30 seconds.
    connectionsCheckingInterval: Math.min(1000, timeout),
  })
  answerRequests(server, initial(options), options.log)
  answerGarbage(server, options.log)
  const { url } = await listen(server, options)
  return { url, connections: promisify(server.getConnections.bind(server)), close: () => closeServer(server) }
}

function initial({ apps, open, scheme }: ServeOptions): ServiceState {
  const state: ServiceState = { apps, channels: new Map(), scheme }
  const [app] = apps
  if (!app) return state
  const now = seconds()
  return open.reduce((before, channelId) => {
    const token = issue({ channelId, userId: 'channelproof-host' }, { ...app, timestamp: now })
    return join(before, token, now).state
  }, state)
}

/** One answered request, without secrets. Method and path are empty where no request could be read. */
export type LogEntry = ReturnType<typeof entryOf>

const entryOf = (
  { method = '', url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  status: number,
  millis: number,
) => ({
  time: new Date().toISOString(),
  method,
  path: plainPath(url),
  status,
  trackingId: trackingIdOf(headers['tracking-id']),
  millis: Math.round(millis * 10) / 10,
})

const WORDS = new Set(Object.values(ROUTES).flatMap(({ path }) => path.split('/')))

/** A path or a query may hold a token or a secret by mistake, so only words of the interface are shown. */
function plainPath(url: string): string {
  const [path = '', ...query] = url.split('?')
  const words = path.slice(0, 200).split('/')
  return words.map((word) => (WORDS.has(word) ? word : '…')).join('/') + (query.length > 0 ? '?…' : '')
}

/** Section 4: 32 hexadecimal digits. Anything else is not shown. */
function trackingIdOf(value: string | string[] | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  return /^[0-9a-f]{32}$/i.test(value) ? value : '…'
}

type Log = ServeOptions['log']

/** So long a connection is read on: a client that still sends would meet a reset, not the answer (RFC 9112 section 9.6). */
const LINGER = { millis: 1000, bytes: 8 * LARGEST_BODY }

const TOO_LARGE = Buffer.alloc(LARGEST_BODY + 1)

/** Sockets that have had their last answer. */
const parting = new WeakSet<Duplex>()

const seconds = (): number => Math.floor(Date.now() / 1000)

/** Every request goes through the model, one after the other; the table above lists the answers. */
function answerRequests(server: Server, initial: ServiceState, log: Log): void {
  let state = initial
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = performance.now()
    const finish = (answered: ServiceResponse, isLast: boolean): void => {
      answer(response, answered, isLast)
      log?.(entryOf(request, answered.status, performance.now() - startedAt))
    }
    if (hostProblem(request) !== undefined) return finish({ status: 400 }, true)
    readBody(request, (body) => {
      const { method = '' } = request
      const asked = { method, path: pathOf(request), headers: headerPairs(request), body }
      const handled = handle(state, asked, seconds())
      state = handled.state
      finish(handled.response, body === TOO_LARGE)
    })
  }
  server.on('request', onRequest)
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!announcesTooMuch(request) && hostProblem(request) === undefined) response.writeContinue()
    onRequest(request, response)
  })
}

/** RFC 9112 section 3.2.2: a server takes the absolute form as well. */
const pathOf = ({ url = '' }: IncomingMessage): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*/i, '')

/** The client went away, so no answer can arrive. */
const ignore = (): void => undefined

const announcesTooMuch = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > LARGEST_BODY

/** Calls back with the body, or with TOO_LARGE as soon as that is certain. */
function readBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  request.on('error', ignore)
  if (announcesTooMuch(request)) return done(TOO_LARGE)
  const chunks: Buffer[] = []
  let length = 0
  const onData = (chunk: Buffer): void => {
    chunks.push(chunk)
    length += chunk.length
    if (length <= LARGEST_BODY) return
    request.off('data', onData).off('end', onEnd)
    done(TOO_LARGE)
  }
  // A request that is complete only after 408 was answered changes nothing any more.
  const onEnd = (): void =>
    void (parting.has(request.socket) || done(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
  request.on('data', onData).on('end', onEnd)
}

function answer(response: ServerResponse, { status, body }: ServiceResponse, isLast: boolean): void {
  const { req: request } = response
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers: Record<string, string | number> = { 'Content-Length': Buffer.byteLength(text) }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  // RFC 9110 section 15.5.6
  if (status === 405)
    headers['Allow'] = Object.values(ROUTES).find(({ path }) => path === pathOf(request))!.method
  if (isLast) headers['Connection'] = 'close'
  response.on('error', ignore)
  response.writeHead(status, headers)
  if (!isLast) return void response.end(text)
  response.flushHeaders()
  if (text !== '') response.write(text)
  linger(request, () => response.end())
}

function linger(request: IncomingMessage, done: () => void): void {
  parting.add(request.socket)
  let left = LINGER.bytes
  const timer = setTimeout(done, LINGER.millis)
  request.on('data', (chunk: Buffer) => (left -= chunk.length) < 0 && done())
  request.on('end', done)
  request.on('close', () => clearTimeout(timer))
}

const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Bytes that cannot be read as a request, or take too long. */
function answerGarbage(server: Server, log: Log): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    // Earlier complete requests get their answers first.
    setImmediate(() => {
      if (parting.has(socket)) return
      if (!socket.writable) return void socket.destroy()
      const status = STATUS_OF[code] ?? 400
      part(socket, status)
      log?.(entryOf({ headers: {} }, status, 0))
    })
  })
}

/** Closes our side after the last answer, and the whole connection if the client does not follow. */
function part(socket: Duplex, status: number): void {
  parting.add(socket)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
  const timer = setTimeout(() => socket.destroy(), LINGER.millis)
  socket.on('close', () => clearTimeout(timer))
}
