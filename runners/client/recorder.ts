import { closeServer, headerPairs, hostProblem, listen } from '../http/server.ts'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { ClientCall, SeenRequest } from '../../src/model/index.ts'
import { ELSEWHERE, send } from './servedAnswers.ts'
import { broken, unreadable, type ParseError } from './unreadable.ts'

/** The recording service of one question: on a port of its own, so that every request is known to belong to it. */
export interface Recording {
  readonly port: number
  readonly requests: readonly SeenRequest[]
  /** When each of them came: Unix seconds. */
  readonly arrivals: readonly number[]
  close(): Promise<void>
}

const HOST = '127.0.0.1'

/** Starts it; it answers as the question says and keeps every request as it stood on the wire. */
export async function record(call: ClientCall): Promise<Recording> {
  const requests: SeenRequest[] = []
  const arrivals: number[] = []
  const server = createServer({ keepAliveTimeout: 1000 }, (request, response) => onRequest(request, response))
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const cameAt = Date.now() / 1000
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const seen = seenOf(request, Buffer.concat(chunks), `${HOST}:${port}`)
      const problem = hostProblem(request)
      requests.push(problem === undefined ? seen : broken(problem))
      arrivals.push(cameAt)
      const count = requests.filter(({ elsewhere }) => !elsewhere).length
      const answer = call.answers[Math.min(count, call.answers.length) - 1] ?? call.answers[0]!
      send(seen.elsewhere ? { status: 500 } : answer, {
        request,
        response,
        port,
        patience: call.timeoutMillis,
      })
    })
  }
  server.on('clientError', (error: ParseError, socket) => {
    // What else goes wrong is a client that went away, which is its right.
    if (error.code?.startsWith('HPE_')) {
      requests.push(unreadable(error))
      arrivals.push(Date.now() / 1000)
    }
    socket.destroy()
  })
  const { port } = await listen(server)
  const refused = call.answers[0]?.manner === 'refused'
  return { port: refused ? await unheard(port) : port, requests, arrivals, close: () => closeServer(server) }
}

/**
 * A port on which nobody listens, nor can until the service closes: the near end of a connection to it. A port that
 * is merely free could be given to another program meanwhile.
 */
function unheard(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, HOST, () => resolve(socket.localPort!))
    socket.on('error', reject)
  })
}

/** A request as it stood on the wire. @param host the host that it should name; another one is `elsewhere` */
export function seenOf(request: IncomingMessage, body: Buffer, host: string): SeenRequest {
  const { method = '', url = '', headers } = request
  return {
    elsewhere: headers.host !== host || url.startsWith(ELSEWHERE),
    method,
    target: url,
    headers: headerPairs(request),
    body: body.toString('base64'),
  }
}
