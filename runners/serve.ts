/**
 * Binds the reference service to a port.
 *
 * What it answers beside the rows of sections 7.1 and 7.2 (the interface shows none of this, so this is a choice):
 *
 * | what arrives                                             | answer                                | connection  |
 * |----------------------------------------------------------|---------------------------------------|-------------|
 * | a path that is none of the four, a query                 | 404                                   | stays       |
 * | another method on one of the four                        | 405 with Allow                        | stays       |
 * | body above 1 MiB, announced or not                       | 403 Invalid.Parameter.Value, or 400   | is closed   |
 * | no JSON, invalid UTF-8, a member twice, 100,000 brackets | 403 Invalid.Parameter.Value, or 400   | stays       |
 * | integer written 60.0                                     | taken                                 | stays       |
 * | 100 headers                                              | taken                                 | stays       |
 * | more than 16 KiB of headers                              | 431                                   | is closed   |
 * | chunked body                                             | taken                                 | stays       |
 * | pipelined requests                                       | answered in order                     | stays       |
 * | FIN after the request (half-closed)                      | answered                              | is closed   |
 * | FIN or reset in midst of a request                       | 400, or nothing                       | is closed   |
 * | not complete after 10 seconds                            | 408                                   | is closed   |
 * | Content-Length too short                                 | as cut off, then 400 for the rest     | is closed   |
 * | Content-Length too long                                  | 408                                   | is closed   |
 * | Content-Length together with Transfer-Encoding           | 400                                   | is closed   |
 * | Expect: 100-continue                                     | 100 first, unless the body is too big | stays       |
 * | another Expect                                           | 417                                   | stays       |
 * | HTTP/1.0                                                 | answered                              | is closed   |
 * | HTTP/1.1 without Host                                    | 400                                   | is closed   |
 * | no HTTP                                                  | 400                                   | is closed   |
 */
import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import {
  handle,
  join,
  LARGEST_BODY,
  OPERATIONS,
  type App,
  type ServiceResponse,
  type ServiceState,
} from '../src/service/index.ts'
import { issue } from '../src/token/index.ts'
import { entryOf, unreadEntry, type LogEntry } from './requestLog.ts'

export interface ServeOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly apps: readonly App[]
  /** Channels of the first app that are open from the start, with one user in each. */
  readonly open: readonly string[]
  readonly scheme: string
  /** Called once for each answer, with nothing secret in it. */
  readonly log?: (entry: LogEntry) => void
  /** A request must be complete within this time; then 408 is answered and the connection closed. Milliseconds. */
  readonly requestTimeout?: number
}

/** A running service. */
export interface Served {
  readonly url: string
  /** Open connections. */
  connections(): Promise<number>
  close(): Promise<void>
}

const REQUEST_TIMEOUT = 10_000

/**
 * A connection that is not read to its end stays for so many milliseconds or bytes: closed at once, a client that
 * still sends would meet a reset in the place of the answer (RFC 9112 section 9.6).
 */
const LINGER = { millis: 1000, bytes: 8 * LARGEST_BODY }

/** In the place of a body that is too large to be looked at. */
const TOO_LARGE = Buffer.alloc(LARGEST_BODY + 1)

const seconds = (): number => Math.floor(Date.now() / 1000)

/** Rejects where the port cannot be had. */
export function serve(options: ServeOptions): Promise<Served> {
  const timeout = options.requestTimeout ?? REQUEST_TIMEOUT
  const server = createServer({
    requestTimeout: timeout,
    headersTimeout: timeout,
    // Node looks at its time limits every 30 seconds unless told otherwise.
    connectionsCheckingInterval: Math.min(1000, timeout),
  })
  answerRequests(server, options)
  answerGarbage(server, options)
  return listen(server, options)
}

function answerRequests(server: Server, { log, ...options }: ServeOptions): void {
  let state = initial(options)
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = performance.now()
    readBody(request, (body) => {
      const { method = '' } = request
      const handled = handle(
        state,
        { method, path: pathOf(request), headers: pairs(request), body },
        seconds(),
      )
      state = handled.state
      answer(request, response, handled.response, body === TOO_LARGE)
      log?.(entryOf(request, handled.response.status, performance.now() - startedAt))
    })
  }
  server.on('request', onRequest)
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (!announcesTooMuch(request)) response.writeContinue()
    onRequest(request, response)
  })
}

function initial({ apps, open, scheme }: Pick<ServeOptions, 'apps' | 'open' | 'scheme'>): ServiceState {
  const state: ServiceState = { apps, channels: new Map(), scheme }
  const [app] = apps
  if (!app) return state
  const now = seconds()
  return open.reduce((before, channelId) => {
    const token = issue({ channelId, userId: 'channelproof-host' }, { ...app, timestamp: now })
    return join(before, token, now).state
  }, state)
}

/** RFC 9112 section 3.2.2: a server takes the absolute form as well. */
const pathOf = ({ url = '' }: IncomingMessage): string =>
  url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/]*/i, '')

const announcesTooMuch = ({ headers }: IncomingMessage): boolean =>
  Number(headers['content-length'] ?? 0) > LARGEST_BODY

/** Calls back with the body, or with TOO_LARGE as soon as that is certain. */
function readBody(request: IncomingMessage, done: (body: Buffer) => void): void {
  request.on('error', () => undefined) // The client went away: there is nobody to answer.
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
  // What is complete only after 408 was answered changes nothing any more.
  const onEnd = (): void => void (parting.has(request.socket) || done(Buffer.concat(chunks)))
  request.on('data', onData).on('end', onEnd)
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body }: ServiceResponse,
  isLast: boolean,
): void {
  const text = body === undefined ? '' : JSON.stringify(body)
  response.on('error', () => undefined)
  response.writeHead(status, {
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    // RFC 9110 section 15.5.6
    ...(status === 405 && { Allow: allowed(request) }),
    ...(isLast && { Connection: 'close' }),
    'Content-Length': Buffer.byteLength(text),
  })
  if (!isLast) return void response.end(text)
  response.flushHeaders()
  if (text !== '') response.write(text)
  linger(request, () => response.end())
}

const allowed = (request: IncomingMessage): string =>
  Object.values(OPERATIONS).find(({ path }) => path === pathOf(request))!.method

/** Takes in what the client still sends, within limits. */
function linger(request: IncomingMessage, done: () => void): void {
  parting.add(request.socket)
  let left = LINGER.bytes
  const timer = setTimeout(done, LINGER.millis)
  request.on('data', (chunk: Buffer) => (left -= chunk.length) < 0 && done())
  request.on('end', done)
  request.on('close', () => clearTimeout(timer))
}

/** Sockets that have had their last answer. */
const parting = new WeakSet<Duplex>()

/** By the code of the error; everything else is 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** What cannot be read as a request, or takes too long. */
function answerGarbage(server: Server, { log }: ServeOptions): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    if (parting.has(socket)) return
    if (!socket.writable) return void socket.destroy()
    parting.add(socket)
    const status = STATUS_OF[code] ?? 400
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    const timer = setTimeout(() => socket.destroy(), LINGER.millis)
    socket.on('close', () => clearTimeout(timer))
    log?.(unreadEntry(status))
  })
}

function pairs({ rawHeaders }: IncomingMessage): [string, string][] {
  return Array.from({ length: rawHeaders.length / 2 }, (_, index) => [
    rawHeaders[2 * index]!,
    rawHeaders[2 * index + 1]!,
  ])
}

function listen(server: Server, { host, port }: ServeOptions): Promise<Served> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const { address, port: bound, family } = server.address() as AddressInfo
      resolve({
        url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
        connections: () =>
          new Promise((done, fail) =>
            server.getConnections((error, count) => (error ? fail(error) : done(count))),
          ),
        close: () => closed(server),
      })
    })
  })
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
