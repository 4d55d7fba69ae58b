/** The templates that publish reports and collect them, on repositories of this machine. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporary } from '../support/cli.ts'
import { SDK } from '../support/gate/gate.ts'
import {
  folderWith,
  runStep,
  scriptOf,
  yamlOf,
  type Handed,
  type Job,
  type Workflow,
} from '../support/ci/steps.ts'
import { TEN } from '../support/report/ten.ts'

interface Published extends Workflow {
  readonly jobs: Readonly<Record<string, Job & { readonly permissions: object }>>
}
const publish = yamlOf<Published>('runners', 'ci', 'github-publish-report.yml')
const collect = yamlOf<Published>('runners', 'ci', 'github-collect.yml')
const BRANCH = publish.env['BRANCH']!

function git(cwd: string, ...args: readonly string[]): string {
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@localhost', '-c', 'init.defaultBranch=main']
  const { status, stdout, stderr } = spawnSync('git', [...who, ...args], { cwd, encoding: 'utf8' })
  expect({ args, status, stderr: status === 0 ? '' : stderr }).toEqual({ args, status: 0, stderr: '' })
  return stdout
}

/** A repository with a commit, and a clone of it. */
function project(): { readonly origin: string; readonly clone: () => string } {
  const origin = join(temporary(), 'origin.git')
  git(dirname(origin), 'init', '--quiet', '--bare', origin)
  const clone = (): string => {
    const folder = join(temporary(), 'clone')
    git(dirname(folder), 'clone', '--quiet', origin, folder)
    return folder
  }
  const first = clone()
  writeFileSync(join(first, 'code.txt'), 'code of the project')
  git(first, 'add', '.')
  git(first, 'commit', '--quiet', '--message', 'first')
  git(first, 'push', '--quiet', 'origin', 'HEAD')
  return { origin, clone }
}

describe('permissions', () => {
  test('no workflow has any of its own, and each job what it needs', () => {
    const of = ({ permissions, jobs }: Published) => [
      permissions,
      Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, job.permissions])),
    ]
    expect(of(publish)).toEqual([{}, { judge: { contents: 'read' }, publish: { contents: 'write' } }])
    expect(of(collect)).toEqual([
      {},
      { collect: { contents: 'read' }, deploy: { pages: 'write', 'id-token': 'write' } },
    ])
  })

  test('what may write runs no code of a project, and what runs it finds no token', () => {
    for (const name of ['npx', 'npm', 'node '])
      expect(scriptOf(publish.jobs['publish']!).run).not.toContain(name)
    expect(collect.jobs['deploy']!.steps.map(({ run }) => run)).toEqual([undefined])
    for (const job of [publish.jobs['judge']!, collect.jobs['collect']!])
      expect(job.steps[0]!.with).toEqual({ 'persist-credentials': false })
  })

  test('every job ends', () => {
    for (const job of [...Object.values(publish.jobs), ...Object.values(collect.jobs)])
      expect(job['timeout-minutes']).toBeGreaterThan(0)
  })
})

describe('publish-report', () => {
  const judge = (alterations: string, adapter = SDK.join(' '), folder = folderWith({})): Promise<Handed> =>
    runStep(
      scriptOf(publish.jobs['judge']!),
      folder,
      {},
      { ...publish.env, ADAPTER: adapter, SDK_MISTAKES: alterations, GITHUB_SHA: 'abc', GITHUB_ACTIONS: '' },
    )

  test('a run that does not conform has a report to publish as well, and is red', async () => {
    const folder = folderWith({})
    const { code, outputs } = await judge('cut-secret', SDK.join(' '), folder)
    expect([code, outputs]).toEqual([1, { report: 'true' }])
    expect(JSON.parse(readFileSync(join(folder, 'reports/channelproof.json'), 'utf8'))).toMatchObject({
      labels: { commit: 'abc' },
    })
    expect(readFileSync(join(folder, 'reports/badge.svg'), 'utf8')).toContain('does not conform')
    expect(publish.jobs['publish']!.if).toBe("${{ !cancelled() && needs.judge.outputs.report == 'true' }}")
  })

  test('a run that wrote no report publishes none, and is red', async () => {
    const stale = folderWith({ 'reports/channelproof.json': '{"conforms": true}' })
    const { code, outputs } = await judge('', ' \n ', stale)
    expect([code, outputs]).toEqual([2, {}])
  })

  test('reports gather on a branch of their own, which holds nothing else', async () => {
    const { origin, clone } = project()
    const temp = folderWith({ 'report/channelproof.json': '{}', 'report/badge.svg': '<svg/>' })
    for (const run of ['7', '8']) {
      const env = { ...publish.env, GITHUB_RUN_ID: run, GITHUB_RUN_ATTEMPT: '1', GITHUB_SHA: 'abc' }
      const { code, stderr } = await runStep(
        scriptOf(publish.jobs['publish']!),
        clone(),
        { 'runner.temp': temp },
        env,
      )
      expect([code, stderr]).toEqual([0, ''])
    }
    expect(git(origin, 'ls-tree', '-r', '--name-only', BRANCH).trim().split('\n')).toEqual([
      'badge.svg',
      'reports/7-1.json',
      'reports/8-1.json',
    ])
    expect(git(origin, 'ls-tree', '-r', '--name-only', 'main').trim()).toBe('code.txt')
  })
})

describe('collect', () => {
  /** Repositories with reports on their branches, below one folder as on a server. */
  function server(reports: Readonly<Record<string, string>>): string {
    const root = temporary()
    for (const [name, text] of Object.entries(reports)) {
      const folder = join(root, name)
      mkdirSync(join(folder, 'reports'), { recursive: true })
      git(folder, 'init', '--quiet')
      git(folder, 'checkout', '--quiet', '--orphan', BRANCH)
      writeFileSync(join(folder, 'reports/1-1.json'), text)
      git(folder, 'add', '.')
      git(folder, 'commit', '--quiet', '--message', 'report')
    }
    return root
  }
  const run = async (repositories: readonly string[], root: string) => {
    const folder = folderWith({})
    const env = { ...collect.env, REPOSITORIES: `${repositories.join('\n')}\n` }
    const ran = await runStep(
      scriptOf(collect.jobs['collect']!),
      folder,
      { 'github.server_url': `file://${root}` },
      env,
    )
    return {
      ...ran,
      folder,
      pages: existsSync(join(folder, 'site/subjects')) ? readdirSync(join(folder, 'site/subjects')) : [],
    }
  }
  const [one, other] = [JSON.stringify(TEN[2]), JSON.stringify(TEN[3])]

  test('the reports of all repositories become one site', async () => {
    const root = server({ 'a/one': one, 'b/two': other })
    const { code, outputs, pages } = await run(['a/one', 'b/two'], root)
    expect([code, outputs, pages.length]).toEqual([0, { made: 'true' }, 2])
  })

  test('one that cannot be read makes the job red, and the others have their pages', async () => {
    const { code, outputs, pages, stdout } = await run(['a/one', 'a/gone'], server({ 'a/one': one }))
    expect([code, outputs, pages.length]).toEqual([2, { made: 'true' }, 1])
    expect(stdout).toContain('::error::a/gone could not be read')
    const damaged = await run(['a/one', 'b/two'], server({ 'a/one': one, 'b/two': '{"schema": 1' }))
    expect([damaged.code, damaged.outputs, damaged.pages.length]).toEqual([2, { made: 'true' }, 1])
  })

  test('as it comes, the template has no repository, and deploys nothing', async () => {
    const { code, outputs } = await run(['<owner>/<repository>'], server({}))
    expect([code, outputs]).toEqual([2, {}])
  })
})
