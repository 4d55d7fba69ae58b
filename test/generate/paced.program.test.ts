/** An SDK that reads its own clock: a clock that was read once, when it was loaded, stands. */
import { describe, expect, test } from 'vitest'
import type { OwnReply } from '../../runners/library/check.ts'
import { isBad } from '../../src/judge/index.ts'
import type { Question, Verdict } from '../../src/model/index.ts'
import type { Report } from '../../src/report/report.ts'
import { run } from '../../src/run.ts'
import { families } from '../../src/vectors/index.ts'
import { Project } from '../support/gate/gate.ts'
import { right, subject } from '../support/subjects.ts'

const now = (): number => Math.ceil(Date.now() / 1000)

/** Asks vectors of `token.issue` at once of an SDK that has read its clock once. */
async function askedAtOnce(second: number): Promise<Verdict[]> {
  const answer = ({ method, params }: Question): OwnReply =>
    right({ method, params: { ...params, timestamp: second } } as Question)
  const vectors = families()
    .flatMap((family) => family.vectors)
    .filter(({ id }) => /^token\/issue\/(?:every|duration|size)-/.test(id))
  const verdicts: Verdict[] = []
  const asked = { vectors, find: () => undefined, subject: subject(answer, { clock: 'system' }) }
  for await (const verdict of run({ ...asked, level: 'required' })) verdicts.push(verdict)
  return verdicts
}

describe('a clock that was read once', () => {
  test('passes everything that is asked at once', async () => {
    const verdicts = await askedAtOnce(now())
    expect(verdicts.filter(isBad)).toEqual([])
    expect(verdicts.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(5)
  })

  test('and fails it when it was read as long before as a run waits', async () => {
    const verdicts = await askedAtOnce(now() - 4)
    expect(verdicts.filter(({ outcome }) => outcome === 'passed')).toEqual([])
  })
})

describe.concurrent('a run of sdk', () => {
  const issuedAgain = ({ verdicts }: Report): Verdict[] =>
    verdicts.filter(({ vector }) => /^generated\/token-issue\/.*-again$/.test(vector))
  const GENERATED = ['--generated', '60', '--seed', '7'] as const

  test('fails a clock that was read once, and names the rule', async () => {
    const { code, stdout, report } = await new Project().sdk('own-clock,clock-read-once', GENERATED)
    expect(code).toBe(1)
    // On a busy machine earlier questions fail as well. Six that wait need a new token, and three have expired by then.
    const later = report.verdicts.filter(({ vector }) => vector.endsWith('-later')).filter(isBad)
    const broken = later.map(({ rule, requirements }) => rule ?? requirements[0])
    expect(broken.filter((rule) => rule === 'TOKEN-TIMESTAMP-UTC').length).toBeGreaterThanOrEqual(6)
    expect(broken.filter((rule) => rule === 'TOKEN-VERIFY-EXPIRED')).toHaveLength(3)
    expect(stdout).toContain('this one is off by -')
  })

  test('fails tokens that are kept beyond their end, and names the rule', async () => {
    const { code, report } = await new Project().sdk('own-clock,token-kept-too-long', GENERATED)
    expect(code).toBe(1)
    const broken = report.verdicts.filter(isBad)
    expect(new Set(broken.map(({ rule }) => rule))).toEqual(new Set(['TOKEN-TIMESTAMP-UTC']))
    // On a busy machine other tokens outlive their end as well.
    expect(broken.length).toBeGreaterThanOrEqual(3)
  })

  test.for(['own-clock', 'own-clock,token-kept'])('conforms where the SDK is %s', async (sdk, { expect }) => {
    const { code, report } = await new Project().sdk(sdk, GENERATED)
    expect(code).toBe(0)
    expect(new Set(issuedAgain(report).map(({ outcome }) => outcome))).toEqual(new Set(['passed']))
    const verified = report.verdicts.filter(({ vector }) => vector.startsWith('token/verify/'))
    // Of other years are three, and seven hang on a second: see test/vectors/ownClock.test.ts.
    expect(verified.filter(({ outcome }) => outcome === 'skipped')).toHaveLength(10)
    expect(verified.filter(isBad)).toEqual([])
    expect(verified.length).toBeGreaterThan(200)
  })

  test('fails a verifier that takes line breaks: shipped vectors are made for the clock of the SDK', async () => {
    const { code, report } = await new Project().sdk('own-clock,takes-line-breaks', ['--generated', '0'])
    expect(code).toBe(1)
    const failed = report.verdicts.filter(isBad)
    expect(failed.map(({ vector }) => vector)).toContain('token/verify/params-wrapped')
    expect(failed.every(({ vector }) => vector.startsWith('token/verify/'))).toBe(true)
  })
})
