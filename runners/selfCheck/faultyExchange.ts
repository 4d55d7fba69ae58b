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

export interface Sent {
  readonly url: string
  readonly method: string
  readonly headers: OutgoingHttpHeaders
  readonly bytes: Uint8Array | undefined
  readonly millis: number
}

export interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** The body ended where the framing said. */
  readonly complete: boolean
}

/** The error code of the time limit. */
export const LATE = 'LATE'
/** How often a client that measures silence looks, in milliseconds: much longer than a busy machine delays a timer. */
const TURN = 100

/** Connections of clients that keep them. */
const KEEPING = new Agent({ keepAlive: true })

/** Sends a request. Rejects where no answer comes in time. */
export function exchange(sent: Sent, steps: ClientSteps): Promise<Received> {
  const { url, method, headers, bytes, millis } = sent
  const { idle, interim, keepsConnection, decodes = CODINGS } = steps
  const agent = keepsConnection ? KEEPING : false
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent }, (response) =>
      collect(response, decodes, over(resolve)),
    )
    const late = (): void => void request.destroy(Object.assign(new Error('late'), { code: LATE }))
    const timer = idle ? whenNothingComes(request, millis, late) : setTimeout(late, millis)
    const over =
      <Value>(then: (value: Value) => void) =>
      (value: Value): void => {
        clearTimeout(timer)
        then(value)
      }
    if (interim) request.on('information', ({ statusCode }) => over(resolve)(bare(statusCode)))
    request.on('error', over(reject))
    request.end(bytes)
  })
}

const DECODERS: Readonly<Record<Coding, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body),
  deflate: (body) => inflateSync(body),
  br: (body) => brotliDecompressSync(body),
}

const bare = (status: number): Received => ({ status, headers: {}, text: '', complete: true })

function collect(
  response: IncomingMessage,
  decodes: readonly Coding[],
  then: (received: Received) => void,
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
