/**
 * No finding hides another: any two or three faults that can stand together in one token, or in one request, are all
 * among the findings, and the worst of them decides.
 */
import { assert, constantFrom, property, uniqueArray, type Arbitrary } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judge } from '../../src/judge/index.ts'
import type { ClientAnswer, JsonObject, SeenRequest, Vector, Verdict } from '../../src/model/index.ts'
import { sign } from '../../src/token/index.ts'

const SECRET = 'DONOTUSE-0123456789abcdef'
const ASKED = { channelId: 'c1', userId: 'u1', duration: 60 }
const TIMES = { askedAt: 0, answeredAt: 0 }

/** Every finding of a verdict as reason and level, the worst included. */
const found = ({ reason, level, findings = [] }: Verdict): string[] =>
  [{ reason: reason ?? '', level }, ...findings].map((one) => `${one.reason} ${one.level}`)

interface Fault<T> {
  readonly shows: string
  /** Only one fault of a place can stand in one answer. */
  readonly place: string
  readonly change: (answer: T) => T
}

/** Two or three faults of different places. */
const together = <T>(faults: readonly Fault<T>[]): Arbitrary<readonly Fault<T>[]> =>
  uniqueArray(constantFrom(...faults), { minLength: 2, maxLength: 3, selector: ({ place }) => place })

function expectAll(faults: readonly Pick<Fault<never>, 'shows'>[], verdict: Verdict): void {
  const due = faults.map(({ shows }) => shows)
  expect(found(verdict)).toEqual(expect.arrayContaining(due))
  const isRequired = due.some((shows) => shows.endsWith(' required'))
  expect([verdict.outcome, verdict.level]).toEqual(['failed', isRequired ? 'required' : 'recommended'])
}

interface Made {
  readonly version: string
  readonly appId: string
  readonly timestamp: string
  readonly joinParams: JsonObject
  readonly toJson: (joinParams: JsonObject) => string
  readonly toBase64: (json: string) => string
  readonly secret: string
  readonly written: (signature: string) => string
}

const MADE: Made = {
  version: '02',
  appId: 'app',
  timestamp: '1700000000',
  joinParams: ASKED,
  toJson: JSON.stringify,
  toBase64: (json) => Buffer.from(json).toString('base64'),
  secret: SECRET,
  written: (signature) => signature,
}

const member = (name: string, value: JsonObject[string], shows: string): Fault<Made> => ({
  shows,
  place: `member ${name}`,
  change: (made) => ({ ...made, joinParams: { ...made.joinParams, [name]: value } }),
})

const OF_TOKENS: readonly Fault<Made>[] = [
  { shows: 'wrong-version required', place: 'version', change: (made) => ({ ...made, version: '01' }) },
  { shows: 'wrong-app-id required', place: 'appId', change: (made) => ({ ...made, appId: 'App' }) },
  {
    shows: 'wrong-timestamp required',
    place: 'timestamp',
    change: (made) => ({ ...made, timestamp: '1700000000000' }),
  },
  {
    shows: 'timestamp-not-decimal required',
    place: 'timestamp',
    change: (made) => ({ ...made, timestamp: '17e8' }),
  },
  member('duration', 61, 'value-changed required'),
  member('userId', 7, 'wrong-type required'),
  member('size', 99, 'value-added required'),
  member('role', 'admin', 'member-added recommended'),
  {
    shows: 'byte-order-mark recommended',
    place: 'json',
    change: (made) => ({ ...made, toJson: (value) => `\ufeff${made.toJson(value)}` }),
  },
  {
    shows: 'params-not-standard-base64 required',
    place: 'params',
    change: (made) => ({
      ...made,
      toBase64: (json) => `${made.toBase64(json).slice(0, 8)}\n${made.toBase64(json).slice(8)}`,
    }),
  },
  {
    shows: 'signature-of-other-message-or-key required',
    place: 'key',
    change: (made) => ({ ...made, secret: `${SECRET}\n` }),
  },
  {
    shows: 'signature-not-standard-base64 required',
    place: 'signature',
    change: (made) => ({ ...made, written: (signature) => signature.replace('=', '') }),
  },
]

function tokenOf({ version, appId, timestamp, joinParams, toJson, toBase64, secret, written }: Made): string {
  const params = toBase64(toJson(joinParams))
  const signature = written(sign({ version, appId, timestamp, params }, secret))
  return [version, appId, timestamp, params, signature].join('.')
}

const ISSUE: Vector = {
  id: 'token/issue/x',
  title: 'x',
  requirements: ['TOKEN-STRING'],
  level: 'required',
  question: {
    method: 'token.issue',
    params: { appId: 'app', appSecret: SECRET, joinParams: ASKED, timestamp: 1700000000 },
  },
  expect: { verdict: 'accept', output: { joinParams: ASKED } },
}

const judgedToken = (made: Made): Verdict =>
  judge(ISSUE, { kind: 'accepted', output: { token: tokenOf(made) }, ...TIMES }, 'no-twin')

interface Sent {
  readonly request: SeenRequest
  readonly body: JsonObject
  readonly toText: (body: JsonObject) => string
  readonly report: ClientAnswer['reports'][number]
}

const CALLED = { channelId: 'c1', streamList: [{ streamId: 1, url: 'rtmp://x/1', flag: 1, type: 1 }] }
const SENT: Sent = {
  request: {
    elsewhere: false,
    method: 'POST',
    target: '/streaming/start',
    headers: [
      ['Content-Type', 'application/json'],
      ['Authorization', 'SvcSign x'],
      ['Content-Length', '1'],
    ],
    body: '',
  },
  body: CALLED,
  toText: JSON.stringify,
  report: { ok: true, status: 200 },
}

const header = (name: string, value: string, shows: string): Fault<Sent> => ({
  shows,
  place: name,
  change: (sent) => ({
    ...sent,
    request: {
      ...sent.request,
      headers: [...sent.request.headers.filter(([other]) => other !== name), [name, value]],
    },
  }),
})

const entry = (name: string, value: JsonObject[string], shows: string): Fault<Sent> => ({
  shows,
  place: `member ${name}`,
  change: (sent) => {
    const [first] = sent.body['streamList'] as readonly JsonObject[]
    return { ...sent, body: { ...sent.body, streamList: [{ ...first, [name]: value }] } }
  },
})

const request = (place: 'method' | 'target', value: string, shows: string): Fault<Sent> => ({
  shows,
  place,
  change: (sent) => ({ ...sent, request: { ...sent.request, [place]: value } }),
})

const OF_REQUESTS: readonly Fault<Sent>[] = [
  request('method', 'PUT', 'wrong-method required'),
  request('target', '/v1/streaming/start', 'wrong-path required'),
  header('Content-Type', 'text/plain', 'wrong-content-type required'),
  header('Authorization', 'Bearer x', 'wrong-authorization required'),
  header('Tracking-Id', '0123', 'wrong-tracking-id required'),
  header('Transfer-Encoding', 'chunked', 'wrong-framing recommended'),
  entry('flag', 2, 'body-changed required'),
  entry('userId', 'u9', 'member-gained required'),
  entry('layout', {}, 'member-added recommended'),
  {
    shows: 'byte-order-mark recommended',
    place: 'text',
    change: (sent) => ({ ...sent, toText: (body) => `\ufeff${sent.toText(body)}` }),
  },
  {
    shows: 'success-not-reported required',
    place: 'report',
    change: (sent) => ({ ...sent, report: { ok: false, kind: 'protocol' } }),
  },
]

const CALL: Vector = {
  id: 'client/request/x',
  title: 'x',
  requirements: ['SDK-SUCCESS-TO-CALLER'],
  level: 'required',
  question: {
    method: 'client.call',
    params: {
      appId: 'app',
      appSecret: SECRET,
      operation: 'streaming.start',
      body: CALLED,
      basePath: '',
      timeoutMillis: 1000,
      answers: [{ status: 200, body: '{}' }],
      calls: 1,
    },
  },
  // None of the checks of requests is named: they are those of every request.
  expect: { verdict: 'accept', output: { checks: ['asked', 'success'] } },
}

function judgedCall({ request: bare, body, toText, report }: Sent): Verdict {
  const text = Buffer.from(toText(body)).toString('base64')
  const output: ClientAnswer = {
    reports: [report],
    requests: [{ ...bare, body: text }],
    millis: [1],
    scheme: 'SvcSign',
    leaks: [],
  }
  return judge(CALL, { kind: 'accepted', output, ...TIMES }, 'no-twin')
}

describe('two or three faults together', () => {
  test('of a right token and a right request are none', () => {
    expect(judgedToken(MADE).outcome).toBe('passed')
    expect(judgedCall(SENT).outcome).toBe('passed')
  })

  test('are all found in a token', () => {
    assert(
      property(together(OF_TOKENS), (faults) =>
        expectAll(faults, judgedToken(faults.reduce((made, { change }) => change(made), MADE))),
      ),
      { numRuns: 400, seed: 1 },
    )
  })

  test('are all found in a request', () => {
    assert(
      property(together(OF_REQUESTS), (faults) =>
        expectAll(faults, judgedCall(faults.reduce((sent, { change }) => change(sent), SENT))),
      ),
      { numRuns: 400, seed: 1 },
    )
  })
})
