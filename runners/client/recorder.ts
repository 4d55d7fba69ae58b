import { closeServer, headerPairs, hostProblem } from '../http/server.ts'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { inJson } from '../../src/json.ts'
import { seenText } from '../../src/judge/client/seen.ts'
import { objectOrNothing } from '../../src/members.ts'
import {
  ESCAPED_TOKEN_PLACE,
  TOKEN_PLACE,
  TOO_LARGE,
  type ClientCall,
  type SeenRequest,
  type ServedAnswer,
} from '../../src/model/index.ts'
import { issueText } from '../../src/token/index.ts'
import { allowOrigin, answersPreflight, ELSEWHERE, send } from './servedAnswers.ts'
import { Ports, LOOPBACK_REACH, type Reach } from './reach.ts'
import { brokenRequest, unreadableRequest, type ParseError } from './seenRequests.ts'

const PORTS = new Ports()
/** How many bytes all requests of a question may have: the largest right one has some kB, and memory must not grow. */
const LARGEST = 16 * 1024 * 1024

/** An appId may hold text that a replacement or a JSON string reads as something else: `$$`, a quote, a backslash. */
const withTokenIn = (body: string, token: string): string =>
  body.replaceAll(TOKEN_PLACE, () => token).replaceAll(ESCAPED_TOKEN_PLACE, () => escaped(token))
const ESCAPES: Readonly<Record<string, string>> = { '/': '\\/', '+': '\\u002b', '=': '\\u003d' }
const escaped = (token: string): string => token.replace(/[/+=]/g, (character) => ESCAPES[character]!)

type Asked = Pick<ClientCall, 'appId' | 'appSecret' | 'body' | 'answers'> & { readonly calls?: number }

/** How long another call of several at a time may take to arrive, in milliseconds: a client may make them in order. */
const ANOTHER = 300
/** Between two answers that must not arrive together. */
const APART = 20

/** Answers that wait for the requests of all calls at a time, and are sent from the newest to the oldest. */
class Held {
  #answers: (() => void)[] = []
  #timer: NodeJS.Timeout | undefined

  add(answer: () => void, calls: number): void {
    this.#answers.push(answer)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#release(), this.#answers.length < calls ? ANOTHER : 0)
  }

  #release(): void {
    this.#answers.pop()?.()
    if (this.#answers.length > 0) this.#timer = setTimeout(() => this.#release(), APART)
  }
}

/** How long a client may take to close a connection that the service has closed, in milliseconds. */
const CLOSING = 500

/** The recording service of one question: on its own port, so that every request is known to belong to it. */
export class Recording {
  readonly requests: SeenRequest[] = []
  /** Of them: unreadable, on a connection that brought no request. */
  readonly strays = new Set<SeenRequest>()
  /** When each of them arrived: Unix seconds. */
  readonly arrivals: number[] = []
  readonly tokens: string[] = []
  port = 0
  readonly host: string
  readonly #held = new Held()
  readonly #sockets = new Set<Socket>()
  readonly #patience: number
  // No idle connection is closed: a second call that a busy machine delays would be lost with it.
  readonly #server = createServer({ keepAliveTimeout: 0 }, (...exchange) => this.#onRequest(...exchange))
  /** Connections that brought a request, each with its last one. */
  readonly #used = new WeakMap<object, IncomingMessage>()
  readonly #unfinished = new Set<{ readonly at: number }>()
  #room = LARGEST
  #asked: Asked
  #before = 0

  static async start(call: ClientCall, { host, bind }: Reach = LOOPBACK_REACH): Promise<Recording> {
    const recording = new Recording(call, host)
    const port = await PORTS.listen(recording.#server, bind)
    recording.port = call.answers[0]?.manner === 'refused' ? await unheard(port) : port
    return recording
  }

  private constructor(call: ClientCall, host: string) {
    this.#asked = call
    this.#patience = call.timeoutMillis
    this.host = host
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    this.#server.on('clientError', (error: ParseError, socket) => this.#onUnreadable(error, socket))
  }

  /** Another call begins: its answers are sent from here on, and new tokens are for it. */
  begin(call: Asked): void {
    this.#asked = call
    this.#before = this.requests.length
  }

  goOn(body: ClientCall['body']): void {
    this.#asked = { ...this.#asked, body }
  }

  /** Waits until the client has closed the connections that the service has closed, as long as it may take. */
  async untilClosed(): Promise<void> {
    const end = performance.now() + CLOSING
    const isOpen = (): boolean => [...this.#sockets].some(({ writableEnded }) => writableEnded)
    while (isOpen() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  /** For answers that are still being sent, or were when their client left: after how many milliseconds. Once. */
  takeUnfinished(): number[] {
    const millis = [...this.#unfinished].map(({ at }) => Math.round(performance.now() - at))
    this.#unfinished.clear()
    return millis
  }

  close(): Promise<void> {
    return closeServer(this.#server)
  }

  #onRequest(request: IncomingMessage, response: ServerResponse): void {
    this.#used.set(request.socket, request)
    if (answersPreflight(request, response)) return void request.resume()
    allowOrigin(request, response)
    const cameAt = Date.now() / 1000
    const chunks: Buffer[] = []
    request.on('error', () => undefined)
    if (!this.#hasRoom(request.rawHeaders.join('').length, request, cameAt)) return
    request.on('data', (chunk: Buffer) => this.#hasRoom(chunk.length, request, cameAt) && chunks.push(chunk))
    request.on('end', () => {
      const seen = seenOf(request, Buffer.concat(chunks), `${this.host}:${this.port}`)
      const problem = hostProblem(request)
      this.#keep(problem === undefined ? seen : brokenRequest(problem), cameAt)
      this.#answer(seen, request, response)
    })
  }

  #answer(seen: SeenRequest, request: IncomingMessage, response: ServerResponse): void {
    const there: ServedAnswer = this.#asked.answers.find((one) => one.there)?.there ?? { status: 500 }
    const answer = seen.elsewhere ? there : this.#answerDue()
    const to = { request, response, port: this.port, patience: this.#patience, begun: () => this.#begun() }
    const answered = (): void => send(this.#withToken(answer, seen), to)
    if (answer.manner === 'newest-first') this.#held.add(answered, this.#asked.calls ?? 1)
    else answered()
  }

  #onUnreadable(error: ParseError, socket: Duplex): void {
    // Any other error is a client that went away, which it may do.
    if (error.code?.startsWith('HPE_') && this.#room >= 0) {
      const request = unreadableRequest(error, this.#used.get(socket))
      this.#keep(request, Date.now() / 1000)
      if (!this.#used.has(socket)) this.strays.add(request)
    }
    this.#room -= error.rawPacket?.length ?? 0
    socket.destroy()
  }

  #keep(request: SeenRequest, cameAt: number): void {
    this.requests.push(request)
    this.arrivals.push(cameAt)
  }

  /** Accepts up to so many bytes; the first beyond them are a finding, and then it reads nothing more. */
  #hasRoom(bytes: number, { socket }: IncomingMessage, cameAt: number): boolean {
    if (this.#room >= 0 && bytes > this.#room) this.#keep(brokenRequest(TOO_LARGE), cameAt)
    this.#room -= bytes
    if (this.#room < 0) socket.destroy()
    return this.#room >= 0
  }

  /** To the newest request; where there are too few answers, the last one. */
  #answerDue(): ServedAnswer {
    const { answers } = this.#asked
    const own = this.requests.slice(this.#before).filter((one) => !one.elsewhere && !this.strays.has(one))
    return answers[Math.min(own.length, answers.length) - 1] ?? answers[0]!
  }

  /** With a token of now: a client may verify it. Of calls at a time each gets one for what its request holds. */
  #withToken(answer: ServedAnswer, sent: SeenRequest): ServedAnswer {
    const { body: text = '' } = answer
    if (!text.includes(TOKEN_PLACE) && !text.includes(ESCAPED_TOKEN_PLACE)) return answer
    const { appId, appSecret, body: asked } = this.#asked
    const body = (answer.manner === 'newest-first' && objectOrNothing(seenText(sent))) || asked
    const timestamp = Math.floor(Date.now() / 1000)
    const token = issueText(JSON.stringify(body), { appId, appSecret, timestamp })
    this.tokens.push(token)
    return { ...answer, body: withTokenIn(text, inJson(token)) }
  }

  #begun(): () => void {
    const one = { at: performance.now() }
    this.#unfinished.add(one)
    return () => void this.#unfinished.delete(one)
  }
}

/** The near end of a connection: no program can listen there until the service closes, as one could at a free port. */
function unheard(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, LOOPBACK_REACH.bind, () => resolve(socket.localPort!))
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
