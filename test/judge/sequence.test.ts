import { describe, expect, test } from 'vitest'
import { judge } from '../../src/judge/index.ts'
import type {
  ClientAnswer,
  ClientCall,
  ExpectedCall,
  JsonObject,
  NextCall,
  Operation,
  SeenRequest,
  Vector,
  Verdict,
} from '../../src/model/index.ts'
import { ROUTES } from '../../src/interface/operations.ts'
import { issue } from '../../src/token/index.ts'

const APP = { appId: 'app', appSecret: 'DONOTUSE-0123456789abcdef' }
const CALL: ClientCall = {
  ...APP,
  operation: 'streaming.stop',
  body: { channelId: 'c1' },
  basePath: '',
  timeoutMillis: 1000,
  answers: [{ status: 200, body: '{}' }],
  calls: 1,
}

/** The rule of members that change nothing. */
const ADDED = 'SDK-BODY-NOTHING-ADDED'

const HEADERS: SeenRequest['headers'] = [
  ['Content-Type', 'application/json'],
  ['Authorization', 'SvcSign x'],
  ['Content-Length', '1'],
]

function answerTo(operation: Operation, body: JsonObject, more: Partial<ClientAnswer> = {}): ClientAnswer {
  const { method, path } = ROUTES[operation]
  return {
    reports: [{ ok: true, status: 200 }],
    requests: [
      {
        elsewhere: false,
        method,
        target: path,
        headers: HEADERS,
        body: Buffer.from(JSON.stringify(body)).toString('base64'),
      },
    ],
    millis: [1],
    scheme: 'SvcSign',
    leaks: [],
    ...more,
  }
}

function verdictOf(call: ClientCall, output: ExpectedCall, answer: ClientAnswer): Verdict {
  const vector: Vector = {
    id: 'client/request/x',
    title: 'x',
    requirements: ['SDK-SUCCESS-TO-CALLER'],
    level: 'required',
    question: { method: 'client.call', params: call },
    expect: { verdict: 'accept', output },
  }
  return judge(vector, { kind: 'accepted', output: answer, askedAt: 0, answeredAt: 0 }, 'no-twin')
}

describe('a member that nobody asked for, and that makes another call of it', () => {
  const entry = { streamId: 1 }
  const start = { ...entry, url: 'rtmp://x/1', flag: 1, type: 1 }
  const list = (one: JsonObject): JsonObject => ({ channelId: 'c1', streamList: [one] })
  type Row = [operation: Operation, asked: JsonObject, sent: JsonObject, rule: string | undefined]

  test.for<Row>([
    ['streaming.stop', { channelId: 'c1' }, { channelId: 'c1', streamId: 0 }, 'STOP-ALL'],
    ['streaming.stop', { channelId: 'c1', streamId: 0 }, { channelId: 'c1', streamId: 0 }, undefined],
    ['streaming.update', list(entry), list({ ...entry, watermarks: [] }), 'UPDATE-WATERMARKS-EMPTY'],
    ['streaming.update', list(entry), list({ ...entry, layout: {} }), ADDED],
    ['streaming.start', list(start), list({ ...start, userId: 'u' }), 'STREAM-USERID-PRESENTER-DEFAULT'],
    ['streaming.start', list(start), list({ ...start, userId: '' }), ADDED],
    ['streaming.start', list(start), list({ ...start, watermarks: [], layout: {} }), ADDED],
  ])('%s %j as %j', ([operation, body, sent, rule], { expect }) => {
    const verdict = verdictOf({ ...CALL, operation, body }, { checks: ['asked'] }, answerTo(operation, sent))
    expect([verdict.outcome, verdict.rule]).toEqual([rule ? 'failed' : 'passed', rule])
    // Any other member is more than was asked for, and changes nothing that the text shows.
    expect(verdict.level).toBe(rule === ADDED ? 'recommended' : 'required')
  })
})

describe('a token that is handed out again, without a request', () => {
  const body = { channelId: 'c1', userId: 'u1' }
  const due: ExpectedCall = { checks: ['asked', 'body', 'success'], reusable: true }
  const reported = (token: string, expected = due): Verdict =>
    verdictOf(
      { ...CALL, operation: 'auth.token', body },
      expected,
      answerTo('auth.token', body, { requests: [], reports: [{ ok: true, token }] }),
    )
  const issuer = { ...APP, timestamp: 1700000000 }

  test('is right for the same app, channel and user (section 2.1)', () => {
    expect(reported(issue({ ...body, duration: 60 }, issuer)).outcome).toBe('passed')
  })

  test.for([
    ['a text that is no token', 'x'],
    ['one of another user', issue({ ...body, userId: 'u2' }, issuer)],
    ['one of another channel', issue({ ...body, channelId: 'c2' }, issuer)],
    ['one of another app', issue(body, { ...issuer, appId: 'other' })],
    ['one that another secret signed', issue(body, { ...issuer, appSecret: 'other' })],
  ] as const)('and %s is no such token', ([, token], { expect }) => {
    expect(reported(token)).toMatchObject({ outcome: 'failed', reason: 'no-request' })
  })

  test('only where the vector says so', () => {
    const { reusable: _, ...once } = due
    expect(reported(issue(body, issuer), once).outcome).toBe('failed')
  })
})

describe('calls one after the other', () => {
  const next: NextCall = {
    ...APP,
    operation: 'streaming.update',
    body: { channelId: 'c1', streamList: [{ streamId: 1 }] },
    answers: CALL.answers,
  }
  const call = { ...CALL, next: [next] }
  const withId = (answer: ClientAnswer, id: string): ClientAnswer => ({
    ...answer,
    requests: answer.requests.map((one) => ({ ...one, headers: [...one.headers, ['Tracking-Id', id]] })),
  })
  const first = withId(answerTo(CALL.operation, CALL.body), '1'.padStart(32, '0'))
  const second = withId(answerTo(next.operation, next.body), '2'.padStart(32, '0'))
  const due: ExpectedCall = { checks: ['asked', 'route', 'body', 'success'] }
  const expected = { ...due, next: [due] }

  test('are right where each is', () => {
    expect(verdictOf(call, expected, { ...first, next: [second] }).outcome).toBe('passed')
  })

  test('are each judged by its own operation, body and report', () => {
    const failed = { ...second, reports: [{ ok: false, kind: 'network' as const }] }
    const verdict = verdictOf(call, expected, { ...first, next: [failed] })
    expect(verdict).toMatchObject({ outcome: 'failed', reason: 'success-not-reported' })
    expect(verdict.message).toMatch(/^call 2 of 2: /)
    expect(verdictOf(call, expected, { ...first, next: [first] })).toMatchObject({ reason: 'wrong-path' })
  })

  test('should not share a Tracking-Id, whatever the operation', () => {
    const shared = withId(answerTo(next.operation, next.body), '1'.padStart(32, '0'))
    expect(verdictOf(call, expected, { ...first, next: [shared] })).toMatchObject({
      outcome: 'failed',
      level: 'recommended',
      rule: 'SDK-TRACKING-ID-UNIQUE',
    })
  })

  test('what is recommended fails at that level, and what is required goes before it', () => {
    const more: ExpectedCall = { ...due, recommended: ['once'], next: [due] }
    const twice = { ...first, requests: [...first.requests, ...first.requests] }
    expect(verdictOf(call, more, { ...twice, next: [second] })).toMatchObject({
      level: 'recommended',
      reason: 'sent-again',
    })
    const silent = { ...second, requests: [] }
    expect(verdictOf(call, more, { ...twice, next: [silent] })).toMatchObject({
      level: 'required',
      reason: 'no-request',
      findings: [{ rule: 'SDK-CALL-ONCE', level: 'recommended', reason: 'sent-again' }],
    })
  })
})
