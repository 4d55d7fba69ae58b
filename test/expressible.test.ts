import { describe, expect, test } from 'vitest'
import { TypeRefusals } from '../src/expressible.ts'
import { issue } from '../src/token/index.ts'
import type { Answer, Json, Question, Vector, Verdict } from '../src/model/index.ts'

const times = { askedAt: 1, answeredAt: 1 }
const CODE_2 = { ...times, kind: 'unsupported', why: 'no', byType: true } as const
const NOT_ASKED = { ...times, kind: 'unsupported', why: 'no' } as const
const ANSWERED = { ...times, kind: 'accepted', output: { token: 'x' } } as Answer
const REFUSED = { ...times, kind: 'refused', reason: 'malformed' } as const

const vector = (id: string, question: Question, more: Partial<Vector> = {}): Vector =>
  ({ id, level: 'required', question, expect: { verdict: 'accept', output: {} }, ...more }) as Vector

const SKIPPED = { outcome: 'skipped', reason: 'unsupported', message: 'no' } as Verdict

/** The outcome of a question with code 2, beside one that was answered. */
function outcome(
  asked: Question,
  answered: Question,
  { answer = CODE_2, other = ANSWERED, more = {} }: { answer?: Answer; other?: Answer; more?: object } = {},
): string {
  const refusals = new TypeRefusals()
  refusals.add(vector('a', asked, more), answer)
  refusals.add(vector('b', answered), other)
  return refusals.settled({ ...SKIPPED, vector: 'a' }).outcome
}

const who = { appId: 'app', appSecret: 'secret-of-the-test', timestamp: 1700000000 }
const issuing = (joinParams: Json, more: object = {}): Question => ({
  method: 'token.issue',
  params: { ...who, ...more, joinParams },
})
const encoding = (joinParamsJson: string): Question => ({
  method: 'token.params',
  params: { joinParamsJson },
})
const verifying = (joinParams: { channelId: string; userId: string }, now = 1700000001): Question => ({
  method: 'token.verify',
  params: { token: issue(joinParams, who), appId: 'app', appSecret: who.appSecret, now },
})
const signing = (more: object): Question => ({
  method: 'token.signature',
  params: { version: '05', params: 'e30=', ...who, ...more },
})
const starting = (body: Json): Question =>
  ({ method: 'client.call', params: { operation: 'auth.token', body, calls: 1, answers: [] } }) as never

const PLAIN = { channelId: 'c', userId: 'u' }

describe('code 2 for a value fails', () => {
  test.each<[string, Question, Question]>([
    ['of a join parameter', issuing({ ...PLAIN, size: 7 }), issuing({ ...PLAIN, size: 8 })],
    ['of an id', issuing({ ...PLAIN, userId: 'Ünï' }), issuing(PLAIN)],
    ['of a secret', issuing(PLAIN, { appSecret: 'x'.repeat(80) }), issuing(PLAIN)],
    ['inside a JSON text', encoding('{"channelId":"~~~","userId":"u"}'), encoding(JSON.stringify(PLAIN))],
    ['inside a token', verifying({ ...PLAIN, userId: 'v' }, 1700000002), verifying(PLAIN)],
    ['of what is signed', signing({ appSecret: 'k' }), signing({})],
    ['of a body', starting({ ...PLAIN, userId: 'other' }), starting(PLAIN)],
  ])('%s', (_, asked, answered) => {
    expect(outcome(asked, answered)).toBe('failed')
  })
})

describe('code 2 is right', () => {
  test.each<[string, Question, Question]>([
    ['for members that nothing else had', issuing({ ...PLAIN, size: 7 }), issuing(PLAIN)],
    ['for another type', issuing({ ...PLAIN, size: '7' }), issuing({ ...PLAIN, size: 7 })],
    ['beyond an int32', issuing({ ...PLAIN, size: 2 ** 31 }), issuing({ ...PLAIN, size: 7 })],
    ['below an unsigned integer', issuing({ ...PLAIN, size: -1 }), issuing({ ...PLAIN, size: 7 })],
    ['beyond the bounds', issuing({ ...PLAIN, duration: 86401 }), issuing({ ...PLAIN, duration: 7 })],
    [
      'for a zero that means a missing member',
      issuing({ ...PLAIN, size: 0 }),
      issuing({ ...PLAIN, size: 7 }),
    ],
    ['for an empty text that does', issuing({ ...PLAIN, userId: '' }), issuing(PLAIN)],
    ['for an enum', issuing({ ...PLAIN, privileges: 7 }), issuing({ ...PLAIN, privileges: 1 })],
    ['for a C string', issuing({ ...PLAIN, userId: 'a\0b' }), issuing(PLAIN)],
    ['for a version with a type', signing({ version: '99' }), signing({})],
    ['for params that are bytes', signing({ params: 'no base64' }), signing({})],
    [
      'for a spelling that no writer makes',
      encoding('{"channelId": "c","userId":"u"}'),
      encoding(JSON.stringify(PLAIN)),
    ],
    ['for a body with an unlisted member', starting({ ...PLAIN, x: 1 }), starting({ ...PLAIN, x: 2 })],
  ])('%s', (_, asked, answered) => {
    expect(outcome(asked, answered)).toBe('skipped')
  })

  test.each([
    ['where a refusal is right too', { more: { expect: { verdict: 'either', output: {} } } }],
    ['where the text leaves it open', { more: { level: 'unspecified' } }],
    ['where the suite did not ask', { answer: NOT_ASKED }],
    ['where the other question was refused', { other: REFUSED }],
  ] as const)('%s', (_, how) => {
    expect(outcome(issuing({ ...PLAIN, size: 7 }), issuing({ ...PLAIN, size: 8 }), how)).toBe('skipped')
  })
})
