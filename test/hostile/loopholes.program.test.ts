import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import type { Report } from '../../src/report/report.ts'
import { cli, temporary } from '../support/cli.ts'

/** An adapter that takes a freedom too far, or rightly; the exit code, what stdout or stderr must say, and one vector that must fail. */
const ROWS: readonly (readonly [behaviour: string, exit: number, says: RegExp, failed?: string])[] = [
  ['refuses-all-but-one', 1, /does not conform/],
  ['refuses-what-is-odd', 1, /refused-good-input/, 'token/issue/duration-86400'],
  ['cannot-what-is-odd', 1, /code-2-for-a-value/],
  ['cannot-two-of-three', 1, /code-2-for-a-value/],
  ['not-offered-after-all', 1, /code -32601 for a method that describe offers/],
  ['limits-that-lie', 1, /refused-good-input/, 'token/issue/user-id-quotes'],
  ['limits-that-match-nothing', 2, /no value fits the limit "\(\?:\)" for userId.*\[limits-empty\]/],
  ['limits-that-take-long', 2, /no text can be drawn from the expression/],
  ['limits-with-lookahead', 2, /limits userId must be an expression without lookaround.*\[limits-wrong\]/],
  ['limits-that-are-no-expression', 2, /limits userId must be an expression of ECMAScript.*\[limits-wrong\]/],
  ['limits-of-no-member', 2, /limits has a member user; there are channelId, userId.*\[limits-wrong\]/],
  [
    'members-of-no-operation',
    2,
    /members has a member auth\.tokens; there are auth\.token, .*\[members-wrong\]/,
  ],
  [
    'members-of-no-body',
    2,
    /members streaming\.stop must be an array of some of channelId, streamId.*\[members-wrong\]/,
  ],
  ['members-as-text', 2, /members auth\.token must be an array of some of channelId, .*\[members-wrong\]/],
  [
    'members-with-layout-in-a-list',
    2,
    /streaming\.start must not hold layout: say "layout": true.*\[members-wrong\]/,
  ],
  ['always-of-no-member', 3, /always must be "privileges" or/],
  ['says-only-no', 0, /conforms for token\.params, token\.signature, token\.issue, token\.verify/],
  ['always-all', 0, /conforms for/],
  [
    'limits-that-are-kept',
    0,
    /conforms for .* within its limits \(userId \[a-z0-9\]\{1,40\}, channelId \[a-z0-9\]\{1,40\}\)/,
  ],
]

describe('no freedom is a loophole', () => {
  test.concurrent.for(ROWS)(
    '%s ends with %d',
    async ([behaviour, exit, says, failed], { expect: expecting }) => {
      const file = join(temporary(), 'report.json')
      const adapter = [process.execPath, rootFile('test/hostile/adapter.mjs'), behaviour]
      const { code, stdout, stderr } = await cli([
        'sdk',
        '--report',
        `json=${file}`,
        '--report',
        'text',
        '--',
        ...adapter,
      ])
      expecting(`${stdout}\n${stderr}`).toMatch(says)
      expecting(code).toBe(exit)
      if (exit === 2) return
      const report = JSON.parse(readFileSync(file, 'utf8')) as Report
      expecting(report).toMatchObject({ exitCode: exit, conforms: exit === 0 })
      if (failed === undefined) return
      const verdict = report.verdicts.find(({ vector }) => vector === failed)
      expecting(verdict).toMatchObject({ outcome: 'failed', reason: 'refused-good-input' })
    },
  )

  // An SDK that takes everything may name any limits: what is drawn from them is right, and accepted.
  test.concurrent.for([
    { appId: '[^]*', appSecret: '[^]*', channelId: '.*', userId: '[^]*' },
    { appId: '[a-z.]+', userId: '[a-z.]+', size: { min: 5, max: 7 }, timestamp: { min: 2500000000 } },
    { channelId: '[A-Z]{3}-\\d{4}', userId: '\\p{L}{1,8}' },
    { userId: '(?:a|b){0,3}\\u{1F600}+' },
    { appSecret: '.' },
    { timestamp: { min: 0, max: 0 } },
  ])('generated questions keep the limits %j', async (limits, { expect: expecting }) => {
    const adapter = [process.execPath, rootFile('test/hostile/adapter.mjs'), 'limits-from-the-environment']
    const env = { LIMITS: JSON.stringify(limits) }
    const file = join(temporary(), 'report.json')
    // The default number: of half as many, too few of token.signature are what no SDK may refuse.
    const flags = ['--generated', '600', '--seed', '3', '--report', `json=${file}`]
    const { code, stdout, stderr } = await cli(['sdk', ...flags, '--', ...adapter], { env })
    expecting([code, stdout, stderr]).toEqual([0, expecting.stringContaining('conforms for'), ''])
    const { verdicts } = JSON.parse(readFileSync(file, 'utf8')) as Report
    const generated = verdicts.filter(({ vector }) => vector.startsWith('generated/'))
    const asked = generated.filter(({ outcome }) => outcome === 'passed' || outcome === 'observed')
    // Everything but what no limits make drawable is asked.
    expecting(asked.length).toBeGreaterThan(400)
    expecting(generated.length - asked.length).toBe(0)
  })

  // Either would keep the run busy for years, or take all memory, deaf to signals.
  test.concurrent.for(['(?:[a-z0-9]+)+', '[a-z]{1000000000}'])(
    'no text can be drawn from %s: refused with 2',
    async (userId, { expect: expecting }) => {
      const adapter = [process.execPath, rootFile('test/hostile/adapter.mjs'), 'limits-from-the-environment']
      const { code, stderr } = await cli(['sdk', '--', ...adapter], {
        env: { LIMITS: JSON.stringify({ userId }) },
      })
      expecting([code, stderr]).toEqual([2, expecting.stringContaining('[limits-slow]')])
    },
  )

  test.concurrent.for([
    [{ userId: '[]' }, 'limits-empty', 'no value fits the limit "[]" for userId'],
    [{ duration: { min: 86401 } }, 'limits-empty', 'no value fits the limit {"min":86401} for duration'],
    [{ size: { max: 1e300 } }, 'limits-wrong', 'must lie within ±(2^53 − 1)'],
  ] as const)(
    'limits that no question fits are wrong: %j',
    async ([limits, errorCode, said], { expect: expecting }) => {
      const adapter = [process.execPath, rootFile('test/hostile/adapter.mjs'), 'limits-from-the-environment']
      const { code, stderr } = await cli(['sdk', '--', ...adapter], {
        env: { LIMITS: JSON.stringify(limits) },
      })
      expecting([code, stderr]).toEqual([2, expecting.stringContaining(`[${errorCode}]`)])
      expecting(stderr).toContain(said)
    },
  )

  test.each(['limits', 'members'])(
    'other %s than those of the lock gate until it is renewed',
    async (what) => {
      const folder = temporary()
      const run = (behaviour: string, ...flags: string[]) => {
        const adapter = [process.execPath, rootFile('test/hostile/adapter.mjs'), behaviour]
        return cli(['sdk', '--lock', join(folder, 'lock.json'), ...flags, '--', ...adapter])
      }
      const kept = `${what}-that-are-kept`
      expect((await run(kept, '--update-lock')).code).toBe(0)
      expect((await run(kept)).code).toBe(0)
      const without = await run('good')
      expect(without.stdout).toContain(`too little: the ${what} of the adapter are not those of `)
      expect(without.code).toBe(4)
      expect((await run('good', '--update-lock')).code).toBe(0)
      expect((await run('good')).code).toBe(0)
      expect((await run(kept)).code).toBe(4)
    },
  )

  test('a question outside the limits is not asked, and is listed', async () => {
    const file = join(temporary(), 'report.json')
    const adapter = [process.execPath, rootFile('test/hostile/adapter.mjs'), 'limits-that-are-kept']
    await cli(['sdk', '--report', `json=${file}`, '--', ...adapter])
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    expect(report.limits).toEqual({ userId: '[a-z0-9]{1,40}', channelId: '[a-z0-9]{1,40}' })
    const verdictOn = (id: string) => report.verdicts.find(({ vector }) => vector === id)
    expect(verdictOn('token/issue/user-id-quotes')).toMatchObject({
      outcome: 'skipped',
      message: expect.stringContaining('its userId is outside the limits that the adapter names'),
    })
    expect(verdictOn('token/issue/user-id-digits-only')).toMatchObject({ outcome: 'passed' })
  })
})
