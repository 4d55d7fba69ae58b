import { describe, expect, test } from 'vitest'
import { families } from '../../src/vectors/index.ts'
import { judge } from '../../src/judge/index.ts'
import type { Answer, Output, Vector } from '../../src/model/index.ts'
import { issue, issueText } from '../../src/token/index.ts'

const vectors = new Map(families().flatMap((family) => family.vectors.map((vector) => [vector.id, vector])))
const vector = (id: string): Vector => vectors.get(id)!
const verdictOn = (id: string, output: Output) => {
  const answer: Answer = { askedAt: 1700000000.2, answeredAt: 1700000000.7, kind: 'accepted', output }
  return judge(vector(id), answer, 'twin-accepted')
}
/** The rules of the worst finding and of the others. */
const rulesOf = (id: string, output: Output): string[] => {
  const { rule, requirements, findings = [] } = verdictOn(id, output)
  return [...new Set([rule ?? requirements[0]!, ...findings.map((one) => one.rule)])]
}

const issuer = { appId: 'app', appSecret: 'DO-NOT-USE-channelproof-secret', timestamp: 1700000000 }
const IDS = { channelId: 'c1', userId: 'u1' }
const parts = issue(IDS, issuer).split('.')
/** The parts of the right token by their places, each joined by a dot. */
const inOrder = (...places: readonly number[]): string => places.map((place) => parts[place]).join('.')

describe('the rule that a token breaks, and no wider one', () => {
  test.each([
    ['colons for dots', inOrder(0, 1, 2, 3, 4).replaceAll('.', ':'), 'TOKEN-SEPARATOR'],
    ['a part left out', inOrder(0, 1, 2, 3), 'TOKEN-FIVE-PARTS'],
    ['timestamp before appId', inOrder(0, 2, 1, 3, 4), 'TOKEN-PART-ORDER'],
    ['appId before version', inOrder(1, 0, 2, 3, 4), 'TOKEN-PART-ORDER'],
    ['milliseconds', issue(IDS, { ...issuer, timestamp: 1700000000000 }), 'TOKEN-TIMESTAMP-SECONDS'],
    ['an hour later', issue(IDS, { ...issuer, timestamp: 1700003600 }), 'TOKEN-TIMESTAMP-UTC'],
    ['a size of its own', issue({ ...IDS, size: 50 }, issuer), 'PARAM-SIZE-DEFAULT'],
    ['a duration of its own', issue({ ...IDS, duration: 60 }, issuer), 'PARAM-DURATION-DEFAULT'],
    ['a userId lost', issueText('{"channelId":"c1"}', issuer), 'TOKEN-PARAMS-VALUES'],
    ['another key', issue(IDS, { ...issuer, appSecret: 'other' }), 'TOKEN-SIGNATURE-PARAMS-AS-SENT'],
  ])('%s', (_, token, rule) => {
    expect(rulesOf('token/issue/minimal', { token })).toEqual([rule])
  })

  const { output } = vector('token/params/length-46').expect as unknown as { output: { params: string } }
  test.each([
    ['without padding', output.params.replace(/=+$/, ''), 'TOKEN-PARAMS-PADDING'],
    ['with a line feed at its end', `${output.params}\n`, 'TOKEN-PARAMS-NO-LINE-BREAKS'],
    [
      'in two lines',
      `${output.params.slice(0, 8)}\r\n${output.params.slice(8)}`,
      'TOKEN-PARAMS-NO-LINE-BREAKS',
    ],
    ['with a space within', `${output.params.slice(0, 8)} ${output.params.slice(8)}`, 'TOKEN-PARAMS-BASE64'],
  ])('params %s', (_, params, rule) => {
    expect(output.params).toMatch(/=$/)
    expect(rulesOf('token/params/length-46', { params })).toEqual([rule])
  })

  test('the values that verifying code reports', () => {
    expect(rulesOf('token/verify/plain', { joinParams: { ...IDS, userId: 'U1' } })).toEqual([
      'TOKEN-VERIFY-VALUES',
    ])
  })
})

describe('the rule that an answer of an endpoint breaks', () => {
  const answer = (status: number, code?: string) => ({
    status,
    ...(code !== undefined && { code }),
    texts: code === undefined ? [] : [code],
    trackingId: 't',
    channel: 'c1',
  })

  test.each([
    ['endpoint/streaming/update-fps', answer(202), 'ERROR-STREAMING-SUCCESS'],
    ['endpoint/streaming/update-fps', answer(400), 'UPDATE-FPS'],
    ['endpoint/token/issues-minimal', answer(201), 'TOKEN-RESPONSE-STATUS'],
    ['endpoint/token/issues-minimal', answer(200), 'TOKEN-RESPONSE-TOKEN'],
    ['endpoint/auth/wrong-signature', answer(403, 'App.Secret.Empty'), 'ERROR-APP-SECRET'],
    ['endpoint/auth/wrong-signature', answer(400, 'Sign.Error'), 'ERROR-SIGN'],
    // A push that ran is no success of the wrong status.
    ['endpoint/streaming/start-refuses-a-fourth-stream', answer(200), 'START-STREAMS-MAXIMUM'],
  ])('%s, %o', (id, output, rule) => {
    expect(rulesOf(id, output)).toEqual([rule])
  })

  test('none where what was asked is open', () => {
    const open = [...vectors.values()].filter(
      ({ level, question }) => level === 'unspecified' && question.method === 'endpoint.exchange',
    )
    expect(open.length).toBeGreaterThan(5)
    for (const { id } of open) expect(verdictOn(id, answer(202)).outcome).toBe('observed')
  })
})
