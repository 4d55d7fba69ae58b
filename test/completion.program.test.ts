/** What shells complete: each is asked as it asks itself. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { cli, temporary } from './support/cli.ts'
import { needsTool } from './support/programs.ts'

/** Words as they stand on the command line, the last of which is being written, and what must be offered or not. */
const ROWS: readonly (readonly [words: readonly string[], offered: string, other: string])[] = [
  [['channelproof', ''], 'self-check', '--level'],
  [['channelproof', 'list', ''], 'faults', 'sdk'],
  [['channelproof', 'sdk', '--se'], '--seed', '--profile'],
  [['channelproof', 'live', '--profile', ''], 'smoke', '--seed'],
  [['channelproof', 'validate', '--body', 'stre'], 'streaming-start', 'smoke'],
]

async function scriptFor(shell: string): Promise<string> {
  const { stdout, code } = await cli(['completion', shell])
  expect(code).toBe(0)
  const file = join(temporary(), shell)
  writeFileSync(file, stdout)
  return file
}

/** How each shell is asked; the words come as arguments behind the file of the script. */
const ASK: Readonly<Record<string, (file: string, words: readonly string[]) => readonly string[]>> = {
  bash: (file, words) => [
    '--norc',
    '-c',
    'source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _channelproof; printf "%s\\n" "${COMPREPLY[@]}"',
    file,
    ...words,
  ],
  // Without a terminal: what the completion would add is printed.
  zsh: (file, words) => [
    '-f',
    '-c',
    'compdef() {}; _files() {}; compadd() { shift; print -l -- "$@" }; source "$0"; words=("$@"); CURRENT=$#; _channelproof',
    file,
    ...words,
  ],
  fish: (file, words) => ['--no-config', '-c', `source ${file}; complete -C '${words.join(' ')}'`],
}

for (const shell of Object.keys(ASK))
  describe.skipIf(!needsTool(shell))(`completion ${shell}`, () => {
    test.for(ROWS)('%j', async ([words, offered, other]) => {
      const { stdout, stderr, status } = spawnSync(shell, ASK[shell]!(await scriptFor(shell), words), {
        encoding: 'utf8',
        env: { ...process.env, HOME: temporary() },
      })
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
      const given = stdout.split('\n').map((line) => line.split('\t')[0])
      expect(given).toContain(offered)
      expect(given).not.toContain(other)
    })

    test('behind -- stands the command of the user', async () => {
      const words = ['channelproof', 'sdk', '--', '--se']
      const { stdout } = spawnSync(shell, ASK[shell]!(await scriptFor(shell), words), { encoding: 'utf8' })
      expect(stdout).not.toContain('--seed')
    })
  })

test('another shell is named with those that are known', async () => {
  const { stderr, code } = await cli(['completion', 'csh'])
  expect(stderr).toMatch(/invalid shell "csh": use bash, zsh, fish \[wrong-option\]/)
  expect(code).toBe(2)
})
