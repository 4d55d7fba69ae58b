import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'

/** One run of the random driver with a program that does this wrong. */
function driven(PLANTED: string): { readonly status: number | null; readonly stdout: string } {
  const args = [
    'tsx',
    'tools/randomDriver.ts',
    '--run',
    '3',
    '--program',
    rootFile('test/hostile/wrongProgram.mjs'),
  ]
  return spawnSync('npx', args, { encoding: 'utf8', cwd: rootFile('.'), env: { ...process.env, PLANTED } })
}

test('the random driver is content with a program that does nothing wrong', () => {
  const { status, stdout } = driven('nothing')
  expect(stdout).toContain('1 runs')
  expect([status, stdout]).toEqual([0, expect.stringContaining('0 of them wrong')])
})

test.each(['exit code 70', 'a stack', 'a file was changed', 'was emptied', 'a process was left'])(
  'the random driver sees: %s',
  (planted) => {
    const { status, stdout } = driven(planted)
    expect([status, stdout]).toEqual([1, expect.stringContaining(planted)])
  },
)
