/** Answers in every framing that HTTP/1.1 allows (RFC 9112 sections 6 and 7.1). */
import { STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Coding, Framing } from '../../src/model/index.ts'

/** The least time between two pieces, in milliseconds: long enough for most readers to get them one by one. */
const PAUSE = 3

const ENCODERS: Readonly<Record<Coding, (body: Buffer) => Buffer>> = {
  gzip: (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  br: (body) => brotliCompressSync(body),
}

/** Does Accept-Encoding name it? Not where its weight is 0 (RFC 9110 section 12.4.2). */
export function names({ headers }: IncomingMessage, coding: Coding): boolean {
  return (headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) =>
      part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .some(([name, weight = '']) => name === coding && !/^q=0(?:\.0*)?$/.test(weight))
}

/** The lines of the head that tell where the body ends, and the body as it lies on the wire. */
const ENDS: Readonly<
  Record<Framing['ends'], (body: Buffer, framing: Framing) => readonly [lines: string, bytes: Buffer]>
> = {
  length: (body) => [`Content-Length: ${body.length}\r\n`, body],
  chunks: (body, { chunks }) => ['Transfer-Encoding: chunked\r\n', chunked(body, chunks)],
  close: (body) => ['', body],
}

/**
 * The body in chunks of these lengths, and the last one, which is empty. The letters of the sizes are upper-case and
 * lower-case in turn (RFC 9112 section 7.1: HEXDIG, which RFC 5234 reads in both).
 */
function chunked(body: Buffer, lengths: readonly number[] = [body.length]): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const chunk = body.subarray(at, at + Math.max(1, lengths[parts.length % lengths.length]!))
    const digits = chunk.length.toString(16)
    const size = parts.length % 2 === 0 ? digits.toUpperCase() : digits
    parts.push(Buffer.concat([Buffer.from(`${size}\r\n`), chunk, Buffer.from('\r\n')]))
    at += chunk.length
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

/** Where a framed answer goes, and a listener for its last piece. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly done: () => void
}

/** Sends an answer with the headers that the response has; the connection ends with it. */
export function sendFramed(
  status: number,
  body: Buffer,
  framing: Framing,
  { request, response, done }: Exchange,
): void {
  const coding = framing.coding && names(request, framing.coding) ? framing.coding : undefined
  const plain = request.httpVersion === '1.0' && framing.ends === 'chunks' ? 'close' : framing.ends
  const [lines, bytes] = ENDS[plain](coding ? ENCODERS[coding](body) : body, framing)
  const headers = response.getHeaderNames().map((name) => `${name}: ${String(response.getHeader(name))}\r\n`)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`,
    `Date: ${new Date().toUTCString()}\r\n`,
    ...headers,
    ...(coding ? [`Content-Encoding: ${coding}\r\n`] : []),
    `Connection: close\r\n${lines}\r\n`,
  ]
  const whole = Buffer.concat([Buffer.from(head.join('')), bytes])
  inPieces(request.socket, piecesOf(whole, framing.cuts ?? []), { pause: framing.pause ?? PAUSE, done })
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
  how: { readonly pause: number } & Pick<Exchange, 'done'>,
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
