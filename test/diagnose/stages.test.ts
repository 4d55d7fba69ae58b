import { describe, expect, test } from 'vitest'
import { stagesOf } from '../../src/diagnose/stages.ts'
import { families } from '../../src/vectors/index.ts'
import type { Answer, Output } from '../../src/model/index.ts'

const vectors = families().flatMap(({ vectors: own }) => own)
const stages = (id: string, output: Output) => {
  const vector = vectors.find((row) => row.id === id)!
  const answer: Answer = { kind: 'accepted', output, askedAt: 0, answeredAt: 0 }
  return stagesOf(vector, answer)
}
/** Names of the stages that are not as they should be. */
const wrong = (id: string, output: Output): string[] =>
  stages(id, output).flatMap(({ stage, expected, got }) =>
    got === undefined || got === expected ? [] : [stage],
  )

const b64 = (text: string): string => Buffer.from(text).toString('base64')
const ZERO = Buffer.alloc(32).toString('base64')
const token = (
  json: string,
  more: { timestamp?: string; params?: string; signature?: string } = {},
): Output => {
  const { timestamp = '1700000000', params = b64(json), signature = ZERO } = more
  return { token: `02.app.${timestamp}.${params}.${signature}` }
}

describe('the stages of a wrong token', () => {
  test('take white space and order of the JSON for what they are: the choice of the SDK', () => {
    expect(wrong('token/issue/minimal', token('{ "userId": "u1", "channelId": "c1" }'))).toEqual([
      'signature',
    ])
  })

  test('show where the mistake was made, each computed out of what was sent before it', () => {
    expect(wrong('token/issue/minimal', token('{"channelId":"c1","userId":"U1"}'))[0]).toBe('JSON')
    expect(
      wrong(
        'token/issue/minimal',
        token('{"channelId":"c1","userId":"u1"}', { timestamp: '1700000000000' }),
      )[0],
    ).toBe('timestamp')
    const unpadded = b64('{"channelId":"c1","userId":"u1"}').replace(/=+$/, '')
    expect(wrong('token/issue/minimal', token('', { params: unpadded }))[0]).toBe('params')
  })

  test('show no JSON in params that are no base64 of any text', () => {
    const base32 = 'PMRGG2DBNZXGK3CJMQRDUITDGERCYITVONSXESLEEI5CE5JREJ6Q===='
    expect(wrong('token/issue/minimal', token('', { params: base32 }))[0]).toBe('params')
    expect(wrong('token/params/length-44', { params: base32 })).toEqual(['params'])
  })

  test('show a token that has no parts as a whole', () => {
    expect(stages('token/issue/minimal', { token: 'nonsense' })).toEqual([
      { stage: 'signature', expected: '02.<appId>.<timestamp>.<params>.<signature>', got: 'nonsense' },
    ])
  })
})

test('of a signature message and key are shown as they should be, and of params the bytes', () => {
  const shown = stages('token/signature/plain', { signature: ZERO })
  expect(shown.map(({ stage, got }) => [stage, got !== undefined])).toEqual([
    ['message', false],
    ['key in hex', false],
    ['signature', true],
  ])
  // DO-NOT-USE-channelproof-secret
  expect(shown[1]!.expected).toBe('444f2d4e4f542d5553452d6368616e6e656c70726f6f662d736563726574')
  expect(wrong('token/params/solidus-raw', { params: b64('{"channelId":"c\\/1","userId":"u1"}') })).toEqual([
    'JSON',
    'params',
  ])
})

test('a secret that is easily misread stands beside its bytes', () => {
  const sent = token('{"channelId":"c1","userId":"u1"}')
  const keyIn = (id: string, output: Output): string | undefined =>
    stages(id, output).find(({ stage }) => stage === 'key in hex')?.expected
  // printf 'DO-NOT-USE-line-feed\n' | xxd -p
  const shown = '444f2d4e4f542d5553452d6c696e652d666565640a of "DO-NOT-USE-line-feed\\n"'
  expect(keyIn('token/issue/secret-with-trailing-line-feed', sent)).toBe(shown)
  expect(keyIn('token/signature/secret-with-trailing-line-feed', { signature: ZERO })).toBe(shown)
  expect(keyIn('token/issue/minimal', sent)).toMatch(/^[0-9a-f]+$/)
})

test('refusals and failures have no stages', () => {
  const vector = vectors.find(({ id }) => id === 'token/issue/minimal')!
  const answer: Answer = { kind: 'failed', message: 'x', askedAt: 0, answeredAt: 0 }
  expect(stagesOf(vector, answer)).toEqual([])
})
