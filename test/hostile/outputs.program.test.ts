import { spawn } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import type { Report } from '../../src/report/report.ts'
import { built, temporary } from '../support/cli.ts'
import { runningService } from '../support/live/runningService.ts'
import { CHANNEL, ENV } from '../support/live/service.ts'

/** What an output is: read to its end; a pipe whose reader is gone; a device that takes nothing. */
type Output = 'read' | 'gone' | 'full'

interface Ran {
  readonly code: number | null
  readonly stderr: string
}

const stdio = (output: Output): number | 'pipe' => (output === 'full' ? openSync('/dev/full', 'w') : 'pipe')

/** Runs the built program on these outputs. */
function run(args: readonly string[], [stdout, stderr]: readonly [Output, Output], env = {}): Promise<Ran> {
  const child = spawn(process.execPath, [built('runners/cli.js'), ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', stdio(stdout), stdio(stderr)],
  })
  let heard = ''
  child.stdout?.resume()
  child.stderr?.on('data', (data: Buffer) => (heard += data.toString()))
  if (stdout === 'gone') child.stdout?.destroy()
  if (stderr === 'gone') child.stderr?.destroy()
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code, stderr: heard }))
  })
}

const adapter = (behaviour: string): string[] => [
  '--filter',
  'token/verify/*',
  '--require',
  'token.verify',
  '--',
  process.execPath,
  rootFile('test/hostile/adapter.mjs'),
  behaviour,
]

interface Row {
  readonly what: string
  readonly outputs: readonly [Output, Output]
  readonly flags?: readonly string[]
  readonly behaviour: string
  /** What the program ends with, and what the run came to: the report has it. */
  readonly exit: number
  readonly came: number
  readonly says?: RegExp
}

const ROWS: readonly Row[] = [
  { what: 'text', outputs: ['gone', 'read'], behaviour: 'always-valid', exit: 1, came: 1 },
  {
    what: 'verdicts as they fall',
    outputs: ['gone', 'read'],
    flags: ['--report', 'ndjson'],
    behaviour: 'always-valid',
    exit: 1,
    came: 1,
  },
  { what: 'both outputs', outputs: ['gone', 'gone'], behaviour: 'always-valid', exit: 1, came: 1 },
  // Of a fault that hides, every red would do: a right adapter stays green.
  { what: 'a right adapter', outputs: ['gone', 'gone'], behaviour: 'good', exit: 0, came: 0 },
  // Its text on stderr has no reader either.
  { what: 'no adapter', outputs: ['gone', 'gone'], behaviour: 'exits-with-1', exit: 3, came: 3 },
  {
    what: 'a full disk',
    outputs: ['full', 'read'],
    behaviour: 'good',
    exit: 2,
    came: 0,
    says: /ENOSPC.*output-not-written/,
  },
  { what: 'a full disk for the log', outputs: ['read', 'full'], behaviour: 'exits-with-1', exit: 3, came: 3 },
  { what: 'a full disk for both', outputs: ['full', 'full'], behaviour: 'good', exit: 2, came: 0 },
]

const rows = ROWS.filter(({ outputs }) => !outputs.includes('full') || existsSync('/dev/full'))

describe('an output that takes nothing', () => {
  test.concurrent.for(rows)('$what: $outputs, $behaviour ends with $exit', async (row, { expect }) => {
    const file = join(temporary(), 'report.json')
    const args = ['sdk', '--report', `json=${file}`, ...(row.flags ?? []), ...adapter(row.behaviour)]
    const { code, stderr } = await run(args, row.outputs)
    expect(code).toBe(row.exit)
    expect(stderr).toMatch(row.says ?? /^$/)
    const report = JSON.parse(readFileSync(file, 'utf8')) as Report
    // Under --filter nothing conforms: the exit code says what the chosen vectors came to.
    expect(report).toMatchObject({ exitCode: row.came, conforms: false, partial: true })
  })

  test.concurrent.for(['--help', 'list', 'explain'])('%s ends with 0', async (command, { expect }) => {
    const args = command === 'explain' ? [command, 'TOKEN-VERSION'] : [command]
    expect(await run(args, ['gone', 'read'])).toEqual({ code: 0, stderr: '' })
  })

  test('leaves no stream running on an endpoint', async () => {
    const service = await runningService()
    const args = ['live', '--base-url', service.url, '--channel', CHANNEL, '--report', 'ndjson']
    const { code } = await run([...args, '--filter', 'endpoint/streaming/*'], ['gone', 'read'], ENV)
    service.close()
    expect(code).toBe(0)
    expect(service.starts()).toBeGreaterThan(0)
    expect(service.running()).toEqual([])
  })
})
