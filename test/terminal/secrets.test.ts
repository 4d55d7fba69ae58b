import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adapterEnvironment } from '../../runners/adapter/process.ts'
import { holdsSecret, ownSecrets, Secrets } from '../../runners/terminal/secrets.ts'

const LONG = 'a long/secret+with "marks"'
const secretsWith = (...known: string[]): Secrets => {
  const secrets = new Secrets()
  secrets.add(...known)
  return secrets
}

describe('masking', () => {
  test.each([
    ['as it is', `before ${LONG} after`, 'before [secret] after'],
    ['within JSON', JSON.stringify({ a: LONG }), '{"a":"[secret]"}'],
    ['within a URL', `/x?s=${encodeURIComponent(LONG)}`, '/x?s=[secret]'],
    ['as a whole', LONG, '[secret]'],
  ])('takes a long secret out of a text: %s', (_, text, masked) => {
    expect(secretsWith(LONG).text(text)).toBe(masked)
  })

  test.each(['1', 'token', 'SvcSign', 'a.b'])(
    'takes %s, which is short, for a secret as a whole value only',
    (short) => {
      const text = `SvcSign ${short} token 100 a.b`
      expect(secretsWith(short).mask({ message: text, got: short })).toEqual({
        message: text,
        got: '[secret]',
      })
    },
  )

  test('of two secrets the longer goes first', () => {
    expect(secretsWith('secret-12', 'secret-1234').text('x secret-1234 y')).toBe('x [secret] y')
  })

  test('leaves the words of a report alone, so that it stays a report', () => {
    const verdict = { vector: 'required', level: 'required', outcome: 'passed', message: 'required' }
    expect(secretsWith('required', 'passed').mask(verdict)).toEqual({ ...verdict, message: '[secret]' })
  })

  test('goes through every member and every list, and changes no number', () => {
    const value = { list: [{ [LONG]: [LONG, 1, null, true] }], millis: 1 }
    expect(secretsWith(LONG, '1').mask(value)).toEqual({
      list: [{ [LONG]: ['[secret]', 1, null, true] }],
      millis: 1,
    })
  })

  test('text with a dollar, a bracket or a star is taken as it stands', () => {
    expect(secretsWith('$&[*](secret)').text('x $&[*](secret) y')).toBe('x [secret] y')
  })
})

/** How programs write a secret, in the words of Node, and of Python and Java, and not of ours. */
const WRITTEN: readonly (readonly [string, (bytes: Buffer) => string])[] = [
  ['as it is', (bytes) => bytes.toString()],
  ['within JSON', (bytes) => JSON.stringify(bytes.toString())],
  ['within JSON that escapes slashes', (bytes) => JSON.stringify(bytes.toString()).replaceAll('/', '\\/')],
  ['within a URL', (bytes) => encodeURIComponent(bytes.toString())],
  ['base64', (bytes) => bytes.toString('base64')],
  ['base64 behind one byte', (bytes) => Buffer.concat([Buffer.of(1), bytes]).toString('base64')],
  ['base64url behind two', (bytes) => Buffer.concat([Buffer.of(1, 2), bytes]).toString('base64url')],
  ['hex', (bytes) => bytes.toString('hex')],
  ['hex in upper case', (bytes) => bytes.toString('hex').toUpperCase()],
  ['hex with colons', (bytes) => bytes.toString('hex').replaceAll(/..(?!$)/g, '$&:')],
  ['a list of bytes', (bytes) => [...bytes].join(', ')],
  ['a list without blanks', (bytes) => JSON.stringify([...bytes])],
  ['a list of signed bytes', (bytes) => [...bytes].map((byte) => (byte << 24) >> 24).join(', ')],
  ['from its end', (bytes) => bytes.toString().split('').reverse().join('')],
]

/** Every twelve characters in a row that could not stand anywhere. */
const dozens = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 11) }, (_, at) => text.slice(at, at + 12)).filter(
    (dozen) => new Set(dozen).size >= 3,
  )

describe('a secret that was cut before it is masked', () => {
  test.for(WRITTEN)('leaves no twelve characters of it, written %s', ([, write]) => {
    const written = fc.string({ minLength: 16, maxLength: 80, unit: 'grapheme-ascii' })
    fc.assert(
      fc.property(written, fc.nat(), fc.nat(), (secret, one, other) => {
        const form = write(Buffer.from(secret))
        const [from, to] = [one % form.length, other % form.length].sort((a, b) => a - b)
        const cut = form.slice(from, to! + 1)
        const masked = secretsWith(secret).text(`code 7: \u0001${cut}\u0001, the end`)
        // What stands around the bytes themselves (a bracket, a quote) is no secret.
        const inside = dozens(cut.slice(2, -2))
        expect(inside.filter((dozen) => masked.includes(dozen))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test('text that shares fewer is left as it is', () => {
    expect(secretsWith('0123456789abcdef').text('0123456789a and 6789abcdef')).toBe(
      '0123456789a and 6789abcdef',
    )
  })
})

describe('a leak', () => {
  test.each([
    [{ error: `failed with ${LONG}` }, LONG, true],
    [{ ok: true, token: 'x' }, 'token', false],
    [{ error: 'token' }, 'token', true],
    [{ error: 'the token is wrong' }, 'token', false],
    [{ status: 1 }, '1', false],
  ])('in %j of %s: %s', (value, secret, is) => {
    expect(holdsSecret(value, [secret])).toBe(is)
  })
})

test('the credentials of our environment are known from the beginning', () => {
  const secrets = ownSecrets({
    CHANNELPROOF_APP_SECRET: 'canary-of-the-app',
    CHANNELPROOF_UNPAID_APP_SECRET: 'canary-of-the-unpaid',
    CHANNELPROOF_AUTHORIZATION: 'SvcSign canary-signature',
    CHANNELPROOF_APP_ID: 'not-secret-at-all',
  })
  expect(secrets.text('canary-of-the-app canary-of-the-unpaid not-secret-at-all canary-signature')).toBe(
    '[secret] [secret] not-secret-at-all [secret]',
  )
})

test('an adapter inherits no variable of ours, but for those that are passed', () => {
  const env = { PATH: '/bin', CHANNELPROOF_APP_SECRET: 's', CHANNELPROOF_MINE: 'm', TZ: 'UTC' }
  expect(adapterEnvironment(env, [], 'Asia/Kathmandu')).toEqual({ PATH: '/bin', TZ: 'Asia/Kathmandu' })
  expect(adapterEnvironment(env, ['CHANNELPROOF_MINE'], 'UTC')).toEqual({
    PATH: '/bin',
    CHANNELPROOF_MINE: 'm',
    TZ: 'UTC',
  })
})
