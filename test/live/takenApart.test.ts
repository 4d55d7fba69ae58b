import { describe, expect, test } from 'vitest'
import { takeApart } from '../../runners/live/answerFacts.ts'
import { exchangeFindings } from '../../src/judge/exchange.ts'
import type { QuestionOf } from '../../src/model/index.ts'
import { families } from '../../src/vectors/index.ts'
import { configFor } from '../support/live/service.ts'

describe('a token that an endpoint issues is taken apart', () => {
  const verify = families().find(({ name }) => name === 'token/verify')!.vectors
  const damaged = verify.filter(({ expect: expected, level, question }) => {
    const { appId, appSecret } = (question as QuestionOf<'token.verify'>).params
    return (
      expected.verdict === 'refuse' &&
      level !== 'unspecified' &&
      appId === 'app' &&
      appSecret === 'DO-NOT-USE-channelproof-secret' &&
      !expected.reasons.includes('expired')
    )
  })

  test.for(
    damaged.map((vector) => [vector.id, (vector.question as QuestionOf<'token.verify'>).params] as const),
  )('and fails where it is damaged: %s', ([, { token, appId, appSecret, now }], { expect }) => {
    const config = { ...configFor('http://127.0.0.1:1'), app: { appId, appSecret } }
    const got = {
      status: 200,
      texts: [],
      token: takeApart({ token }, config)!,
      trackingId: '',
      channel: 'c1',
    }
    const times = { askedAt: now, answeredAt: now }
    expect(
      exchangeFindings(
        { operation: 'auth.token', body: '' },
        { answers: [{ status: 200 }], joinParams: { channelId: '{{channel}}', userId: 'u1' } },
        got,
        times,
      ),
    ).not.toEqual([])
  })

  test('and passes where it is right', () => {
    const { params } = verify[0]!.question as QuestionOf<'token.verify'>
    const config = {
      ...configFor('http://127.0.0.1:1'),
      app: { appId: params.appId, appSecret: params.appSecret },
    }
    const got = {
      status: 200,
      texts: [],
      token: takeApart({ token: params.token }, config)!,
      trackingId: '',
      channel: 'c1',
    }
    const times = { askedAt: 1700000000, answeredAt: 1700000000 }
    expect(
      exchangeFindings(
        { operation: 'auth.token', body: '' },
        { answers: [{ status: 200 }], joinParams: { channelId: '{{channel}}', userId: 'u1' } },
        got,
        times,
      ),
    ).toEqual([])
  })
})
