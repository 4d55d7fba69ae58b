import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import type { ReportDiff } from '../../src/report/diff/index.ts'
import type { Report } from '../../src/report/report.ts'
import { cli, temporary } from '../support/cli.ts'
import { Project, SDK } from '../support/gate/gate.ts'
import { liveOn, type Wrong } from '../support/live/wrapped.ts'

const SEEDED = ['--seed', '1', '--generated', '50'] as const

/** A folder with the reports of an SDK before and after it cut long secrets. */
async function history(): Promise<Project> {
  const project = new Project()
  for (const [file, fault] of [
    ['right.json', ''],
    ['wrong.json', 'cut-secret'],
  ] as const) {
    await project.sdk(fault, SEEDED)
    project.write(file, project.read('report.json'))
  }
  return project
}
const made = history()

describe('channelproof diff', () => {
  test('of two runs: what newly gates ends with 1, under its cause, and the way back with 0', async () => {
    const project = await made
    const { code, stdout } = await project.run([
      'diff',
      'right.json',
      'wrong.json',
      '--report',
      'text',
      '--report',
      'json=d.json',
    ])
    expect(code).toBe(1)
    const diff = JSON.parse(project.read('d.json')) as ReportDiff
    expect(schemaCheck('diff')(diff)).toEqual([])
    const wrong = project.json('wrong.json').verdicts.filter(({ outcome }) => outcome === 'failed')
    expect(wrong.length).toBeGreaterThan(3)
    expect(diff.totals.regression).toBe(wrong.length)
    expect(diff.groups.flatMap(({ vectors }) => vectors).toSorted()).toEqual(
      wrong.map(({ vector }) => vector).toSorted(),
    )
    expect(diff.groups.length).toBeLessThan(wrong.length)
    expect(diff.groups[0]!.cause).toEqual(wrong[0]!.diagnosis)
    expect(stdout).toMatch(/^REGRESSION that gates: \d+ vectors, was passed, is failed$/m)
    const back = await project.run(['diff', 'wrong.json', 'right.json'])
    expect(back.code).toBe(0)
    expect(back.stdout).toMatch(/^REPAIRED: \d+ vectors, was failed, is passed$/m)
  })

  test('a report has no difference from itself, by standard input too', async () => {
    const project = await made
    const { code, stdout } = await project.run(['diff', 'wrong.json', 'wrong.json'])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\nno difference\nexit code 0\n$/)])
    const input = project.read('right.json')
    const piped = await cli(['diff', '-', 'right.json', '--quiet'], { cwd: project.folder, input })
    expect(piped.stdout).toMatch(/^\d+ the same\nno difference\nexit code 0\n$/)
  })

  test('another seed is inconclusive, with 4, and says what to do; a regression wins', async () => {
    const project = await made
    const report = project.json('right.json')
    const generated = { ...report.generated!, seed: 2, digest: 'f'.repeat(64) }
    project.write('other.json', JSON.stringify({ ...report, generated }))
    const { code, stdout } = await project.run(['diff', 'right.json', 'other.json'])
    expect(code).toBe(4)
    expect(stdout).toMatch(
      /inconclusive: Different generated questions: .*seed 1.*seed 2.*--seed.*\[other-questions\]/,
    )
    expect((await project.run(['diff', 'other.json', 'wrong.json'])).code).toBe(1)
  })

  test('what a filter left out was not asked: 4', async () => {
    const project = await made
    await project.run(['sdk', '--filter', 'token/params/*', '--report', 'json=few.json', '--', ...SDK])
    const { code, stdout } = await project.run(['diff', 'right.json', 'few.json'])
    expect(code).toBe(4)
    expect(stdout).toMatch(/inconclusive: The new run \(filtered\) did not ask \d+ vectors/)
  })

  test('two endpoints with one seed have no difference', async () => {
    const project = new Project()
    for (const name of ['staging', 'production'])
      await project.run(['live', '--seed', '7', '--generated', '20', '--report', `json=${name}.json`])
    const addresses = ['staging', 'production'].map((name) => project.json(`${name}.json`).subject.baseUrl)
    expect(new Set(addresses).size).toBe(2)
    const { code, stdout } = await project.run(['diff', 'staging.json', 'production.json'])
    expect([code, stdout]).toEqual([0, expect.stringMatching(/\nno difference\nexit code 0\n$/)])
  })

  test('what two endpoints make of a freedom is told, and gates nothing', async () => {
    const folder = temporary()
    const answering =
      (status: number): Wrong =>
      ({ raw }, right) =>
        raw.headers['authorization'] === undefined ? { ...right(), status } : right()
    for (const status of [401, 403]) {
      const { report } = await liveOn(answering(status), ['--filter', 'endpoint/auth/open-missing'])
      writeFileSync(join(folder, `${status}.json`), JSON.stringify(report))
    }
    const { code, stdout } = await cli(['diff', '401.json', '403.json'], { cwd: folder })
    expect(stdout).toMatch(/OTHER ANSWER WHERE THE INTERFACE LEAVES IT OPEN: 1 vector/)
    expect(stdout).toMatch(
      /AUTH-HEADER-MISSING-ERROR: answers 401.* → AUTH-HEADER-MISSING-ERROR: answers 403/,
    )
    expect(code).toBe(0)
  })

  test('a secret of ours in a report of another time is masked, in every format', async () => {
    const project = await made
    const secret = 'canary-of-an-old-report-0123456789'
    const report = project.json('wrong.json')
    const verdicts = report.verdicts.map((one) => ({
      ...one,
      ...(one.message && { message: `x ${secret}` }),
    }))
    project.write(
      'leaky.json',
      JSON.stringify({ ...report, labels: { code: secret }, verdicts } satisfies Report),
    )
    const files = ['text', 'markdown', 'json'].map((format) => `${format}=leak.${format}`)
    const flags = files.flatMap((file) => ['--report', file])
    const { stdout, stderr } = await project.run(['diff', 'right.json', 'leaky.json', ...flags], {
      CHANNELPROOF_APP_SECRET: secret,
    })
    const texts = files.map((file) => project.read(file.split('=')[1]!))
    for (const text of [...texts, stdout]) expect(text).toMatch(/x (?:\[|&#91;)secret/)
    for (const text of [...texts, stdout, stderr]) expect(text).not.toContain('canary')
  })
})

describe('wrong input of diff ends with 2', () => {
  const folder = temporary()
  const fileOf = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return name
  }
  mkdirSync(join(folder, 'folder'))
  test.each([
    ['a file that is missing', 'none.json', 'input-unreadable'],
    ['a folder', 'folder', 'input-unreadable'],
    ['an empty file, as a run leaves that did not end', fileOf('empty.json', ''), 'report-not-json'],
    ['a file that is not JSON', fileOf('text.json', '{"schema": 1'), 'report-not-json'],
    ['JSON that is no report', fileOf('other.json', '{"schema": 2}'), 'not-a-report'],
    ['null', fileOf('null.json', 'null'), 'not-a-report'],
  ])('%s', async (_, file, wanted) => {
    const project = await made
    const right = project.path('right.json')
    for (const files of [
      [right, file],
      [file, right],
    ]) {
      const { code, stderr, stdout } = await cli(['diff', ...files], { cwd: folder })
      expect({ code, stdout, stderr }).toEqual({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(`[${wanted}]`),
      })
      expect(stderr).toContain(file)
    }
  })

  test.each([
    ['one report', ['right.json'], 'wrong-usage'],
    ['three reports', ['right.json', 'right.json', 'right.json'], 'wrong-usage'],
    ['another level', ['right.json', 'right.json', '--level', 'optional'], 'wrong-option'],
    ['another format', ['right.json', 'right.json', '--report', 'junit'], 'unknown-format'],
    [
      'a report in the place of its input',
      ['right.json', 'wrong.json', '--report', 'json=right.json'],
      'same-file',
    ],
  ])('%s', async (_, args, wanted) => {
    const project = await made
    const before = readFileSync(project.path('right.json'), 'utf8')
    const { code, stderr } = await project.run(['diff', ...args])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`[${wanted}]`) })
    expect(readFileSync(project.path('right.json'), 'utf8')).toBe(before)
  })
})
