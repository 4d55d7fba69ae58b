import { describe, expect, test } from 'vitest'
import type { AllowedAnswer, Exchange, Vector } from '../../src/model.ts'
import type { ServiceResponse } from '../../src/service/index.ts'
import { issue } from '../../src/token/index.ts'
import { endpointVectors, failed, SECRET, verdictsWith, type Fault } from './service.ts'
import { ofRequest, ofVector } from './signature.ts'

const exchangeOf = ({ question }: Vector): Exchange => question.params as Exchange
const requestsOf = (vector: Vector): string[] => {
  const exchange = exchangeOf(vector)
  return [
    ...(exchange.before ?? []).map((before) => ofVector(before, undefined, exchange.channel)),
    ofVector(exchange, exchange),
  ]
}

const gating = endpointVectors.filter(({ level }) => level !== 'unspecified')
const answersOf = ({ expect: expected }: Vector): readonly AllowedAnswer[] =>
  (expected as unknown as { output: { answers: readonly AllowedAnswer[] } }).output.answers

/** Where a stop does not work, clean-up does not either, and there is no room left for the streams of others. */
const STOP = 'endpoint/streaming/stop-one'
const needsRoom = (id: string): boolean =>
  requestsOf(gating.find((vector) => vector.id === id)!).some((request) =>
    request.startsWith('streaming.start'),
  )

/** The nearest wrong answer: success for a refusal, a refusal for success. */
const wrongFor = (vector: Vector): ServiceResponse =>
  answersOf(vector).some(({ status }) => status === 200)
    ? { status: 400 }
    : { status: 200, body: { token: 'x' } }

describe('the right service', () => {
  test('passes every vector that gates, at every level', async () => {
    const verdicts = await verdictsWith((_, right) => right())
    expect(failed(verdicts)).toEqual([])
    expect(verdicts.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
    expect(verdicts.filter(({ outcome }) => outcome === 'passed').map(({ vector }) => vector)).toEqual(
      gating.map(({ id }) => id),
    )
  })
})

describe('a service that answers one request wrongly fails its vector, and only what depends on it', () => {
  test.for(gating.map((vector) => [vector.id, vector] as const))('%s', async ([id, vector], { expect }) => {
    const exchange = exchangeOf(vector)
    const target = ofVector(exchange, exchange)
    const fault: Fault = (request, right) => (ofRequest(request) === target ? wrongFor(vector) : right())
    const dependent = gating.filter((other) => requestsOf(other).includes(target)).map((other) => other.id)
    expect(dependent).toContain(id)
    const wrong = failed(await verdictsWith(fault))
    expect(wrong).toEqual(expect.arrayContaining(dependent))
    expect(wrong.filter((other) => !dependent.includes(other) && !(id === STOP && needsRoom(other)))).toEqual(
      [],
    )
  })
})

/** Mistakes that a service may have, and the vectors that they fail. */
interface Row {
  readonly what: string
  readonly fault: Fault
  readonly fails: RegExp
}

const EVERYTHING = /^/

const tokenOf =
  (change: (token: string) => string): Fault =>
  (_, right) => {
    const { status, body } = right()
    const token = body?.['token']
    return token === undefined
      ? { status, ...(body && { body }) }
      : { status, body: { token: change(token) } }
  }
/** The token of other join parameters, rightly signed. */
const reissued = (change: (joinParams: Record<string, unknown>) => object, seconds = 0): Fault =>
  tokenOf((token) => {
    const [, appId = '', timestamp = '', params = ''] = token.split('.')
    const joinParams = JSON.parse(Buffer.from(params, 'base64').toString()) as Record<string, unknown>
    return issue(change(joinParams) as never, {
      appId,
      appSecret: SECRET,
      timestamp: Number(timestamp) + seconds,
    })
  })
const without = (params: Record<string, unknown>, name: string): object =>
  Object.fromEntries(Object.entries(params).filter(([other]) => other !== name))
const withStatus =
  (from: number, to: number, path: RegExp): Fault =>
  (request, right) => {
    const response = right()
    return response.status === from && path.test(request.path) ? { ...response, status: to } : response
  }
const withCode =
  (from: string, to: string): Fault =>
  (_, right) => {
    const response = right()
    return response.body?.['code'] === from ? { ...response, body: { code: to } } : response
  }

const ROWS: readonly Row[] = [
  {
    what: 'reports streaming authentication errors as 403',
    fault: withStatus(401, 403, /streaming/),
    fails: /^endpoint\/auth\/streaming-/,
  },
  {
    what: 'answers 400 for a channel that does not exist',
    fault: withStatus(404, 400, /streaming/),
    fails: /-without-channel$/,
  },
  {
    what: 'answers 422 for a malformed streaming request',
    fault: withStatus(400, 422, /streaming/),
    fails: /^endpoint\/streaming\/\w+-refuses-/,
  },
  {
    what: 'answers 400 for a wrong parameter of a token',
    fault: withStatus(403, 400, /token/),
    fails: /^endpoint\/(?:token\/refuses-|auth\/(?:wrong-scheme|malformed|disabled-app|unpaid-app)$)/,
  },
  {
    what: 'answers 201 for a token',
    fault: withStatus(200, 201, /token/),
    fails: /^endpoint\/(?:token\/issues-|auth\/(?:right|lower-case-scheme)$|headers\/names)/,
  },
  {
    what: 'answers 204 for streaming',
    fault: withStatus(200, 204, /streaming/),
    fails: /^endpoint\/streaming\/(?:start-(?!refuses|without)|update-(?!without)|stop-(?:one|all))/,
  },
  {
    what: 'has another code for a wrong parameter',
    fault: withCode('Invalid.Parameter.Value', 'Invalid.Value'),
    fails: /^endpoint\/token\/refuses-/,
  },
  {
    what: 'has another code for a wrong scheme',
    fault: withCode('Authorization.Type.Invalid', 'Authorization.Invalid'),
    fails: /^endpoint\/auth\/wrong-scheme$/,
  },
  {
    what: 'has another code for an unknown app',
    fault: withCode('InvalidEntity.NotFound', 'NotFound'),
    fails: /^endpoint\/auth\/unknown-app$/,
  },
  {
    what: 'has another code for a disabled app',
    fault: withCode('App.Status.Error', 'App.Disabled'),
    fails: /^endpoint\/auth\/disabled-app$/,
  },
  {
    what: 'has another code for an unpaid organisation',
    fault: withCode('Org.Status.Error', 'App.Status.Error'),
    fails: /^endpoint\/auth\/unpaid-app$/,
  },
  {
    what: 'has another code for a wrong signature',
    fault: withCode('Sign.Error', 'Sign.Wrong'),
    fails: /^endpoint\/auth\/wrong-signature$/,
  },
  {
    what: 'issues tokens that end with a dot',
    fault: tokenOf((token) => `${token}.`),
    fails: /^endpoint\/token\/issues-/,
  },
  {
    what: 'issues tokens with a URL-safe alphabet',
    fault: tokenOf((token) => token.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')),
    fails: /^endpoint\/token\/issues-/,
  },
  {
    what: 'issues tokens of version 03',
    fault: tokenOf((token) => token.replace(/^02/, '03')),
    fails: /^endpoint\/token\/issues-/,
  },
  {
    what: 'issues tokens of another app',
    fault: tokenOf((token) => token.replace('.active.', '.other.')),
    fails: /^endpoint\/token\/issues-/,
  },
  {
    what: 'issues tokens with another signature',
    fault: tokenOf((token) => token.replace(/[^.]+$/, `${'A'.repeat(43)}=`)),
    fails: /^endpoint\/token\/issues-/,
  },
  {
    what: 'issues tokens of an hour ago',
    fault: reissued((params) => params, -3600),
    fails: /^endpoint\/token\/issues-/,
  },
  {
    what: 'issues tokens of tomorrow',
    fault: reissued((params) => params, 86400),
    fails: /^endpoint\/token\/issues-/,
  },
  {
    what: 'drops the duration',
    fault: reissued((params) => without(params, 'duration')),
    fails: /^endpoint\/token\/issues-(?:every-member|duration-1)$/,
  },
  {
    what: 'drops privileges',
    fault: reissued((params) => without(params, 'privileges')),
    fails: /^endpoint\/token\/issues-every-member$/,
  },
  {
    what: 'lower-cases user ids',
    fault: reissued(({ userId, ...params }) => ({ ...params, userId: String(userId).toLowerCase() })),
    fails: /^endpoint\/token\/issues-user-(?:upper-case|everything)/,
  },
  {
    what: 'adds a role',
    fault: reissued((params) => ({ ...params, role: 'x' })),
    fails: /^endpoint\/token\/issues-/,
  },
  {
    what: 'takes everything',
    fault: (request) => ({ status: 200, ...(request.path.endsWith('token') && { body: { token: 'x' } }) }),
    fails: /refuses-|without-channel|^endpoint\/auth\/(?!right|lower)|issues-/,
  },
  {
    what: 'refuses everything',
    fault: () => ({ status: 403, body: { code: 'Authorization.Type.Invalid' } }),
    fails: /^endpoint\/(?!auth\/wrong-scheme$)/,
  },
  { what: 'answers nothing but 500', fault: () => ({ status: 500 }), fails: EVERYTHING },
]

describe('a faulty service fails what it gets wrong', () => {
  test.for(ROWS)('$what', async ({ fault, fails }, { expect }) => {
    const expected = gating.map(({ id }) => id).filter((id) => fails.test(id))
    expect(failed(await verdictsWith(fault))).toEqual(expected)
  })
})
