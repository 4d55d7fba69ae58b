import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import type { Report } from '../../src/report/report.ts'
import { built, cli, temporary, type Ran } from '../support/cli.ts'
import { runningService } from '../support/live/runningService.ts'
import { CHANNEL, ENV } from '../support/live/service.ts'
import { everyReport, FORMAT_NAMES } from '../support/report/everyFormat.ts'

/** Runs the program with a bug of ours in it, and reads what it wrote. */
async function withBug(plant: string, args: readonly string[], env = {}): Promise<Ran & Written> {
  const [command, ...rest] = args
  const { flags, texts } = everyReport(temporary(), FORMAT_NAMES)
  const ran = await cli([command!, ...flags, ...rest], {
    env: { ...env, PLANT: plant, NODE_OPTIONS: `--import ${rootFile('test/hostile/plant.mjs')}` },
  })
  return { ...ran, written: texts() }
}

interface Written {
  readonly written: Readonly<Record<(typeof FORMAT_NAMES)[number], string>>
}

const reportIn = ({ written }: Written): Report => JSON.parse(written.json) as Report

const SDK = ['sdk', '--filter', 'token/**', '--', process.execPath, rootFile('test/hostile/adapter.mjs')]
const TOLD = /this is a bug of channelproof; please report it with this text:\nError: planted\n/

describe('a bug of ours ends with 70, and what is known is written', () => {
  // Each line of an adapter is cut by indexOf, in an event; every question is written by stringify, in a promise.
  test.concurrent.for([
    ['an exception in an event', 'Buffer.prototype.indexOf:20:throw'],
    ['a rejection that nothing waits for', 'Buffer.prototype.indexOf:20:reject'],
    ['before the adapter has described itself', 'Buffer.prototype.indexOf:1:throw'],
    ['while a question is made', 'JSON.stringify:300:throw'],
  ])('sdk: %s', async ([, plant], { expect }) => {
    const ran = await withBug(plant!, [...SDK, 'good'])
    expect(ran.stderr).toMatch(TOLD)
    expect(ran.code).toBe(70)
    const report = reportIn(ran)
    expect(schemaCheck('report')(report)).toEqual([])
    expect(report).toMatchObject({ partial: true, conforms: false, exitCode: 70, stopped: { code: 'bug' } })
    expect(ran.written.junit).toContain('<error type="incomplete"')
    expect(ran.written.ndjson.trimEnd().split('\n').at(-1)).toMatch(/"type":"end".*"exitCode":70/)
    for (const format of FORMAT_NAMES) expect(ran.written[format]).toMatch(/bug/)
  })

  test.concurrent.for([
    // The Date header of each answer is parsed while an exchange is under way.
    ['in midst of an exchange', 'Date.parse:30:throw'],
    ['somewhere', 'Date.parse:30:reject'],
  ])('live: %s; no stream is left', async ([, plant], { expect }) => {
    const service = await runningService()
    const args = ['live', '--base-url', service.url, '--channel', CHANNEL, '--filter', 'endpoint/streaming/*']
    const ran = await withBug(plant!, args, ENV)
    service.close()
    expect(ran.stderr).toMatch(TOLD)
    expect(ran.code).toBe(70)
    expect(reportIn(ran)).toMatchObject({ partial: true, exitCode: 70, stopped: { code: 'bug' } })
    expect(reportIn(ran).verdicts.length).toBeGreaterThan(0)
    expect(service.starts()).toBeGreaterThan(0)
    expect(service.running()).toEqual([])
  })

  test('a format that throws: every other report is written', async () => {
    // Seconds are written with toFixed, in all formats for people and in JUnit.
    const ran = await withBug('Number.prototype.toFixed:1+:throw', [...SDK, 'always-valid'])
    expect(ran.code).toBe(70)
    expect(ran.stderr).toMatch(TOLD)
    expect(reportIn(ran)).toMatchObject({ exitCode: 1, partial: true })
    expect(ran.written.junit).toBe('')
    for (const format of ['ndjson', 'markdown', 'github'] as const)
      expect(ran.written[format]).toMatch(/token\/verify\//)
  })

  test.concurrent.for([
    ['explain, an exception', 'String.prototype.padEnd:1:throw', ['explain', 'token/issue/minimal']],
    ['explain, a rejection', 'String.prototype.padEnd:1:reject', ['explain', 'token/issue/minimal']],
  ] as const)('%s', async ([, plant, args], { expect }) => {
    const env = { PLANT: plant, NODE_OPTIONS: `--import ${rootFile('test/hostile/plant.mjs')}` }
    expect(await cli(args, { env })).toMatchObject({ code: 70, stderr: expect.stringMatching(TOLD) })
  })
})

describe('what the machine refuses is no bug: 3, one sentence and no stack', () => {
  test.concurrent.for([
    ['before the adapter has described itself', 'Buffer.prototype.indexOf:1:EMFILE'],
    ['in a run', 'Buffer.prototype.indexOf:20:EMFILE'],
    ['while a question is made', 'JSON.stringify:300:ENOMEM'],
  ])('sdk: %s', async ([, plant], { expect }) => {
    const ran = await withBug(plant!, [...SDK, 'good'])
    expect(ran.code).toBe(3)
    expect(ran.stderr).toMatch(/^channelproof: this .+ \(E(MFILE|NOMEM)\) \[machine-limit\]$/m)
    expect(ran.stderr).not.toMatch(/^ {4}at |bug of channelproof/m)
    const { stopped, exitCode, conforms } = reportIn(ran)
    expect([stopped!.code, exitCode, conforms]).toEqual(['machine-limit', 3, false])
  })

  test('in a command without a report', async () => {
    const env = {
      PLANT: 'String.prototype.padEnd:1:EMFILE',
      NODE_OPTIONS: `--import ${rootFile('test/hostile/plant.mjs')}`,
    }
    const { code, stderr } = await cli(['explain', 'token/issue/minimal'], { env })
    expect([code, stderr]).toEqual([3, expect.stringMatching(/^channelproof: .+ \[machine-limit\]\n.+\n$/)])
  })

  // Node itself ends with 1 or by a signal where it cannot load the program: then there is no report.
  test.concurrent.for([20, 24, 28, 32, 36, 40, 50, 60])('ulimit -n %i', async (most, { expect }) => {
    const report = join(temporary(), 'report.json')
    const program = [process.execPath, built('runners/cli.js'), ...SDK, 'good']
    program.splice(3, 0, '--report', `json=${report}`)
    const line = `ulimit -n ${most}; exec "$@"`
    const { status, stderr } = await new Promise<{ status: number | null; stderr: string }>((resolve) => {
      execFile('bash', ['-c', line, 'bash', ...program], (error, _, text) =>
        resolve({
          status: error ? ((error.code as unknown as number | undefined) ?? null) : 0,
          stderr: text,
        }),
      )
    })
    const isBegun = existsSync(report)
    if (isBegun) expect([0, 3]).toContain(status)
    if (isBegun) expect(stderr).not.toMatch(/^ {4}at /m)
    expect(status).not.toBe(70)
  })
})
