import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import {
  APPS,
  OPEN_CHANNEL,
  APPS_SECRET,
  USER,
  type WaitingAlteration,
} from '../../src/faults/service/serviceFault.ts'
import type { Vector, Verdict } from '../../src/model/index.ts'
import { paced } from '../../src/generate/paced.ts'
import { allVerdicts, type RunOptions } from '../../src/run.ts'
import { handle, join, type ServiceRequest, type ServiceState } from '../../src/service/index.ts'
import { issue } from '../../src/token/index.ts'
import { wholeBody, closeServer, headerPairs, listen } from '../http/server.ts'
import type { LiveConfig } from '../live/config.ts'
import { EndpointSubject } from '../live/endpoint.ts'
import type { NoAnswer, Received, Sent, Transport } from '../live/http.ts'
import type { Time } from '../live/answerFacts.ts'
import { credentialsEnv, liveConfig } from '../live/load.ts'
import type { LiveSettings } from '../live/settings.ts'
import { Secrets } from '../terminal/secrets.ts'
import type { ServiceVariant, Wire } from '../../src/variants/service/serviceVariant.ts'
import { setImmediate as aTurn } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'

type Ways = Pick<ServiceVariant, 'wire'> & { readonly settings?: LiveSettings }

/** Unix seconds. @param millis after now */
const seconds = (millis = 0): number => Math.floor((Date.now() + millis) / 1000)

/** Time passes only while a caller waits: the clock of the service then jumps. */
class JumpingTime implements Time {
  #passed = 0
  readonly now = (): number => this.#passed
  readonly wait = (millis: number): Promise<void> => {
    this.#passed += Math.max(0, millis)
    return Promise.resolve()
  }
}

type Answering = (asked: ServiceRequest) => Promise<ToSend>

function faulty(alteration: WaitingAlteration, time: Pick<Time, 'now'>): Answering {
  let state = initial()
  const memory = new Map<string, string>()
  return async (asked) => {
    const now = seconds(time.now())
    const right: Parameters<WaitingAlteration>[1] = (altered) => {
      const handled = handle(state, { ...asked, ...altered }, now)
      state = handled.state
      return handled.response
    }
    const { status, body, raw, headers = {} } = await alteration(asked, right, now, memory)
    const all = { 'Content-Type': 'application/json', ...headers }
    return {
      status,
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== '')),
      text: raw ?? (body ? JSON.stringify(body) : ''),
    }
  }
}

interface Reached {
  readonly config: LiveConfig
  /** Absent: HTTP. */
  readonly transport?: Transport
  readonly close: () => Promise<void>
}

async function overHttp(answer: Answering, { wire, settings }: Ways): Promise<Reached> {
  const send = wire ? SENDS[wire] : plainly
  const onRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    send(await answer(askedIn(request, await wholeBody(request))), response, request)
  // A client that has gone away needs no answer.
  const server = createServer((...exchange) => void onRequest(...exchange).catch(() => undefined))
  const { url } = await listen(server)
  return { config: configFor(url, settings), close: () => closeServer(server) }
}

/** Without connections: a play of the catalogue has some hundred thousand exchanges. */
function inProcess(answer: Answering, { settings }: Ways): Reached {
  const exchange = async (sent: Sent): Promise<Received | NoAnswer> => {
    // Requests that are sent at once arrive before the first is answered.
    await aTurn()
    const { method, path } = sent
    const asked = { method, path, headers: pairsOf(sent.headers), body: Buffer.from(sent.body) }
    const { status, headers, text } = await answer(asked)
    const all = { Date: new Date().toUTCString(), ...headers }
    return { status, headers: lowerCase(all), body: hasNoContent(method, status) ? '' : text }
  }
  const transport = { send: exchange, sendAnew: exchange, close: () => Promise.resolve() }
  return { config: configFor('https://service.invalid', settings), transport, close: () => Promise.resolve() }
}

/** White space around a value is no part of it (RFC 9110 section 5.5). */
const pairsOf = (headers: Sent['headers']): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, value.replace(/^[ \t]+|[ \t]+$/g, '')])

const lowerCase = (headers: ToSend['headers']): ToSend['headers'] =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** RFC 9110 section 6.4.1. */
const hasNoContent = (method: string, status: number): boolean =>
  method === 'HEAD' || status === 204 || status === 304

function askedIn(request: IncomingMessage, body: Buffer): ServiceRequest {
  return { method: request.method ?? '', path: request.url ?? '', headers: headerPairs(request), body }
}

/** Its apps, and an open channel with one user in it. */
export function initial(): ServiceState {
  const now = seconds()
  const issuer = { appId: 'active', appSecret: APPS_SECRET, timestamp: now }
  const token = issue({ channelId: OPEN_CHANNEL, userId: USER }, issuer)
  return join({ apps: APPS, channels: new Map(), scheme: 'SvcSign' }, token, now).state
}

const [app, disabledApp, unpaidApp, otherApp] = APPS
export const ENV = credentialsEnv({ app, disabledApp, unpaidApp, otherApp })

export const configFor = (baseUrl: string, settings?: Ways['settings']): LiveConfig =>
  liveConfig({ ...MEETS, baseUrl, ...settings }, ENV)

/** Every precondition is met, and pushes have an address that somebody may take them at. */
const MEETS = {
  channel: OPEN_CHANNEL,
  exclusiveChannel: true,
  channelUser: USER,
  pushUrl: 'rtmp://push.example/live',
} as const

/** When a play of a service ends early. */
export type PlayEnd = Pick<RunOptions, 'bail' | 'isEnough'>

/** Asks a service with this fault the endpoint vectors: in this process, unless how it sends matters. */
export async function verdictsWith(
  alteration: WaitingAlteration,
  vectors: readonly Vector[],
  ways: Ways = {},
  end: PlayEnd = {},
): Promise<Verdict[]> {
  const time = new JumpingTime()
  const answer = faulty(alteration, time)
  const { config, transport, close } = await (ways.wire ? overHttp : inProcess)(answer, ways)
  try {
    const subject = new EndpointSubject(config, new Secrets(), { time, ...(transport && { transport }) })
    return await verdictsOfEndpoint(subject, vectors, end)
  } finally {
    await close()
  }
}

export function verdictsOfEndpoint(
  subject: EndpointSubject,
  vectors: readonly Vector[],
  end: PlayEnd = {},
): Promise<Verdict[]> {
  const asked = paced(vectors, () => subject.untilClockShows())
  return allVerdicts({ vectors: asked, find: () => undefined, subject, level: 'recommended', ...end })
}

interface ToSend {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

type Send = (answer: ToSend, response: ServerResponse, request: IncomingMessage) => void

const plainly: Send = ({ status, headers, text }, response) =>
  void response.writeHead(status, headers).end(text)

const after =
  (first: (response: ServerResponse) => void): Send =>
  (answer, response, request) => {
    first(response)
    plainly(answer, response, request)
  }

function dribbled(text: Buffer, response: ServerResponse): void {
  if (text.length === 0) return void response.end()
  response.write(text.subarray(0, 1))
  setImmediate(dribbled, text.subarray(1), response)
}

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
  'early-hints': after((response) => response.writeEarlyHints({ link: '</help>; rel=help' })),
  processing: after((response) => response.writeProcessing()),
  'http-1.0': ({ status, headers, text }, response) => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    response.socket!.end(`HTTP/1.0 ${status} \r\n${lines.join('')}\r\n${text}`)
  },
  'byte-by-byte': ({ status, headers, text }, response) => {
    response.writeHead(status, headers)
    dribbled(Buffer.from(text), response)
  },
  'lower-case-names': ({ status, headers, text }, response) =>
    void response.writeHead(status, lowerCase(headers)).end(text),
  'without-date': after((response) => void (response.sendDate = false)),
}
