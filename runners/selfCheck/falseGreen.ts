import { createServer, type Socket } from 'node:net'
import { listen } from '../http/server.ts'
import { isObject } from '../../src/json.ts'
import { PROTOCOL_FAULTS } from '../../src/faults/catalogue.ts'
import { isBad } from '../../src/judge/index.ts'
import type { FaultId, Json, Vector, VectorId, Verdict } from '../../src/model/index.ts'
import { JOIN_DEFAULTS } from '../../src/interface/joinParams.ts'
import { EndpointSubject } from '../live/endpoint.ts'
import { bundledProgram, type Command } from '../adapter/bundledProgram.ts'
import type { Suite } from '../suite/index.ts'
import { verdictsOfAdapter } from './clientInProcess.ts'
import type { Tell } from './kills.ts'
import { configFor, verdictsOfEndpoint } from './faultyService.ts'

/** What a listening program may do instead of HTTP; none of it is an answer. */
const BROKEN_SERVICES: Readonly<Record<string, (socket: Socket) => void>> = {
  'service-hang': () => undefined,
  'service-crash': (socket) => socket.destroy(),
  'service-garbage': (socket) => socket.end(Buffer.from([0x00, 0xff, 0xfe, 0x0a])),
  'service-silent-end': (socket) => socket.end(),
  'service-empty-200': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
}

/** Listens on a loopback port, and does this with every connection that sends something. */
async function serveBroken(behave: (socket: Socket) => void): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => behave(socket))
  })
  const { url } = await listen(server)
  const close = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { url, close }
}

/** A subject that can do nothing, and what it passed nevertheless. */
interface FalseGreen {
  readonly subject: FaultId
  readonly judged: number
  /** Vectors that it passed and should not have. */
  readonly passed: readonly VectorId[]
  readonly bad: readonly VectorId[]
}

/** How many milliseconds are enough for a subject that hangs. */
const PATIENCE = 300

/** The command of a subject of the group `protocol`. */
const protocolAdapter = (name: FaultId): Command => bundledProgram('selfCheck/protocolAdapter', name)

/** Everything that must pass nothing: adapters first, then programs that listen on a port. */
export async function falseGreen({ vectors, find }: Suite, tell: Tell): Promise<FalseGreen[]> {
  const asked = vectors.filter(({ question }) => /^token\.|^client\./.test(question.method))
  const found: FalseGreen[] = []
  for (const [at, { id }] of PROTOCOL_FAULTS.entries()) {
    tell({ part: 'adapters without an answer', at: at + 1, of: PROTOCOL_FAULTS.length, name: id })
    const mine = id === 'adapter-hang' ? asked.slice(0, 200) : asked
    found.push(
      outcome(
        id,
        await verdictsOfAdapter(protocolAdapter(id), mine, { find, timeout: PATIENCE }),
        right(id, mine),
      ),
    )
  }
  const exchanges = vectors.filter(({ question }) => question.method === 'endpoint.exchange')
  const services = Object.entries(BROKEN_SERVICES)
  for (const [at, [name, behave]] of services.entries()) {
    tell({ part: 'services without an answer', at: at + 1, of: services.length, name })
    const { url, close } = await serveBroken(behave)
    const subject = new EndpointSubject({ ...configFor(url), timeout: PATIENCE })
    const verdicts = await verdictsOfEndpoint(subject, exchanges)
    close()
    found.push(outcome(name, verdicts, name === 'service-empty-200' ? emptySuccess(exchanges) : new Set()))
  }
  return found
}

function outcome(subject: FaultId, verdicts: readonly Verdict[], allowed: ReadonlySet<VectorId>): FalseGreen {
  const passed = verdicts.filter(({ outcome }) => outcome === 'passed').map(({ vector }) => vector)
  return {
    subject,
    judged: verdicts.length,
    passed: passed.filter((id) => !allowed.has(id)),
    bad: verdicts.filter(isBad).map(({ vector }) => vector),
  }
}

/**
 * The vectors for which a constant answer is right: the first vector of each method, and those with the very same
 * result. Found from the vectors alone, because this tests the judge.
 */
function right(id: FaultId, vectors: readonly Vector[]): ReadonlySet<VectorId> {
  if (id !== 'adapter-constant') return new Set()
  const results = new Map<string, string>()
  const isFirst = (vector: Vector): boolean => {
    const { method } = vector.question
    const result = resultOf(vector)
    if (!results.has(method) && result !== undefined) results.set(method, result)
    return method !== 'client.call' && result !== undefined && results.get(method) === result
  }
  return new Set(vectors.filter(isFirst).map(({ id: vector }) => vector))
}

function resultOf({ question, expect }: Vector): string | undefined {
  if (expect.verdict === 'refuse') return undefined
  // Members at their defaults mean the same as missing ones (section 2.1).
  if ('joinParams' in expect.output && question.method === 'token.verify')
    return meaningOf(expect.output.joinParams)
  if (question.method !== 'token.issue') return JSON.stringify(expect.output)
  const { joinParams, ...rest } = question.params
  return `${meaningOf(joinParams)} ${JSON.stringify(rest)}`
}

const meaningOf = (joinParams: Json | undefined): string =>
  JSON.stringify(
    Object.entries({ ...JOIN_DEFAULTS, ...(isObject(joinParams) && joinParams) }).sort(([a], [b]) =>
      a < b ? -1 : 1,
    ),
  )

/** Status 200 without a body is the right answer to a streaming request that succeeds. */
function emptySuccess(vectors: readonly Vector[]): ReadonlySet<VectorId> {
  const isRight = ({ expect, question }: Vector): boolean => {
    if (question.method !== 'endpoint.exchange' || expect.verdict === 'refuse') return false
    const answers = 'answers' in expect.output ? expect.output.answers : []
    return question.params.operation !== 'auth.token' && answers.some(({ status }) => status === 200)
  }
  return new Set(vectors.filter(isRight).map(({ id }) => id))
}
