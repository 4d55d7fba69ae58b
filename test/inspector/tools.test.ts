/** What the tools of the page say, without a page. */
import { describe, expect, test } from 'vitest'
import { resultOf, TOOLS, type Values } from '../../runners/inspector/tools.ts'
import { inspectionText } from '../../src/report/inspection.ts'
import { secretForms } from '../../src/secretForms.ts'
import { looked, made, NOW, SECRET } from '../inspect/tokens.ts'

const APP = { appId: 'app1', appSecret: SECRET, now: String(NOW + 10) }
const rules = new Map([['PARAM-USERID-REQUIRED', 'userId must be there.']])
const paint = (_style: string, text: string): string => text
const toolOf = (name: string) => TOOLS.find((tool) => tool.name === name)!
const lines = (name: string, values: Values): string[] =>
  resultOf(toolOf(name), { ...APP, ...values }, { clock: NOW + 10, rules, paint }).split('\n')

const WRONG = made({ message: (parts) => parts.join('.') })

describe('inspect', () => {
  test('says what the command says', () => {
    const values = { token: WRONG, channelId: 'c2', fix: 'on' }
    const inspection = looked(WRONG, { appId: 'app1', channelId: 'c2' }, true)
    expect(lines('inspect', values).join('\n')).toBe(inspectionText(inspection, paint))
  })

  test('empty fields are none, and the clock is that of the machine', () => {
    expect(lines('inspect', { token: made(), appSecret: '' })[0]).toMatch(/^not checked/)
    expect(lines('inspect', { token: made(), now: '' })[0]).toMatch(/^right/)
    expect(lines('inspect', { token: made(), now: '9999999999' })[0]).toMatch(/^WRONG: it expired/)
  })

  test.each<[string, Values, RegExp]>([
    ['nothing', { token: ' \n' }, /^there is no token\. Paste/],
    ['a file', { token: 'x'.repeat(70_000) }, /too long for a token/],
    [
      'a time that is none',
      { token: WRONG, now: 'noon' },
      /^the time "noon" cannot be used\. Give Unix seconds/,
    ],
    ['no secret, and a token to make', { token: WRONG, appSecret: '', fix: 'on' }, /^there is no app secret/],
  ])('of %s says what to do', (_, values, says) => {
    expect(lines('inspect', values)[0]).toMatch(says)
  })
})

describe('verify', () => {
  test.each<[string, Values, RegExp]>([
    ['a right token', { token: made() }, /^VALID until 2023-11-14T23:13:20\.000Z$/],
    ['a wrong one', { token: WRONG }, /^REFUSED: the signature does not fit .*\(signature\)$/],
    ['that of another app', { token: made({ appId: 'app2' }) }, /^REFUSED: .*\(app\)$/],
    ['a text that is none', { token: 'x' }, /^REFUSED: .*\(malformed\)$/],
    ['no appId', { token: made(), appId: '' }, /^there is no appId\. Fill/],
    ['expectations that are no object', { token: made(), expected: '[1]' }, /are no JSON object/],
    ['expectations that are no JSON', { token: made(), expected: '{' }, /no JSON/],
  ])('%s', (_, values, says) => {
    expect(lines('verify', values)[0]).toMatch(says)
  })

  test('compares with what is expected; what is missing means its default', () => {
    const expected = '{"channelId":"c1","duration":60,"size":100,"delayClose":1}'
    expect(lines('verify', { token: made(), expected })).toEqual([
      'VALID, but not for the join parameters that you expect',
      '',
      'duration is 3600, expected 60',
      'delayClose is 0, expected 1',
      'channelId  "c1"',
      'userId     "u1"',
      'duration   3600',
    ])
    expect(lines('verify', { token: made(), expected: '{"size":100}' })[0]).toMatch(/^VALID until/)
  })

  test('names every reason', () => {
    expect(lines('verify', { token: WRONG, now: '9999999999' }).at(-1)).toBe(
      'every reason: signature, expired',
    )
  })
})

describe('build', () => {
  const params = { channelId: 'c1', userId: 'u1', duration: '3600', size: '' }

  test('makes the token that was made by hand, and shows each step', () => {
    const shown = lines('build', { ...params, now: String(NOW) })
    const token = made()
    expect(shown[2]).toBe(token)
    expect(shown.slice(4).map((line) => line.split(' ')[0])).toEqual([
      'json',
      'params',
      'message',
      'key',
      'hmac',
      'signature',
    ])
    expect(shown[4]).toBe('json       {"channelId":"c1","userId":"u1","duration":3600}')
    expect(shown.at(-1)).toBe(`signature  ${token.split('.').at(-1)}`)
  })

  test.each<[Values, string]>([
    [{ duration: '1.5' }, 'duration must be integer (section 2.1)'],
    [{ duration: '86401' }, 'duration must be at most 86400 (section 8)'],
    [{ userId: '' }, 'userId is missing (section 2.1)'],
    [{ size: '99999999999999999999' }, 'size must be integer (section 2.1)'],
  ])('of %o makes none', (values, says) => {
    const shown = lines('build', { ...params, ...values })
    expect(shown).toEqual(['No token: the join parameters break a rule', '', says])
  })

  test('says what is missing', () => {
    expect(lines('build', { ...params, appSecret: '' })[0]).toMatch(/^there is no app secret/)
  })
})

describe('a body', () => {
  test.each<[Values, readonly string[]]>([
    [{ json: '{"channelId":"c","userId":"u"}' }, ['right body for POST /auth/token', '']],
    [
      { json: '{"channelId":"c"}' },
      [
        'WRONG body for POST /auth/token',
        '',
        'body:1:1: wrong: userId is missing (section 2.1)',
        '  PARAM-USERID-REQUIRED: userId must be there.',
      ],
    ],
    [{ json: '{"channelId":"c"}', kind: 'streaming-stop' }, ['right body for POST /streaming/stop', '']],
  ])('%o', (values, shown) => {
    expect(lines('body', values)).toEqual(shown)
  })

  test('may break only what a standard says', () => {
    const json = '{"channelId":"c","userId":"u","x":1}'
    expect(lines('body', { json })[0]).toMatch(/^right/)
    expect(lines('body', { json, level: 'recommended' })[0]).toMatch(/^WRONG/)
  })

  test('that is no JSON names the place', () => {
    expect(lines('body', { json: '{"channelId"' })[0]).toMatch(/^it is not JSON/)
  })
})

describe('the secret', () => {
  const forms = secretForms(SECRET)
  const held = (text: string): string[] => forms.filter((form) => text.includes(form))
  const inIds = (secret: string): string =>
    made({ secret, json: JSON.stringify({ channelId: SECRET, userId: 'u1' }) })

  test.each<[string, (secret: string) => Values]>([
    ['inspect', (secret) => ({ token: inIds(secret) })],
    ['verify', (secret) => ({ token: inIds(secret) })],
    ['build', () => ({ channelId: 'c1', userId: SECRET })],
    ['body', () => ({ json: JSON.stringify({ channelId: 'c', [SECRET]: 1 }) })],
  ])('does not stand in the result of %s', (name, values) => {
    const shown = (appSecret: string) => lines(name, { ...values(appSecret), appSecret }).join('\n')
    expect(held(shown(SECRET))).toEqual([])
    // Of an app with another secret, the same text is no secret.
    expect(held(shown('another-secret')).length).toBeGreaterThan(0)
  })
})
