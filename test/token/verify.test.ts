import { describe, expect, test } from 'vitest'
import {
  equalInConstantTime,
  expiryOf,
  issue,
  issueText,
  parse,
  TokenError,
  verify,
} from '../../src/token/index.ts'

const PARAMS = 'eyJjaGFubmVsSWQiOiJjMSIsInVzZXJJZCI6InUxIn0='
const SIGNATURE = 'JpBiduoZk8pU+nTs2vxTsv5CUh3jOyxkfOihcDphBVk='
const TOKEN = `02.app.1700000000.${PARAMS}.${SIGNATURE}`
const SECRET = '00a1B2c3D4e5F60718293a4b5C6d7E8f'
const VERIFIER = { appId: 'app', appSecret: SECRET, now: 1700000060 }
const ISSUER = { appId: 'app', appSecret: SECRET, timestamp: 1700000000 }
const JOIN_PARAMS = { channelId: 'c1', userId: 'u1' }

const codeOf = (act: () => unknown): string => {
  try {
    return `gave ${JSON.stringify(act())}`
  } catch (error) {
    return error instanceof TokenError ? error.code : String(error)
  }
}

const outcome = (token: string, change: Partial<typeof VERIFIER> = {}): string => {
  const verification = verify(token, { ...VERIFIER, ...change })
  return verification.valid ? 'valid' : verification.reason
}

describe('verify', () => {
  test('accepts the check figure and gives its join parameters', () => {
    expect(verify(TOKEN, VERIFIER)).toEqual({ valid: true, joinParams: JOIN_PARAMS })
  })

  test.each([
    ['malformed', 'no signature', `02.app.1700000000.${PARAMS}`],
    ['malformed', 'an empty text', ''],
    ['malformed', 'a sixth part', `${TOKEN}.${SIGNATURE}`],
    ['malformed', 'a dot at the end', `${TOKEN}.`],
    ['malformed', 'an empty appId', TOKEN.replace('.app.', '..')],
    ['malformed', 'a line feed after it', `${TOKEN}\n`],
    ['malformed', 'a signature without padding', TOKEN.slice(0, -1)],
    ['malformed', 'params without padding', TOKEN.replace('=.', '.')],
    ['malformed', 'a timestamp with a sign', TOKEN.replace('.17', '.+17')],
    ['malformed', 'a timestamp that no double holds', TOKEN.replace('1700000000', '9007199254740993')],
    ['version', 'another version', TOKEN.replace('02.', '03.')],
    ['version', 'a space before it', ` ${TOKEN}`],
    ['version', 'another spelling of the version', TOKEN.replace('02.', '2.')],
    ['app', 'another app', TOKEN.replace('.app.', '.App.')],
    ['signature', 'another second', TOKEN.replace('1700000000', '1700000001')],
    ['signature', 'other params', TOKEN.replace(PARAMS, 'eyJjaGFubmVsSWQiOiJjMiIsInVzZXJJZCI6InUxIn0=')],
    ['signature', 'another signature', TOKEN.replace('Jp', 'Jq')],
    ['signature', 'half a signature', TOKEN.replace(SIGNATURE, 'JpBiduoZk8pU+nTs2vxTsg==')],
  ])('refuses as %s: %s', (reason, _, token) => {
    expect(outcome(TOKEN)).toBe('valid')
    expect(outcome(token)).toBe(reason)
  })

  test.each([
    ['app', 'another app asks', { appId: 'app1' }],
    ['signature', 'the secret is another', { appSecret: SECRET.toUpperCase() }],
    ['signature', 'the secret has a line feed', { appSecret: `${SECRET}\n` }],
    ['expired', 'a day and a second have gone by', { now: 1700086401 }],
  ])('refuses as %s when %s', (reason, _, change) => {
    expect(outcome(TOKEN, change)).toBe(reason)
  })

  test.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no userId', '{"channelId":"c1"}'],
    ['a duration above 86400', '{"channelId":"c1","userId":"u1","duration":86401}'],
    ['a repeated member', '{"channelId":"c1","userId":"u1","userId":"u1"}'],
    ['100,000 brackets', '['.repeat(100_000)],
  ])('refuses as params: %s, signed rightly', (_, json) => {
    expect(outcome(issueText(json, ISSUER))).toBe('params')
  })
})

describe('validity', () => {
  const token = issue({ ...JOIN_PARAMS, duration: 3600 }, ISSUER)

  test.each([
    [1700000000, 'valid'],
    [1700003599, 'valid'],
    [1700003600, 'valid'],
    [1700003601, 'expired'],
    [2700000000, 'expired'],
  ])('at %d a token of 1700000000 that lasts 3600 is %s', (now, expected) => {
    expect(outcome(token, { now })).toBe(expected)
  })

  test('lasts 86400 seconds where the join parameters do not say', () => {
    expect(expiryOf({ timestamp: '1700000000' }, JOIN_PARAMS)).toBe(1700086400)
    expect(expiryOf({ timestamp: '1700000000' }, { ...JOIN_PARAMS, duration: 0 })).toBe(1700000000)
    expect(outcome(TOKEN, { now: 1700086400 })).toBe('valid')
  })
})

describe('parse', () => {
  test('gives the five parts as they stand', () => {
    const parts = {
      version: '02',
      appId: 'app',
      timestamp: '1700000000',
      params: PARAMS,
      signature: SIGNATURE,
    }
    expect(parse(TOKEN)).toEqual(parts)
    expect(parse(TOKEN.replace('.17', '.017'))).toEqual({ ...parts, timestamp: '01700000000' })
  })
})

describe('issue', () => {
  test.each([
    ['missing-field', { channelId: 'c1' }, {}],
    ['wrong-type', { ...JOIN_PARAMS, userId: 1 }, {}],
    ['out-of-range', { ...JOIN_PARAMS, duration: 86401 }, {}],
    ['empty-secret', JOIN_PARAMS, { appSecret: '' }],
    ['malformed', JOIN_PARAMS, { timestamp: -1 }],
    ['malformed', JOIN_PARAMS, { timestamp: 1700000000.5 }],
    ['malformed', JOIN_PARAMS, { timestamp: Number.NaN }],
    ['malformed', JOIN_PARAMS, { timestamp: 2 ** 53 }],
  ])('refuses as %s: %j %j', (code, joinParams, change) => {
    expect(codeOf(() => issue(JOIN_PARAMS, ISSUER))).toBe(`gave "${TOKEN}"`)
    expect(codeOf(() => issue(joinParams, { ...ISSUER, ...change }))).toBe(code)
  })

  test('takes second 0 and any JSON text as it stands', () => {
    expect(issueText('no JSON', { ...ISSUER, timestamp: 0 })).toMatch(/^02\.app\.0\.bm8gSlNPTg==\./)
  })
})

test.each([
  ['', '', true],
  ['a', 'a', true],
  ['a', 'b', false],
  ['a', 'aa', false],
  ['é', 'e\u0301', false],
])('equalInConstantTime(%j, %j) is %j', (a, b, equal) => {
  expect(equalInConstantTime(a, b)).toBe(equal)
})
