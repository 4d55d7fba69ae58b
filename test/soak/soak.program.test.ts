import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import { check, cli, temporary, type Ran } from '../support/cli.ts'
import { until } from '../support/until.ts'
import type { Report } from '../../src/report/report.ts'
import type { Verdict } from '../../src/model/index.ts'

const worn = (behaviour: string, ...more: readonly string[]): string[] => [
  process.execPath,
  rootFile('test/support/soak/worn.mjs'),
  behaviour,
  ...more,
]

/** A run whose questions are few, so that nothing is worn at its end. */
async function soaked(
  behaviour: string,
  seconds: number,
  flags: readonly string[] = ['--filter', 'token/issue/*'],
): Promise<Ran & { report: Report; wrong: readonly Verdict[] }> {
  const ran = await check(worn(behaviour), ['--soak', String(seconds), ...flags])
  const report = ran.report!
  expect(schemaCheck('report')(report)).toEqual([])
  return { ...ran, report, wrong: report.verdicts.filter(({ outcome }) => outcome === 'failed') }
}

/** What a soak must say, in order of the message. */
const ROWS: readonly (readonly [behaviour: string, seconds: number, says: RegExp])[] = [
  ['from-call-997', 8, /In the soak: right 996 times, wrong at call 997 of this process; a new process/],
  ['at-call-997', 8, /In the soak: right 996 times, wrong at call 997 of this process; a new process does/],
  [
    'after-4-s',
    // The first process has six tenths of the time, and starts in them.
    16,
    /In the soak: wrong \d+\.\d s after the start, right until \d+\.\d s; the number of calls/,
  ],
  ['in-turkish', 2, /In the soak: wrong under LC_ALL=tr_TR\.UTF-8; right under the locale of the run\./],
  ['in-apia', 2, /In the soak: wrong under TZ=Pacific\/Apia; right under TZ=Asia\/Kathmandu\./],
]

describe('a run without a soak', () => {
  test('says when failures come that come and go, in each report that explains', async () => {
    const folder = temporary()
    const [html, agent] = [join(folder, 'report.html'), join(folder, 'report.txt')]
    const flags = ['--report', `html=${html}`, '--report', `agent=${agent}`, '--report', 'text']
    const { report, stdout } = await check(worn('at-every-97th-call'), flags)
    expect(schemaCheck('report')(report)).toEqual([])
    const wrong = 'in every 97th call of a process'
    expect(report!.unsteady).toContainEqual({ method: 'token.issue', wrong })
    for (const text of [stdout, readFileSync(html, 'utf8'), readFileSync(agent, 'utf8')])
      expect(text).toContain(`comes and goes: token.issue is wrong ${wrong}`)
  })

  test('says nothing where they always fail', async () => {
    const { report } = await check(worn('every-token'), ['--filter', 'token/issue/*', '--generated', '0'])
    expect(report!.totals.failed).toBeGreaterThan(0)
    expect(report!.unsteady).toBeUndefined()
  })
})

describe('sdk --soak', () => {
  test.each(ROWS)('names what is wrong %s', async (behaviour, seconds, says) => {
    const { code, wrong, stdout } = await soaked(behaviour, seconds)
    expect(wrong.map(({ message }) => message)).toContainEqual(expect.stringMatching(says))
    expect(wrong.map(({ unsteady }) => unsteady)).not.toContain(undefined)
    expect(stdout).toMatch(says)
    expect(code).toBe(1)
  })

  test('names what is wrong among many questions, and right alone', async () => {
    const few = ['--filter', 'token/issue/delay-close-*', '--filter', 'token/issue/user-id-*-bytes']
    const { code, wrong } = await soaked('mixed-up', 2, few)
    expect(wrong[0]?.message).toMatch(/In the soak: wrong with 64 questions in flight, right alone\./)
    expect(code).toBe(1)
  })

  test('a crash is errored', async () => {
    const { code, report } = await soaked('crashes-at-call-997', 8)
    const errored = report.verdicts.find(({ outcome }) => outcome === 'errored')
    expect(errored?.message).toMatch(/crashed.* In the soak: at call \d+ of this process/s)
    expect(code).toBe(1)
  })

  test('a crash between two questions is errored', async () => {
    const { code, report } = await soaked('crashes-when-idle', 5)
    const errored = report.verdicts.find(({ outcome }) => outcome === 'errored')
    // On a busy machine a question may be open by then.
    expect(errored?.message).toMatch(/The adapter crashed/)
    expect(errored?.message).toMatch(/In the soak/)
    expect(code).toBe(1)
  })

  test('a start that fails in one place is errored', async () => {
    const { code, report } = await soaked('not-in-apia', 2)
    const errored = report.verdicts.find(({ outcome }) => outcome === 'errored')
    expect(errored?.message).toMatch(
      /^In the soak the adapter did not start under TZ=Pacific\/Apia and LC_ALL/,
    )
    expect(code).toBe(1)
  })

  test.each(['injected', 'system'])('a right SDK conforms, whose clock is %s', async (clock) => {
    const flags = ['--soak', '3', '--generated', '200', '--seed', '7']
    const { code, report, stdout } = await check(worn('good', clock), flags)
    expect(report).toMatchObject({ conforms: true, totals: { failed: 0, errored: 0 } })
    expect(report!.soak!.starts).toBe(6)
    // At least what a process is asked at once: on a busy machine that takes its time.
    expect(report!.soak!.longest.calls).toBeGreaterThan(10)
    expect(stdout).toMatch(/^soak: \d+ calls in \d\.\d s, 6 starts; the longest process \d+ calls/m)
    expect(report!.notAsked).toBeUndefined()
    expect(code).toBe(0)
  })

  test('a signal ends it, and what the run has won stays', async () => {
    const seen = join(temporary(), 'seen')
    const { code, report } = await check(worn('good'), ['--soak', '600', '--filter', 'token/issue/*'], {
      env: { SEEN_AT_CALL_997: seen },
      signal: ['SIGINT', until('the soak asks', () => existsSync(seen))],
    })
    expect(report!.totals.passed).toBeGreaterThan(100)
    expect(report!.partial).toBe(true)
    expect(code).toBe(130)
  })

  test('a run without it says what was not asked', async () => {
    const { report, stdout } = await check(worn('from-call-997'))
    expect(report).toMatchObject({ conforms: true, notAsked: [expect.stringMatching(/--soak <seconds>/)] })
    expect(stdout).toMatch(/^ {2}not asked: wear over thousands of calls/m)
  })

  test.each([
    [['--soak', '0']],
    [['--soak', 'long']],
    [['--soak', '5', '--shard', '1/2']],
    [['--soak', '5', '--connect', 'tcp://127.0.0.1:9']],
  ])('%j is wrong usage', async (flags) => {
    const { code, stderr } = await cli(['sdk', ...flags])
    expect(stderr).toMatch(/--soak.*\[wrong-option\]/)
    expect(code).toBe(2)
  })
})
