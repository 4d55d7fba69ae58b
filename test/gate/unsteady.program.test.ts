import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import type { Report } from '../../src/report/report.ts'
import { temporary, type Ran } from '../support/cli.ts'
import { idsWith, Project } from '../support/gate/gate.ts'
import { everyReport, FORMAT_NAMES } from '../support/report/everyFormat.ts'

/** Runs an SDK that answers one question wrongly, and rightly after each later start. */
async function unsteady(
  project: Project,
  flags: readonly string[],
  behaviour = 'wrong-at-first',
): Promise<Ran & { report: Report }> {
  const adapter = [process.execPath, rootFile('test/hostile/adapter.mjs'), behaviour]
  const args = ['sdk', '--report', 'json=r.json', ...flags, '--', ...adapter]
  const ran = await project.run(args, { HOSTILE_PIDS: join(temporary(), 'pids') })
  return { ...ran, report: project.json('r.json') }
}

describe('an unsteady failure', () => {
  const found = unsteady(new Project(), []).then(({ report }) => idsWith(report, 'failed'))
  const entries = async (): Promise<string> =>
    `failures:\n${(await found).map((id) => `  - vector: "${id}"\n    reason: "r"\n    issue: "https://issues.example/1"\n    expires: "2099-01-01"\n`).join('')}`

  test('is excused by no entry of the baseline, as the same failure is where it stays', async () => {
    const project = new Project()
    project.write('b.yaml', await entries())
    const { code, report } = await unsteady(project, ['--baseline', 'b.yaml'])
    expect(report.totals).toMatchObject({ failed: 1, excused: 0 })
    expect(code).toBe(1)
    const steady = await unsteady(project, ['--baseline', 'b.yaml'], 'wrong-and-starts-once')
    expect(steady.report.totals).toMatchObject({ failed: 1, excused: 1 })
  })

  test('is no new entry of the baseline', async () => {
    const project = new Project()
    const { code } = await unsteady(project, ['--baseline', 'b.yaml', '--update-baseline'])
    expect(project.read('b.yaml')).toContain('failures: []')
    expect(code).toBe(1)
  })

  test('gates where the lock does not know its vector', async () => {
    const project = new Project()
    project.write('l.json', JSON.stringify({ schema: 1, suite: '0.1.0', vectors: {} }))
    const { code, report } = await unsteady(project, ['--lock', 'l.json'])
    expect(report.verdicts.filter((verdict) => verdict.unsteady).map(({ lock }) => lock)).toEqual([undefined])
    expect(code).toBe(1)
    // An entry that does not gate leaves nothing judged.
    expect((await unsteady(project, ['--lock', 'l.json'], 'wrong-and-starts-once')).code).toBe(4)
  })

  test('is told in every report, with both answers', async () => {
    const project = new Project()
    const { flags, texts } = everyReport(temporary(), FORMAT_NAMES)
    const { report } = await unsteady(project, flags)
    expect(schemaCheck('report')(report)).toEqual([])
    const verdict = report.verdicts.find(({ outcome }) => outcome === 'failed')
    expect(verdict).toMatchObject({ unsteady: true, answers: { first: 'refused: malformed' } })
    expect(verdict!.answers!.second).toMatch(/^accepted: /)
    const written = texts()
    for (const format of FORMAT_NAMES) expect(written[format]).toMatch(/unsteady/)
    // Its name stands there whatever the figure is.
    expect(written.prometheus).toContain('\nchannelproof_unsteady 1\n')
    expect(written.text).toMatch(/first {5}refused: malformed\n {2}again {5}accepted: /)
    expect(written.html).toMatch(/answered first.*refused: malformed.*answered again.*accepted: /s)
  })

  test('stays one where shards are merged, and has no cause', async () => {
    const project = new Project()
    for (const index of [1, 2]) {
      const shard = ['--shard', `${index}/2`, '--report', `json=${index}.json`]
      const { report } = await unsteady(project, shard)
      expect(report.answers!.map(({ vector }) => vector)).not.toContain((await found)[0])
    }
    const { code } = await project.run(['merge', '1.json', '2.json', '--report', 'json=m.json'])
    expect(code).toBe(1)
    expect(idsWith(project.json('m.json'), 'failed')).toEqual(await found)
    expect(project.json('m.json').unexplained).toBeUndefined()
  })
})
