/** A small HTTP client of an SDK. Without steps it is right; each step does something differently. */
import type {
  ClientFault,
  ClientSteps,
  Broken,
  Followed,
  Headers,
  Random,
} from '../../src/faults/client/clientFault.ts'
import { CLIENT_FAULTS } from '../../src/faults/client/index.ts'
import { CLIENT_PAIRS, CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { bundledProgram, type Command } from '../adapter/bundledProgram.ts'
import { isObject } from '../../src/json.ts'
import { jsonOrNothing } from '../../src/members.ts'
import { randomBytes } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { ROUTES } from '../../src/interface/operations.ts'
import type { ClientReport, Description, Json, WireCall } from '../../src/model/index.ts'
import {
  exchangeByHand,
  exchange,
  LATE_CODE,
  type ClientReceived,
  type ClientSent,
} from './faultyExchange.ts'

/** The client that does everything plainly. */
export const RIGHT_CLIENT = 'right'

/** The forms of a fault: its id, then `id#1` for the first of the others, and so on. */
const formsOf = ({ id, steps, others = [] }: ClientFault): (readonly [string, ClientSteps])[] => [
  [id, steps],
  ...others.map((form, index) => [`${id}#${index + 1}`, form] as const),
]

const CLIENTS: ReadonlyMap<string, ClientSteps> = new Map([
  [RIGHT_CLIENT, {}],
  ...[...CLIENT_VARIANTS, ...CLIENT_PAIRS].map(({ id, steps }) => [id, steps] as const),
  ...CLIENT_FAULTS.flatMap(formsOf),
])

/** What a client does; `id#0` is the fault itself. */
export const clientNamed = (name: string): ClientSteps | undefined => CLIENTS.get(name.replace(/#0$/, ''))

/** What the adapter before such a client says of itself. */
export const describedAs = (name: string, { says }: ClientSteps): Description => ({
  protocol: 1,
  sdk: { name, version: '0', language: 'TypeScript' },
  methods: ['client.call'],
  clock: 'injected',
  authorization: 'given',
  ...says,
})

export const formNames = (fault: ClientFault): string[] => formsOf(fault).map(([name]) => name)

/** The command of the adapter before such a client. */
export const clientAdapter = (name: string): Command => bundledProgram('selfCheck/faultyClientAdapter', name)

interface Surroundings {
  readonly log: (line: string) => void
  readonly crash: () => never
  readonly exchange: (sent: ClientSent, steps: ClientSteps) => Promise<ClientReceived>
  readonly random: (bytes: number, count: number) => Uint8Array
  readonly seconds: () => number
}

const PROGRAM: Surroundings = {
  log: (line) => void process.stderr.write(`${line}\n`),
  crash: () => process.exit(2),
  exchange: (sent, steps) =>
    steps.byHand ? exchangeByHand(sent, steps.byHand, steps) : exchange(sent, steps),
  random: (bytes) => randomBytes(bytes),
  seconds: () => Date.now() / 1000,
}

interface Session {
  readonly calls: WireCall[]
  readonly reports: ClientReport[]
  readonly waiting: ((report: ClientReport) => void)[]
}

export class FaultyClient {
  readonly #steps: ClientSteps
  readonly #surroundings: Surroundings
  readonly #cached = new Map<string, ClientReport>()
  readonly #sessions = new Map<string, Session>()
  #count = 0

  constructor(steps: ClientSteps, surroundings: Partial<Surroundings> = {}) {
    this.#steps = steps
    this.#surroundings = { ...PROGRAM, ...surroundings }
  }

  async call(call: WireCall): Promise<ClientReport> {
    const key = this.#steps.cache?.(call)
    const cached = key === undefined ? undefined : this.#cached.get(key)
    if (cached) return cached
    const report = await (this.#steps.answersInOrder ? this.#inOrder(call) : this.#send(call))
    // A failure is asked again, so it is not kept.
    if (key !== undefined && 'ok' in report && report.ok) this.#cached.set(key, report)
    return report
  }

  #inOrder(call: WireCall): Promise<ClientReport> {
    const { waiting } = this.#sessionOf(call)
    return new Promise((resolve, reject) => {
      waiting.push(resolve)
      this.#send(call).then((report) => waiting.shift()!(report), reject)
    })
  }

  async #send(asked: WireCall): Promise<ClientReport> {
    const { log, before, remembers, told, report = given } = this.#steps
    if (log) this.#surroundings.log(log(asked))
    const { calls, reports } = this.#sessionOf(asked)
    const call = remembers?.(asked, [...calls]) ?? asked
    calls.push(asked)
    const found = before?.(call) ?? (await this.#exchanged(call))
    const final = told?.(found, [...reports], asked) ?? found
    reports.push(final)
    return report(final)
  }

  /** The calls to a base URL and their reports: a client object keeps them. */
  #sessionOf({ baseUrl }: WireCall): Session {
    const session = this.#sessions.get(baseUrl) ?? { calls: [], reports: [], waiting: [] }
    this.#sessions.set(baseUrl, session)
    return session
  }

  async #exchanged(call: WireCall): Promise<ClientReport> {
    try {
      return await this.#found(this.#request(call), call)
    } catch (error) {
      // From the client's own code, not from the network.
      if (error instanceof SyntaxError) throw error
      return this.#brokenReport(error as Broken, call)
    }
  }

  #request(call: WireCall): ClientSent {
    const { method, url = joined, serialise = JSON.stringify, encode = utf8, timeout } = this.#steps
    const route = ROUTES[call.operation]
    const bytes = encode(serialise(call.body))
    return {
      url: url(call.baseUrl, route.path, call),
      method: method?.() ?? route.method,
      headers: this.#headers(call, bytes.length),
      bytes,
      millis: timeout?.() ?? call.timeoutMillis,
    }
  }

  #headers(call: WireCall, length: number): OutgoingHttpHeaders {
    const { contentType = json, authorization = given, trackingId = hexadecimal, headers } = this.#steps
    const { allHeaders = given } = this.#steps
    const count = this.#count++
    const random = (bytes: number): Uint8Array => this.#surroundings.random(bytes, count)
    const plain = {
      'Content-Type': contentType(),
      Authorization: authorization(call.authorization),
      'Tracking-Id': trackingId(random, count, call, this.#sessionOf(call).calls.slice(0, -1)),
      ...(headers?.(length, call) ?? { 'Content-Length': length }),
    }
    return present(allHeaders(plain))
  }

  async #found(sent: ClientSent, call: WireCall): Promise<ClientReport> {
    const { status, text: whole, complete } = await this.#answer(sent, call)
    const text = this.#steps.received?.(whole) ?? whole
    if (!complete) return this.#steps.aborted?.(status, text) ?? { ok: false, kind: 'network' }
    return status === 200 ? this.#success(call, text) : this.#failure(status, text)
  }

  async #answer(sent: ClientSent, call: WireCall): Promise<ClientReceived> {
    const { follow, retries, keepsTrackingId } = this.#steps
    const second = (): Promise<ClientReceived> => this.#exchange(keepsTrackingId ? sent : this.#request(call))
    const first = await this.#sentOnce(sent, call).catch((error: Broken) => {
      // An answer that came too late has used up the time of the call.
      if (error.code !== LATE_CODE && retries?.(undefined, call)) return second()
      throw error
    })
    const isRedirect = first.status >= 300 && first.status < 400
    const how = isRedirect ? follow?.(sent.method, first.status) : undefined
    if (how) return this.#exchange(followed(sent, first, how))
    return retries?.(first.status, call) ? second() : first
  }

  #sentOnce(sent: ClientSent, call: WireCall): Promise<ClientReceived> {
    const first = this.#exchange(sent)
    const [operation, millis = 0] = this.#steps.sendsTwiceAfter ?? []
    if (operation !== call.operation) return first
    const second = new Promise<ClientReceived>((resolve, reject) => {
      const timer = setTimeout(() => void this.#exchange(this.#request(call)).then(resolve, reject), millis)
      void first.catch(() => undefined).then(() => clearTimeout(timer))
    })
    return Promise.race([first, second])
  }

  #exchange(sent: ClientSent): Promise<ClientReceived> {
    return this.#surroundings.exchange(sent, this.#steps)
  }

  #failure(status: number, text: string): ClientReport {
    const { failure, codeOf = given } = this.#steps
    const code = codeOf(codeIn(jsonOrNothing(text)))
    return failure?.(status, text) ?? { ok: false, kind: 'http', status, ...(code !== undefined && { code }) }
  }

  #success(call: WireCall, text: string): ClientReport {
    const { success, tokenIn = plainToken, tokenOf = given } = this.#steps
    const told = success?.(text, call, this.#surroundings.seconds())
    if (told) return told
    if (call.operation !== 'auth.token') return { ok: true, status: 200 }
    const token = tokenIn(jsonOrNothing(text))
    if (typeof token !== 'string') return { ok: false, kind: 'protocol', status: 200 }
    return { ok: true, status: 200, token: tokenOf(token) }
  }

  #brokenReport(error: Broken, call: WireCall): ClientReport {
    const told = this.#steps.broken?.(error, call)
    if (told === 'exit') return this.#surroundings.crash()
    return told ?? { ok: false, kind: error.code === LATE_CODE ? 'timeout' : 'network' }
  }
}

const joined = (baseUrl: string, path: string): string => baseUrl.replace(/\/+$/, '') + path
const json = (): string => 'application/json'
const utf8 = (text: string): Uint8Array => Buffer.from(text)
const given = <Value>(value: Value): Value => value
const hexadecimal = (random: Random): string => Buffer.from(random(16)).toString('hex')

const present = (headers: Headers | OutgoingHttpHeaders): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))

function followed(
  { headers, bytes, ...sent }: ClientSent,
  { headers: { location = '' } }: ClientReceived,
  { method, authorization, body }: Followed,
): ClientSent {
  const kept = {
    ...headers,
    ...(authorization !== true && { Authorization: undefined }),
    ...(typeof authorization === 'string' && { [authorization]: headers['Authorization'] }),
    ...(!body && { 'Content-Length': undefined }),
  }
  return { ...sent, url: location, method, headers: present(kept), bytes: body ? bytes : undefined }
}

const plainToken = (body: Json | undefined): Json | undefined => (isObject(body) ? body['token'] : undefined)

/** The shape of an error body is not shown: looks for the code at any depth. */
function codeIn(value: Json | undefined): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries<Json>(value)) {
    if (/^(?:code|errorCode|error)$/.test(name) && typeof member === 'string') return member
    const found = codeIn(member)
    if (found !== undefined) return found
  }
  return undefined
}
