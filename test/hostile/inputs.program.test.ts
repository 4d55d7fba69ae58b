import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { built, cli, temporary } from '../support/cli.ts'
import { RIGHT } from '../support/body/command.ts'
import { until } from '../support/until.ts'

/** A folder with a named pipe in it. */
function withPipe(): { readonly folder: string; readonly pipe: string } {
  const folder = temporary()
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  return { folder, pipe }
}

const ADAPTER = ['--', process.execPath, rootFile('test/hostile/adapter.mjs'), 'good']
const FILTER = ['--filter', 'token/issue/minimal']

describe('every wait for a file hears the first signal', () => {
  test.concurrent.for([
    ['sdk --lock', ['sdk', ...FILTER, '--lock', 'PIPE'], ADAPTER],
    ['sdk --baseline', ['sdk', ...FILTER, '--baseline', 'PIPE'], ADAPTER],
    ['sdk --vectors', ['sdk', ...FILTER, '--vectors', 'PIPE'], ADAPTER],
    ['live --lock', ['live', '--lock', 'PIPE'], []],
    ['live --vectors', ['live', '--vectors', 'PIPE'], []],
    ['judge', ['judge', 'PIPE'], []],
    ['judge -', ['judge', '-'], []],
  ] as const)('%s', async ([, args, rest], { expect }) => {
    const { folder, pipe } = withPipe()
    const report = join(folder, 'report.json')
    const named = args.map((arg) => (arg === 'PIPE' ? pipe : arg))
    const child = spawn(process.execPath, [
      built('runners/cli.js'),
      ...named,
      '--report',
      `json=${report}`,
      ...rest,
    ])
    let stderr = ''
    child.stderr.on('data', (data: Buffer) => (stderr += data.toString()))
    const ended = new Promise((resolve) => child.on('close', resolve))
    // From then on the run hears signals itself.
    await until('the report is begun', () => existsSync(report))
    child.kill('SIGTERM')
    expect(await ended).toBe(143)
    expect(stderr).toContain('ended by a signal before anything was judged')
  })
})

describe('what is no regular file is read as well', () => {
  const validate = ['validate', '--body', 'auth-token']

  test('a pipe whose writer comes late, and writes in parts', async () => {
    const { pipe } = withPipe()
    const ran = cli([...validate, pipe])
    const writer = await open(pipe, 'w')
    await writer.write(RIGHT.slice(0, 3))
    await writer.write(RIGHT.slice(3))
    await writer.close()
    expect(await ran).toMatchObject({ code: 0 })
  })

  test('a pipe that holds what is wrong', async () => {
    const { pipe } = withPipe()
    const ran = cli([...validate, pipe])
    const writer = await open(pipe, 'w')
    await writer.write('{')
    await writer.close()
    expect(await ran).toMatchObject({ code: 2 })
  })

  test.each([
    [RIGHT, 0],
    ['{', 2],
    // Empty YAML is null.
    ['', 1],
  ])('the pipe of a process substitution, /dev/stdin and /dev/null: %s', (text, code) => {
    const run = (line: string): number => {
      try {
        execFileSync('bash', ['-c', line, 'bash', process.execPath, built('runners/cli.js'), text], {
          stdio: 'ignore',
        })
        return 0
      } catch (error) {
        return (error as { status: number }).status
      }
    }
    expect(run('"$1" "$2" validate --body auth-token <(printf %s "$3")')).toBe(code)
    expect(run('printf %s "$3" | "$1" "$2" validate --body auth-token /dev/stdin')).toBe(code)
    expect(run('"$1" "$2" validate --body auth-token /dev/null')).toBe(1)
  })

  test('a device without an end is too large', async () => {
    const { code, stderr } = await cli([...validate, '/dev/zero'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('input-too-large')])
  })
})
