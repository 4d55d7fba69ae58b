import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { idsWith, Project } from '../support/gate/gate.ts'

describe('baseline files', () => {
  const FILTER = ['--filter', 'token/params/*', '--require', 'token.params'] as const
  const run = (text: string, flags: readonly string[] = []) => {
    const project = new Project()
    project.write('b.yaml', text)
    return project.sdk('parse-again', [...FILTER, '--baseline', 'b.yaml', ...flags])
  }
  const row = (vector: string, expires = '2999-01-01', issue = 'TODO'): string =>
    `  - vector: "${vector}"\n    reason: "r"\n    issue: "${issue}"\n    expires: "${expires}"\n`

  test.each([
    [
      'failures:\n  - vector: "x"\n',
      /b\.yaml: \/failures\/0 must have required property .* \[schema-violation\]/,
    ],
    ['failures: &a\n  - *a\n', /b\.yaml:2:5: aliases and merge keys are not read.*\[yaml-malformed\]/],
    ['failures: *nowhere\n', /b\.yaml:1:11: aliases/],
    ['x: &x {}\nfailures:\n  - <<: *x\n    vector: "a"\n', /b\.yaml:3:5: aliases and merge keys/],
    ['%YAML 1.1\n---\nfailures:\n  - <<: {vector: "a"}\n', /b\.yaml:4:5: aliases and merge keys/],
    [`failures: ${'['.repeat(50_000)}`, /b\.yaml: it is nested too deeply \[yaml-malformed\]/],
    ['failures: [', /b\.yaml:1:.*\[yaml-malformed\]/],
    [
      `failures:\n${row('token/params/spaced', '2026-02-30')}`,
      /b\.yaml:2: expires: "2026-02-30" is no date \[wrong-date\]/,
    ],
    [
      `failures:\n${row('token/params/spaced', '2026-12-01', 'later')}`,
      /\/failures\/0\/issue must match pattern/,
    ],
  ])('%j ends with 2 and says where', async (text, message) => {
    const project = new Project()
    project.write('b.yaml', text)
    const { code, stderr } = await project.run(['sdk', '--baseline', 'b.yaml'])
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
  })

  test('one that is not there ends with 2', async () => {
    const { code, stderr } = await new Project().run(['sdk', '--baseline', 'none.yaml'])
    expect(stderr).toContain('none.yaml: there is no such file [input-unreadable]')
    expect(code).toBe(2)
  })

  test('entries for other commands and for vectors that were filtered out are left alone, typing errors are not', async () => {
    const others = row('endpoint/auth/right') + row('token/signature/secret-of-65-bytes')
    // Eight known failures, each with its entry: sixteen would be too many, and so would a glob.
    const first = await run(`failures:\n${others}${row('tokn/params/spaced')}`)
    expect(first.code).toBe(1)
    expect(first.report.baseline!.problems.map(({ entry: of }) => of)).toEqual(['tokn/params/spaced'])
    const failedIds = idsWith(first.report, 'failed')
    expect(failedIds).toHaveLength(8)
    const second = await run(`failures:\n${others}${failedIds.map((id) => row(id)).join('')}`)
    expect(second.code).toBe(0)
  })

  test('an update keeps what others judge', async () => {
    const project = new Project()
    project.write('b.yaml', `failures:\n${row('endpoint/auth/right')}`)
    const { code } = await project.sdk('parse-again', ['--baseline', 'b.yaml', '--update-baseline'])
    expect(code).toBe(0)
    // One that was there, and a new one for the cause of all failures.
    const entries = project.read('b.yaml').match(/- (?:cause|vector): .*/g)
    expect(entries).toEqual(['- vector: "endpoint/auth/right"', '- cause: "params-reserialised"'])
  })

  test('a partial run renews nothing', async () => {
    const project = new Project()
    const flags = ['--baseline', 'b.yaml', '--update-baseline', '--bail']
    const { code, stderr } = await project.sdk('parse-again', flags)
    expect(code).toBe(1)
    expect(stderr).toContain('b.yaml was not renewed: the run is partial')
    expect(() => project.read('b.yaml')).toThrow('ENOENT')
  })

  test('a run that judged too little renews nothing', async () => {
    const project = new Project()
    const known = `failures:\n${row('token/params/spaced')}`
    project.write('b.yaml', known)
    const { code, stderr } = await project.sdk('offers-nothing', [
      '--baseline',
      'b.yaml',
      '--update-baseline',
    ])
    expect(code).toBe(4)
    expect(stderr).toContain('b.yaml was not renewed: too little was judged')
    expect(project.read('b.yaml')).toBe(known)
  })

  test('a listed cause is known at the end, so --bail does not end a run before it', async () => {
    const project = new Project()
    const written = await project.sdk('parse-again', ['--baseline', 'b.yaml', '--update-baseline'])
    expect(written.code).toBe(0)
    const { code, report } = await project.sdk('parse-again', ['--baseline', 'b.yaml', '--bail'])
    expect(code).toBe(0)
    expect(report.totals).toMatchObject({ failed: 8, excused: 8 })
  })

  test('a cause excuses no answer that tells the secret as well', async () => {
    const project = new Project()
    const flags = ['--baseline', 'b.yaml']
    expect((await project.sdk('trimmed-secret', [...flags, '--update-baseline'])).code).toBe(0)
    expect(project.read('b.yaml')).toContain('- cause: "key-trimmed"')
    const telling = await project.sdk('trimmed-secret,tells-secret', flags)
    expect(telling.code).toBe(1)
    expect(telling.report.totals.excused).toBeGreaterThan(0)
    const left = telling.report.verdicts.filter(({ diagnosis, excused }) => diagnosis && !excused)
    expect(left.map(({ vector }) => vector)).toContain('token/signature/secret-with-trailing-space')
  })

  test('a file that cannot be written loses no result', async () => {
    const project = new Project()
    project.write('file', '')
    const { code, stderr, report } = await project.sdk('parse-again', [
      '--baseline',
      'file/b.yaml',
      '--update-baseline',
    ])
    expect(stderr).toContain('file/b.yaml was not renewed: ')
    expect(stderr).toContain('[report-not-written]')
    expect(code).toBe(1)
    expect(report.totals).toMatchObject({ failed: 8, excused: 0 })
  })

  test('a whole family that is excused vouches for nothing', async () => {
    const project = new Project()
    const flags = ['--baseline', 'b.yaml', '--update-baseline', '--require', 'token.issue']
    const constants = [process.execPath, rootFile('test/hostile/adapter.mjs'), 'constants']
    const { code } = await project.run(['sdk', '--report', 'json=r.json', ...flags, '--', ...constants])
    const report = project.json('r.json')
    expect(report.totals.excused).toBeGreaterThan(0)
    expect(report.methods.judged).not.toContain('token.issue')
    expect(code).toBe(4)
  })
})
