import { type IncomingMessage, STATUS_CODES, type Server, type ServerResponse } from 'node:http'
import { ROUTES } from '../../src/interface/operations.ts'
import { headerPairs, hostProblem } from './server.ts'
import type { Duplex } from 'node:stream'
import { handle, LARGEST_BODY, type ServiceResponse, type ServiceState } from '../../src/service/index.ts'

/** One answered request, without secrets. Method and path are empty where no request could be read. */
export interface LogEntry {
  readonly time: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly trackingId: string | undefined
  readonly millis: number
}

const entryOf = (
  { method = '', url = '', headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  status: number,
  millis: number,
): LogEntry => ({
  time: new Date().toISOString(),
  method,
  path: plainPath(url),
  status,
  trackingId: trackingIdOf(headers['tracking-id']),
  millis: Math.round(millis * 10) / 10,
})

/** Bytes that could not be read as a request. */
const UNREAD = { method: '', url: '', headers: {} }

/** The words of the four paths. */
const WORDS = new Set(Object.values(ROUTES).flatMap(({ path }) => path.split('/')))

/** A path or a query may hold a token or a secret by mistake, so only words of the interface are shown. */
function plainPath(url: string): string {
  const [path = '', ...query] = url.split('?')
  const words = path.slice(0, 200).split('/')
  const plain = words.map((word) => (WORDS.has(word) ? word : '…'))
  return plain.join('/') + (query.length > 0 ? '?…' : '')
}

/** Section 4: 32 hexadecimal digits. Anything else is not shown. */
function trackingIdOf(value: string | string[] | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  return /^[0-9a-f]{32}$/i.test(value) ? value : '…'
}

type Log = ((entry: LogEntry) => void) | undefined

/**
 * A connection that is not read to its end stays open for so many milliseconds or bytes. Closed at once, a client that
 * still sends would meet a reset instead of the answer (RFC 9112 section 9.6).
 */
const LINGER = { millis: 1000, bytes: 8 * LARGEST_BODY }

/** Stands for a body that is too large to read. */
const TOO_LARGE = Buffer.alloc(LARGEST_BODY + 1)

/** Sockets that have had their last answer. */
const parting = new WeakSet<Duplex>()

export const seconds = (): number => Math.floor(Date.now() / 1000)

/** After the last answer the connection is closed. */
interface Ending {
  readonly isLast: boolean
}

/** Every request goes through the model, one after the other; the table in serve.ts lists the answers. */
export function answerRequests(server: Server, initial: ServiceState, log: Log): void {
  let state = initial
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const startedAt = performance.now()
    const finish = (answered: ServiceResponse, how: Ending): void => {
      answer(request, response, answered, how)
      log?.(entryOf(request, answered.status, performance.now() - startedAt))
    }
    if (hostProblem(request) !== undefined) return finish({ status: 400 }, { isLast: true })
    readBody(request, (body) => {
      const { method = '' } = request
      const handled = handle(
        state,
        { method, path: pathOf(request), headers: headerPairs(request), body },
        seconds(),
      )
      state = handled.state
      finish(handled.response, { isLast: body === TOO_LARGE })
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

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { status, body }: ServiceResponse,
  { isLast }: Ending,
): void {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers: Record<string, string | number> = { 'Content-Length': Buffer.byteLength(text) }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  // RFC 9110 section 15.5.6
  if (status === 405) headers['Allow'] = allowed(request)
  if (isLast) headers['Connection'] = 'close'
  response.on('error', ignore)
  response.writeHead(status, headers)
  if (!isLast) return void response.end(text)
  response.flushHeaders()
  if (text !== '') response.write(text)
  linger(request, () => response.end())
}

const allowed = (request: IncomingMessage): string =>
  Object.values(ROUTES).find(({ path }) => path === pathOf(request))!.method

/** Reads what the client still sends, within limits. */
function linger(request: IncomingMessage, done: () => void): void {
  parting.add(request.socket)
  let left = LINGER.bytes
  const timer = setTimeout(done, LINGER.millis)
  request.on('data', (chunk: Buffer) => (left -= chunk.length) < 0 && done())
  request.on('end', done)
  request.on('close', () => clearTimeout(timer))
}

/** By the code of the error; everything else is 400. */
const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/** Bytes that cannot be read as a request, or take too long. */
export function answerGarbage(server: Server, log: Log): void {
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => {
    // Earlier complete requests get their answers first.
    setImmediate(() => {
      if (parting.has(socket)) return
      if (!socket.writable) return void socket.destroy()
      const status = STATUS_OF[code] ?? 400
      part(socket, status)
      log?.(entryOf(UNREAD, status, 0))
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
