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
import { Ports } from './ports.ts'
import { ELSEWHERE, send } from './servedAnswers.ts'
import { broken, unreadable, type ParseError } from './unreadable.ts'

/** The recording service of one question: on a port of its own, so that every request is known to belong to it. */
export interface Recording {
  readonly port: number
  readonly requests: readonly SeenRequest[]
  /** When each of them came: Unix seconds. */
  readonly arrivals: readonly number[]
  /** The tokens that were handed out. */
  readonly tokens: readonly string[]
  /** Another call is under way: its answers are sent from here on, and a token that is handed out is for it. */
  begin(call: Pick<ClientCall, 'appId' | 'appSecret' | 'body' | 'answers'>): void
  /** Of the answers that are still being sent, or were when their client left: since how many milliseconds. Once. */
  takeUnfinished(): number[]
  /** The next call of several with the same answers is under way. */
  goOn(body: ClientCall['body']): void
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const PORTS = new Ports()
/** How many bytes all requests of a question may have: the largest right one has some kB, and memory must not grow. */
const LARGEST = 16 * 1024 * 1024

/** An appId may hold what a replacement or a JSON string takes for something else: `$$`, a quote, a backslash. */
const withTokenIn = (body: string, token: string): string =>
  body.replaceAll(TOKEN_PLACE, () => token).replaceAll(ESCAPED_TOKEN_PLACE, () => escaped(token))
const ESCAPES: Readonly<Record<string, string>> = { '/': '\\/', '+': '\\u002b', '=': '\\u003d' }
const escaped = (token: string): string => token.replace(/[/+=]/g, (character) => ESCAPES[character]!)

/** Starts it; it answers as the question says and keeps every request as it stood on the wire. */
export async function record(call: ClientCall): Promise<Recording> {
  const requests: SeenRequest[] = []
  const arrivals: number[] = []
  const tokens: string[] = []
  /** When answers were begun that are not sent whole. */
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
  /** Takes so many bytes in; the first that have no room are a finding, and then nothing is read any more. */
  const hasRoom = (bytes: number, { socket }: IncomingMessage, cameAt: number): boolean => {
    if (room >= 0 && bytes > room) keep(broken(TOO_LARGE), cameAt)
    room -= bytes
    if (room < 0) socket.destroy()
    return room >= 0
  }
  /** With a token of now: a client that verifies what it gets is right. */
  const withToken = (answer: ServedAnswer): ServedAnswer => {
    const { body: text = '' } = answer
    if (!text.includes(TOKEN_PLACE) && !text.includes(ESCAPED_TOKEN_PLACE)) return answer
    const { appId, appSecret, body } = asked
    const timestamp = Math.floor(Date.now() / 1000)
    const token = issueText(JSON.stringify(body), { appId, appSecret, timestamp })
    tokens.push(token)
    return { ...answer, body: withTokenIn(text, inJson(token)) }
  }
  const server = createServer({ keepAliveTimeout: 1000 }, (request, response) => onRequest(request, response))
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const cameAt = Date.now() / 1000
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    if (!hasRoom(request.rawHeaders.join('').length, request, cameAt)) return
    request.on('data', (chunk: Buffer) => hasRoom(chunk.length, request, cameAt) && chunks.push(chunk))
    request.on('end', () => {
      const seen = seenOf(request, Buffer.concat(chunks), `${HOST}:${port}`)
      const problem = hostProblem(request)
      keep(problem === undefined ? seen : broken(problem), cameAt)
      const { answers } = asked
      const count = requests.slice(before).filter(({ elsewhere }) => !elsewhere).length
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
    // What else goes wrong is a client that went away, which is its right.
    if (error.code?.startsWith('HPE_') && room >= 0) keep(unreadable(error), Date.now() / 1000)
    room -= error.rawPacket?.length ?? 0
    socket.destroy()
  })
  const port = await PORTS.listen(server)
  const refused = call.answers[0]?.manner === 'refused'
  return {
    port: refused ? await unheard(port) : port,
    requests,
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
    // HTTP/1.0 asks for no Host.
    elsewhere: (headers.host ?? host) !== host || url.startsWith(ELSEWHERE),
    method,
    target: url,
    headers: headerPairs(request),
    body: body.toString('base64'),
  }
}
