import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { parseJson } from '../../src/json.ts'
import type { Manner, ServedAnswer } from '../../src/model/index.ts'
import { ALLOW_ORIGIN } from './cors.ts'
import { names, sendFramed } from './framed.ts'

/** Where an answer goes. */
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
  const [at, timer] = [bytes.values(), setInterval(() => next(), pause).unref()]
  const next = (): void => {
    const { value, done } = at.next()
    if (done || !socket.writable) clearInterval(timer)
    else socket.write(Buffer.of(value))
  }
}

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
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${allowed}Content-Length: ${body.length}\r\n\r\n`
    const text = `${head}${body.toString('utf8')}`
    // The last byte comes when a silent answer would end.
    oneByOne(request.socket, Buffer.from(text), (patience + BEYOND) / text.length)
  },
  interim: (answer, body, exchange) => {
    exchange.response.writeEarlyHints({ link: '</x>; rel=preload' }, () => whole(answer, body, exchange))
  },
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
  if (answer.elsewhere) response.setHeader('Location', `http://localhost:${port}${ELSEWHERE}${request.url}`)
  const body = Buffer.from(answer.body ?? '', 'utf8')
  if (answer.framing)
    return sendFramed(answer.status, body, answer.framing, { request, response, done: exchange.begun() })
  const how = answer.manner === undefined ? whole : MANNERS[answer.manner]
  how(answer, body, exchange)
}
