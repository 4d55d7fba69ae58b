import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { until } from '../support/until.ts'
import { built, cli, temporary } from '../support/cli.ts'

const LOOK_UP = [process.execPath, rootFile('test/support/generate/lookup.mjs'), built('.')] as const

describe('fuzz', () => {
  test('finds what shipped vectors do not show, keeps it and ends with 1', async () => {
    const cwd = temporary()
    const flags = ['--questions', '300', '--seed', '3', '--keep', 'found.yaml']
    const { code, stdout, stderr } = await cli(['fuzz', ...flags, '--', ...LOOK_UP], { cwd })
    expect(code).toBe(1)
    expect(stdout).toContain('smallest form of generated/')
    expect(stdout).toMatch(/^300 questions in .*; seed 3$/m)
    expect(stdout).toMatch(/[0-9]+ failures found\n$/)
    expect(stderr).toMatch(/^found\.yaml: [0-9]+ vectors? (?:was|were) added/)
    const first = readFileSync(join(cwd, 'found.yaml'), 'utf8')
    // What is there already is not kept twice.
    await cli(['fuzz', ...flags, '--', ...LOOK_UP], { cwd })
    expect(readFileSync(join(cwd, 'found.yaml'), 'utf8')).toBe(first)
  })

  test('searches in shards what a seed holds, and merge puts together what each kept, once', async () => {
    const cwd = temporary()
    const search = (shard: string, file: string) =>
      cli(['fuzz', '--questions', '300', '--seed', '3', '--shard', shard, '--keep', file, '--', ...LOOK_UP], {
        cwd,
      })
    const [one, two] = [await search('1/2', 'one.yaml'), await search('2/2', 'two.yaml')]
    expect(one.stdout).toMatch(/; seed 3, shard 1\/2$/m)
    expect([one.code, two.code]).toEqual([1, 1])
    const idsIn = (file: string): string[] =>
      [...readFileSync(join(cwd, file), 'utf8').matchAll(/id: "?(generated\/[^"\s]+)/g)].map(([, id]) => id!)
    // The second begins where the first never gets: another round of the seed.
    expect(idsIn('two.yaml')).not.toEqual(idsIn('one.yaml'))
    const merged = await cli(['merge', 'one.yaml', 'two.yaml', 'one.yaml', '--keep', 'all.yaml'], { cwd })
    expect(merged.code).toBe(0)
    expect(idsIn('all.yaml')).toEqual([...new Set([...idsIn('one.yaml'), ...idsIn('two.yaml')])])
    const wrong = await cli(['merge', 'one.yaml', '--keep', 'all.yaml', '--report', 'text'], { cwd })
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('judges nothing')])
    expect((await cli(['fuzz', '--shard', '3/2', '--', ...LOOK_UP], { cwd })).code).toBe(2)
  })

  test('finds nothing in what is right, says what it reached, and ends with 0', async () => {
    const cwd = temporary()
    const env = { REPAIRED: '1' }
    const flags = ['--questions', '400', '--seed', '3', '--keep', 'found.yaml']
    const { code, stdout } = await cli(['fuzz', ...flags, '--', ...LOOK_UP], { cwd, env })
    expect(code).toBe(0)
    expect(stdout).toMatch(/[1-9][0-9]* of [0-9]+ faults of token code excluded, 7 stages compared/)
    expect(stdout).toMatch(/no failure found\n$/)
    expect(existsSync(join(cwd, 'found.yaml'))).toBe(false)
  })

  test('ends in time', async () => {
    const { code, stdout } = await cli(['fuzz', '--for', '1', '--', ...LOOK_UP], { env: { REPAIRED: '1' } })
    expect(code).toBe(0)
    expect(stdout).toContain('no failure found')
  })

  test('without end, prints what it found on Ctrl+C', async () => {
    const started = join(temporary(), 'started')
    const signal = ['SIGINT', until('a question', () => existsSync(started))] as const
    const { code, stdout } = await cli(['fuzz', '--', ...LOOK_UP], {
      env: { REPAIRED: '1', STARTED: started },
      signal,
    })
    expect(code).toBe(130)
    expect(stdout).toMatch(/[0-9]+ questions in .*; seed [0-9]+$/m)
  })

  test('an adapter that does not start ends with 3, and one that offers nothing with 4', async () => {
    expect((await cli(['fuzz', '--', process.execPath, '-e', '0'])).code).toBe(3)
    const sdk = rootFile('test/support/gate/sdk.mjs')
    const env = { SDK_MISTAKES: 'offers-nothing' }
    const { code, stdout } = await cli(['fuzz', '--for', '1', '--', process.execPath, sdk], { env })
    expect(code).toBe(4)
    expect(stdout).toContain('nothing was asked')
  })

  test.for([
    ['--for', '0'],
    ['--questions', 'x'],
    ['--seed', '-1'],
  ])('%s %s ends with 2', async ([flag, value]) => {
    expect((await cli(['fuzz', flag!, value!, '--', ...LOOK_UP])).code).toBe(2)
  })
})
