import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { CAPTURE_VECTORS, judgeCaptured, type Captured } from '../../src/judge/client/captured.ts'
import type { Duplex } from 'node:stream'
import { gates } from '../../src/run.ts'
import { faultsOfCaptured } from '../../src/diagnose/captured.ts'
import type { FaultId, Findings, Operation, SeenRequest, Vector, Verdict } from '../../src/model/index.ts'
import type { RunFacts } from '../../src/report/report.ts'
import type { Found } from '../../src/judge/finding.ts'
import { failureOf } from '../../src/judge/index.ts'
import { issueText } from '../../src/token/index.ts'
import { LARGEST_BODY, type App } from '../../src/service/index.ts'
import { hostProblem } from '../http/server.ts'
import { seenOf } from './recorder.ts'
import { TrackingIds, brokenRequest, unreadableRequest, type ParseError } from './seenRequests.ts'

const CAPTURED: RunFacts['description'] = {
  protocol: 1,
  sdk: { name: 'captured', version: '', language: '' },
  methods: ['client.call'],
  clock: 'system',
}

/** Of one vector of a capture. */
interface Tally {
  requests: number
  wrong: number
  /** The wrong ones without a known fault, and the faults of the others. */
  nameless: number
  readonly faults: Set<FaultId>
  first?: { readonly number: number; readonly findings: readonly Found[] }
}

type Expected = Pick<RunFacts, 'level' | 'require' | 'minCases'> & {
  readonly expect: readonly Operation[]
}

type CaptureFacts = Omit<RunFacts, 'suite' | 'find' | 'requirement' | 'startedAt' | 'seconds'>

/** Judges every request of a program when it arrives. Memory does not grow with their number. */
export class Capture {
  readonly #scheme: string
  readonly #tallies = new Map<string, Tally>()
  readonly #trackingIds = new TrackingIds()
  readonly operations = new Set<Operation>()
  requests = 0

  constructor(scheme: string) {
    this.#scheme = scheme
  }

  judge(request: SeenRequest): Captured {
    const scheme = this.#scheme
    const { method, target, body } = request
    // A repeated request is the same call.
    const call = createHash('sha256').update(`${method} ${target} ${body}`).digest('base64')
    const captured = judgeCaptured(request, scheme, this.#trackingIds.isOfAnother(request, call))
    const { operation, findings } = captured
    this.requests++
    if (operation) this.operations.add(operation)
    for (const [id, found] of findings) {
      const isKnown = operation !== undefined && found.length > 0
      this.#count(id, found, isKnown ? faultsOfCaptured(request, { operation, scheme, vector: id }) : [])
    }
    return captured
  }

  #count(id: string, findings: readonly Found[], faults: readonly FaultId[]): void {
    const tally = this.#tallies.get(id) ?? { requests: 0, wrong: 0, nameless: 0, faults: new Set() }
    this.#tallies.set(id, tally)
    tally.requests++
    if (findings.length === 0) return
    tally.wrong++
    if (faults.length === 0) tally.nameless++
    for (const fault of faults) tally.faults.add(fault)
    tally.first ??= { number: this.requests, findings }
  }

  /** The faults that explain what was wrong, if every wrong request shows one. */
  findings(): Findings | undefined {
    const wrong = [...this.#tallies].filter(([, tally]) => tally.wrong > 0)
    if (wrong.length === 0) return undefined
    const named = wrong.filter(([, { nameless }]) => nameless === 0)
    const faults = [...new Set(named.flatMap(([, tally]) => [...tally.faults]))]
    const explained = (fault: FaultId) => named.filter(([, one]) => one.faults.has(fault)).map(([id]) => id)
    return {
      causes: faults.map((fault) => ({ faults: [fault], explains: explained(fault) })),
      unexplained: wrong.filter(([, { nameless }]) => nameless > 0).map(([id]) => id),
      faultsOf: (id) => faults.filter((fault) => explained(fault).includes(id)),
      stages: [],
    }
  }

  facts({ expect, level, require, minCases }: Expected, url: string): CaptureFacts {
    const missing = expect.filter((operation) => !this.operations.has(operation))
    return {
      subject: { kind: 'capture', name: `${this.requests} requests`, baseUrl: url },
      level,
      require,
      minCases,
      partial: false,
      description: CAPTURED,
      methods: CAPTURED.methods,
      requireOneOf: CAPTURED.methods,
      lacking: missing.map((operation) => `--expect names ${operation}, and no such request came`),
      findings: this.findings(),
    }
  }

  verdicts(): Verdict[] {
    return CAPTURE_VECTORS.flatMap((vector) => {
      const { id, requirements } = vector
      const tally = this.#tallies.get(id)
      return tally ? [{ vector: id, requirements, ...conclusion(tally, vector), millis: 0 }] : []
    })
  }
}

function conclusion({ requests, wrong, first }: Tally, vector: Vector): ReturnType<typeof failureOf> {
  if (!first) return { outcome: 'passed', level: vector.level }
  const where = `${wrong} of ${requests} requests, the first is request ${first.number}`
  const findings = first.findings.map((one) => ({ ...one, message: `${where}: ${one.message}` }))
  return failureOf(vector, findings)
}

const doesGate = (id: string, level: 'required' | 'recommended'): boolean =>
  CAPTURE_VECTORS.some((one) => one.id === id && gates({ outcome: 'failed', level: one.level }, level))

/** Ends after a time, after a time without a request, or by a signal. */
export class IdleClock {
  readonly over: Promise<void>
  readonly #idle: number
  #end: () => void = () => undefined
  #timer: NodeJS.Timeout | undefined

  constructor({ lasts, idle }: { readonly lasts: number; readonly idle: number }, signal: AbortSignal) {
    this.#idle = idle
    this.over = new Promise((resolve) => {
      const whole = lasts === Infinity ? undefined : setTimeout(() => this.#end(), lasts)
      this.#end = () => {
        clearTimeout(whole)
        clearTimeout(this.#timer)
        resolve()
      }
      if (signal.aborted) this.#end()
      else signal.addEventListener('abort', () => this.#end())
    })
  }

  restart(): void {
    clearTimeout(this.#timer)
    if (this.#idle !== Infinity) this.#timer = setTimeout(() => this.#end(), this.#idle)
  }
}

/** `3 PUT /streaming/update  wrong-method: …`: one line a request, findings that do not gate in brackets. */
export function captureLine(
  count: number,
  { method, target }: SeenRequest,
  { findings }: Captured,
  level: 'required' | 'recommended',
): string {
  const found = [...findings].flatMap(([id, list]) => {
    const texts = list.map(({ reason, message }) => `${reason}: ${message}`)
    return doesGate(id, level) ? texts : texts.map((text) => `(${text})`)
  })
  return `${count} ${method} ${target.split('?')[0]}  ${found.join(' ') || 'ok'}`
}

/**
 * A server that accepts everything, passes it on and answers as if all were well, so that the program goes on: 200 with
 * a token for the token endpoint, 200 for streaming, 404 for anything else.
 */
export function captureServer(app: App, onRequest: (request: SeenRequest) => Captured): Server {
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { body, complete } = await read(request)
    if (!complete) return void onRequest(brokenRequest('the body is shorter than was announced'))
    const problem = request.headers.host === undefined ? 'it has no Host' : hostProblem(request)
    if (problem !== undefined) return void (onRequest(brokenRequest(problem)), response.destroy())
    const { operation } = onRequest(seenOf(request, body, ''))
    answer(app, operation, body, response)
  }
  // Without Host node:http would answer by itself, and the request would stay unseen.
  const server = createServer({ requireHostHeader: false }, take)
  server.on('checkExpectation', take)
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    onRequest(seenOf(request, Buffer.alloc(0), ''))
    socket.destroy()
  })
  server.on('clientError', (error: ParseError, socket) => {
    if (error.code?.startsWith('HPE_')) onRequest(unreadableRequest(error))
    socket.destroy()
  })
  return server
}

async function read(request: IncomingMessage): Promise<{ body: Buffer; complete: boolean }> {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length <= LARGEST_BODY) chunks.push(chunk)
    }
  } catch {
    // The client went away in the middle of it.
  }
  return { body: Buffer.concat(chunks), complete: request.complete }
}

function answer(app: App, operation: Operation | undefined, body: Buffer, response: ServerResponse): void {
  response.on('error', () => undefined)
  if (operation === undefined) return void response.writeHead(404).end()
  // Section 1: all bodies are JSON.
  response.writeHead(200, { 'Content-Type': 'application/json' })
  if (operation !== 'auth.token') return void response.end('{}')
  const token = issueText(body.toString('utf8'), { ...app, timestamp: Math.floor(Date.now() / 1000) })
  response.end(JSON.stringify({ token }))
}
