import { describe, expect, test } from 'vitest'
import { judge } from '../../src/judge/index.ts'
import type { Answer, EndpointAnswer, Vector, Verdict } from '../../src/model/index.ts'
import { issueText } from '../../src/token/index.ts'
import { families } from '../../src/vectors/index.ts'

const ALL = new Map(families().flatMap((family) => family.vectors.map((one) => [one.id, one] as const)))
const vector = (id: string): Vector => ALL.get(id)!
const TIMES = { askedAt: 1700000000, answeredAt: 1700000000 }
const no = (reason?: string): Answer => ({
  ...TIMES,
  kind: 'refused',
  ...(reason !== undefined && { reason }),
})
const yes = (output: object): Answer => ({ ...TIMES, kind: 'accepted', output }) as Answer

/** Outcome, reason and message, and what the answer makes of a freedom. */
const said = ({ outcome, reason, message, open }: Verdict) => ({ outcome, reason, message, open })

describe('a refusal without a reason', () => {
  test('of a bad token passes: a verifier may say only no', () => {
    expect(judge(vector('token/verify/app-wrong'), no(), 'twin-accepted').outcome).toBe('passed')
  })

  test('of what is right fails, and the message names no reason', () => {
    expect(judge(vector('token/verify/plain'), no(), 'no-twin').message).toBe('It refuses what is right.')
  })

  test('of what is open is observed', () => {
    expect(said(judge(vector('token/verify/open-made-in-a-day'), no(), 'no-twin'))).toEqual({
      outcome: 'observed',
      reason: 'refuses',
      message: 'It refuses.',
      open: [{ requirement: 'TOKEN-TIMESTAMP-FUTURE', does: 'refuses' }],
    })
  })
})

describe('what is open', () => {
  const unlisted = vector('token/verify/open-params-unlisted-member')

  test('is accepted with nothing altered', () => {
    const joinParams = { channelId: 'c1', userId: 'u1', role: 'admin' }
    expect(
      said(judge({ ...unlisted, expect: acceptedOf(joinParams) }, yes({ joinParams }), 'no-twin')),
    ).toEqual({
      outcome: 'observed',
      reason: 'accepts',
      message: 'It accepts and alters nothing.',
      open: [{ requirement: 'PARAM-UNLISTED-MEMBERS', does: 'accepts, and alters nothing' }],
    })
  })

  test('says what becomes of a value that may become anything', () => {
    const verdict = judge(
      vector('token/refusal/size-null'),
      yes({ token: tokenOf({ size: null }) }),
      'no-twin',
    )
    expect(said(verdict)).toMatchObject({
      outcome: 'observed',
      open: [{ requirement: 'PARAM-NULL-OPTIONAL', does: 'writes null for size where it is null' }],
    })
  })

  test('may be refused, and taken it is not altered: inside the bounds of the text that is required', () => {
    const negative = vector('token/issue/open-size-negative')
    const issued = (size: number): Verdict => judge(negative, yes({ token: tokenOf({ size }) }), 'no-twin')
    expect(issued(-1).outcome).toBe('observed')
    expect(issued(0)).toMatchObject({ outcome: 'failed', level: 'required', reason: 'value-changed' })
  })

  test('what the text forbids may be clamped, at the cost of a failure that does not gate by default', () => {
    const beyond: Vector = {
      ...vector('token/refusal/duration-86401'),
      expect: {
        verdict: 'either',
        reasons: ['out-of-range'],
        output: { joinParams: { channelId: 'c1', userId: 'u1', duration: 86401 } },
      },
    }
    const clamped = judge(beyond, yes({ token: tokenOf({ duration: 86400 }) }), 'no-twin')
    expect(clamped).toMatchObject({ outcome: 'failed', level: 'recommended', reason: 'value-changed' })
  })

  test('of one member stands beside a failure of another, and no failure is a use of it', () => {
    const verdict = judge(
      vector('token/issue/minimal'),
      yes({ token: tokenOf({ privileges: 1, size: 7 }) }),
      'no-twin',
    )
    expect(verdict).toMatchObject({ outcome: 'failed', reason: 'value-added' })
    expect(verdict.open?.map(({ requirement }) => requirement)).toEqual(['PARAM-PRIVILEGES-UNASKED'])
    const other = judge(vector('token/issue/minimal'), yes({ token: tokenOf({ size: 7 }) }), 'no-twin')
    expect(other).toMatchObject({ outcome: 'failed' })
    expect(other).not.toHaveProperty('open')
  })

  const acceptedOf = (joinParams: object): Vector['expect'] =>
    ({ verdict: 'either', reasons: ['params'], output: { joinParams } }) as Vector['expect']
  const tokenOf = (more: object): string =>
    issueText(JSON.stringify({ channelId: 'c1', userId: 'u1', ...more }), {
      appId: 'app',
      appSecret: 'DO-NOT-USE-channelproof-secret',
      timestamp: 1700000000,
    })
})

describe('an endpoint', () => {
  const exchange: Vector = {
    ...vector('endpoint/token/open-unlisted-member'),
    expect: { verdict: 'accept', output: { answers: [{ status: 200 }] } },
  }
  const answered = (status: number, texts: string[] = []): EndpointAnswer => ({
    status,
    texts,
    trackingId: 't',
    channel: 'c1',
  })

  test.for([
    [answered(200), 'answers 200'],
    [answered(403, ['Invalid.Parameter.Value']), 'answers 403 Invalid.Parameter.Value'],
    // The text of an error is no code.
    [answered(400, ['role is not known']), 'answers 400'],
  ] as const)('%#: says what it answers where it is free', ([output, does]) => {
    const { outcome, open } = judge(exchange, yes(output), 'no-twin')
    expect({ outcome, open }).toEqual({
      outcome: 'observed',
      open: [{ requirement: exchange.requirements[0], does }],
    })
  })

  test('with a signature that nobody can check uses no freedom', () => {
    const token = { version: '02', timestamp: '1700000000', params: PARAMS, appIdFits: true, skew: 5 }
    const checked: Vector = {
      ...exchange,
      level: 'required',
      expect: {
        verdict: 'accept',
        output: { answers: [{ status: 200 }], joinParams: { channelId: 'c1', userId: 'u1' } },
      },
    }
    const verdict = judge(checked, yes({ ...answered(200), token }), 'no-twin')
    expect(said(verdict)).toMatchObject({
      outcome: 'observed',
      reason: 'signature-not-checked',
      open: undefined,
    })
  })

  const PARAMS = Buffer.from('{"channelId":"c1","userId":"u1"}').toString('base64')
})

describe('a client that refuses a call by itself', () => {
  const odd = [...ALL.values()].find(
    ({ id, expect: due }) => id.startsWith('client/request/') && due.verdict === 'either',
  )!
  const seen = (report: object, requests: object[] = []): Answer =>
    yes({ reports: [report], requests, millis: [1], scheme: 'SvcSign', leaks: [] })
  const refused = { ok: false, kind: 'protocol' }
  const OWN =
    'It refuses the call by itself, without a request: the interface does not show that it has to take it.'

  test('is observed where the call may be refused', () => {
    const { requirement = odd.requirements[0] } = {
      requirement: 'open' in odd.expect ? odd.expect.open : undefined,
    }
    expect(said(judge(odd, seen(refused), 'twin-accepted'))).toEqual({
      outcome: 'observed',
      reason: 'refuses',
      message: OWN,
      open: [{ requirement, does: OWN }],
    })
  })

  test('fails where it never calls, says that it succeeded, or had to call', () => {
    expect(judge(odd, seen(refused), 'no-twin')).toMatchObject({
      outcome: 'failed',
      reason: 'twin-not-accepted',
    })
    expect(judge(odd, seen({ ok: true, status: 200 }), 'twin-accepted').outcome).toBe('failed')
    const plain = vector('client/request/streaming-stop-minimal')
    expect(judge(plain, seen(refused), 'twin-accepted').outcome).toBe('failed')
  })
})

test('timelines are judged step by step, and minimum versions by their answer alone', () => {
  const timeline = [...ALL.values()].find(({ question }) => question.method === 'channel.timeline')!
  expect(judge(timeline, yes({ results: [] }), 'no-twin').outcome).toBe('failed')
  const minimum = [...ALL.values()].find(
    ({ question, expect: due }) => question.method === 'sdk.minimumVersion' && due.verdict === 'accept',
  )!
  expect(judge(minimum, yes({ recognises: true }), 'no-twin').outcome).toBe('passed')
})
