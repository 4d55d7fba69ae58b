/**
 * Members called `constructor`, `toString` or `__proto__` are members like any other: nothing takes what an object
 * inherits for what somebody wrote. Every name of Object.prototype is fed to everything that reads names out of data.
 */
import { describe, expect, test } from 'vitest'
import { factsOf } from '../runners/live/answerFacts.ts'
import { configFor } from '../runners/selfCheck/faultyService.ts'
import { validateBody } from '../src/body/index.ts'
import { Evidence } from '../src/diagnose/evidence.ts'
import { parseJson } from '../src/json.ts'
import { judge } from '../src/judge/index.ts'
import { judgeCaptured } from '../src/judge/client/captured.ts'
import {
  BODY_KINDS,
  type Answer,
  type ClientAnswer,
  type JsonObject,
  type Output,
  type Vector,
} from '../src/model/index.ts'
import { encodeParams, issueText } from '../src/token/index.ts'
import { families } from '../src/vectors/index.ts'

const NAMES = Object.getOwnPropertyNames(Object.prototype)
const vectors = new Map(families().flatMap((family) => family.vectors.map((vector) => [vector.id, vector])))
const vector = (id: string): Vector => vectors.get(id)!
const accepted = (output: Output): Answer => ({
  kind: 'accepted',
  output,
  askedAt: 1700000000,
  answeredAt: 1700000000,
})

/** An object with one more member of that name. */
const withMember = (members: object, name: string, value: unknown = 1): string =>
  JSON.stringify(members).replace(
    /\}$/,
    `${Object.keys(members).length > 0 ? ',' : ''}${JSON.stringify(name)}:${JSON.stringify(value)}}`,
  )

/** The verdict, and what the search for causes says of it: neither may break. */
function judged(id: string, output: Output): string {
  const verdict = judge(vector(id), accepted(output), 'twin-accepted')
  const evidence = new Evidence()
  evidence.add(vector(id), accepted(output), verdict)
  evidence.findings()
  return [verdict.outcome, verdict.reason].filter(Boolean).join(' ')
}

const IDS = { channelId: 'c1', userId: 'u1' }
const ISSUER = { appId: 'app', appSecret: 'DO-NOT-USE-channelproof-secret', timestamp: 1700000000 }

describe.each(NAMES)('a member called %s', (name) => {
  test('in the params of a token was added', () => {
    const token = issueText(withMember(IDS, name), ISSUER)
    expect(judged('token/issue/minimal', { token })).toBe('failed member-added')
  })

  test('in verified join parameters was added', () => {
    const joinParams = parseJson<JsonObject>(withMember(IDS, name))
    expect(judged('token/verify/plain', { joinParams })).toBe('failed member-added')
  })

  test('is missing where only the prototype has it', () => {
    const asked = vector('token/verify/plain')
    const expectsIt: Vector = {
      ...asked,
      expect: {
        verdict: 'accept',
        output: { joinParams: parseJson<JsonObject>(withMember(IDS, name)) },
      },
    }
    expect(judge(expectsIt, accepted({ joinParams: IDS }), 'no-twin').reason).toBe('member-missing')
  })

  test.each(['', 'streamList'])('in the body of a request, %s, was added', (place) => {
    const id = 'client/request/streaming-update-nothing-added'
    const { question } = vector(id)
    if (question.method !== 'client.call') throw new Error('no call')
    const { streamList = [], ...rest } = question.params.body as { streamList?: object[] }
    const entries = streamList.map((entry) =>
      parseJson(place === '' ? JSON.stringify(entry) : withMember(entry, name)),
    )
    const whole = JSON.stringify({ ...rest, streamList: entries })
    const body = place === '' ? withMember(JSON.parse(whole) as object, name) : whole
    expect(judged(id, seen(body))).toBe('failed member-added')
  })

  test('in a captured body is looked at', () => {
    const [request] = seen(withMember(IDS, name)).requests
    expect(() => judgeCaptured(request!, 'SvcSign', false)).not.toThrow()
  })

  test.each(BODY_KINDS)('in a body of kind %s breaks the rule of listed members', (kind) => {
    const found = validateBody(kind, withMember(IDS, name))
    expect(found.map(({ requirement }) => requirement)).toContain('API-REQUEST-BODY-LISTED-MEMBERS')
  })

  test('in the answer of an endpoint is neither a token nor a code', () => {
    const config = { ...configFor('http://127.0.0.1:1'), errorCodePointer: `/${name}` }
    expect(factsOf({}, '{}', config)).toMatchObject({ texts: [], members: [] })
    expect(factsOf({}, withMember({}, name, 'text'), config)).toMatchObject({
      texts: ['text'],
      members: [name],
    })
  })

  test('in an issued token was added', () => {
    const id = 'endpoint/auth/right'
    const params = encodeParams(withMember({ channelId: 'c1', userId: 'channelproof' }, name))
    const token = {
      version: '02',
      timestamp: '1700000000',
      params,
      appIdFits: true,
      signatureFits: true,
      skew: 60,
    }
    const output = { status: 200, texts: [], token, members: ['token'], trackingId: '', channel: 'c1' }
    expect(judged(id, output)).toMatch(/^failed member-/)
  })
})

/** What a recorder saw of one call that was answered 200. */
const seen = (body: string): ClientAnswer => ({
  reports: [{ ok: true, status: 200 }],
  requests: [
    {
      elsewhere: false,
      method: 'PUT',
      target: '/streaming/update',
      headers: [
        ['Content-Type', 'application/json'],
        ['Authorization', 'SvcSign x'],
        ['Tracking-Id', '0123456789abcdef0123456789abcdef'],
      ],
      body: Buffer.from(body).toString('base64'),
    },
  ],
  millis: [1],
  scheme: 'SvcSign',
  given: 'SvcSign x',
  leaks: [],
})
