import { describe, expect, test } from 'vitest'
import { adapterEnvironment } from '../../runners/adapter/process.ts'
import { holds, ownSecrets, Secrets } from '../../runners/terminal/secrets.ts'

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

describe('a leak', () => {
  test.each([
    [{ error: `failed with ${LONG}` }, LONG, true],
    [{ ok: true, token: 'x' }, 'token', false],
    [{ error: 'token' }, 'token', true],
    [{ error: 'the token is wrong' }, 'token', false],
    [{ status: 1 }, '1', false],
  ])('in %j of %s: %s', (value, secret, is) => {
    expect(holds(value, [secret])).toBe(is)
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
