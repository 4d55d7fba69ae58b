import { execFileSync, spawn } from 'node:child_process'
import { constants, existsSync, openSync } from 'node:fs'
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

/** Does somebody read from a pipe? Then it is held open from here on, so that no end of it comes. */
function isRead(pipe: string): boolean {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK) > 0
  } catch {
    return false
  }
}

describe('where no report is begun either', () => {
  const ENDPOINT = ['live', '--base-url', 'https://127.0.0.1:1']
  test.concurrent.for<readonly [string, ...string[]]>([
    ['live --config', 'live', '--config', 'PIPE'],
    ['live --ca-file', ...ENDPOINT, '--ca-file', 'PIPE'],
    ['questions --description', 'questions', '--description', 'PIPE'],
    ['merge', 'merge', 'PIPE'],
    ['compare', 'compare', 'PIPE', 'PIPE'],
    ['diff', 'diff', 'PIPE', 'PIPE'],
    ['site', 'site', 'PIPE', '--out', 'never-written'],
    ['validate', 'validate', '--body', 'auth-token', 'PIPE'],
    ['diagnose', 'diagnose', '--question', 'PIPE', '--answer', 'PIPE'],
    // Deaf, it would end with its time limit, which lies far behind that of this test.
    ['doctor, whose adapter waits', 'doctor', '--start-timeout', '3000000', '--', 'cat', 'PIPE'],
  ])('%s', async ([, ...args], { expect }) => {
    const { pipe } = withPipe()
    const named = args.map((arg) => (arg === 'PIPE' ? pipe : arg))
    const env = { ...process.env, CHANNELPROOF_APP_ID: 'a', CHANNELPROOF_APP_SECRET: 'DO-NOT-USE-of-inputs' }
    const child = spawn(process.execPath, [built('runners/cli.js'), ...named], { env })
    let stdout = ''
    child.stdout.on('data', (data: Buffer) => (stdout += data.toString()))
    const ended = new Promise((resolve) => child.on('close', (code, signal) => resolve(signal ?? code)))
    await until('the pipe is read', () => isRead(pipe))
    child.kill('SIGTERM')
    // The system's own end is 143 as well, as a shell sees it.
    expect([143, 'SIGTERM']).toContain(await ended)
    // What was not heard accuses nothing.
    expect(stdout).toBe('')
  })

  test('code that signs is a file: a pipe is refused', async () => {
    const env = { CHANNELPROOF_APP_ID: 'a', CHANNELPROOF_APP_SECRET: 'DO-NOT-USE-of-inputs' }
    const { pipe } = withPipe()
    const { code, stderr } = await cli([...ENDPOINT, '--authorization', `module:${pipe}`], { env })
    expect([code, stderr]).toEqual([2, expect.stringContaining('is no file [authorization-failed]')])
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
