import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { check } from '../support/cli.ts'
import { needsTool } from '../support/programs.ts'

const STRANGERS = rootFile('test/strangers/strangers.py')
const hasPython = needsTool('python3')

/** Names of variants of a kind, every so many of them: README.md says how to run all. */
function some(kind: 'right' | 'wrong', every: number): string[] {
  if (!hasPython) return []
  const { stdout } = spawnSync('python3', [STRANGERS], { encoding: 'utf8' })
  const names = stdout
    .split('\n')
    .flatMap((line) => (line.split(' ')[1] === kind ? [line.split(' ')[0]!] : []))
  return names.filter((_, at) => at % every === 0)
}

const run = (name: string, level: string) =>
  check(['python3', STRANGERS, name], ['--level', level, '--seed', '1'])

describe.skipIf(!hasPython)('SDKs whose author has seen neither vectors nor catalogue', () => {
  test.for(some('right', 15))('%s is right, and conforms', async (name, { expect: expecting }) => {
    const { code, report } = await run(name, 'required')
    expecting(
      report!.verdicts.filter(({ outcome, level }) => outcome === 'failed' && level === 'required'),
    ).toEqual([])
    expecting(code).toBe(0)
  })

  test.for(some('wrong', 80))('%s is wrong, and does not conform', async (name, { expect: expecting }) => {
    expecting((await run(name, 'recommended')).code).toBe(1)
  })

  test('are many', () => {
    expect(some('wrong', 1).length).toBeGreaterThan(390)
    expect(some('right', 1).length).toBeGreaterThan(40)
  })
})
