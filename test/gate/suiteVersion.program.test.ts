/** `--suite-version`, in a copy of the program that knows an earlier version of its vectors. */
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { built, temporary } from '../support/cli.ts'
import { idsWith, Project, SDK } from '../support/gate/gate.ts'

const root = temporary()
const VERSIONS = 'vectors/versions'

interface Version {
  readonly vectors: Record<string, string>
}

/** A version with these digests in the place of those of today; undefined: the vector was not there. */
function version(name: string, changes: Readonly<Record<string, string | undefined>>): void {
  const now = JSON.parse(readFileSync(rootFile(VERSIONS, '0.1.0.json'), 'utf8')) as Version
  writeFileSync(
    join(root, VERSIONS, `${name}.json`),
    JSON.stringify({ ...now, vectors: { ...now.vectors, ...changes } }),
  )
}

beforeAll(() => {
  cpSync(built(''), join(root, 'dist'), { recursive: true })
  for (const path of ['package.json', 'schemas', 'vectors'])
    cpSync(rootFile(path), join(root, path), { recursive: true })
  symlinkSync(rootFile('node_modules'), join(root, 'node_modules'))
})

/** A project whose channelproof is the copy. */
class Copy extends Project {
  override async run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const program = join(root, 'dist/runners/cli.js')
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: this.folder,
      env: { ...process.env, NO_COLOR: '1', GITHUB_ACTIONS: '', GITHUB_STEP_SUMMARY: '', ...env },
      encoding: 'utf8',
    })
    return { code: status, stdout, stderr }
  }
}

const NONE = ['--generated', '0']

describe('--suite-version', () => {
  const project = new Copy()
  /** What an SDK fails that writes the JSON anew. */
  let failing: readonly string[] = []
  beforeAll(async () => {
    const { code, report } = await project.sdk('parse-again', NONE)
    expect(code).toBe(1)
    failing = idsWith(report, 'failed')
    expect(failing.length).toBeGreaterThan(3)
    version('0.0.2', Object.fromEntries(failing.map((id) => [id, undefined])))
    version('0.0.1', { [failing[0]!]: 'a'.repeat(64), 'token/issue/of-last-year': 'b'.repeat(64) })
  })

  test('what was added since is asked and shown, and does not gate', async () => {
    const { code, report, stdout } = await project.sdk('parse-again', [...NONE, '--suite-version', '0.0.2'])
    expect(report.lock).toMatchObject({ suiteVersion: '0.0.2', changed: [], gone: [] })
    expect(report.lock!.new.toSorted()).toEqual([...failing].toSorted())
    expect(idsWith(report, 'failed')).toEqual(failing)
    expect(stdout).toContain('suite version 0.0.2: the verdict is about its vectors')
    expect(stdout).toContain(`suite version 0.0.2: ${failing.length} new, of which ${failing.length} failed`)
    expect(stdout).not.toContain('--update-lock')
    expect([code, report.conforms]).toEqual([0, true])
  })

  test('what it has gates', async () => {
    expect((await project.sdk('lower-case', [...NONE, '--suite-version', '0.0.2'])).code).toBe(1)
    expect((await project.sdk('parse-again', [...NONE, '--suite-version', '0.1.0'])).code).toBe(1)
  })

  test('what has changed since does not gate, and what is gone is named', async () => {
    const { code, report, stdout } = await project.sdk('parse-again', [...NONE, '--suite-version', '0.0.1'])
    expect(report.lock).toMatchObject({
      new: [],
      changed: [failing[0]],
      gone: ['token/issue/of-last-year'],
    })
    expect(stdout).toContain('but for 1 that are gone: token/issue/of-last-year')
    expect(code).toBe(1)
  })

  test('generated questions never gate', async () => {
    const flags = ['--generated', '200', '--seed', '3', '--suite-version', '0.0.2']
    const { code, report } = await project.sdk('parse-again', flags)
    const failed = idsWith(report, 'failed').filter((id) => id.startsWith('generated/'))
    expect(failed.length).toBeGreaterThan(0)
    expect([code, report.lock!.generated]).toEqual([0, 'new'])
  })

  test('shards are merged under the same version', async () => {
    const shards = ['1/2', '2/2']
    for (const [at, shard] of shards.entries()) {
      const report = ['--report', `json=${at}.json`]
      const flags = [...NONE, '--shard', shard, '--suite-version', '0.0.2', ...report]
      await project.run(['sdk', ...flags, '--', ...SDK], { SDK_MISTAKES: 'parse-again' })
    }
    const forgotten = await project.run(['merge', '0.json', '1.json'])
    expect(forgotten.stderr).toContain('[suite-version-forgotten]')
    expect(forgotten.code).toBe(2)
    expect((await project.run(['merge', '--suite-version', '0.0.2', '0.json', '1.json'])).code).toBe(0)
    expect((await project.run(['merge', '--suite-version', '0.1.0', '0.json', '1.json'])).code).toBe(1)
  })

  test.each([
    [
      ['--suite-version', '9.9.9'],
      /no version 9\.9\.9 .*\[unknown-suite-version\]\n.*0\.0\.1, 0\.0\.2, 0\.1\.0/,
    ],
    [['--suite-version', '../digest'], /\[unknown-suite-version\]/],
    [['--suite-version', '0.1.0', '--lock', 'l.json'], /does not go with a lock \[wrong-option\]/],
    [['--suite-version', '0.1.0', '--update-lock'], /does not go with a lock \[wrong-option\]/],
  ])('%j is wrong usage', async (flags, message) => {
    const { code, stderr } = await project.run(['sdk', ...flags])
    expect(stderr).toMatch(message)
    expect(code).toBe(2)
  })
})
