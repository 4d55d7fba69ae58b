import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { Wire } from '../../src/variants/service/serviceVariant.ts'

/** An answer before it stands on the wire. */
export interface ToSend {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

type Send = (answer: ToSend, response: ServerResponse, request: IncomingMessage) => void

const plainly: Send = ({ status, headers, text }, response) =>
  void response.writeHead(status, headers).end(text)

/** One byte after the other, each in a turn of its own. */
function dribbled(text: Buffer, response: ServerResponse): void {
  if (text.length === 0) return void response.end()
  response.write(text.subarray(0, 1))
  setImmediate(dribbled, text.subarray(1), response)
}

/** The ways in which an answer may be sent. */
const SENDS: Readonly<Record<Wire, Send>> = {
  chunked: ({ status, headers, text }, response) => {
    response.writeHead(status, headers)
    for (const piece of text.match(/[^]{1,7}/g) ?? []) response.write(piece)
    response.end()
  },
  closed: ({ status, headers, text }, response) =>
    void response.writeHead(status, { ...headers, Connection: 'close' }).end(text),
  'gzip-where-accepted': (answer, response, request) => {
    const { status, headers, text } = answer
    if (!/gzip/.test(request.headers['accept-encoding'] ?? '')) return plainly(answer, response, request)
    response.writeHead(status, { ...headers, 'Content-Encoding': 'gzip' }).end(gzipSync(text))
  },
  'early-hints': (answer, response, request) => {
    response.writeEarlyHints({ link: '</help>; rel=help' })
    plainly(answer, response, request)
  },
  processing: (answer, response, request) => {
    response.writeProcessing()
    plainly(answer, response, request)
  },
  'http-1.0': ({ status, headers, text }, response) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    response.socket!.end(`HTTP/1.0 ${status} \r\n${lines.join('')}\r\n${text}`)
  },
  'byte-by-byte': ({ status, headers, text }, response) => {
    response.writeHead(status, headers)
    dribbled(Buffer.from(text), response)
  },
  'lower-case-names': ({ status, headers, text }, response) => {
    const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
    response.writeHead(status, Object.fromEntries(lower) as ToSend['headers']).end(text)
  },
  'without-date': (answer, response, request) => {
    response.sendDate = false
    plainly(answer, response, request)
  },
}

/** Sends an answer in one of these ways. */
export const send = (
  wire: Wire | undefined,
  answer: ToSend,
  response: ServerResponse,
  request: IncomingMessage,
): void => (wire ? SENDS[wire] : plainly)(answer, response, request)
