import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readText, rootFile } from '../../runners/suite/files.ts'
import { cli, cliStarted } from '../support/cli.ts'
import { SDK } from '../support/gate/gate.ts'
import {
  folderWith,
  runStep,
  script,
  scriptOf,
  yamlOf,
  type Job,
  type Step,
  type Workflow,
} from '../support/ci/steps.ts'

const GITHUB = ['github-shards.yml', 'github-nightly.yml'] as const
/** Those that write; publish.program.test.ts runs them. */
const PUBLISHING = ['github-publish-report.yml', 'github-collect.yml'] as const
const ADAPTER = SDK.join(' ')

/** Node itself cannot start the program: it ends with 1. */
interface BrokenStart {
  readonly before?: string
  readonly env?: Readonly<Record<string, string>>
}
const BROKEN_STARTS: readonly (readonly [string, BrokenStart])[] = [
  ['a NODE_OPTIONS that fails', { env: { NODE_OPTIONS: '--require /nowhere' } }],
  ['twenty files', { before: 'ulimit -n 20\n' }],
]

/** A project with the two files that the templates read, for an SDK with these mistakes. */
async function project(alterations = ''): Promise<string> {
  const folder = folderWith({})
  const args = ['sdk', '--quiet', '--update-baseline', '--update-lock', '--', ...SDK]
  const { code } = await cli(args, { cwd: folder, env: { SDK_MISTAKES: alterations } })
  expect(code).toBe(0)
  return folder
}

describe('every template', () => {
  const workflows = GITHUB.map((name) => [name, yamlOf<Workflow>('runners', 'ci', name)] as const)
  const steps = workflows.flatMap(([name, { jobs }]) =>
    Object.values(jobs).flatMap((job) => job.steps.map((step) => [name, step] as const)),
  )

  test('asks for no more than to read, and ends', () => {
    for (const [name, { permissions, jobs }] of workflows) {
      expect([name, permissions]).toEqual([name, { contents: 'read' }])
      for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0)
    }
  })

  test('hands values to scripts as variables, so that none is taken for code', () => {
    const action = yamlOf<{ runs: { steps: Step[] } }>('action.yml')
    const writing = PUBLISHING.flatMap((name) => Object.values(yamlOf<Workflow>('runners', 'ci', name).jobs))
    const all = [...steps.map(([, step]) => step), ...writing.flatMap((job) => job.steps)]
    for (const { run = '' } of [...all, ...action.runs.steps]) expect(run).not.toContain('${{')
  })

  test('hands over its reports whatever happened', () => {
    const uploads = steps.filter(([, { uses }]) => uses?.startsWith('actions/upload-artifact@'))
    expect(uploads).toHaveLength(3)
    for (const [, step] of uploads) expect(step.if).toBe('always()')
  })

  test('pins every action by commit, and names its release', () => {
    const unpinned = (text: string): string[] =>
      [...text.matchAll(/uses: (.*)/g)]
        .map(([, uses]) => uses!)
        .filter((uses) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(uses))
    for (const name of [...GITHUB, ...PUBLISHING]) expect(unpinned(readText('runners/ci', name))).toEqual([])
    expect(unpinned('- uses: actions/checkout@v4\n')).toEqual(['actions/checkout@v4'])
  })

  test('takes the program from a file of the project, and from no registry', () => {
    const files = [...GITHUB, ...PUBLISHING, 'gitlab.yml'].map((name) => join('runners/ci', name))
    const ofInit = ['github.yml', 'gitlab.yml'].map((name) => join('runners/init/ci', name))
    for (const file of [...files, ...ofInit, 'action.yml']) {
      expect([file, readText(file)]).toEqual([file, expect.stringContaining(' ./channelproof.tgz')])
      expect(readText(file)).not.toContain('channelproof@')
    }
  })
})

describe('action.yml', () => {
  interface Action {
    readonly inputs: Readonly<Record<string, { readonly default: string }>>
    readonly outputs: Readonly<Record<string, { readonly value: string }>>
    readonly runs: { readonly steps: readonly Step[] }
  }
  const action = yamlOf<Action>('action.yml')
  const run = async (
    inputs: Readonly<Record<string, string>>,
    alterations = '',
    folder = folderWith({}),
    broken: BrokenStart = {},
  ) => {
    const defaults = Object.entries(action.inputs).map(([name, { default: value }]) => [name, value])
    const all = { ...(Object.fromEntries(defaults) as Record<string, string>), ...inputs }
    const context = Object.fromEntries(Object.entries(all).map(([name, value]) => [`inputs.${name}`, value]))
    const env = { GITHUB_ACTION_PATH: rootFile(), SDK_MISTAKES: alterations, ...broken.env }
    const step = action.runs.steps[0]!
    const whole = { ...step, run: `${broken.before ?? ''}${step.run}` }
    return { folder, ...(await runStep(whole, folder, context, env)) }
  }

  test('hands on verdict, exit code and reports, and writes the summary', async () => {
    const { code, outputs, folder, summary, stdout } = await run({ adapter: ADAPTER })
    expect(stdout).toContain('conforms for')
    expect(code).toBe(0)
    expect(outputs).toEqual({
      conforms: 'true',
      'exit-code': '0',
      report: 'channelproof-reports/channelproof.json',
    })
    expect(Object.values(action.outputs).map(({ value }) => value)).toEqual(
      Object.keys(outputs).map((name) => `\${{ steps.check.outputs.${name} }}`),
    )
    expect(summary).toContain('## ✅ channelproof')
    for (const format of ['json', 'junit', 'html', 'ndjson'])
      expect(existsSync(join(folder, `channelproof-reports/channelproof.${format}`))).toBe(true)
  })

  test('is red for what does not conform, with annotations', async () => {
    const { code, outputs, summary, stderr } = await run({ adapter: ADAPTER }, 'parse-again')
    expect([code, outputs['conforms'], outputs['exit-code']]).toEqual([1, 'false', '1'])
    expect(summary).toContain('## ❌ channelproof')
    expect(stderr).toContain('::error title=token/params/spaced::')
  })

  test('takes baseline, lock and further flags', async () => {
    const folder = await project('parse-again')
    const files = { baseline: 'channelproof-baseline.yaml', lock: 'channelproof-lock.json' }
    expect((await run({ adapter: ADAPTER, ...files }, 'parse-again', folder)).code).toBe(0)
    const more = await run({ adapter: ADAPTER, arguments: '--min-cases 100000' })
    expect(more.outputs['exit-code']).toBe('4')
  })

  test.each([
    ['an empty adapter', { adapter: '' }, 2],
    ['blanks', { adapter: ' \n ' }, 2],
    ['help', { adapter: ADAPTER, arguments: '--help' }, 3],
    ['a plan', { run: 'live', arguments: '--dry-run' }, 3],
    ['no endpoint', { run: 'live', arguments: '--generated 0' }, 2],
  ])('is no verdict for %s', async (_, inputs, expected) => {
    const stale = folderWith({ 'channelproof-reports/channelproof.json': '{"conforms": true}' })
    const { code, outputs } = await run(inputs, '', stale)
    expect([code, outputs['conforms'], outputs['exit-code']]).toEqual([expected, 'false', String(expected)])
  })

  test.each(BROKEN_STARTS)('says that it could not run with %s', async (_, broken) => {
    const { code, outputs, stderr } = await run({ adapter: ADAPTER }, '', folderWith({}), broken)
    expect([code, outputs['conforms'], outputs['exit-code']]).toEqual([3, 'false', '3'])
    expect(stderr).toContain('this run wrote no report')
  })

  test('takes an adapter that begins with a line break', async () => {
    const { code, stdout } = await run({ adapter: `\n${ADAPTER}` }, 'parse-again')
    expect(code).toBe(1)
    expect(stdout).not.toContain('reference adapter')
  })

  test('checks an endpoint too', async () => {
    const credentials = {
      CHANNELPROOF_APP_ID: 'action-app',
      CHANNELPROOF_APP_SECRET: 'DO-NOT-USE-action-5b1f',
    }
    const service = await cliStarted(['serve'], credentials)
    const url = /URL +(\S+)/.exec(service.out.stdout)![1]!
    try {
      const inputs = { run: 'live', arguments: `--base-url ${url} --rate 0` }
      const { code, stdout, outputs } = await run(inputs, '', folderWith({}), { env: credentials })
      expect(stdout).toMatch(/conforms for endpoint/)
      expect([code, outputs['conforms']]).toEqual([0, 'true'])
    } finally {
      await service.stop('SIGTERM')
    }
  })

  test('executes nothing that stands in an input', async () => {
    const evil = '$(touch pwned) `touch pwned` ; touch pwned'
    const { code, folder } = await run({
      adapter: `${ADAPTER} ${evil}`,
      arguments: evil,
      reports: '$(touch pwned)',
    })
    expect(code).not.toBe(0)
    expect(existsSync(join(folder, 'pwned'))).toBe(false)
  })
})

describe('shards and the gate over them', () => {
  const workflow = yamlOf<Workflow>('runners', 'ci', 'github-shards.yml')
  const { shard, gate } = workflow.jobs as { shard: Job; gate: Job }
  const numbers = shard.strategy!.matrix.shard

  /** @returns the exit codes of these shards, and what the gate came to */
  async function github(folder: string, alterations: string, shards = numbers, adapter = ADAPTER) {
    const env = { ...workflow.env, ADAPTER: adapter, SDK_MISTAKES: alterations }
    const codes: (number | null)[] = []
    for (const number of shards) {
      const context = { 'matrix.shard': String(number) }
      const ran = await runStep({ ...scriptOf(shard), env: shard.env! }, folder, context, env)
      codes.push(ran.code)
    }
    return { codes, gate: await runStep(scriptOf(gate), folder, {}, env) }
  }

  interface GitlabJob {
    readonly script: readonly string[]
    readonly parallel?: number
    readonly artifacts: { readonly when: string; readonly reports?: { readonly junit: string } }
  }
  const gitlabFile = parse(readText('runners', 'ci', 'gitlab.yml')) as Record<string, GitlabJob>
  const gitlabJobs = { shard: gitlabFile['channelproof shard']!, gate: gitlabFile['channelproof gate']! }

  async function gitlab(folder: string, alterations: string, shards = numbers, adapter = ADAPTER) {
    const env = {
      PACKAGE: './channelproof.tgz',
      ADAPTER: adapter,
      SDK_MISTAKES: alterations,
      GITHUB_ACTIONS: '',
      GITHUB_STEP_SUMMARY: '',
    }
    const codes: (number | null)[] = []
    for (const index of shards) {
      // The runner's default shell for an image without bash is sh.
      const own = { CI_NODE_INDEX: String(index), CI_NODE_TOTAL: String(gitlabJobs.shard.parallel) }
      codes.push(
        (await script(gitlabJobs.shard.script.join('\n'), folder, { ...env, ...own }, ['sh', '-e', '-c']))
          .code,
      )
    }
    return { codes, gate: await script(gitlabJobs.gate.script.join('\n'), folder, env, ['sh', '-e', '-c']) }
  }

  test('the matrix has as many shards as the scripts are told', () => {
    expect(numbers).toEqual([1, 2, 3])
    expect(workflow.env['SHARDS']).toBe(3)
    expect(gitlabJobs.shard.parallel).toBe(3)
  })

  test('the gate runs whatever became of the shards', () => {
    expect(gate).toMatchObject({ needs: 'shard', if: 'always()' })
    expect(gitlabJobs.shard).toMatchObject({ allow_failure: true, artifacts: { when: 'always' } })
    expect(gitlabJobs.gate.artifacts).toMatchObject({
      when: 'always',
      reports: { junit: 'reports/channelproof.xml' },
    })
  })

  test.each([
    ['GitHub', github],
    ['GitLab', gitlab],
  ] as const)('%s: green with its baseline, red with a regression, 4 with a lost shard', async (_, run) => {
    const folder = await project('parse-again')
    const excusedRun = await run(folder, 'parse-again')
    expect(excusedRun.codes).toEqual([0, 0, 0])
    expect(excusedRun.gate.stdout).toContain('conforms for')
    expect(excusedRun.gate.code).toBe(0)
    expect(readFileSync(join(folder, 'reports/channelproof.xml'), 'utf8')).toContain('excused until')
    rmSync(join(folder, 'shards/2.json'))
    expect((await run(folder, 'parse-again', [])).gate.code).toBe(4)
    const regression = await run(folder, 'parse-again,cut-secret')
    // Four secrets in three shards: at least one of them is red, and so is the whole.
    expect(regression.codes).toContain(1)
    expect(regression.gate.code).toBe(1)
  })

  test.each([
    ['GitHub', github],
    ['GitLab', gitlab],
  ] as const)('%s: a shard whose adapter is empty judges nothing, and the gate is red', async (_, run) => {
    const folder = folderWith({ 'channelproof-baseline.yaml': 'failures: []\n' })
    const { codes, gate: end } = await run(folder, '', [1], ' \n ')
    expect([codes, end.code]).toEqual([[2], 2])
  })

  test('without a single shard the gate is red', async () => {
    const { code, stderr } = await runStep(scriptOf(gate), await project(), {}, workflow.env)
    expect(stderr).toContain('shards/*.json: there is no such file')
    expect(code).toBe(2)
  })
})

describe('no report is no verdict', () => {
  const gitlab = (...path: string[]) => yamlOf<Record<string, { script?: string[] }>>(...path)
  const scriptsOf = (jobs: Record<string, { script?: string[] }>): string[] =>
    Object.values(jobs).flatMap((job) => job.script?.slice(-1) ?? [])
  const filled = (text: string): string => text.replace('<command>', ADAPTER)
  const scripts = [
    ...GITHUB.flatMap((name) =>
      Object.entries(yamlOf<Workflow>('runners', 'ci', name).jobs).map(
        ([job, { steps }]) => [`${name}: ${job}`, scriptOf({ steps }).run!] as const,
      ),
    ),
    ...scriptsOf(gitlab('runners', 'ci', 'gitlab.yml')).map(
      (text, at) => [`gitlab.yml: ${at}`, text] as const,
    ),
    [
      'init: github.yml',
      yamlOf<Workflow>('runners', 'init', 'ci', 'github.yml').jobs['channelproof']!.steps.at(-2)!.run!,
    ] as const,
    ...scriptsOf(gitlab('runners', 'init', 'ci', 'gitlab.yml')).map(
      (text) => ['init: gitlab.yml', text] as const,
    ),
  ]
  const env = {
    PACKAGE: './channelproof.tgz',
    ADAPTER,
    SHARD: '1',
    SHARDS: '3',
    CI_NODE_INDEX: '1',
    CI_NODE_TOTAL: '3',
    BASE_URL: 'http://127.0.0.1:1',
    AUTHORIZATION: 'stand-in',
    RATE: '0',
  }

  test('there are seven', () => {
    expect(scripts.map(([name]) => name)).toHaveLength(7)
  })

  test.concurrent.for(
    scripts.flatMap(([name, text]) =>
      BROKEN_STARTS.map(([what, broken]) => [name, what, text, broken] as const),
    ),
  )('%s with %s could not run', async ([, , text, broken], { expect }) => {
    const files = { 'shards/1.json': '{}', 'reports/channelproof.json': '{"conforms": true}' }
    const { code } = await script(`${broken.before ?? ''}${filled(text)}`, folderWith(files), {
      ...env,
      ...broken.env,
    })
    expect(code).toBe(3)
  })
})

describe('the nightly smoke test', () => {
  test('takes its secrets from the store, checks staging, and shows no secret', async () => {
    const secret = 'canary-of-the-store-5b1f'
    const credentials = { CHANNELPROOF_APP_ID: 'staging-app', CHANNELPROOF_APP_SECRET: secret }
    const service = await cliStarted(['serve'], credentials)
    const url = /URL +(\S+)/.exec(service.out.stdout)![1]!
    try {
      const workflow = yamlOf<Workflow>('runners', 'ci', 'github-nightly.yml')
      const context = {
        'secrets.CHANNELPROOF_APP_ID': 'staging-app',
        'secrets.CHANNELPROOF_APP_SECRET': secret,
        'vars.CHANNELPROOF_BASE_URL': url,
      }
      const env = { ...workflow.env, RATE: '0' }
      const folder = folderWith({})
      const ran = await runStep(scriptOf(workflow.jobs['smoke']!), folder, context, env)
      expect(ran.stdout).toMatch(/conforms for endpoint/)
      expect(ran.code).toBe(0)
      const reports = ['json', 'xml', 'html'].map((end) =>
        readFileSync(join(folder, `reports/channelproof.${end}`), 'utf8'),
      )
      expect([ran.stdout, ran.stderr, ran.summary, ...reports].join('')).not.toContain(secret)
      // A wrong secret is red: the smoke test can fail.
      const wrong = { ...context, 'secrets.CHANNELPROOF_APP_SECRET': 'another' }
      expect((await runStep(scriptOf(workflow.jobs['smoke']!), folder, wrong, env)).code).not.toBe(0)
    } finally {
      await service.stop('SIGTERM')
    }
  })
})
