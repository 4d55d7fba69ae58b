import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FuzzLanes } from '../../runners/fuzz/lanes.ts'
import { DEFAULT_CLIENT_FLAGS } from '../../runners/client/options.ts'
import { DEFAULT_FLAGS, type RawRunFlags } from '../../runners/session/flags.ts'
import { Claims } from '../../runners/fuzz/search.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { cli, temporary, type Ran } from '../support/cli.ts'
import { until } from '../support/until.ts'

/** More than one lane asks before others are started (ALONE in commands/fuzz.ts). */
const MANY = '12000'

interface Started {
  readonly folder: string
  readonly ran: Promise<Ran>
}

/** @param env what test/support/generate/starts.mjs is to do */
function fuzz(flags: readonly string[], env: Readonly<Record<string, string>>): Started {
  const folder = temporary()
  const adapter = [process.execPath, rootFile('test/support/generate/starts.mjs'), folder]
  const all = ['fuzz', '--seed', '3', '--timeout', '60000', ...flags, '--', ...adapter]
  return { folder, ran: cli(all, { env }) }
}

const startsIn = (folder: string): string[] => readdirSync(folder)

describe('the lanes of a long search', () => {
  test('have an adapter each, and ask as many questions as were wanted, together', async () => {
    const { folder, ran } = fuzz(['--questions', MANY, '--jobs', '2'], { WAITS_FOR: '2/asked' })
    const { code, stdout } = await ran
    expect(stdout).toMatch(/^12000 questions in .*; seed 3$/m)
    expect(stdout).toMatch(/no failure found\n$/)
    expect(code).toBe(0)
    expect(startsIn(folder)).toHaveLength(2)
  })

  test('are not needed for a short search, and --jobs 1 has none', async () => {
    const short = fuzz(['--questions', '900', '--jobs', '3'], {})
    const one = fuzz(['--questions', MANY, '--jobs', '1'], {})
    expect((await Promise.all([short.ran, one.ran])).map(({ code }) => code)).toEqual([0, 0])
    expect([short, one].map(({ folder }) => startsIn(folder).length)).toEqual([1, 1])
  })

  test('tell what they find: it fails the search, and is made smaller', async () => {
    const env = { SECOND: 'wrong', WAITS_FOR: '2/asked' }
    const { code, stdout } = await fuzz(['--questions', MANY, '--jobs', '2'], env).ran
    expect(stdout).toMatch(/^FAILED generated\/token-params\//m)
    expect(stdout).toContain('smallest form of generated/token-params/')
    expect(stdout).toMatch(/1 failure found\n$/)
    expect(code).toBe(1)
  })

  test('whose adapter dies fail the search', async () => {
    const env = { SECOND: 'dies', WAITS_FOR: '2/asked' }
    const { code, stdout } = await fuzz(['--questions', MANY, '--jobs', '2'], env).ran
    expect(stdout).toMatch(/^ERRORED generated\/token-params\//m)
    expect(code).toBe(1)
  })

  test('whose adapter does not start leave the questions to the others', async () => {
    const env = { SECOND: 'absent', WAITS_FOR: '2' }
    const { folder, ran } = fuzz(['--questions', MANY, '--jobs', '2'], env)
    const { code, stdout } = await ran
    expect(stdout).toMatch(/^12000 questions in .*; seed 3$/m)
    expect(code).toBe(0)
    expect(startsIn(folder)).toHaveLength(2)
  })

  test('end with Ctrl+C, and their adapters with them', async () => {
    const folder = temporary()
    const adapter = [process.execPath, rootFile('test/support/generate/starts.mjs'), folder]
    const second = join(folder, '2', 'pid')
    const signal = ['SIGINT', until('a second adapter', () => existsSync(second))] as const
    const { code, stdout } = await cli(['fuzz', '--jobs', '2', '--', ...adapter], {
      env: { SECOND: '' },
      signal,
    })
    expect(code).toBe(130)
    expect(stdout).toMatch(/[0-9]+ questions in .*; seed [0-9]+$/m)
    const pids = startsIn(folder).map((nth) => Number(readFileSync(join(folder, nth, 'pid'), 'utf8')))
    expect(pids).toHaveLength(2)
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  test('say what keeps them from going on', async () => {
    const { lanes, bugs } = startedWith({ timeout: 'wrong' })
    await lanes.ended()
    await expect(lanes.found()).rejects.toMatchObject({ code: 'wrong-option' })
    expect(bugs).toEqual([])
  })

  test('report an error of our own', async () => {
    // What commander never hands over.
    const { lanes, bugs } = startedWith({ passEnv: 1 as never })
    await lanes.ended()
    expect(await lanes.found()).toEqual([])
    expect(bugs).toEqual([expect.objectContaining({ name: 'TypeError' })])
  })
})

function startedWith(wrong: Partial<RawRunFlags>): { lanes: FuzzLanes; bugs: unknown[] } {
  const bugs: unknown[] = []
  const lanes = new FuzzLanes({ signal: new AbortController().signal, onBug: (error) => bugs.push(error) })
  const raw = { ...DEFAULT_FLAGS, ...DEFAULT_CLIENT_FLAGS, ...wrong }
  const { memory } = new Claims(100)
  lanes.start(1, { command: [process.execPath, '-e', '0'], raw, memory, questions: 100, seed: 1, seconds: 1 })
  return { lanes, bugs }
}

describe('what lanes share', () => {
  test('is claimed once: rounds, and questions up to their number', () => {
    const one = new Claims(3)
    const other = new Claims(3, {}, one.memory)
    expect([one.round(), other.round(), one.round()]).toEqual([0, 1, 2])
    expect(other.left).toBe(3)
    expect([one, other, one, other, one].map((claims) => claims.question())).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect([one.asked, other.left]).toEqual([3, 0])
  })

  test('of a shard are its rounds alone, and those of all shards are every round', () => {
    const shards = [1, 2, 3].map((index) => new Claims(3, { index, of: 3 }))
    expect(shards.map((claims) => [claims.round(), claims.round()])).toEqual([
      [0, 3],
      [1, 4],
      [2, 5],
    ])
  })

  test('ends for all', () => {
    const one = new Claims(Infinity)
    const other = new Claims(Infinity, {}, one.memory)
    expect([other.question(), other.left]).toEqual([true, Infinity])
    one.end()
    expect([other.question(), other.left, other.asked]).toEqual([false, 0, 1])
  })
})
