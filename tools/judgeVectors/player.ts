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
  type JsonObject,
  type Manner,
  type SeenRequest,
  type ServedAnswer,
} from '../../src/model/index.ts'
import { secretForms } from '../../src/secretForms.ts'
import { issue } from '../../src/token/index.ts'

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

export const canBePlayed = (steps: ClientSteps): boolean =>
  Object.keys(steps).every((name) => PLAYED.has(name))

const SCHEME = 'SvcSign'
const HOST = '127.0.0.1:8080'
const GIVEN = `${SCHEME} dGhlIHNpZ25hdHVyZSB0aGF0IHdhcyBnaXZlbg==`
const NOW = 1700000000

/** What a client with these steps shows: the same each time, without clock, network and randomness. */
export async function played(call: ClientCall, steps: ClientSteps): Promise<ClientAnswer> {
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
    network.serves(withToken(answers[at] ?? answers.at(-1)!, tokens[at]!))
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
  #served: ServedAnswer = { status: 200 }
  readonly random = (bytes: number, count: number): Uint8Array => new Uint8Array(bytes).fill(count + 161)
  readonly seconds = (): number => NOW
  readonly log = (line: string): void => void (this.logged += `${line}\n`)

  begin(): void {
    this.requests = []
    this.logged = ''
  }

  serves(answer: ServedAnswer): void {
    this.#served = answer
  }

  readonly exchange = async ({
    url,
    method,
    headers,
    bytes = NO_BYTES,
  }: ClientSent): Promise<ClientReceived> => {
    const elsewhere = url.startsWith(ELSEWHERE)
    const { status, body = '', manner, elsewhere: leads } = elsewhere ? { status: 500 } : this.#served
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

const NO_BYTES = new Uint8Array()
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

const tokenOf = ({ appId, appSecret, body }: ClientCall): string =>
  issue({ channelId: 'c1', userId: 'u1', ...onlyIds(body) }, { appId, appSecret, timestamp: NOW })

const onlyIds = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).filter(([name, id]) => /^(?:channel|user)Id$/.test(name) && typeof id === 'string'),
  )

function withToken(answer: ServedAnswer, token: string): ServedAnswer {
  const { body } = answer
  if (body === undefined) return answer
  return { ...answer, body: body.replaceAll(TOKEN_PLACE, token).replaceAll(ESCAPED_TOKEN_PLACE, token) }
}
