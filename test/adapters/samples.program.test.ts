import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import type { Report } from '../../src/report/report.ts'
import { check, temporary } from '../support/cli.ts'
import { needsTool } from '../support/programs.ts'

const GO = ['go', 'run', '-C', rootFile('runners/adapters/go'), '.']
const PYTHON = ['python3', rootFile('runners/adapters/python/adapter.py')]
const hasPython = needsTool('python3')
const hasGo = needsTool('go')

const bad = (report: Report | undefined): string[] =>
  report!.verdicts
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    .map(({ vector }) => vector)

describe('the reference adapter', () => {
  test('conforms at every level', async () => {
    const { code, report } = await check([], ['--level', 'recommended'])
    expect(bad(report)).toEqual([])
    expect(code).toBe(0)
    expect(report!.methods).toMatchObject({
      missing: [],
      judged: ['token.params', 'token.signature', 'token.issue', 'token.verify', 'client.call'],
    })
  })
})

describe.skipIf(!hasGo)('the Go adapter', () => {
  test("agrees on every vector with Go's own crypto, and cannot express wrong types", async () => {
    const { code, report } = await check(GO, ['--level', 'recommended', '--start-timeout', '300000'])
    expect(bad(report)).toEqual([])
    expect(code).toBe(0)
    const skipped = report!.verdicts
      .filter(({ outcome }) => outcome === 'skipped')
      .map(({ vector }) => vector)
    expect(skipped.filter((id) => !id.startsWith('token/refusal/'))).toEqual([
      // It does not say retriesStart.
      'client/response/streaming-start-404-then-200',
      'client/response/streaming-start-404-json-then-200',
      'client/response/streaming-start-404-html-then-200',
    ])
    expect(skipped).toContain('token/refusal/duration-text')
  })
})

describe.skipIf(!hasPython)('the Python adapter', () => {
  test('conforms at every level', async () => {
    const { code, report } = await check(PYTHON, ['--level', 'recommended'])
    expect(bad(report)).toEqual([])
    expect(code).toBe(0)
  })

  const TOKENS = ['--report', 'text', '--filter', 'token/**']

  /** One-character and one-word mistakes in its SDK, and what the report must say of them. */
  const MISTAKES = [
    [
      'URL-safe base64',
      'channel_token.py',
      'base64.b64encode(',
      'base64.urlsafe_b64encode(',
      /URL-safe alphabet/,
    ],
    ['wrapped base64', 'channel_token.py', 'base64.b64encode(', 'base64.encodebytes(', /line break/],
    [
      'another version in the message',
      'channel_token.py',
      'VERSION = "02"',
      'VERSION = "2"',
      /version must be 02/,
    ],
  ] as const

  test.for(MISTAKES)('%s is named', async ([, file, from, to, says], { expect }) => {
    const { code, stdout } = await check(mutated(file, from, to), TOKENS)
    expect(stdout).toMatch(says)
    expect(code).toBe(1)
  })

  test('a separator in the message shows the message that is due', async () => {
    const source = readFileSync(rootFile('runners/adapters/python/channel_token.py'), 'utf8')
    const join = /"(?=\.join\(|".join\()|""\.join|f"\{version\}\{app_id\}/.exec(source)?.[0]
    const concatenation = /version \+ app_id|f"\{version\}\{app_id\}|""\.join\(/.exec(source)?.[0] ?? join
    expect(concatenation).toBeDefined()
    const broken = concatenation!.startsWith('""')
      ? '".".join('
      : concatenation!.startsWith('f"')
        ? 'f"{version}.{app_id}'
        : 'version + "." + app_id'
    const { code, stdout } = await check(mutated('channel_token.py', concatenation!, broken), TOKENS)
    expect(stdout).toMatch(/another message or with another key[^\n]*"02app1700000000/)
    expect(code).toBe(1)
  })
})

/** A copy of the Python adapter with one text replaced. */
function mutated(file: string, from: string, to: string): string[] {
  const folder = temporary()
  cpSync(rootFile('runners/adapters/python'), folder, { recursive: true })
  const text = readFileSync(join(folder, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
  writeFileSync(join(folder, file), text.replace(from, to))
  return ['python3', join(folder, 'adapter.py')]
}

describe('the messages of a whole run', () => {
  test.for([
    [
      'TypeScript',
      process.execPath,
      ['--import', 'tsx', rootFile('runners/adapters/typescript/adapter.ts')],
      true,
    ],
    ['Python', 'python3', PYTHON.slice(1), hasPython],
    ['Go', 'go', GO.slice(1), hasGo],
  ] as const)(
    'of the %s adapter all fit the protocol schema',
    async ([, program, args, present], { expect, skip }) => {
      if (!present) skip()
      const folder = temporary()
      const recorder = rootFile('test/support/recorder.mjs')
      const { code } = await check(
        [process.execPath, recorder, folder, program, ...args],
        ['--start-timeout', '300000'],
      )
      expect(code).toBe(0)
      const valid = schemaCheck('adapter-protocol')
      const messages = ['requests', 'answers'].flatMap((name) =>
        readFileSync(join(folder, name), 'utf8').trim().split('\n'),
      )
      expect(messages.length).toBeGreaterThan(900)
      expect(messages.filter((line) => valid(JSON.parse(line)).length > 0)).toEqual([])
      expect(valid({ jsonrpc: '2.0', id: 1, result: {}, error: { code: 1, message: '' } })).not.toEqual([])
    },
  )
})
