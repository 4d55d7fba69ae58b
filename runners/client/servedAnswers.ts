import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { gzipSync, brotliCompressSync, deflateSync } from 'node:zlib'
import { parseJson } from '../../src/json.ts'
import type { Manner, ServedAnswer, Coding, Framing } from '../../src/model/index.ts'

/** What lets a page read an answer of another origin (Fetch standard, section 3.2). */
const ALLOW_ORIGIN = 'Access-Control-Allow-Origin'

/** Lets the page that asks read the answer; a request without Origin does not come from a page. */
export function allowOrigin({ headers: { origin } }: IncomingMessage, response: ServerResponse): void {
  if (origin !== undefined) response.setHeader(ALLOW_ORIGIN, origin)
}

/**
 * A browser asks before it sends a page's request to another origin (Fetch standard, CORS preflight). That request is
 * the browser's and not the SDK's. @returns whether it was one, and is answered
 */
export function answersPreflight(request: IncomingMessage, response: ServerResponse): boolean {
  const { origin, ...headers } = request.headers
  const method = headers['access-control-request-method']
  if (request.method !== 'OPTIONS' || origin === undefined || method === undefined) return false
  allowOrigin(request, response)
  response.setHeader('Access-Control-Allow-Methods', method)
  const names = headers['access-control-request-headers']
  if (names !== undefined) response.setHeader('Access-Control-Allow-Headers', names)
  response.writeHead(204).end()
  return true
}

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly port: number
  /** Milliseconds that the call may take. */
  readonly patience: number
  /** A framed answer begins; the callback hears that its last piece is sent. */
  readonly begun: () => () => void
}

/** The start of the path to which a redirect leads. */
export const ELSEWHERE = '/elsewhere'
/** How long after the time limit a silent answer ends: by then a client that keeps its limit is gone. */
const BEYOND = 1500
/** When a late answer comes: this part of the time limit. */
const LATE = 0.55
/** Pause before the first byte and between two pieces of a slow answer, in milliseconds. */
const PAUSE = 150
/** A large answer: so many times a MiB, sent again and again to save the memory. */
const LARGE = 10
const MEBIBYTE = 1024 * 1024

type Send = (answer: ServedAnswer, body: Buffer, exchange: Exchange) => void

const later = (millis: number, what: () => void): void => void setTimeout(what, millis).unref()

function whole({ status }: ServedAnswer, body: Buffer, { response }: Exchange): void {
  response.writeHead(status, { 'Content-Length': body.length })
  response.end(body)
}

/** One timer for all bytes: separate timers of a busy process may fire in another order. */
function oneByOne(socket: Socket, bytes: Buffer, pause: number): void {
  const [begun, timer] = [performance.now(), setInterval(() => next(), pause).unref()]
  let sent = 0
  // By the clock: the intervals of a busy machine are longer, and the last byte would come much later.
  const next = (): void => {
    const due = Math.floor((performance.now() - begun) / pause)
    if (due > sent && socket.writable) socket.write(bytes.subarray(sent, due))
    sent = due
    if (due >= bytes.length || !socket.writable) clearInterval(timer)
  }
}

/** As most services write it; readers that know no other way are asked elsewhere. */
const capital = (name: string): string => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())

const fieldsOf = (response: ServerResponse, named = (name: string): string => name): string =>
  response
    .getHeaderNames()
    .map((name) => `${named(name)}: ${String(response.getHeader(name))}\r\n`)
    .join('')

const headOf = (status: number, fields: string, version = '1.1'): string =>
  `HTTP/${version} ${status} ${STATUS_CODES[status]}\r\n${fields}\r\n`

const MANNERS: Readonly<Record<Manner, Send>> = {
  gzip: (answer, body, exchange) => {
    if (!names(exchange.request, 'gzip')) return whole(answer, body, exchange)
    exchange.response.setHeader('Content-Encoding', 'gzip')
    whole(answer, gzipSync(body), exchange)
  },
  slow: ({ status }, body, { response }) => {
    const middle = Math.ceil(body.length / 2)
    // Each timer sets the next: of two that are set at once a busy process may fire the later one first.
    later(PAUSE, () => {
      response.writeHead(status, { 'Content-Length': body.length })
      response.write(body.subarray(0, middle))
      later(PAUSE, () => response.end(body.subarray(middle)))
    })
  },
  large: ({ status }, body, { response }) => {
    const value = parseJson<object>(body.toString('utf8'))
    const text = Buffer.from(JSON.stringify({ ...value, filler: '' }))
    const filler = Buffer.alloc(MEBIBYTE, 'x')
    response.writeHead(status, { 'Content-Length': text.length + LARGE * MEBIBYTE })
    // Between the quotes of the last member.
    response.write(text.subarray(0, -2))
    for (let sent = 0; sent < LARGE; sent++) response.write(filler)
    response.end(text.subarray(-2))
  },
  'cut-off': ({ status }, body, { request, response }) => {
    response.writeHead(status, { 'Content-Length': body.length + 100 })
    response.write(body, () => later(PAUSE, () => request.socket.destroy()))
  },
  'head-cut-off': ({ status }, _body, { request }) =>
    void request.socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Le`,
    ),
  dribble: ({ status }, body, { request, response, patience }) => {
    const origin = response.getHeader(ALLOW_ORIGIN)
    const allowed = origin === undefined ? '' : `${ALLOW_ORIGIN}: ${String(origin)}\r\n`
    const text = headOf(status, `${allowed}Content-Length: ${body.length}\r\n`) + body.toString('utf8')
    // The last byte comes when a silent answer would end.
    oneByOne(request.socket, Buffer.from(text), (patience + BEYOND) / text.length)
  },
  stalled: ({ status }, body, { request, response, patience }) => {
    response.writeHead(status, { 'Content-Length': body.length })
    response.write(body.subarray(0, Math.ceil(body.length / 2)))
    later(patience + BEYOND, () => request.socket.destroy())
  },
  late: (answer, body, exchange) => later(exchange.patience * LATE, () => whole(answer, body, exchange)),
  interim: (answer, body, exchange) =>
    exchange.response.writeEarlyHints({ link: '</x>; rel=preload' }, () => whole(answer, body, exchange)),
  'http-1.0': ({ status }, body, { request, response }) => {
    const head = headOf(status, `${fieldsOf(response, capital)}Content-Length: ${body.length}\r\n`, '1.0')
    request.socket.end(Buffer.concat([Buffer.from(head), body]))
  },
  'closed-after': (answer, body, exchange) => {
    whole(answer, body, exchange)
    exchange.response.once('finish', () => exchange.request.socket.end())
  },
  // The recording service holds it back.
  'newest-first': whole,
  reset: (_answer, _body, { request }) => void request.socket.resetAndDestroy(),
  // No request arrives here: the base URL names another port.
  refused: (_answer, _body, { request }) => void request.socket.destroy(),
  silent: (_answer, _body, { request, patience }) => later(patience + BEYOND, () => request.socket.destroy()),
}

/** Sends one answer in its manner. */
export function send(answer: ServedAnswer, exchange: Exchange): void {
  const { request, response, port } = exchange
  response.on('error', () => undefined)
  if (answer.body !== undefined && answer.body !== '') response.setHeader('Content-Type', 'application/json')
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
  if (answer.elsewhere) {
    const host = answer.elsewhere === true ? `localhost:${port}` : request.headers.host
    response.setHeader('Location', `http://${host}${ELSEWHERE}${request.url}`)
  }
  const body = Buffer.from(answer.body ?? '', 'utf8')
  if (answer.framing) return sendFramed(answer.status, answer.framing, body, exchange)
  const inManner = answer.manner === undefined ? whole : MANNERS[answer.manner]
  inManner(answer, body, exchange)
}

// Answers in every framing that HTTP/1.1 allows (RFC 9112 sections 6 and 7.1).

/** The least time between two pieces, in milliseconds: long enough for most readers to get them one by one. */
const LEAST_PAUSE = 3

const ENCODERS: Readonly<Record<Coding, (body: Buffer) => Buffer>> = {
  gzip: gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
}

/** Does Accept-Encoding name it? Not where its weight is 0 (RFC 9110 section 12.4.2). */
function names({ headers }: IncomingMessage, coding: Coding): boolean {
  const accepted = (headers['accept-encoding'] ?? '').toLowerCase().split(',')
  return accepted
    .map((part) => part.trim().split(/\s*;\s*/))
    .some(([name, weight = '']) => name === coding && !/^q=0(?:\.0*)?$/.test(weight))
}

function ended(ends: Framing['ends'], body: Buffer, framing: Framing): [lines: string, bytes: Buffer] {
  if (ends === 'close') return ['', body]
  if (ends === 'length') return [`Content-Length: ${body.length}\r\n`, body]
  const trailer = framing.extras ? 'Trailer: X-Sum\r\n' : ''
  return [`${trailer}Transfer-Encoding: chunked\r\n`, chunked(body, framing)]
}

/**
 * The body in chunks of these lengths, and the last one, which is empty. The letters of the sizes are upper-case and
 * lower-case in turn (RFC 9112 section 7.1: HEXDIG, which RFC 5234 reads in both).
 */
function chunked(body: Buffer, { chunks: lengths = [body.length], extras }: Framing): Buffer {
  // One, with a plain value: parsers of some libraries read no others.
  const [extension, trailer] = extras ? [';a=1', 'X-Sum: 1\r\n'] : ['', '']
  const parts: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const chunk = body.subarray(at, at + Math.max(1, lengths[parts.length % lengths.length]!))
    const digits = chunk.length.toString(16)
    const size = parts.length % 2 === 0 ? digits.toUpperCase() : digits
    parts.push(Buffer.concat([Buffer.from(`${size}${extension}\r\n`), chunk, Buffer.from('\r\n')]))
    at += chunk.length
  }
  return Buffer.concat([...parts, Buffer.from(`0\r\n${trailer}\r\n`)])
}

/** Sends an answer with the headers that the response has; the connection ends with it. */
function sendFramed(status: number, framing: Framing, body: Buffer, exchange: Exchange): void {
  const { request, response, begun } = exchange
  const coding = framing.coding && names(request, framing.coding) ? framing.coding : undefined
  const ends = request.httpVersion === '1.0' && framing.ends === 'chunks' ? 'close' : framing.ends
  const [lines, bytes] = ended(ends, coding ? ENCODERS[coding](body) : body, framing)
  const encoded = coding ? `Content-Encoding: ${coding}\r\n` : ''
  const date = `Date: ${new Date().toUTCString()}\r\n`
  const fields = `${date}${fieldsOf(response)}${encoded}Connection: close\r\n${lines}`
  const whole = Buffer.concat([Buffer.from(headOf(status, inLetterCase(fields, framing))), bytes])
  const how = { pause: framing.pause ?? LEAST_PAUSE, done: begun() }
  inPieces(request.socket, piecesOf(whole, framing.cuts ?? []), how)
}

function inLetterCase(fields: string, { names }: Framing): string {
  if (names === undefined) return fields
  const spelt = (name: string): string => (names === 'upper' ? name.toUpperCase() : name.toLowerCase())
  return fields.replace(/^[^:\r\n]+/gm, spelt)
}

function piecesOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const cutsAt = cuts.map((cut) => Math.floor((cut * bytes.length) / 1000)).toSorted((a, b) => a - b)
  const ends = [...new Set([...cutsAt, bytes.length])]
  return ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end)).filter(({ length }) => length > 0)
}

/** Each timer sets the next: of two that are set at once a busy process may fire the later one first. */
function inPieces(
  socket: Socket,
  [first = Buffer.alloc(0), ...others]: readonly Buffer[],
  how: { readonly pause: number; readonly done: () => void },
): void {
  socket.setNoDelay(true)
  if (others.length > 0) {
    socket.write(first)
    setTimeout(() => inPieces(socket, others, how), how.pause).unref()
  } else {
    how.done()
    socket.end(first)
  }
}
