import { FaultyClient } from '../../runners/selfCheck/faultyClient.ts'
import { LATE, type Received, type Sent } from '../../runners/selfCheck/faultyExchange.ts'
import type { ClientSteps } from '../../src/faults/client/clientFault.ts'
import {
  callsOf,
  TOKEN_PLACE,
  ESCAPED_TOKEN_PLACE,
  type ClientAnswer,
  type ClientCall,
  type ClientReport,
  type JsonObject,
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
  const player = new Player(steps)
  const answers: ClientAnswer[] = []
  for (const [at, one] of callsOf(call).entries()) answers.push(await player.answer(at === 0 ? call : one))
  const [first, ...next] = answers
  return { ...first!, ...(next.length > 0 && { next }) }
}

/** A client whose transport is a service in memory. */
class Player {
  readonly #client: FaultyClient
  #requests: SeenRequest[] = []
  #lines: string[] = []
  #served: ServedAnswer = { status: 500 }
  /** The number of this call's request among those before. */
  #first = 0

  constructor(steps: ClientSteps) {
    this.#client = new FaultyClient(steps, {
      transport: (sent) => this.#exchange(sent),
      randomOf: (count) => (bytes) => new Uint8Array(bytes).fill(count + 161),
      now: () => NOW,
      log: (line) => void this.#lines.push(line),
    })
  }

  async answer(call: ClientCall): Promise<ClientAnswer> {
    const { calls, nextBodies = [], basePath, answers: _, next: __, ...rest } = call
    const token = tokenOf(call)
    this.#requests = []
    this.#lines = []
    const reports: ClientReport[] = []
    for (let at = 0; at < calls; at++) {
      const body = at === 0 ? call.body : (nextBodies[at - 1] ?? call.body)
      this.#first = this.#requests.length
      this.#served = servedTo(call, at, token)
      reports.push(
        await this.#client.call({
          ...rest,
          body,
          baseUrl: `http://${HOST}${basePath}`,
          authorization: GIVEN,
        }),
      )
    }
    const secrets = [call.appSecret, ...secretForms(call.appSecret), GIVEN]
    const leaks = secrets.some((form) => this.#lines.some((line) => line.includes(form)))
    return {
      reports,
      requests: this.#requests,
      tokens: [token],
      millis: reports.map(() => 25),
      scheme: SCHEME,
      given: GIVEN,
      leaks: leaks ? ['output'] : [],
    }
  }

  async #exchange(sent: Sent): Promise<Received> {
    const elsewhere = this.#requests.length > this.#first
    const { status, body: text = '', manner } = elsewhere ? { status: 500 } : this.#served
    if (manner !== 'refused') this.#requests.push(seenOf(sent, elsewhere))
    if (manner !== undefined && BROKEN.has(manner)) throw new Error(manner)
    if (manner === 'silent' || manner === 'dribble') throw Object.assign(new Error(manner), { code: LATE })
    return { status, headers: { location: sent.url }, text, complete: true }
  }
}

/** Manners in which a connection breaks. */
const BROKEN: ReadonlySet<string> = new Set(['cut-off', 'head-cut-off', 'reset', 'refused'])

const seenOf = (
  { url, method, headers, bytes = new Uint8Array() }: Sent,
  elsewhere: boolean,
): SeenRequest => ({
  elsewhere,
  method,
  target: url.replace(`http://${HOST}`, ''),
  headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
  body: Buffer.from(bytes).toString('base64'),
})

const tokenOf = ({ appId, appSecret, body }: ClientCall): string =>
  issue({ channelId: 'c1', userId: 'u1', ...onlyIds(body) }, { appId, appSecret, timestamp: NOW })

const onlyIds = (body: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(body).filter(([name, id]) => /^(?:channel|user)Id$/.test(name) && typeof id === 'string'),
  )

function servedTo({ answers }: ClientCall, at: number, token: string): ServedAnswer {
  const answer = answers[at] ?? answers.at(-1)!
  const { body } = answer
  if (body === undefined) return answer
  return { ...answer, body: body.replaceAll(TOKEN_PLACE, token).replaceAll(ESCAPED_TOKEN_PLACE, token) }
}
