/** One HTTP request of a faulty client, and what comes back. */
import {
  Agent,
  request as httpRequest,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { ClientSteps } from '../../src/faults/client/clientFault.ts'
import { CODINGS, type Coding } from '../../src/model/index.ts'
import { connect } from 'node:net'
import { bodyAfterHead } from '../../src/faults/client/framing.ts'

export interface ClientSent {
  readonly url: string
  readonly method: string
  readonly headers: OutgoingHttpHeaders
  readonly bytes: Uint8Array | undefined
  readonly millis: number
}

export interface ClientReceived {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body ended where the framing said. */
  readonly complete: boolean
}

/** The error code of the time limit. */
export const LATE_CODE = 'LATE'
const lateError = (): Error => Object.assign(new Error('late'), { code: LATE_CODE })

/** How often a client that measures silence looks, in milliseconds: much longer than a busy machine delays a timer. */
const TURN = 100

const KEEPING = new Agent({ keepAlive: true })

/** Where a service has closed a connection without a word before: its next request is written to that one. */
const CLOSED = new Set<string>()

/** Sends a request. Rejects where no answer comes in time. */
export function exchange(sent: ClientSent, steps: ClientSteps): Promise<ClientReceived> {
  const { url, method, headers, bytes, millis } = sent
  const { idle, interim, keepsConnection, keepsClosedConnection, limitOfHead, decodes = CODINGS } = steps
  const agent = keepsConnection ? KEEPING : false
  const { origin } = new URL(url)
  if (keepsClosedConnection && CLOSED.delete(origin)) return Promise.reject(new Error('socket hang up'))
  let timer: NodeJS.Timeout | undefined
  const answered = new Promise<ClientReceived>((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent }, (response) => {
      if (limitOfHead) clearTimeout(timer)
      const isKept = response.headers.connection !== 'close'
      if (keepsClosedConnection && isKept) response.socket.once('end', () => CLOSED.add(origin))
      collect(response, decodes, resolve)
    })
    const late = (): void => void request.destroy(lateError())
    timer = idle ? whenNothingComes(request, millis, late) : setTimeout(late, millis)
    if (interim) request.on('information', ({ statusCode }) => resolve(bare(statusCode)))
    request.on('error', reject)
    request.end(bytes)
  })
  return answered.finally(() => clearTimeout(timer))
}

const DECODERS = { gzip: gunzipSync, deflate: inflateSync, br: brotliDecompressSync }

const bare = (status: number): ClientReceived => ({ status, headers: {}, text: '', complete: true })

function collect(
  response: IncomingMessage,
  decodes: readonly Coding[],
  then: (received: ClientReceived) => void,
): void {
  const chunks: Buffer[] = []
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  response.on('error', () => undefined)
  response.on('close', () => {
    const { statusCode: status = 0, headers, complete } = response
    const body = Buffer.concat(chunks)
    // Only clients that say so in Accept-Encoding get a compressed answer.
    const coding = decodes.find((name) => name === headers['content-encoding'])
    const plain = complete && coding ? DECODERS[coding](body) : body
    then({ status, headers, text: plain.toString('utf8'), complete })
  })
}

/** Calls back after so long a silence. It counts its own turns, because a busy machine delays both sides. */
function whenNothingComes(request: ClientRequest, millis: number, late: () => void): NodeJS.Timeout {
  let read = 0
  let turns = 0
  const look = setInterval(() => {
    const { bytesRead = 0 } = request.socket ?? {}
    turns = bytesRead === read ? turns + 1 : 0
    read = bytesRead
    if (turns * TURN >= millis) late()
  }, TURN)
  request.on('close', () => clearInterval(look))
  return look
}

type Reader = Pick<ClientSteps, 'piecesRead' | 'bodyRead'>

/** The same over a socket, for heads that node:http does not write. @param rewritten the head, from the plain one */
export function exchangeByHand(
  sent: ClientSent,
  rewritten: (head: string) => string,
  reader: Reader = {},
): Promise<ClientReceived> {
  const { url, bytes = new Uint8Array(), millis } = sent
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
    const timer = setTimeout(() => socket.destroy(lateError()), millis)
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      clearTimeout(timer)
      const received = read(reader.piecesRead?.(chunks) ?? Buffer.concat(chunks), reader)
      if (received) resolve(received)
      else reject(new Error('socket hang up'))
    })
    socket.write(rewritten(headOf(sent)))
    socket.write(bytes)
  })
}

/** It closes its connection: then the answer ends where the connection does. */
function headOf({ url, method, headers }: ClientSent): string {
  const { host, pathname } = new URL(url)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
  return `${method} ${pathname} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${lines.join('')}\r\n`
}

function read(bytes: Buffer, reader: Reader): ClientReceived | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [head, rest] = [bytes.toString('latin1', 0, end), bytes.subarray(end + 4)]
  const status = Number(head.split(' ')[1])
  // RFC 9110 section 15.2: an interim answer comes before the final one.
  if (status < 200) return read(rest, reader)
  const length = Number(/^content-length: *([0-9]+)/im.exec(head)?.[1] ?? rest.length)
  const location = /^location: *(\S+)/im.exec(head)?.[1]
  return {
    status,
    headers: location === undefined ? {} : { location },
    text: (reader.bodyRead ?? bodyAfterHead)(head, rest).toString('utf8'),
    complete: rest.length >= length,
  }
}
