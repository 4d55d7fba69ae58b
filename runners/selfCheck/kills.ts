import type { generatedGroups } from '../../src/generate/index.ts'
import { OUTPUT_FAULTS, PROTOCOL_FAULTS } from '../../src/faults/catalogue.ts'
import { CLIENT_FAULTS } from '../../src/faults/client/index.ts'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import { isBad, judge } from '../../src/judge/index.ts'
import { killsOf, outputKills, type Kills, stamped } from '../../src/faults/killMatrix.ts'
import {
  ENDPOINT_QUESTIONS,
  NEEDS,
  type FaultId,
  type Vector,
  type Verdict,
  type Json,
  type Method,
  type VectorId,
} from '../../src/model/index.ts'
import { Turns } from '../live/rateLimit.ts'
import type { Suite } from '../suite/index.ts'
import { verdictsOfAdapter } from './clientInProcess.ts'
import { clientAdapter, formNames, RIGHT_CLIENT } from './faultyClient.ts'
import { verdictsWith, configFor, verdictsOfEndpoint } from './faultyService.ts'
import { createServer, type Socket } from 'node:net'
import { listen } from '../http/server.ts'
import { isObject } from '../../src/json.ts'
import { JOIN_DEFAULTS } from '../../src/interface/joinParams.ts'
import { EndpointSubject } from '../live/endpoint.ts'
import { bundledProgram } from '../adapter/bundledProgram.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import { allVerdicts } from '../../src/run.ts'
import { runTimeline } from '../../src/service/timeline.ts'
import { BODY_VARIANTS } from '../../src/variants/body.ts'
import { CLIENT_PAIRS, CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { accusations, singlesAndPairs, type Variant } from '../../src/variants/variant.ts'
import { SERVICE_VARIANTS } from '../../src/variants/service/index.ts'
import { together } from '../../src/variants/service/serviceVariant.ts'
import { TIMELINE_VARIANTS } from '../../src/variants/timeline/index.ts'
import { TOKEN_VARIANTS, tokenSubject } from '../../src/variants/token/index.ts'

/** Hears of each step of a part: `at` of `of` are begun. @param name of the subject */
export type Tell = (step: { part: string; at: number; of: number; name?: string }) => void

const ofMethods = ({ vectors }: Suite, methods: RegExp): Vector[] =>
  vectors.filter(({ question }) => methods.test(question.method))
/** Everything that a faulty subject is asked. */
export const JUDGED = /^(?:token|body|client|endpoint)\./
const CLIENT = /^client\.call$/
const ENDPOINT = /^endpoint\.exchange$/

/**
 * A client that waits for its time limit leaves the machine to others. Time limits are measured, so only so many run at
 * once; a fault that is not killed then runs once more, alone.
 */
const AT_ONCE = 4

/**
 * Every vector against every faulty subject that shows by outputs, as a client or as a service.
 * @param sample a client or a service is asked the vectors that name its fault, and one of so many others; 1: all
 */
export async function kills(suite: Suite, sample: number, tell: Tell): Promise<Kills[]> {
  const answered = ofMethods(suite, /^(?:token|body)\./)
  tell({ part: 'faults of outputs', at: OUTPUT_FAULTS.length, of: OUTPUT_FAULTS.length })
  return [
    ...OUTPUT_FAULTS.map((fault) => outputKills(fault, answered)),
    ...(await clientKills(suite, sample, tell)),
    ...(await serviceKills(suite, sample, tell)),
  ]
}

async function clientKills(suite: Suite, sample: number, tell: Tell): Promise<Kills[]> {
  const generated = await generatedFor('client.call', { count: 200 })
  const calls = ofMethods(suite, CLIENT)
  const forms = CLIENT_FAULTS.flatMap((fault) => formNames(fault).map((name) => ({ fault, name })))
  const verdicts = await eachOf(forms, async ({ fault, name }, at) => {
    tell({ part: 'faulty clients', at: at + 1, of: forms.length, name })
    // That one of the generated questions fails it is enough.
    const bail = fault.by === 'generated'
    const asked = bail ? generated : namedFirst(calls, fault.id, shareOf(calls, suite, sample, at))
    return (await verdictsOfAdapter(clientAdapter(name), asked, { ...suite, bail })).filter(isBad)
  })
  const found = CLIENT_FAULTS.map((fault) =>
    killsOf(fault.id, verdicts.filter((_, at) => forms[at]!.fault === fault).flat()),
  )
  return inTurn(found, (row, at) => {
    const step = { part: 'faulty clients, again', at: at + 1, of: found.length, name: row.fault }
    return onceMore(row, calls, suite, () => tell(step))
  })
}

/** On a busy machine a client may stop before the fault in its time limit can show. */
async function onceMore(row: Kills, all: readonly Vector[], suite: Suite, tell: () => void): Promise<Kills> {
  const missing = all.filter(({ id, catches }) => catches?.includes(row.fault) && !row.kills.includes(id))
  if (missing.length === 0) return row
  tell()
  const verdicts = await verdictsOfAdapter(clientAdapter(row.fault), missing, suite)
  const more = killsOf(row.fault, verdicts)
  return { ...row, kills: [...row.kills, ...more.kills], cited: [...row.cited, ...more.cited] }
}

async function serviceKills(suite: Suite, sample: number, tell: Tell): Promise<Kills[]> {
  const exchanges = ofMethods(suite, ENDPOINT)
  const generated = await generatedFor('endpoint.exchange', { count: ENDPOINT_QUESTIONS, meets: NEEDS })
  return inTurn(SERVICE_FAULTS, async ({ id, alteration, others = [], by }, at) => {
    tell({ part: 'faulty services', at: at + 1, of: SERVICE_FAULTS.length, name: id })
    const asked = by ? generated : namedFirst(exchanges, id, shareOf(exchanges, suite, sample, at))
    const end = { bail: by !== undefined }
    const verdicts = await inTurn([alteration, ...others], (form) => verdictsWith(form, asked, {}, end))
    return killsOf(id, verdicts.flat())
  })
}

/** The vectors that name a fault, and a share of the others; where none does, all: any of them may be what kills it. */
function namedFirst(vectors: readonly Vector[], fault: FaultId, share: readonly Vector[]): readonly Vector[] {
  const named = vectors.filter(({ catches }) => catches?.includes(fault))
  const chosen = new Set([...named, ...share])
  return named.length === 0 ? vectors : vectors.filter((vector) => chosen.has(vector))
}

/** The share of a subject; where it begins follows from the vectors, so that a change of them makes other shares. */
export function shareOf(
  vectors: readonly Vector[],
  { digest }: Pick<Suite, 'digest'>,
  sample: number,
  at: number,
): Vector[] {
  const turn = at + Number.parseInt(digest.slice(0, 8), 16)
  return vectors.filter((_, place) => (place + turn) % sample === 0)
}

type Drawing = Parameters<typeof generatedGroups>[0]

/** The generated questions for subjects that fail no vector: the same in every self-check. */
async function generatedFor(method: Method, drawing: Pick<Drawing, 'count' | 'meets'>): Promise<Vector[]> {
  const { generatedGroups, inOrder } = await import('../../src/generate/index.ts')
  return inOrder(generatedGroups({ ...drawing, seed: 1, methods: [method] }))
}

function eachOf<T, R>(list: readonly T[], work: (item: T, at: number) => Promise<R>): Promise<R[]> {
  const turns = new Turns(AT_ONCE)
  return Promise.all(list.map((item, at) => turns.take(() => work(item, at))))
}

async function inTurn<T, R>(list: readonly T[], work: (item: T, at: number) => Promise<R>): Promise<R[]> {
  const done: R[] = []
  for (const [at, item] of list.entries()) done.push(await work(item, at))
  return done
}

/** What a listening program may do instead of HTTP; none of it is an answer. */
const BROKEN_SERVICES: Readonly<Record<string, (socket: Socket) => void>> = {
  'service-hang': () => undefined,
  'service-crash': (socket) => socket.destroy(),
  'service-garbage': (socket) => socket.end(Buffer.from([0x00, 0xff, 0xfe, 0x0a])),
  'service-silent-end': (socket) => socket.end(),
  'service-empty-200': (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
}

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
  readonly passed: readonly VectorId[]
  readonly bad: readonly VectorId[]
}

const PATIENCE = 300

/** Everything that must pass nothing: adapters first, then programs that listen on a port. */
export async function falseGreen({ vectors, find }: Suite, tell: Tell): Promise<FalseGreen[]> {
  const asked = vectors.filter(({ question }) => /^token\.|^client\./.test(question.method))
  const adapters = await inTurn(PROTOCOL_FAULTS, async ({ id }, at) => {
    tell({ part: 'adapters without an answer', at: at + 1, of: PROTOCOL_FAULTS.length, name: id })
    const mine = id === 'adapter-hang' ? asked.slice(0, 200) : asked
    const adapter = bundledProgram('selfCheck/protocolAdapter', id)
    const verdicts = await verdictsOfAdapter(adapter, mine, { find, timeout: PATIENCE })
    return outcomeOf(id, verdicts, rightConstants(id, mine))
  })
  const exchanges = vectors.filter(({ question }) => question.method === 'endpoint.exchange')
  const broken = Object.entries(BROKEN_SERVICES)
  const services = await inTurn(broken, async ([name, behave], at) => {
    tell({ part: 'services without an answer', at: at + 1, of: broken.length, name })
    const { url, close } = await serveBroken(behave)
    const subject = new EndpointSubject({ ...configFor(url), timeout: PATIENCE })
    const verdicts = await verdictsOfEndpoint(subject, exchanges)
    close()
    return outcomeOf(name, verdicts, name === 'service-empty-200' ? emptySuccess(exchanges) : new Set())
  })
  return [...adapters, ...services]
}

function outcomeOf(subject: FaultId, verdicts: readonly Verdict[], right: ReadonlySet<VectorId>): FalseGreen {
  const passed = verdicts.filter(({ outcome }) => outcome === 'passed').map(({ vector }) => vector)
  return {
    subject,
    judged: verdicts.length,
    passed: passed.filter((id) => !right.has(id)),
    bad: verdicts.filter(isBad).map(({ vector }) => vector),
  }
}

/**
 * The vectors for which a constant answer is right: the first vector of each method, and those with the very same
 * result. Found from the vectors alone, because this tests the judge.
 */
function rightConstants(id: FaultId, vectors: readonly Vector[]): ReadonlySet<VectorId> {
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

function meaningOf(joinParams: Json | undefined): string {
  const members = { ...JOIN_DEFAULTS, ...(isObject(joinParams) && joinParams) }
  return JSON.stringify(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Status 200 without a body is the right answer to a streaming request that succeeds. */
function emptySuccess(vectors: readonly Vector[]): ReadonlySet<VectorId> {
  const isRight = ({ expect, question }: Vector): boolean => {
    if (question.method !== 'endpoint.exchange' || expect.verdict === 'refuse') return false
    const answers = 'answers' in expect.output ? expect.output.answers : []
    return question.params.operation !== 'auth.token' && answers.some(({ status }) => status === 200)
  }
  return new Set(vectors.filter(isRight).map(({ id }) => id))
}

/** A subject that uses freedoms of the text, and what it failed nevertheless. */
interface RightSubject {
  readonly subject: string
  readonly failed: readonly VectorId[]
}

export const VARIANTS: Readonly<Record<string, readonly Variant[]>> = {
  token: TOKEN_VARIANTS,
  client: CLIENT_VARIANTS,
  service: SERVICE_VARIANTS,
  body: BODY_VARIANTS,
  timeline: TIMELINE_VARIANTS,
}

/**
 * Asks every variant alone, and pairs of them: none may fail, except by a rule that its row departs from.
 * @param sample a client or a service is asked one of so many questions, and the next one others; 1: all
 */
export async function rightSubjects(suite: Suite, sample: number, tell: Tell): Promise<RightSubject[]> {
  return [
    ...(await rightTokens(suite, tell)),
    ...rightValidators(suite),
    ...rightModels(suite),
    ...(await rightClients(suite, sample, tell)),
    ...(await rightServices(suite, sample, tell)),
  ]
}

async function rightTokens(suite: Suite, tell: Tell): Promise<RightSubject[]> {
  tell({ part: 'right token SDKs', at: TOKEN_VARIANTS.length, of: TOKEN_VARIANTS.length })
  const vectors = ofMethods(suite, /^token\./)
  return inTurn(singlesAndPairs(TOKEN_VARIANTS), async (variants) => {
    const subject = tokenSubject(variants, () => Date.now() / 1000)
    const verdicts = await allVerdicts({ vectors, find: suite.find, subject, level: 'recommended' })
    return { subject: namesOf('', variants), failed: accusedOf(verdicts, variants) }
  })
}

async function rightClients(suite: Suite, sample: number, tell: Tell): Promise<RightSubject[]> {
  const calls = ofMethods(suite, CLIENT)
  const rows: (readonly [string, readonly Variant[]])[] = [
    [RIGHT_CLIENT, []],
    ...[...CLIENT_VARIANTS, ...CLIENT_PAIRS].map((row) => [row.id, [row]] as const),
  ]
  const asked = async (name: string, variants: readonly Variant[], vectors: readonly Vector[]) =>
    accusedOf(await verdictsOfAdapter(clientAdapter(name), vectors, suite), variants)
  const accused = await eachOf(rows, async ([name, variants], at) => {
    tell({ part: 'right clients', at: at + 1, of: rows.length, name })
    return [name, variants, await asked(name, variants, shareOf(calls, suite, sample, at))] as const
  })
  return inTurn(accused, async ([name, variants, once]) => {
    // Time limits are measured: an answer that may have been late among other clients is asked once more, alone.
    const again = once.map((id) => suite.find(id)!)
    const failed = again.length === 0 ? [] : await asked(name, variants, again)
    return { subject: `client-${name}`, failed }
  })
}

async function rightServices(suite: Suite, sample: number, tell: Tell): Promise<RightSubject[]> {
  const exchanges = ofMethods(suite, ENDPOINT)
  const rows = [[], ...singlesAndPairs(SERVICE_VARIANTS)]
  return inTurn(rows, async (variants, at) => {
    const subject = namesOf('service-right', variants)
    tell({ part: 'right services', at: at + 1, of: rows.length, name: subject })
    const { alteration, ...ways } = together(variants)
    const verdicts = await verdictsWith(alteration, shareOf(exchanges, suite, sample, at), ways)
    return { subject, failed: accusedOf(verdicts, variants) }
  })
}

const namesOf = (none: string, variants: readonly Variant[]): string =>
  variants.map(({ id }) => id).join(' and ') || none

const accusedOf = (verdicts: readonly Verdict[], variants: readonly Variant[]): VectorId[] =>
  accusations(verdicts, variants).map(({ vector }) => vector)

function rightValidators(suite: Suite): RightSubject[] {
  const bodies = ofMethods(suite, /^body\./)
  return singlesAndPairs(BODY_VARIANTS).map((variants) => {
    const validator = sdkWith(variants.map(({ alteration }) => alteration))
    const verdicts = bodies.map((vector) =>
      judge(vector, stamped(answerOf(validator, vector.question)!), 'twin-accepted'),
    )
    return { subject: namesOf('', variants), failed: accusedOf(verdicts, variants) }
  })
}

/** A timeline is not asked over the adapter protocol, so a model runs each of them. */
function rightModels({ vectors }: Suite): RightSubject[] {
  return TIMELINE_VARIANTS.map((variant) => {
    const verdicts = vectors.flatMap((vector) => {
      if (vector.question.method !== 'channel.timeline') return []
      const { params } = vector.question
      const output = { results: runTimeline(params, variant.make(params)) }
      return [judge(vector, stamped({ kind: 'accepted', output }), 'twin-accepted')]
    })
    return { subject: variant.id, failed: accusedOf(verdicts, [variant]) }
  })
}
