import type { ClientSteps } from '../../src/faults/client/clientFault.ts'
import {
  callsOf,
  ROUTES,
  TOKEN_PLACE,
  ESCAPED_TOKEN_PLACE,
  type ClientAnswer,
  type ClientCall,
  type ClientReport,
  type JsonObject,
  type SeenRequest,
  type ServedAnswer,
  type WireCall,
} from '../../src/model/index.ts'
import { isObject, parseJson } from '../../src/json.ts'
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
export function played(call: ClientCall, steps: ClientSteps): ClientAnswer {
  const player = new Player(steps)
  const [first, ...next] = callsOf(call).map((one, at) => player.answer(at === 0 ? call : one))
  return { ...first!, ...(next.length > 0 && { next }) }
}

class Player {
  readonly #steps: ClientSteps
  readonly #earlier: WireCall[] = []
  #count = 0

  constructor(steps: ClientSteps) {
    this.#steps = steps
  }

  answer(call: ClientCall): ClientAnswer {
    const { calls, nextBodies = [] } = call
    const token = tokenOf(call)
    const seen = Array.from({ length: calls }, (_, at) =>
      this.#call(call, at === 0 ? call.body : (nextBodies[at - 1] ?? call.body), servedTo(call, at, token)),
    )
    return {
      reports: seen.map(({ report }) => report),
      requests: seen.flatMap(({ requests }) => requests),
      tokens: [token],
      millis: seen.map(() => 25),
      scheme: SCHEME,
      given: GIVEN,
      leaks: seen.some(({ leaks }) => leaks) ? ['output'] : [],
    }
  }

  #call(call: ClientCall, body: JsonObject, served: ServedAnswer) {
    const { basePath, answers: _, calls: __, nextBodies: ___, next: ____, ...rest } = call
    const wire: WireCall = { ...rest, body, baseUrl: `http://${HOST}${basePath}`, authorization: GIVEN }
    const sent = this.#request(wire)
    this.#earlier.push(wire)
    const { follow, log, report = (told) => told } = this.#steps
    const isRedirect = served.elsewhere === true && served.status >= 300 && served.status < 400
    const how = isRedirect ? follow?.(sent.method, served.status) : undefined
    const isSent = served.manner !== 'refused'
    const behind = how && {
      ...sent,
      elsewhere: true,
      method: how.method,
      headers: sent.headers.filter(([name]) => how.authorization || name !== 'Authorization'),
      body: how.body ? sent.body : '',
    }
    const line = log?.(wire) ?? ''
    return {
      requests: [...(isSent ? [sent] : []), ...(behind ? [behind] : [])],
      report: report(this.#report(behind ? { status: 500 } : served, wire)),
      leaks: [call.appSecret, ...secretForms(call.appSecret), GIVEN].some((form) => line.includes(form)),
    }
  }

  #request(call: WireCall): SeenRequest {
    const { method, url = joined, serialise = JSON.stringify, encode = utf8 } = this.#steps
    const route = ROUTES[call.operation]
    const bytes = encode(serialise(call.body))
    return {
      elsewhere: false,
      method: method?.() ?? route.method,
      target: url(call.baseUrl, route.path, call).replace(`http://${HOST}`, ''),
      headers: this.#headers(call, bytes.length),
      body: Buffer.from(bytes).toString('base64'),
    }
  }

  #headers(call: WireCall, length: number): SeenRequest['headers'] {
    const { contentType, authorization, trackingId, headers, allHeaders } = this.#steps
    const count = this.#count++
    const random = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(count + 161)
    const plain = {
      'Content-Type': contentType ? contentType() : 'application/json',
      Authorization: authorization ? authorization(GIVEN) : GIVEN,
      'Tracking-Id': trackingId
        ? trackingId(random, count, call, [...this.#earlier])
        : Buffer.from(random(16)).toString('hex'),
      ...(headers?.(length, call) ?? { 'Content-Length': length }),
    }
    const all = Object.entries(allHeaders?.(plain) ?? plain)
    return all.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]))
  }

  #report({ status, body = '', manner }: ServedAnswer, call: WireCall): ClientReport {
    const broken = manner === undefined ? undefined : BROKEN[manner]
    if (broken) return { ok: false, kind: broken }
    return status === 200 ? this.#success(body, call) : this.#failure(status, body)
  }

  #failure(status: number, text: string): ClientReport {
    const { failure, codeOf = (found) => found } = this.#steps
    const code = codeOf(/[A-Z][A-Za-z]+(?:\.[A-Z][A-Za-z]+)+/.exec(text)?.[0])
    return failure?.(status, text) ?? { ok: false, kind: 'http', status, ...(code !== undefined && { code }) }
  }

  #success(text: string, call: WireCall): ClientReport {
    const { success, tokenOf: changed = (token) => token } = this.#steps
    const told = success?.(text, call, NOW)
    if (told || call.operation !== 'auth.token') return told ?? { ok: true, status: 200 }
    const token = tokenIn(text)
    return token === undefined
      ? { ok: false, kind: 'protocol', status: 200 }
      : { ok: true, status: 200, token: changed(token) }
  }
}

/** Answers that break off. */
const BROKEN: Readonly<Partial<Record<string, 'network' | 'timeout'>>> = {
  'cut-off': 'network',
  'head-cut-off': 'network',
  reset: 'network',
  refused: 'network',
  silent: 'timeout',
  dribble: 'timeout',
}

const utf8 = (text: string): Uint8Array => Buffer.from(text)
const joined = (baseUrl: string, path: string): string => baseUrl.replace(/\/+$/, '') + path

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

function tokenIn(text: string): string | undefined {
  try {
    const value = parseJson(text)
    const token = isObject(value) ? value['token'] : undefined
    return typeof token === 'string' ? token : undefined
  } catch {
    return undefined
  }
}
