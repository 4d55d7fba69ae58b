import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { check } from '../support/cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'channelproof-decide-'))
afterAll(() => rmSync(folder, { recursive: true }))

const adapter = (...given: string[]) => [
  process.execPath,
  rootFile('test/diagnose/trimmingAdapter.mjs'),
  ...given,
]
// The shipped vectors leave open which function trims.
const SHIPPED = ['--generated', '0']

describe('a run whose failures have several forms of one cause', () => {
  test('asks what tells them apart, and says what it learned; no verdict is about it', async () => {
    const [html, agent] = [join(folder, 'report.html'), join(folder, 'report.txt')]
    const reports = ['--report', `html=${html}`, '--report', `agent=${agent}`, '--report', 'text']
    const { report, stdout, code } = await check(adapter(), [...SHIPPED, ...reports])
    expect(report!.diagnosis).toMatchObject([{ faults: ['key-trimmed'], forms: ['Python strip'] }])
    expect(report!.askedToDecide).toBeGreaterThan(0)
    expect(report!.verdicts.some(({ vector }) => vector.startsWith('generated/'))).toBe(false)
    const { askedToDecide } = report!
    expect(stdout).toContain('  works like Python strip\n')
    expect(stdout).toContain(`${askedToDecide} questions more were asked to tell causes apart`)
    for (const file of [html, agent]) expect(readFileSync(file, 'utf8')).toContain('works like Python strip')
    expect(code).toBe(1)
  })

  test('names the cause where the SDK does not start again', async () => {
    const { report, code } = await check(adapter(join(folder, 'started')), SHIPPED)
    expect(report!.diagnosis).toMatchObject([{ faults: ['key-trimmed'] }])
    expect(report!.diagnosis![0]!.forms).not.toEqual(['Python strip'])
    expect(report!.askedToDecide).toBeUndefined()
    expect(code).toBe(1)
  })
})
