import { describe, expect, test } from 'vitest'
import {
  equalInConstantTime,
  expiryOf,
  issue,
  issueText,
  parse,
  sign,
  TokenError,
  trace,
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

describe('what is no fault of the token is thrown', () => {
  test('an empty secret: it verifies nothing', () => {
    const asked = { ...VERIFIER, appSecret: '' }
    expect(codeOf(() => verify(TOKEN, asked))).toBe('empty-secret')
    expect(codeOf(() => verify('no token', asked))).toBe('empty-secret')
  })

  test('a secret that is no text, out of untyped code', () => {
    const asked = { ...VERIFIER, appSecret: undefined as unknown as string }
    expect(() => verify(TOKEN, asked)).toThrow(TypeError)
  })
})

describe('refusals say why, and where that is written', () => {
  const why = (act: () => unknown): string => {
    try {
      const verification = act() as ReturnType<typeof verify>
      return verification.valid ? 'valid' : verification.message
    } catch (error) {
      return String(error)
    }
  }

  test.for([
    ['02.app', 'a token has five parts joined by dots, none of them empty (section 4.5)'],
    [TOKEN.replace('.17', '.+17'), 'the timestamp must be whole seconds in decimal digits (section 4.5)'],
    [TOKEN.replace('02.', '03.'), 'the version must be 02 (section 9)'],
    [TOKEN.replace('.app.', '.App.'), 'the token is of another app'],
    [TOKEN.replace('Jp', 'Jq'), 'the signature does not fit (section 4.5)'],
    [undefined as unknown as string, 'a token is a string (section 2.2)'],
    [5 as unknown as string, 'a token is a string (section 2.2)'],
  ] as const)('verify(%j): %s', ([token, message]) => {
    expect(why(() => verify(token, VERIFIER))).toBe(message)
    expect(outcome(token)).not.toBe('valid')
  })

  test('of an expired token, of an empty secret and of a time that is none', () => {
    expect(why(() => verify(TOKEN, { ...VERIFIER, now: 1700086401 }))).toBe(
      'the token has expired (section 2.1)',
    )
    const message = 'TokenError: the app secret is empty'
    expect(why(() => verify(TOKEN, { ...VERIFIER, appSecret: '' }))).toBe(message)
    const signed = { version: '02', appId: 'app', timestamp: 1700000000, params: PARAMS }
    expect(why(() => sign(signed, ''))).toBe(message)
    expect(why(() => issue(JOIN_PARAMS, { ...ISSUER, timestamp: -1 }))).toBe(
      'TokenError: the timestamp must be whole seconds since 1970 (section 4.5)',
    )
  })

  test('a token that is no string is malformed', () => {
    expect(outcome(5 as unknown as string)).toBe('malformed')
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

// keyHex by xxd, hmacHex by openssl dgst -sha256 -hmac.
test('trace gives every value on the way', () => {
  expect(trace('{"channelId":"c1","userId":"u1"}', ISSUER)).toEqual({
    joinParamsJson: '{"channelId":"c1","userId":"u1"}',
    params: PARAMS,
    message: `02app1700000000${PARAMS}`,
    keyHex: '3030613142326333443465354636303731383239336134623543366437453866',
    hmacHex: '26906276ea1993ca54fa74ecdafc53b2fe42521de33b2c647ce8a1703a610559',
    signature: SIGNATURE,
    token: TOKEN,
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
