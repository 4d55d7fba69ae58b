import { closeServer, headerPairs, hostProblem } from '../http/server.ts'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { inJson } from '../../src/json.ts'
import {
  ESCAPED_TOKEN_PLACE,
  TOKEN_PLACE,
  TOO_LARGE,
  type ClientCall,
  type SeenRequest,
  type ServedAnswer,
} from '../../src/model/index.ts'
import { issueText } from '../../src/token/index.ts'
import { allowOrigin, answersPreflight } from './cors.ts'
import { Ports } from './ports.ts'
import { LOOPBACK, type Reach } from './reach.ts'
import { ELSEWHERE, send } from './servedAnswers.ts'
import { broken, unreadable, type ParseError } from './unreadable.ts'

/** The recording service of one question: on its own port, so that every request is known to belong to it. */
export interface Recording {
  readonly port: number
  readonly requests: readonly SeenRequest[]
  /** Of them: unreadable, on a connection that brought no request. */
  readonly strays: ReadonlySet<SeenRequest>
  /** When each of them arrived: Unix seconds. */
  readonly arrivals: readonly number[]
  /** The tokens in its answers. */
  readonly tokens: readonly string[]
  /** Another call begins: its answers are sent from here on, and new tokens are for it. */
  begin(call: Pick<ClientCall, 'appId' | 'appSecret' | 'body' | 'answers'>): void
  /** For answers that are still being sent, or were when their client left: after how many milliseconds. Once. */
  takeUnfinished(): number[]
  /** The next of several calls with the same answers begins. */
  goOn(body: ClientCall['body']): void
  close(): Promise<void>
}

const PORTS = new Ports()
/** How many bytes all requests of a question may have: the largest right one has some kB, and memory must not grow. */
const LARGEST = 16 * 1024 * 1024

/** An appId may hold text that a replacement or a JSON string reads as something else: `$$`, a quote, a backslash. */
const withTokenIn = (body: string, token: string): string =>
  body.replaceAll(TOKEN_PLACE, () => token).replaceAll(ESCAPED_TOKEN_PLACE, () => escaped(token))
const ESCAPES: Readonly<Record<string, string>> = { '/': '\\/', '+': '\\u002b', '=': '\\u003d' }
const escaped = (token: string): string => token.replace(/[/+=]/g, (character) => ESCAPES[character]!)

/** Starts it; it answers as the question says and keeps every request as it stood on the wire. */
export async function record(call: ClientCall, { host, bind }: Reach = LOOPBACK): Promise<Recording> {
  const requests: SeenRequest[] = []
  const arrivals: number[] = []
  const tokens: string[] = []
  const strays = new Set<SeenRequest>()
  /** Connections that brought a request. */
  const used = new WeakSet<object>()
  /** The start times of answers that are not complete. */
  const unfinished = new Set<{ readonly at: number }>()
  const begun = (): (() => void) => {
    const one = { at: performance.now() }
    unfinished.add(one)
    return () => void unfinished.delete(one)
  }
  let room = LARGEST
  let asked: Parameters<Recording['begin']>[0] = call
  let before = 0
  const keep = (request: SeenRequest, cameAt: number): void => {
    requests.push(request)
    arrivals.push(cameAt)
  }
  /** Accepts up to so many bytes; the first beyond them are a finding, and then it reads nothing more. */
  const hasRoom = (bytes: number, { socket }: IncomingMessage, cameAt: number): boolean => {
    if (room >= 0 && bytes > room) keep(broken(TOO_LARGE), cameAt)
    room -= bytes
    if (room < 0) socket.destroy()
    return room >= 0
  }
  /** With a token of now: a client may verify it. */
  const withToken = (answer: ServedAnswer): ServedAnswer => {
    const { body: text = '' } = answer
    if (!text.includes(TOKEN_PLACE) && !text.includes(ESCAPED_TOKEN_PLACE)) return answer
    const { appId, appSecret, body } = asked
    const timestamp = Math.floor(Date.now() / 1000)
    const token = issueText(JSON.stringify(body), { appId, appSecret, timestamp })
    tokens.push(token)
    return { ...answer, body: withTokenIn(text, inJson(token)) }
  }
  // No idle connection is closed: a second call that a busy machine delays would be lost with it.
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => onRequest(request, response))
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    used.add(request.socket)
    if (answersPreflight(request, response)) return void request.resume()
    allowOrigin(request, response)
    const cameAt = Date.now() / 1000
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    if (!hasRoom(request.rawHeaders.join('').length, request, cameAt)) return
    request.on('data', (chunk: Buffer) => hasRoom(chunk.length, request, cameAt) && chunks.push(chunk))
    request.on('end', () => {
      const seen = seenOf(request, Buffer.concat(chunks), `${host}:${port}`)
      const problem = hostProblem(request)
      keep(problem === undefined ? seen : broken(problem), cameAt)
      const { answers } = asked
      const count = requests.slice(before).filter((one) => !one.elsewhere && !strays.has(one)).length
      const answer = answers[Math.min(count, answers.length) - 1] ?? answers[0]!
      send(seen.elsewhere ? { status: 500 } : withToken(answer), {
        request,
        response,
        port,
        patience: call.timeoutMillis,
        begun,
      })
    })
  }
  server.on('clientError', (error: ParseError, socket) => {
    // Any other error is a client that went away, which it may do.
    if (error.code?.startsWith('HPE_') && room >= 0) {
      const request = unreadable(error)
      keep(request, Date.now() / 1000)
      if (!used.has(socket)) strays.add(request)
    }
    room -= error.rawPacket?.length ?? 0
    socket.destroy()
  })
  const port = await PORTS.listen(server, bind)
  const refused = call.answers[0]?.manner === 'refused'
  return {
    port: refused ? await unheard(port) : port,
    requests,
    strays,
    arrivals,
    tokens,
    begin: (next) => {
      asked = next
      before = requests.length
    },
    takeUnfinished: () => {
      const millis = [...unfinished].map(({ at }) => Math.round(performance.now() - at))
      unfinished.clear()
      return millis
    },
    goOn: (body) => void (asked = { ...asked, body }),
    close: () => closeServer(server),
  }
}

/**
 * A port without a listener, and without a chance of one until the service closes: the near end of a connection to it.
 * Another program could get a port that is merely free.
 */
function unheard(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, LOOPBACK.bind, () => resolve(socket.localPort!))
    socket.on('error', reject)
  })
}

/** A request as it stood on the wire. @param host the host that it should name; another one is `elsewhere` */
export function seenOf(request: IncomingMessage, body: Buffer, host: string): SeenRequest {
  const { method = '', url = '', headers } = request
  return {
    // HTTP/1.0 requires no Host.
    elsewhere: (headers.host ?? host) !== host || url.startsWith(ELSEWHERE),
    method,
    target: url,
    headers: headerPairs(request),
    body: body.toString('base64'),
  }
}
