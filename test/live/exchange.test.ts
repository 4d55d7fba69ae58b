import { describe, expect, test } from 'vitest'
import { factsOf } from '../../runners/live/answerFacts.ts'
import { exchangeFindings } from '../../src/judge/exchange.ts'
import { sorted } from '../../src/judge/finding.ts'
import type { ExpectedExchange } from '../../src/model/index.ts'
import { issue } from '../../src/token/index.ts'
import { configFor, SECRET } from '../support/live/service.ts'

const NOW = 1700000000
const CONFIG = configFor('http://127.0.0.1:1')
const { appSecret: _, ...UNKNOWN } = CONFIG.app
const WITHOUT_SECRET = { ...CONFIG, app: UNKNOWN }
const WITH_POINTER = { ...CONFIG, errorCodePointer: '/code' }

const INVALID = { status: 403, code: 'Invalid.Parameter.Value' }
const REFUSED: ExpectedExchange = { answers: [INVALID] }
const ISSUED: ExpectedExchange = {
  answers: [{ status: 200 }],
  joinParams: { channelId: '{{channel}}', userId: 'u1' },
}
const EITHER: ExpectedExchange = { ...ISSUED, answers: [{ status: 200 }, { ...INVALID, open: true }] }

const body = (value: object): string => JSON.stringify(value)
const token = (more: object = {}, appSecret = SECRET): string =>
  body({
    token: issue(
      { channelId: 'c1', userId: 'u1', ...more },
      { appId: CONFIG.app.appId, appSecret, timestamp: NOW },
    ),
  })
const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

/** What is found in an answer: the reason, or that it is observed, or nothing. */
function found(
  expected: ExpectedExchange,
  status: number,
  text: string,
  config = CONFIG,
  headers: Record<string, string> = {},
): string | undefined {
  const got = { status, ...factsOf(headers, text, config), trackingId: '', channel: 'c1' }
  const findings = exchangeFindings({ operation: 'auth.token', body: '' }, expected, got, {
    askedAt: NOW,
    answeredAt: NOW,
  })
  const {
    findings: [worst],
    observed,
  } = sorted(findings, 'required')
  const finding = worst ?? observed[0]
  return finding?.observed ? `observed: ${finding.reason}` : finding?.reason
}

describe('an answer of an endpoint', () => {
  test.for<readonly [string, string | undefined, Parameters<typeof found>]>([
    ['with the code', undefined, [REFUSED, 403, body({ error: { code: INVALID.code } })]],
    ['with the code twice', undefined, [REFUSED, 403, body({ code: INVALID.code, error: INVALID.code })]],
    [
      'with another code beside it',
      'ambiguous-code',
      [REFUSED, 403, body({ code: INVALID.code, also: 'Sign.Error' })],
    ],
    [
      'with another code elsewhere, and a pointer',
      undefined,
      [REFUSED, 403, body({ code: INVALID.code, also: 'Sign.Error' }), WITH_POINTER],
    ],
    ['with the code as plain text', 'response-no-json', [REFUSED, 403, INVALID.code]],
    ['with a body that is nested without end', 'response-no-json', [REFUSED, 403, deep]],
    ['without a body', 'observed: code-not-shown', [REFUSED, 403, '']],
    ['with a word for people', 'observed: code-not-shown', [REFUSED, 403, body({ error: 'Forbidden' })]],
    ['with a code of its own', 'wrong-code', [REFUSED, 403, body({ error: { code: 'FORBIDDEN' } })]],
    [
      'with the code in a header',
      undefined,
      [REFUSED, 403, body({ code: 'FORBIDDEN' }), CONFIG, { 'x-error': INVALID.code }],
    ],
    ['with another code in a header', 'wrong-code', [REFUSED, 403, '', CONFIG, { 'x-error': 'Sign.Error' }]],
    ['without a body, where any is right', undefined, [{ answers: [{ status: 200 }] }, 200, '']],
    [
      'with HTML, where any JSON is right',
      'response-no-json',
      [{ answers: [{ status: 200 }] }, 200, '<html>'],
    ],
    ['with a right token', undefined, [ISSUED, 200, token()]],
    ['with a token of another secret', 'token-signature', [ISSUED, 200, token({}, 'other')]],
    [
      'with a token of another secret, where the secret is not known',
      'observed: signature-not-checked',
      [ISSUED, 200, token({}, 'other'), WITHOUT_SECRET],
    ],
    ['with unasked privileges', 'observed: privileges-unasked', [ISSUED, 200, token({ privileges: 1 })]],
    [
      'with unasked privileges, signed with another secret',
      'token-signature',
      [ISSUED, 200, token({ privileges: 1 }, 'other')],
    ],
    [
      'that refuses what may be refused',
      'observed: open-answer',
      [EITHER, 403, body({ code: INVALID.code })],
    ],
    ['that refuses it with HTML', 'response-no-json', [EITHER, 403, '<html>']],
    ['that issues what may be refused', undefined, [EITHER, 200, token()]],
    ['that issues something else', 'value-changed', [EITHER, 200, token({ userId: 'u2' })]],
    [
      'with a token in an error',
      'token-in-error',
      [{ ...REFUSED, absent: ['token'] }, 403, body({ code: INVALID.code, token: 'x' })],
    ],
    [
      'with a token that is null in an error',
      undefined,
      [{ ...REFUSED, absent: ['token'] }, 403, body({ code: INVALID.code, token: null })],
    ],
    ['with the code in a sentence', undefined, [REFUSED, 403, body({ message: `no: ${INVALID.code}.` })]],
    ['with the code as a name', undefined, [REFUSED, 403, body({ [INVALID.code]: 'no' })]],
    [
      'with the code as a part of another word',
      'wrong-code',
      [REFUSED, 403, body({ code: `${INVALID.code}.Not`, also: `X.${INVALID.code}` })],
    ],
    [
      'with any refusal, where none is shown',
      undefined,
      [{ answers: [{ status: '4xx' }] }, 429, body({ code: 'Busy' })],
    ],
    [
      'with no refusal, where any is right',
      'wrong-status',
      [{ answers: [{ status: '4xx' }] }, 500, body({ code: 'Busy' })],
    ],
    [
      'with a member twice',
      'response-member-twice',
      [{ ...ISSUED, noDuplicates: true }, 200, token().replace('{', '{"token":"x",')],
    ],
  ])('%s: %s', ([, expected, args], context) => {
    context.expect(found(...args)).toBe(expected)
  })

  test('of which nothing secret is told: not what stands in a body that is no JSON', () => {
    expect(JSON.stringify(factsOf({}, `"${SECRET}`, CONFIG))).not.toContain(SECRET)
  })
})
