/** On a terminal long work shows one line, cut to its width; a log gets lines, or nothing. */
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { built, cli, temporary } from '../support/cli.ts'
import { needsTool } from '../support/programs.ts'

const COLUMNS = 44
const SAMPLE = ['python3', rootFile('runners/adapters/python/adapter.py')]

/** What a terminal of 44 columns is sent. */
function onTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  const command = [process.execPath, built('runners/cli.js'), ...args].map((word) => `'${word}'`).join(' ')
  const { stdout } = spawnSync('script', ['-qec', `stty cols ${COLUMNS}; ${command}`, '/dev/null'], {
    encoding: 'utf8',
    cwd: temporary(),
    env: { ...process.env, CI: '', ...env },
  })
  return stdout
}

/** The lines that were drawn over each other. */
const drawn = (output: string): readonly string[] =>
  // eslint-disable-next-line no-control-regex
  [...output.matchAll(/\r([^\r\n\u001b]+)\u001b\[K/g)].map(([, line]) => line!)

describe.skipIf(!needsTool('script'))('a terminal', () => {
  test.for([
    [['fuzz', '--questions', '3000', '--seed', '1', '--jobs', '1', '--', ...SAMPLE], /\d+ of 3000 questions/],
    [['sdk', '--generated', '2000', '--seed', '1', '--', ...SAMPLE], /\] \d+\/\d+$/],
  ] as const)('%j draws how far it is in one line', ([args, shows]) => {
    const lines = drawn(onTerminal(args))
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.some((line) => shows.test(line))).toBe(true)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(COLUMNS)
  })

  test('of a CI job is a log: nothing is drawn over', () => {
    const output = onTerminal(['sdk', '--generated', '2000', '--seed', '1', '--', ...SAMPLE], { CI: 'true' })
    expect(output).toContain('exit code 0')
    expect(drawn(output)).toEqual([])
  })
})

test('without a terminal nothing of it stands on stderr', async () => {
  const { stderr } = await cli(['sdk', '--generated', '500', '--seed', '1', '--', ...SAMPLE])
  expect(stderr).toBe('')
})
