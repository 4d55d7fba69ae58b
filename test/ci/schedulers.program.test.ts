import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readText, rootFile } from '../../runners/suite/files.ts'
import type { Report } from '../../src/report/report.ts'
import { cli } from '../support/cli.ts'
import { folderWith, script, yamlOf, type StepRan } from '../support/ci/steps.ts'
import { startSlurm, type Slurm } from '../support/ci/slurm.ts'
import { SDK } from '../support/gate/gate.ts'
import { needsLibrary } from '../support/portability/libraries.ts'
import { needsTool } from '../support/programs.ts'

const SHARDS = 3
const CI = rootFile('runners/ci')
const QUESTIONS = ['--generated', '30']

/** A project with a baseline and a lock, whose second shard is killed once, and whose third cannot start once. */
async function project(alterations = ''): Promise<string> {
  const channelproof = `#!/bin/sh
case "$*" in
  *"--shard 2/"*) [ -e killed ] || { touch killed; kill -9 $PPID; exit 1; } ;;
  *"--shard 3/"*) [ -e tried ] || { touch tried; exit 3; } ;;
esac
exec npx --yes --package ./channelproof.tgz -- channelproof "$@"
`
  const folder = folderWith({ 'once.sh': channelproof })
  const { code } = await cli(
    ['sdk', '--quiet', ...QUESTIONS, '--update-baseline', '--update-lock', '--', ...SDK],
    { cwd: folder, env: { SDK_MISTAKES: alterations } },
  )
  expect(code).toBe(0)
  return folder
}

const env = (alterations = '') => ({
  SHARDS: String(SHARDS),
  ADAPTER: SDK.join(' '),
  SDK_MISTAKES: alterations,
  CHANNELPROOF: 'sh once.sh',
  CHANNELPROOF_CI: CI,
})

const merged = (folder: string): Report =>
  JSON.parse(readFileSync(join(folder, 'reports/channelproof.json'), 'utf8')) as Report

/** The whole suite, once: each locked vector has one verdict. */
function checkWhole(folder: string): void {
  const ids = merged(folder).verdicts.map(({ vector }) => vector)
  const { vectors } = JSON.parse(readFileSync(join(folder, 'channelproof-lock.json'), 'utf8')) as {
    vectors: object
  }
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining(Object.keys(vectors).filter((id) => id.startsWith('token/'))))
}

test.each(['parallel.sh', 'shard.sh'])(
  '%s without an adapter is wrong usage, and no verdict',
  async (name) => {
    const { code, stderr } = await script(`bash '${CI}/${name}'`, folderWith({}), { SHARD: '1', SHARDS: '3' })
    expect([code, stderr]).toEqual([2, expect.stringContaining('ADAPTER')])
  },
)

/** A scheduler: it runs the shards, repeats those that had no report, and then the gate. */
type Schedule = (folder: string, alterations?: string) => Promise<StepRan>

function schedules(run: Schedule): void {
  test('a shard that was killed, and one that could not start, are repeated; then all are merged', async () => {
    const folder = await project()
    const { code, stdout } = await run(folder)
    expect([code, existsSync(join(folder, 'killed')), existsSync(join(folder, 'tried'))]).toEqual([
      0,
      true,
      true,
    ])
    expect(stdout).toContain('conforms for')
    checkWhole(folder)
  })

  test('a shard that fails is not repeated, and the gate is red', async () => {
    const folder = await project()
    const { code } = await run(folder, 'cut-secret')
    expect(code).toBe(1)
    checkWhole(folder)
  })

  test('a shard that never has a report is missed: the gate ends with 4', async () => {
    const folder = await project()
    writeFileSync(
      join(folder, 'once.sh'),
      `case "$*" in *"--shard 1/"*) exit 3;; esac\nexec npx --yes --package ./channelproof.tgz -- channelproof "$@"\n`,
    )
    expect((await run(folder)).code).toBe(4)
  })
}

describe.skipIf(!needsTool('parallel'))('GNU parallel', { timeout: 900_000 }, () => {
  schedules((folder, alterations) => script(`bash '${CI}/parallel.sh'`, folder, env(alterations)))
})

const SLURM = ['munged', 'slurmctld', 'slurmd', 'sbatch']

describe.skipIf(!SLURM.map(needsTool).every(Boolean))('an array of Slurm', { timeout: 900_000 }, () => {
  let slurm: Slurm
  beforeAll(async () => {
    slurm = await startSlurm()
  })
  afterAll(() => slurm.close())

  schedules(async (folder, alterations) => {
    const lines = `
      id=$(sbatch --parsable --array=1-${SHARDS} '${CI}/slurm.sbatch') &&
      sbatch --wait --dependency=afterany:"$id" --output=gate.txt '${CI}/gate.sh'`
    const { code, stderr } = await script(lines, folder, { ...env(alterations), ...slurm.env })
    const file = join(folder, 'gate.txt')
    return { code, stderr, stdout: existsSync(file) ? readFileSync(file, 'utf8') : '' }
  })
})

describe('an Indexed Job of Kubernetes', () => {
  interface Job {
    readonly spec: {
      readonly completionMode: string
      readonly completions: number
      readonly backoffLimitPerIndex: number
      readonly podFailurePolicy: {
        readonly rules: readonly {
          readonly action: string
          readonly onExitCodes?: { readonly values: number[] }
        }[]
      }
      readonly template: {
        readonly spec: {
          readonly containers: readonly {
            readonly args: readonly [string]
            readonly env: readonly { readonly name: string; readonly value: string }[]
          }[]
        }
      }
    }
  }
  const { spec } = yamlOf<Job>('runners', 'ci', 'kubernetes-job.yaml')
  const [container] = spec.template.spec.containers

  test('repeats a shard that could not run or was killed, and no verdict', () => {
    expect(spec).toMatchObject({ completionMode: 'Indexed', backoffLimitPerIndex: 2 })
    const fails = spec.podFailurePolicy.rules.find(({ action }) => action === 'FailIndex')
    expect(fails?.onExitCodes?.values).toEqual([1, 2, 4, 5])
    expect(container!.env).toContainEqual({ name: 'SHARDS', value: String(spec.completions) })
  })

  test('its script leaves a report for each index, and ends with the code of its run', async () => {
    const text = container!.args[0].replaceAll('/shards/', 'shards/')
    const folder = await project()
    const codes: (number | null)[] = []
    for (let index = 0; index < SHARDS; index++)
      codes.push(
        (await script(text, folder, { ...env('cut-secret'), JOB_COMPLETION_INDEX: String(index) })).code,
      )
    expect(codes).toContain(1)
    expect(codes.filter((code) => code !== 0 && code !== 1)).toEqual([])
    const { code } = await script(`bash '${CI}/gate.sh'`, folder, { ...env(), CHANNELPROOF: 'sh once.sh' })
    expect(code).toBe(1)
    checkWhole(folder)
  })

  const folder = rootFile('test/ci/kubernetes')
  const types = { name: 'k8s.io/api', program: 'go', probe: ['mod', 'download'], folder }

  describe.skipIf(!needsLibrary(types))("by Kubernetes' own types", () => {
    const read = (text: string): { status: number | null; stderr: string } => {
      const file = join(folderWith({ 'job.yaml': text }), 'job.yaml')
      return spawnSync('go', ['run', '.', file], { cwd: folder, encoding: 'utf8' })
    }
    const text = readText('runners/ci/kubernetes-job.yaml')

    test.each([text, readText('runners/ci/kubernetes-gate.yaml')])(
      'has no member that they do not know',
      (one) => {
        expect(read(one)).toMatchObject({ status: 0, stderr: '' })
        expect(parse(one)).toMatchObject({ kind: 'Job' })
      },
    )

    test('a misspelt one is refused', () => {
      const { status, stderr } = read(text.replace('backoffLimitPerIndex', 'backoffLimitPerIndices'))
      expect(stderr).toContain('backoffLimitPerIndices')
      expect(status).toBe(1)
    })
  })
})
