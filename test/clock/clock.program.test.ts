/** SDKs that are right today, and wrong on a day to come. */
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import { isBad } from '../../src/judge/index.ts'
import type { Report } from '../../src/report/report.ts'
import { check, cli } from '../support/cli.ts'
import { needsTool } from '../support/programs.ts'

const hasAll = ['python3', 'faketime'].map(needsTool).every(Boolean)

const sdk = (behaviour: string): string[] => ['python3', rootFile('test/support/clock/adapter.py'), behaviour]

const ISSUE = ['--filter', 'token/issue/*']
const DST = ['--tz', 'America/New_York']

const rulesOf = ({ verdicts }: Report): Set<string | undefined> =>
  new Set(verdicts.filter(isBad).map(({ rule }) => rule))

/** What each does, when it is wrong, and what the report says. */
const WRONG: readonly (readonly [
  behaviour: string,
  clock: string,
  flags: readonly string[],
  says: RegExp,
])[] = [
  ['31-bits', '2038-01-19T03:15:00Z', ISSUE, /off by -21474836\d\d seconds/],
  // Two seconds before the end: what comes after it is asked in the soak.
  ['31-bits', '2038-01-19T03:14:05Z', [...ISSUE, '--soak', '5'], /off by -21474836\d\d seconds/],
  ['local-text', '2026-11-01T06:30:00Z', [...ISSUE, ...DST], /off by -1 hours/],
  ['next-year', '2028-02-29T12:00:00Z', ISSUE, /unexpected ValueError/],
]

/** Times at which each of them is right. */
const RIGHT: readonly (readonly [behaviour: string, flags: readonly string[]])[] = [
  ['31-bits', []],
  ['31-bits', ['--clock', '2038-01-18T00:00:00Z']],
  ['local-text', DST],
  ['local-text', ['--clock', '2026-11-01T05:30:00Z', ...DST]],
  ['next-year', ['--clock', '2028-03-01T00:00:00Z']],
]

describe.skipIf(!hasAll)('sdk --clock', () => {
  test.each(WRONG)('%s is wrong at %s', async (behaviour, clock, flags, says) => {
    const { code, report, stdout } = await check(sdk(behaviour), ['--clock', clock, ...flags])
    expect(stdout).toMatch(says)
    expect(report!.verdicts.filter(isBad).length).toBeGreaterThan(0)
    expect(code).toBe(1)
  })

  test.each(RIGHT)('%s is right with %j', async (behaviour, flags) => {
    const { code, report } = await check(sdk(behaviour), [...ISSUE, ...flags])
    expect(rulesOf(report!)).toEqual(new Set())
    expect(code).toBe(0)
  })

  test.each(['2028-02-29T23:59:58Z', '2038-01-19T03:14:05Z', '2261-12-31T23:00:00Z', '2010-01-01T00:00:00Z'])(
    'a right SDK conforms at %s, with questions of that time',
    async (clock) => {
      const flags = ['--clock', clock, '--generated', '200', '--seed', '7']
      const { code, report, stdout } = await check(sdk('right'), flags)
      expect(schemaCheck('report')(report)).toEqual([])
      expect(report).toMatchObject({ conforms: true, clock, totals: { failed: 0, errored: 0 } })
      expect(report!.methods.judged).toContain('token.verify')
      expect(stdout).toContain(`the clock of the adapter began at ${clock}\n`)
      expect(code).toBe(0)
    },
  )

  test('the Python sample, which is given its times, conforms', async () => {
    const sample = ['python3', rootFile('runners/adapters/python/adapter.py')]
    const { code } = await check(sample, ['--clock', '2147483645', '--filter', 'token/**'])
    expect(code).toBe(0)
  })

  test('an adapter that does not see it is no subject', async () => {
    const unseen = ['env', '-u', 'LD_PRELOAD', ...sdk('right')]
    const { code, report, stderr } = await check(unseen, ['--clock', '2038-01-19T03:14:05Z'])
    expect(stderr).toMatch(/the adapter does not see --clock.*\[clock-not-seen\]\n.*not Go/)
    expect(report!.stopped!.code).toBe('clock-not-seen')
    expect(code).toBe(3)
  })
})

describe('sdk --clock', () => {
  test('says where to get the library', async () => {
    const env = { CHANNELPROOF_FAKETIME: '/nowhere/libfaketime.so.1' }
    const { code, report, stderr } = await check([], ['--clock', '2147483645'], { env })
    expect(stderr).toMatch(
      /\/nowhere\/libfaketime\.so\.1 is not there \[faketime-missing\]\n.*apt-get install/,
    )
    expect(report!.stopped!.code).toBe('faketime-missing')
    expect(code).toBe(3)
  })

  test.each([
    [['--clock', 'tomorrow']],
    [['--clock', '2027-02-29T00:00:00Z']],
    [['--clock', '2147483645', '--connect', 'tcp://127.0.0.1:9']],
  ])('%j is wrong usage', async (flags) => {
    const { code, stderr } = await cli(['sdk', ...flags])
    expect(stderr).toMatch(/--clock.*\[wrong-option\]/)
    expect(code).toBe(2)
  })
})
