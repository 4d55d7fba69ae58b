import { describe, expect, test } from 'vitest'
import { excuseByCause, goneCauses, isExplained, type CauseEntry } from '../../src/gate/baseline.ts'
import type { Finding, Vector, Verdict } from '../../src/model/index.ts'

const EXCUSE = { reason: 'r', issue: 'https://issues.example/1', expires: '2027-01-31' }
const entry = (cause: string): CauseEntry => ({ cause, ...EXCUSE })
const LISTED = [entry('key-trimmed'), entry('b64-urlsafe')]

const failed = (more: Partial<Verdict> = {}): Verdict => ({
  vector: 'token/issue/a',
  level: 'required',
  requirements: ['TOKEN-VERSION'],
  outcome: 'failed',
  reason: 'signature-wrong',
  message: 'is wrong',
  millis: 0,
  ...more,
})
/** A second finding, of another kind than the first. */
const ALSO: readonly Finding[] = [
  { rule: 'TOKEN-VERSION', level: 'required', reason: 'version-wrong', message: 'is wrong' },
]

const GENERATED = 'generated/token-issue/0a'

describe('the causes of a failure say all about it', () => {
  test.each<[string, Verdict, string[], { isCall: boolean }, boolean]>([
    ['of a shipped vector', failed(), ['key-trimmed'], { isCall: false }, true],
    [
      'of an answer about tokens with two findings',
      failed({ findings: ALSO }),
      ['b64'],
      { isCall: false },
      true,
    ],
    ['of a generated question', failed({ vector: GENERATED }), ['key-trimmed'], { isCall: false }, true],
    ['never of one without a cause', failed(), [], { isCall: false }, false],
    ['never of an unsteady one', failed({ unsteady: true }), ['key-trimmed'], { isCall: false }, false],
    ['never of what is errored', failed({ outcome: 'errored' }), ['key-trimmed'], { isCall: false }, false],
    ['of a call', failed(), ['chunks-not-read'], { isCall: true }, true],
    [
      'never of a call with another kind of finding',
      failed({ findings: ALSO }),
      ['a'],
      { isCall: true },
      false,
    ],
    [
      'of a call whose kinds have a cause each',
      failed({ findings: ALSO }),
      ['a', 'b'],
      { isCall: true },
      true,
    ],
    [
      'of a generated call, which has no id to be listed by',
      failed({ vector: GENERATED, findings: ALSO }),
      ['a'],
      { isCall: true },
      true,
    ],
  ])('%s', (_, verdict, causes, { isCall }, isSo) => {
    expect(isExplained(verdict, causes, isCall)).toBe(isSo)
  })
})

test('an excuse by cause needs an entry for every cause', () => {
  expect(excuseByCause(LISTED, ['key-trimmed'])).toEqual(EXCUSE)
  expect(excuseByCause(LISTED, ['key-trimmed', 'b64-urlsafe'])).toEqual(EXCUSE)
  expect(excuseByCause(LISTED, ['key-trimmed', 'token-hex'])).toBeUndefined()
  expect(excuseByCause(LISTED, [])).toBeUndefined()
})

describe('a cause is gone', () => {
  const causesOf = ({ diagnosis = [] }: Verdict): readonly string[] => diagnosis
  test.each<[string, Verdict[], boolean]>([
    ['where nothing fails', [], true],
    ['where other failures are explained', [failed({ diagnosis: ['b64-urlsafe'] })], true],
    ['where an unexplained failure is listed by its id', [failed({ excused: EXCUSE })], true],
    ['never beside a failure that nothing explains, which may hide its name', [failed()], false],
    ['never where a failure has it', [failed({ diagnosis: ['key-trimmed'] })], false],
  ])('%s', (_, verdicts, isGone) => {
    expect(goneCauses(verdicts, causesOf, [])('key-trimmed')).toBe(isGone)
  })

  const vector = (id: string, method: string, catches: string[] = []): Vector =>
    ({ id, catches, question: { method, params: {} } }) as unknown as Vector
  const VECTORS = [
    vector('token/signature/a', 'token.signature', ['key-trimmed']),
    vector('token/params/a', 'token.params'),
    vector('token/issue/a', 'token.issue'),
    vector('token/verify/a', 'token.verify', ['accepts-expired']),
  ]
  test.each([
    ['where a vector that catches it passes', 'key-trimmed', 'token/signature/a', true],
    ['where it would show in whole tokens, and they are right', 'key-trimmed', 'token/issue/a', true],
    ['never where only another part was judged', 'key-trimmed', 'token/params/a', false],
    ['never where the method that shows it was not judged', 'accepts-expired', 'token/issue/a', false],
  ])('%s: %s', (_, cause, passed, isGone) => {
    const verdicts = [failed({ vector: passed, outcome: 'passed' })]
    expect(goneCauses(verdicts, causesOf, VECTORS)(cause)).toBe(isGone)
  })
})
