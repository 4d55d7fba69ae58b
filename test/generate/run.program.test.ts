/** Runs of `sdk` with generated questions, as the maintainers of an SDK go through them. */
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { idsWith, Project, SDK } from '../support/gate/gate.ts'
import { built, type Ran } from '../support/cli.ts'
import type { Report } from '../../src/report/report.ts'

const LOOK_UP = [process.execPath, rootFile('test/support/generate/lookup.mjs'), built('.')] as const
const REPAIRED = { REPAIRED: '1' }

interface RanWith extends Ran {
  readonly report: Report
}

/** Runs `sdk` on the SDK that looks its answers up, or on what has become of it. */
async function sdk(
  project: Project,
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
  command: readonly string[] = LOOK_UP,
): Promise<RanWith> {
  const reports = ['--report', 'json=report.json', '--report', 'text']
  const ran = await project.run(['sdk', '--generated', '60', ...flags, ...reports, '--', ...command], env)
  return { ...ran, report: project.json('report.json') }
}

const generatedIds = (report: Report, outcome: string): string[] =>
  idsWith(report, outcome).filter((id) => id.startsWith('generated/'))

describe('an SDK that is right for every shipped vector and for nothing else', () => {
  const project = new Project()

  test('conforms where no question is generated', async () => {
    const { code, report } = await sdk(project, ['--generated', '0'])
    expect(code).toBe(0)
    expect(report.generated).toBeUndefined()
  })

  test('is found by generated questions; the message shows a vector in its smallest form', async () => {
    const { code, stdout, report } = await sdk(project, ['--seed', '11', '--keep', 'kept.yaml'])
    expect(code).toBe(1)
    expect(idsWith(report, 'failed').filter((id) => !id.startsWith('generated/'))).toEqual([])
    expect(report.generated).toMatchObject({ seed: 11, count: 60 })
    expect(stdout).toMatch(/smallest form of generated\/[a-z-]+\/[0-9a-f]{16}/)
    expect(stdout).toMatch(/^[0-9]+ generated questions, seed 11, digest [0-9a-f]{12}$/m)
    expect(stdout).toMatch(/- id: "generated\/token-[a-z]+\/[0-9a-f]{16}"/)
    expect(stdout).toContain('documents: "found with --seed 11"')
    // The smallest join parameters that there are.
    expect(project.read('kept.yaml')).toContain('\\"channelId\\":\\"a\\"')
  })

  test('is green once it is repaired, for what was kept and for new questions', async () => {
    const { code, report } = await sdk(project, ['--seed', '12', '--vectors', 'kept.yaml'], REPAIRED)
    expect(code).toBe(0)
    expect(generatedIds(report, 'passed').length).toBeGreaterThan(50)
  })

  test('is red by the kept vectors alone when it breaks again; they come first', async () => {
    const { code, report } = await sdk(project, ['--generated', '0', '--vectors', 'kept.yaml'])
    expect(code).toBe(1)
    expect(report.verdicts[0]!.vector).toMatch(/^generated\//)
    expect(generatedIds(report, 'failed').length).toBeGreaterThan(0)
  })

  test('a file that is broken, or holds shipped vectors, ends with 2 and says where', async () => {
    const shipped = rootFile('vectors/token/issue.yaml')
    const other = await project.run(['sdk', '--vectors', shipped, '--', ...LOOK_UP])
    expect(other.code).toBe(2)
    expect(other.stderr).toContain('is not the id of a generated question')
    project.write('broken.yaml', 'vectors: [')
    const { code, stderr } = await project.run(['sdk', '--vectors', 'broken.yaml', '--', ...LOOK_UP])
    expect(code).toBe(2)
    expect(stderr).toContain('broken.yaml:1')
  })
})

describe('an SDK that keeps the privileges of a user', () => {
  const REMEMBERS = [process.execPath, rootFile('test/support/generate/remembers.mjs')] as const
  const SEED = ['--generated', '300', '--seed', '11'] as const
  const reasons = ({ verdicts }: Report): (string | undefined)[] => [
    ...new Set(verdicts.filter(({ outcome }) => outcome === 'failed').map(({ reason }) => reason)),
  ]
  const project = new Project()

  test('gives them to a token that asks for none, and the whole sequence is kept', async () => {
    const { code, report } = await sdk(project, [...SEED, '--keep', 'kept.yaml'], {}, REMEMBERS)
    expect([code, reasons(report)]).toEqual([1, ['member-of-earlier-question']])
    // Forms that were asked on the way leave privileges behind: what is kept fails on a fresh SDK.
    const again = await sdk(project, ['--vectors', 'kept.yaml', '--generated', '0'], {}, REMEMBERS)
    expect(again.report.verdicts[0]!.vector).toContain('-in-1')
    expect(project.read('kept.yaml')).toMatch(/earlier:\n +privileges: [0-9]+/)
    const [first] = idsWith(again.report, 'failed')
    expect(project.read('kept.yaml')).toContain(`- id: "${first}"`)
  })

  test('passes once it is repaired', async () => {
    const { code, report } = await sdk(
      project,
      ['--vectors', 'kept.yaml', ...SEED],
      { REPAIRED: '1' },
      REMEMBERS,
    )
    expect([code, reasons(report)]).toEqual([0, []])
  })

  test('may have privileges of its own', async () => {
    const { code } = await sdk(project, SEED, { REPAIRED: '1', OWN: '8' }, REMEMBERS)
    expect(code).toBe(0)
  })
})

describe('the same with a lock in CI', () => {
  const project = new Project()
  const CI = { CI: 'true' }
  const LOCK = ['--lock', 'lock.json'] as const
  const lock = (): { generated: { adapter: { seed: number; count: number; digest: string } } } =>
    JSON.parse(project.read('lock.json')) as ReturnType<typeof lock>

  test('the lock holds seed, count and digest, and the next run asks the same', async () => {
    const first = await sdk(project, [...LOCK, '--update-lock'], { ...CI, ...REPAIRED })
    expect(first.code).toBe(0)
    const { seed, digest } = first.report.generated!
    expect(lock().generated.adapter).toEqual({ seed, count: 60, digest })
    const again = await sdk(project, LOCK, REPAIRED)
    expect(again.report.generated).toMatchObject({ seed, digest })
    expect(again.report.lock).toEqual({ new: [], changed: [], gone: [] })
  })

  test('a failure of a locked question gates', async () => {
    const { code, report } = await sdk(project, LOCK, CI)
    expect(code).toBe(1)
    expect(generatedIds(report, 'failed').length).toBeGreaterThan(10)
  })

  test('questions of a new suite are shown and break nothing, until --update-lock takes them', async () => {
    const { adapter } = lock().generated
    // As a suite wrote it whose seed 60 gave other questions.
    const text = project.read('lock.json').replace(adapter.digest, '0'.repeat(64))
    project.write('lock.json', text)
    const shown = await sdk(project, LOCK, CI)
    expect(shown.code).toBe(0)
    expect(shown.stdout).toMatch(/it holds other generated questions; of those of this run [0-9]+ failed/)
    expect(shown.report.lock).toMatchObject({ generated: 'new' })
    expect((await sdk(project, [...LOCK, '--update-lock'], CI)).code).toBe(1)
    expect((await sdk(project, LOCK, CI)).code).toBe(1)
  })

  test('a run that asks none of the locked questions is not green', async () => {
    const { code, report } = await sdk(project, [...LOCK, '--generated', '0'], { ...CI, ...REPAIRED })
    expect(code).toBe(4)
    expect(report.tooLittle).toEqual(['lock.json holds generated questions, and the run asked none'])
  })
})

describe('a baseline', () => {
  const BASELINE = ['--baseline', 'baseline.yaml', '--seed', '5', '--generated', '300'] as const
  const TRIMMED = { SDK_MISTAKES: 'trimmed-secret' }

  test('excuses failures by their cause, generated ones too', async () => {
    const project = new Project()
    const written = await sdk(project, [...BASELINE, '--update-baseline'], TRIMMED, SDK)
    expect(project.read('baseline.yaml')).toMatch(/ {2}- cause: "[a-z-]+"\n/)
    expect(written.code).toBe(0)
    const again = await sdk(project, BASELINE, TRIMMED, SDK)
    expect(again.code).toBe(0)
    expect(again.report.totals.excused).toBeGreaterThan(3)
    expect(project.read('baseline.yaml')).not.toContain('- vector: ')
    project.write('baseline.yaml', 'failures: []\n')
    expect((await sdk(project, BASELINE, TRIMMED, SDK)).code).toBe(1)
  })

  test('never excuses a generated failure that nothing explains', async () => {
    const project = new Project()
    const written = await sdk(project, [...BASELINE, '--update-baseline'])
    expect(written.code).toBe(1)
    expect(project.read('baseline.yaml')).not.toContain('generated/')
  })

  test('names a cause that is not found any more', async () => {
    const project = new Project()
    const entry =
      '  - cause: "key-cut-at-64-bytes"\n    reason: "r"\n    issue: "TODO"\n    expires: "2999-01-01"\n'
    project.write('baseline.yaml', `failures:\n${entry}`)
    const { code, stdout } = await sdk(project, BASELINE, REPAIRED)
    expect(code).toBe(5)
    expect(stdout).toContain('no failure has the cause "key-cut-at-64-bytes" any more')
  })
})

describe('shards', () => {
  test('ask each generated question once, and together as one run does', async () => {
    const project = new Project()
    const whole = await sdk(project, [], { CI: 'true', ...REPAIRED })
    for (const index of [1, 2]) {
      const report = ['--report', `json=${index}.json`]
      await sdk(project, ['--shard', `${index}/2`, ...report], REPAIRED)
    }
    await project.run(['merge', '1.json', '2.json', '--report', 'json=merged.json'])
    const merged = project.json('merged.json')
    expect(merged.verdicts.map(({ vector }) => vector)).toEqual(
      whole.report.verdicts.map(({ vector }) => vector),
    )
    expect(merged.generated).toEqual(whole.report.generated)
    expect(merged.conforms).toBe(true)
  })

  test('of other seeds are not parts of one run', async () => {
    const project = new Project()
    for (const index of [1, 2])
      await sdk(
        project,
        ['--seed', String(index), '--shard', `${index}/2`, '--report', `json=${index}.json`],
        REPAIRED,
      )
    const { code, stderr } = await project.run(['merge', '1.json', '2.json'])
    expect(code).toBe(2)
    expect(stderr).toContain('the seed of the generated questions is 2 here and 1 in 1.json')
  })
})

describe('the seed', () => {
  test.for([['x'], ['-1'], ['2147483648'], ['1.5']])('%s ends with 2', async ([seed]) => {
    const { code, stderr } = await new Project().run(['sdk', '--seed', seed!, '--', ...LOOK_UP])
    expect(code).toBe(2)
    expect(stderr).toContain('--seed')
  })

  test('is another one each time outside CI, and "random" there too', async () => {
    const project = new Project()
    const seeds = new Set<number>()
    for (const flags of [[], [], ['--seed', 'random'], ['--seed', 'random']])
      seeds.add(
        (await sdk(project, flags, { CI: flags.length > 0 ? 'true' : '', ...REPAIRED })).report.generated!
          .seed,
      )
    expect(seeds.size).toBe(4)
  })
})
