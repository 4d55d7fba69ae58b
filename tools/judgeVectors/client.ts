import { FaultyClient } from '../../runners/selfCheck/faultyClient.ts'
import { LATE_CODE, type ClientReceived, type ClientSent } from '../../runners/selfCheck/faultyExchange.ts'
import type { ClientSteps } from '../../src/faults/client/clientFault.ts'
import {
  bodiesOf,
  callsOf,
  TOKEN_PLACE,
  ESCAPED_TOKEN_PLACE,
  type ClientAnswer,
  type ClientCall,
  type ClientReport,
  type Json,
  type Manner,
  type SeenRequest,
  type ServedAnswer,
  type Vector,
} from '../../src/model/index.ts'
import { secretForms } from '../../src/secretForms.ts'
import { issue } from '../../src/token/index.ts'
import { isDeepStrictEqual } from 'node:util'
import { CLIENT_FAULTS } from '../../src/faults/client/index.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import { CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { beside, insteadOf, type Candidate } from './candidate.ts'

/** Steps that can be played without a network. */
const PLAYED: ReadonlySet<string> = new Set([
  'trackingId',
  'authorization',
  'method',
  'url',
  'serialise',
  'encode',
  'contentType',
  'headers',
  'allHeaders',
  'follow',
  'codeOf',
  'failure',
  'success',
  'tokenOf',
  'log',
  'report',
])

const SCHEME = 'SvcSign'
const HOST = '127.0.0.1:8080'
const GIVEN = `${SCHEME} dGhlIHNpZ25hdHVyZSB0aGF0IHdhcyBnaXZlbg==`
const NOW = 1700000000

/** What a client with these steps shows: the same each time, without clock, network and randomness. */
async function played(call: ClientCall, steps: ClientSteps): Promise<ClientAnswer> {
  const network = new Network()
  const client = new FaultyClient(steps, network)
  const parts: ClientAnswer[] = []
  for (const one of callsOf(call)) parts.push(await answerOf(one, client, network))
  const [first, ...next] = parts
  return { ...first!, ...(next.length > 0 && { next }) }
}

async function answerOf(call: ClientCall, client: FaultyClient, network: Network): Promise<ClientAnswer> {
  const { appId, appSecret, operation, timeoutMillis, basePath, answers } = call
  const tokens = bodiesOf(call).map((body) => tokenOf({ ...call, body }))
  const reports: ClientReport[] = []
  network.begin()
  const params = { appId, appSecret, operation, timeoutMillis, authorization: GIVEN }
  for (const [at, body] of bodiesOf(call).entries()) {
    network.served = withToken(answers[at] ?? answers.at(-1)!, tokens[at]!)
    reports.push(await client.call({ ...params, body, baseUrl: `http://${HOST}${basePath}` }))
  }
  const forms = [call.appSecret, ...secretForms(call.appSecret), GIVEN]
  return {
    reports,
    requests: network.requests,
    tokens: [...new Set(tokens)],
    millis: reports.map(() => 25),
    scheme: SCHEME,
    given: GIVEN,
    leaks: forms.some((form) => network.logged.includes(form)) ? ['output'] : [],
  }
}

/** Stands in for the network, and keeps what a recording service would see. */
class Network {
  requests: SeenRequest[] = []
  logged = ''
  served: ServedAnswer = { status: 200 }
  readonly random = (bytes: number, count: number): Uint8Array => new Uint8Array(bytes).fill(count + 161)
  readonly seconds = (): number => NOW
  readonly log = (line: string): void => void (this.logged += `${line}\n`)

  begin(): void {
    this.requests = []
    this.logged = ''
  }

  readonly exchange = async (sent: ClientSent): Promise<ClientReceived> => {
    const { url, method, headers, bytes = new Uint8Array() } = sent
    const elsewhere = url.startsWith(ELSEWHERE)
    const { status, body = '', manner, elsewhere: leads } = elsewhere ? { status: 500 } : this.served
    const target = url.replace(/^http:..[^/]*/, '')
    if (manner !== 'refused')
      this.requests.push({
        elsewhere,
        method,
        target,
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as const),
        body: Buffer.from(bytes).toString('base64'),
      })
    const broken = manner && BROKEN[manner]
    if (broken !== undefined) throw Object.assign(new Error('broken'), { code: broken })
    return { status, text: body, complete: true, headers: leads ? { location: ELSEWHERE + target } : {} }
  }
}

const ELSEWHERE = 'http://elsewhere.example'

/** Answers that break off, and the error that the client then has. */
const BROKEN: Readonly<Partial<Record<Manner, string>>> = {
  'cut-off': 'ECONNRESET',
  'head-cut-off': 'ECONNRESET',
  reset: 'ECONNRESET',
  refused: 'ECONNREFUSED',
  silent: LATE_CODE,
  dribble: LATE_CODE,
}

function tokenOf({ appId, appSecret, body: { channelId, userId } }: ClientCall): string {
  const textOr = (usual: string, id: Json | undefined): string => (typeof id === 'string' ? id : usual)
  const joinParams = { channelId: textOr('c1', channelId), userId: textOr('u1', userId) }
  return issue(joinParams, { appId, appSecret, timestamp: NOW })
}

function withToken(answer: ServedAnswer, token: string): ServedAnswer {
  const { body } = answer
  if (body === undefined) return answer
  return { ...answer, body: body.replaceAll(TOKEN_PLACE, token).replaceAll(ESCAPED_TOKEN_PLACE, token) }
}

/** Changes what a right client shows. */
type Alter = (answer: ClientAnswer) => Partial<ClientAnswer>
type Altered = readonly [made: string, alter: Alter, fits?: (call: ClientCall) => boolean]

const eachRequest =
  (change: (request: SeenRequest) => Partial<SeenRequest>): Alter =>
  ({ requests }) => ({ requests: requests.map((request) => ({ ...request, ...change(request) })) })

const reported =
  (report: ClientReport): Alter =>
  ({ reports }) => ({ reports: reports.map(() => report) })

const bytes = (make: (text: string) => Buffer): Alter =>
  eachRequest(({ body }) => ({ body: make(Buffer.from(body, 'base64').toString('utf8')).toString('base64') }))

const header = (name: string, value: string): Alter =>
  eachRequest(({ headers }) => ({ headers: [...headers.filter(([other]) => other !== name), [name, value]] }))

/** The first request goes on to where a redirect leads, changed in this way. */
const followed =
  (change: Partial<SeenRequest>): Alter =>
  ({ requests }) => ({
    requests: [...requests, ...requests.slice(0, 1).map((one) => ({ ...one, elsewhere: true, ...change }))],
  })

const failed: ClientReport = { ok: false, kind: 'timeout' }
const isRedirect = ({ answers }: ClientCall): boolean => answers.some(({ elsewhere }) => elsewhere)

const SEEN: readonly Altered[] = [
  ...(['error', 'output', 'request'] as const).map((place): Altered => [
    `secret in ${place}`,
    () => ({ leaks: [place] }),
  ]),
  ['no request', () => ({ requests: [] })],
  ['unreadable request', eachRequest(() => ({ unreadable: 'a line of the head has no colon' }))],
  ['sent twice', ({ requests }) => ({ requests: requests.flatMap((one) => [one, one]) })],
  ['one request short', ({ requests }) => ({ requests: requests.slice(1) }), ({ calls }) => calls > 1],
  ['one Tracking-Id', header('Tracking-Id', '0123456789abcdef0123456789abcdef')],
  ['Tracking-Id of an earlier question', eachRequest(() => ({ trackingIdSeenBefore: true }))],
  ['Tracking-Id with dashes', header('Tracking-Id', '01234567-89ab-cdef-0123-456789abcdef')],
  ['Content-Type with a charset', header('Content-Type', 'application/json; charset=utf-8')],
  ['both framings', header('Transfer-Encoding', 'chunked')],
  ['another signature', header('Authorization', 'SvcSign b3RoZXI=')],
  ['Authorization of two lines', header('Authorization', 'SvcSign one\ttwo')],
  ['UTF-16', bytes((text) => Buffer.from(text, 'utf16le'))],
  ['Latin-1', bytes((text) => Buffer.from(text.replace('":"', '":"\u00e9'), 'latin1'))],
  ['byte order mark', bytes((text) => Buffer.from(`\ufeff${text}`))],
  ['no JSON', bytes((text) => Buffer.from(text.slice(0, -1)))],
  ['member twice', bytes((text) => Buffer.from(text.replace('{', '{"channelId":"c9",')))],
  ['fraction', bytes((text) => Buffer.from(text.replace(/:(\d+)/, ':$1.0')))],
  ['member added', bytes((text) => Buffer.from(text.replace('{', '{"sdk":"1.2.0",')))],
  ['query', eachRequest(({ target }) => ({ target: `${target}?v=1` }))],
  ['escaped path', eachRequest(({ target }) => ({ target: target.replaceAll('t', '%74') }))],
  ['error without a kind', reported({ error: 'KeyError' })],
  ['success told', reported({ ok: true, status: 200 })],
  ['failure told', reported(failed)],
  ['status 400 told', reported({ ok: false, kind: 'http', status: 400, code: 'Sign.Error' })],
  ['late', ({ millis }) => ({ millis: millis.map(() => 600_000) })],
  [
    'no end',
    (answer) => ({ ...reported({ unanswered: 12_000 })(answer), millis: answer.millis.map(() => 12_000) }),
  ],
  ['gave up early', (answer) => ({ ...reported(failed)(answer), unfinished: [40] })],
  ['followed with Authorization', followed({}), isRedirect],
  ['followed as GET', followed({ method: 'GET', headers: [], body: '' }), isRedirect],
  [
    'token of before',
    ({ tokens }) => ({ requests: [], reports: tokens!.map((token) => ({ ok: true, status: 200, token })) }),
    ({ operation }) => operation === 'auth.token',
  ],
]

interface Row {
  readonly made: string
  readonly steps: ClientSteps
  readonly isFreedom?: boolean
}

const ROWS: readonly Row[] = [
  { made: 'right', steps: {} },
  ...CLIENT_VARIANTS.map(({ id, steps }) => ({ made: id, steps, isFreedom: true })),
  ...CLIENT_FAULTS.flatMap(({ id, steps, others = [] }) =>
    [steps, ...others].map((form) => ({ made: id, steps: form })),
  ),
].filter(({ steps }) => Object.keys(steps).every((name) => PLAYED.has(name)))

/** How many vectors of each set of checks, and how many that name a fault. */
const EACH = 2
const NAMING = 4

/** The same each time. Sequences, reused tokens and slow answers occur only among these generated calls. */
const GENERATED = { count: 400, seed: 1, methods: ['client.call'] }

/** What right and faulty clients send and report. */
export async function clientCandidates(shipped: readonly Vector[]): Promise<Candidate[]> {
  const calls = [...shipped, ...inOrder(generatedGroups(GENERATED))].filter(isShort)
  const some = firstOfEachSet(calls)
  const right = new Map<Vector, ClientAnswer>()
  for (const vector of calls) right.set(vector, (await seenOf(vector, {}))!)
  const answered: Candidate[] = []
  for (const row of ROWS) {
    const naming = calls.filter(({ catches }) => catches?.includes(row.made)).slice(0, NAMING)
    for (const vector of new Set([...naming, ...some]))
      answered.push(...(await candidateOf(row, vector, right.get(vector)!)))
  }
  const altered = SEEN.flatMap(([made, alter, fits = () => true]) =>
    calls.flatMap((vector) => {
      const { method, params } = vector.question
      if (method !== 'client.call' || !fits(params)) return []
      const answer = right.get(vector)!
      return [candidate(vector, { ...answer, ...alter(answer) }, made)]
    }),
  )
  const twins = calls.filter(({ twin }) => twin !== undefined).slice(0, NAMING)
  const lone = twins.flatMap((vector) => {
    const plain = candidate(vector, right.get(vector)!, 'right')
    return (['no-twin', 'twin-broken'] as const).map((twin) => ({ ...plain, twin }))
  })
  return [...altered, ...answered, ...lone, ...insteadOf(some)]
}

/** Bodies of megabytes show nothing more than short ones; and the player makes one call after the other. */
const isShort = (vector: Vector): boolean => {
  const { method, params } = vector.question
  const isPlayed = method !== 'client.call' || (params.filler === undefined && !params.together)
  return isPlayed && JSON.stringify(vector).length < 3500
}

function firstOfEachSet(calls: readonly Vector[]): Vector[] {
  const counts = new Map<string, number>()
  return calls.filter(({ expect, level }) => {
    const key = JSON.stringify([
      level,
      expect.verdict,
      'output' in expect && Object.keys(expect.output),
      'output' in expect && 'checks' in expect.output && expect.output.checks,
    ])
    counts.set(key, (counts.get(key) ?? 0) + 1)
    return counts.get(key)! <= EACH
  })
}

/** An answer that does not show the fault says nothing about the judge. */
async function candidateOf(row: Row, vector: Vector, right: ClientAnswer): Promise<Candidate[]> {
  const { made, steps, isFreedom } = row
  const answer = await seenOf(vector, steps)
  if (!answer || (made !== 'right' && isDeepStrictEqual(answer, right))) return []
  return [{ ...candidate(vector, answer, made), isFreedom }]
}

/** Some steps throw what reaches the caller: only a process shows that. */
async function seenOf({ question }: Vector, steps: ClientSteps): Promise<ClientAnswer | undefined> {
  try {
    return question.method === 'client.call' ? await played(question.params, steps) : undefined
  } catch {
    return undefined
  }
}

const candidate = (vector: Vector, output: ClientAnswer, made: string): Candidate => ({
  vector,
  answer: { kind: 'accepted', output, askedAt: 0, answeredAt: 0 },
  twin: beside(vector),
  made,
})
