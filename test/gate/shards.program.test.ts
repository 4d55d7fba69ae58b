import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { inShard } from '../../src/gate/shard.ts'
import { count, coverageOf } from '../../src/report/coverage.ts'
import type { Report } from '../../src/report/report.ts'
import { built, type Ran } from '../support/cli.ts'
import { idsWith, Project, SDK } from '../support/gate/gate.ts'

describe('shards of a list', () => {
  test('every third, beginning with the first, second, third: sizes differ by one at most', () => {
    const list = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
    expect([1, 2, 3].map((index) => inShard(list, { index, of: 3 }))).toEqual([
      ['a', 'd', 'g'],
      ['b', 'e'],
      ['c', 'f'],
    ])
  })
})

type Env = Readonly<Record<string, string>>

/** Runs all shards one after another, and merges those that are named. */
async function sharded(
  project: Project,
  of: number,
  command: readonly string[],
  {
    env = {},
    flags = [],
    merge = [],
  }: { env?: Env; flags?: readonly string[]; merge?: readonly string[] } = {},
): Promise<{ codes: (number | null)[]; merged: Ran; report: Report }> {
  const codes: (number | null)[] = []
  const files = Array.from({ length: of }, (_, at) => `${at + 1}-of-${of}.json`)
  for (const [at, file] of files.entries()) {
    const args = ['sdk', '--shard', `${at + 1}/${of}`, '--report', `json=${file}`, ...flags, '--', ...command]
    codes.push((await project.run(args, env)).code)
  }
  const merged = await project.run([
    'merge',
    ...files,
    '--report',
    'json=merged.json',
    '--report',
    'text',
    ...merge,
  ])
  return { codes, merged, report: project.json('merged.json') }
}

/** What may differ between two runs: when they were, and how long they took. */
function timeless(report: Report): unknown {
  // A client makes its Tracking-Ids at random.
  const text = JSON.stringify(report).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'random')
  // Only a run of the whole asks the adapter once more, to decide between causes.
  const { startedAt: _, seconds: __, askedToDecide: ___, verdicts, ...rest } = JSON.parse(text) as Report
  return { ...rest, verdicts: verdicts.map(({ millis: ____, ...verdict }) => verdict) }
}

const ONE_OPERATION = [process.execPath, built('runners/selfCheck/faultyClientAdapter.js'), 'token-only']
const WITH_LIMITS = [process.execPath, rootFile('test/hostile/adapter.mjs'), 'limits-that-are-kept']
const WRONG_CLIENT = [
  process.execPath,
  built('runners/selfCheck/faultyClientAdapter.js'),
  'tracking-id-dashed',
]

/** A failed run of two filtered parts, the first report edited. */
async function mergedAfter(edit: (report: Edited) => void): Promise<Ran> {
  const project = new Project()
  const env = { SDK_MISTAKES: 'parse-again' }
  const flags = ['--filter', 'token/issue/*', '--filter', 'token/params/*', '--generated', '0']
  await sharded(project, 2, SDK, { env, flags })
  for (const file of ['1-of-2.json', '2-of-2.json']) {
    const report = project.json(file) as unknown as Edited
    edit(report)
    project.write(file, JSON.stringify(report))
  }
  return project.run(['merge', '1-of-2.json', '2-of-2.json'])
}

interface Edited {
  exitCode: number
  answers?: { vector: string; answer?: { kind: string } }[]
  startedAt: string
  verdicts: Record<string, unknown>[]
  totals: Record<string, number>
  coverage: Record<string, Record<string, number>>
}

const withSums = (report: Report): Report => ({
  ...report,
  totals: { ...report.totals, ...count(report.verdicts) },
  coverage: coverageOf(report.verdicts),
})

/** Makes another outcome of the failed verdicts, with sums that fit. */
const become = (outcome: string, level?: string) => (report: Edited) => {
  for (const verdict of report.verdicts.filter((one) => one['outcome'] === 'failed'))
    Object.assign(verdict, { outcome, ...(level && { level }) })
  Object.assign(report, withSums(report as unknown as Report))
}

/** The same, with nothing that gives the edit away in the report alone. */
const whole = (edit: (report: Edited) => void) => (report: Edited) => {
  edit(report)
  for (const verdict of report.verdicts) {
    if (verdict['outcome'] === 'skipped') verdict['reason'] = 'unsupported'
    const parts = ['difference', 'findings', 'diagnosis', 'rule']
    const gone = { passed: [...parts, 'reason', 'message'], skipped: parts, observed: parts }
    for (const name of gone[verdict['outcome'] as 'passed'] ?? []) delete verdict[name]
  }
  Object.assign(report, withSums(report as unknown as Report), { exitCode: 0 })
}

const withoutAnswers = (report: Edited): void => {
  const failed = new Set(
    report.verdicts.filter((one) => one['outcome'] === 'failed').map((one) => one['vector'] as string),
  )
  whole(become('passed'))(report)
  report.answers = report.answers!.filter(({ vector }) => !failed.has(vector))
}

/** Runs of a subject that fails in two parts, the reports edited, and merged. */
async function editedRun(
  [command, ...flags]: readonly string[],
  edit: (report: Edited) => void,
  rest: readonly string[] = [],
): Promise<Ran> {
  const project = new Project()
  const files = ['1-of-2.json', '2-of-2.json']
  for (const [at, file] of files.entries()) {
    const shard = ['--shard', `${at + 1}/2`, '--generated', '0', '--report', `json=${file}`]
    await project.run([command!, ...shard, ...flags, ...rest])
    const report = project.json(file) as unknown as Edited
    edit(report)
    project.write(file, JSON.stringify(report))
  }
  return project.run(['merge', ...files])
}

describe('an edited report of a shard without answers', () => {
  const client = ['--', ...WRONG_CLIENT]

  test.each<[string, (report: Edited) => void, number, RegExp]>([
    ['nothing', () => undefined, 1, /FAILED/],
    ['a failure as passed', become('passed'), 2, /is "passed", and what stands beside that/],
    ['a failure as skipped', become('skipped'), 2, /is "skipped", and what stands beside that/],
    ['a failure as observed', become('observed'), 2, /exit code is 1, and its verdicts mean 0|is "observed"/],
    ['an unspecified failure', become('failed', 'unspecified'), 2, /at level unspecified/],
  ])('a client, with %s', async (_, edit, code, says) => {
    const merged = await editedRun(['sdk', '--filter', 'client/request/*'], edit, client)
    expect(`${merged.stdout}${merged.stderr}`).toMatch(says)
    expect(merged.code).toBe(code)
  })

  test('a refusal whose twin is skipped in another part', async () => {
    const skip = (report: Edited): void => {
      const twins = report.verdicts.filter(
        (one) => (one['vector'] as string).startsWith('token/verify/') && one['outcome'] === 'passed',
      )
      const accepted = new Set(
        report.answers!.filter(({ answer }) => answer?.kind === 'accepted').map(({ vector }) => vector),
      )
      for (const verdict of twins.filter((one) => accepted.has(one['vector'] as string)))
        Object.assign(verdict, {
          outcome: 'skipped',
          reason: 'unsupported',
          message: 'The SDK cannot express it.',
        })
      report.answers = report.answers!.filter(
        ({ vector }) => !twins.some((one) => one['vector'] === vector && accepted.has(vector)),
      )
      Object.assign(report, withSums(report as unknown as Report))
    }
    const merged = await editedRun(['sdk', '--filter', 'token/verify/*'], skip)
    expect(merged.stdout).toMatch(/twin/)
    expect(merged.code).toBe(1)
  })
})

describe('an edited report of a shard', () => {
  test.each<[string, (report: Edited) => void, number, RegExp]>([
    ['a failure as passed', become('passed'), 2, /is "passed", and what stands beside that/],
    ['a failure as skipped', become('skipped'), 2, /is "skipped", and what stands beside that/],
    ['a failure as observed', become('observed'), 2, /is "observed", and what stands beside that/],
    ['a failure below the level', become('failed', 'recommended'), 2, /its exit code is 1, and its verdicts/],
    ['a failure as passed, whole', whole(become('passed')), 1, /FAILED/],
    ['a failure as skipped, whole', whole(become('skipped')), 1, /FAILED/],
    ['a failure as observed, whole', whole(become('observed')), 1, /FAILED/],
    ['a failure as passed, without its answer', withoutAnswers, 2, /it lacks the answer to token\/params/],
    [
      'another exit code',
      (report) => void (report.exitCode = 0),
      2,
      /its exit code is 0, and its verdicts mean 1/,
    ],
    ['an unspecified failure', become('failed', 'unspecified'), 2, /at level unspecified/],
    ['totals of others', ({ totals }) => void totals['passed']!++, 2, /its totals say \d+ passed/],
    ['an unknown id', ({ verdicts }) => void (verdicts[0]!['vector'] = 'token/issue/none'), 2, /not have/],
    [
      'other requirements',
      ({ verdicts }) => void (verdicts[0]!['requirements'] = ['TOKEN-VERSION', 'TOKEN-APPID-DOT']),
      2,
      /other requirements/,
    ],
    ['a date that is none', (report) => void (report.startedAt = 'soon'), 2, /startedAt must be a date/],
  ])('with %s', async (_, edit, code, says) => {
    const merged = await mergedAfter(edit)
    expect(`${merged.stdout}${merged.stderr}`).toMatch(says)
    expect(merged.code).toBe(code)
  })

  test('the parts of a filtered run lack nothing', async () => {
    const { merged } = await sharded(new Project(), 2, SDK, { flags: ['--filter', 'token/issue/*'] })
    expect(`${merged.stdout}${merged.stderr}`).not.toMatch(/a part of the run is missing/)
    expect(merged.code).toBe(0)
  })
})

describe('merged reports', () => {
  const WRONG_VERIFIER = { SDK_MISTAKES: 'own-clock,takes-line-breaks' }
  const THREE = { SDK_MISTAKES: 'parse-again,cut-secret,lower-case' }
  test.each<[number, string, readonly string[], Env, readonly string[], number]>([
    [1, 'a right SDK', SDK, {}, [], 0],
    [5, 'an SDK with mistakes in three methods', SDK, THREE, [], 1],
    [2, 'a client with a mistake', WRONG_CLIENT, {}, ['--filter', 'client/request/*'], 1],
    [2, 'a client that has one operation, and says so', ONE_OPERATION, {}, [], 0],
    [2, 'an SDK that names its limits', WITH_LIMITS, {}, [], 0],
    [2, 'an SDK that reads its own clock', SDK, { SDK_MISTAKES: 'own-clock' }, [], 0],
    [
      2,
      'a verifier with its own clock and a mistake',
      SDK,
      WRONG_VERIFIER,
      ['--filter', 'token/verify/*'],
      1,
    ],
  ])('of %j shards equal that of one run: %s', async (of, _, command, env, flags, code) => {
    const project = new Project()
    await project.run(['sdk', '--report', 'json=whole.json', ...flags, '--', ...command], env)
    const whole = project.json('whole.json')
    expect(whole.exitCode).toBe(code)
    if (code === 1)
      expect(whole.diagnosis!.length + (whole.unexplained?.vectors.length ?? 0)).toBeGreaterThan(0)
    const { merged, report } = await sharded(project, of, command, { env, flags })
    expect(timeless(report)).toEqual(timeless(whole))
    expect(merged.code).toBe(code)
  })

  test('a shard alone does not say that it conforms', async () => {
    const project = new Project()
    const reports = ['text', 'json=r.json', 'markdown=r.md'].flatMap((target) => ['--report', target])
    const { code, stdout } = await project.run(['sdk', '--shard', '1/2', ...reports, '--', ...SDK])
    expect(code).toBe(0)
    expect(project.json('r.json').conforms).toBe(false)
    expect(project.read('r.md')).not.toMatch(/✅|conforms/)
    expect(stdout).not.toMatch(/conforms/)
    expect(stdout).toContain(
      'nothing gates in shard 1 of 2; "npx channelproof merge" over all shards decides',
    )
  })

  test('the baseline is judged over the whole: a shard that does not hold an entry is no reason to complain', async () => {
    const project = new Project()
    const env = { SDK_MISTAKES: 'parse-again' }
    await project.run(['sdk', '--update-baseline', '--', ...SDK], env)
    const flags = ['--baseline', 'channelproof-baseline.yaml']
    const excusedRun = await sharded(project, 3, SDK, { env, flags, merge: flags })
    expect(excusedRun.codes).toEqual([0, 0, 0])
    expect(excusedRun.merged.code).toBe(0)
    expect(excusedRun.report.totals.excused).toBe(8)
    // Repaired: every shard is green, the whole says that the baseline is stale.
    const repaired = await sharded(project, 3, SDK, { flags, merge: flags })
    expect(repaired.codes).toEqual([0, 0, 0])
    expect(repaired.merged.code).toBe(5)
    expect(repaired.report.baseline!.problems).toMatchObject([{ entry: 'params-reserialised' }])
    // Without the baseline nothing is decided.
    const forgotten = await project.run(['merge', '1-of-3.json', '2-of-3.json', '3-of-3.json'])
    expect(forgotten.code).toBe(2)
    expect(forgotten.stderr).toContain('[baseline-forgotten]')
    // The merge renews it.
    const update = ['merge', '1-of-3.json', '2-of-3.json', '3-of-3.json', ...flags, '--update-baseline']
    expect((await project.run(update)).code).toBe(0)
    expect(project.read('channelproof-baseline.yaml')).toContain('failures: []')
  })

  test('what the shards were asked for is decided on the whole', async () => {
    const project = new Project()
    const few = await sharded(project, 2, SDK, { flags: ['--min-cases', '100000'] })
    expect(few.codes).toEqual([0, 0])
    expect(few.merged.code).toBe(4)
    expect(few.merged.stdout).toContain('--min-cases asks for 100000')
    const client = await sharded(project, 2, SDK, { flags: ['--require', 'client.call'] })
    expect(client.merged.code).toBe(4)
    expect(client.merged.stdout).toContain('client.call is required and was not judged')
  })

  test('the order of the files does not matter, a missing shard is exit code 4, and a failure goes before it', async () => {
    const project = new Project()
    const { report } = await sharded(project, 3, SDK)
    const turned = await project.run([
      'merge',
      '3-of-3.json',
      '1-of-3.json',
      '2-of-3.json',
      '--report',
      'json=t.json',
    ])
    expect(turned.code).toBe(0)
    expect(timeless(project.json('t.json'))).toEqual(timeless(report))
    const missing = await project.run([
      'merge',
      '3-of-3.json',
      '1-of-3.json',
      '--report',
      'json=m.json',
      '--report',
      'text',
    ])
    expect(missing.code).toBe(4)
    expect(missing.stdout).toContain('shard 2 of 3 is missing')
    expect(project.json('m.json')).toMatchObject({ partial: true, conforms: false })
    await sharded(project, 3, SDK, { env: { SDK_MISTAKES: 'parse-again' } })
    expect((await project.run(['merge', '1-of-3.json', '2-of-3.json'])).code).toBe(1)
  })

  test('a shard whose adapter did not start makes the whole red', async () => {
    const project = new Project()
    await sharded(project, 2, SDK)
    const args = ['sdk', '--shard', '2/2', '--report', 'json=2-of-2.json', '--', ...SDK]
    expect((await project.run(args, { SDK_MISTAKES: 'does-not-start' })).code).toBe(3)
    const merged = await project.run(['merge', '1-of-2.json', '2-of-2.json'])
    expect(merged.code).toBe(3)
    expect(merged.stdout).not.toMatch(/^conforms/m)
  })

  test('a shard decides over its own vectors alone: what it says of others counts for nothing', async () => {
    const project = new Project()
    const { report } = await sharded(project, 2, SDK, { env: { SDK_MISTAKES: 'parse-again' } })
    expect(report.exitCode).toBe(1)
    const [one, two] = [project.json('1-of-2.json'), project.json('2-of-2.json')]
    const answers = [...two.answers!, ...one.answers!]
    const answered = new Set(answers.map(({ vector }) => vector))
    const passed = (verdicts: Report['verdicts']): Report['verdicts'] =>
      verdicts.map(({ vector, level, requirements, ...rest }) => ({
        vector,
        level,
        requirements,
        ...(answered.has(vector) ? { outcome: 'passed', millis: 1 } : rest),
      }))
    project.write(
      '2-of-2.json',
      JSON.stringify({
        ...withSums({ ...two, verdicts: passed([...two.verdicts, ...one.verdicts]) }),
        answers,
        exitCode: 0,
      }),
    )
    const merged = await project.run(['merge', '1-of-2.json', '2-of-2.json', '--report', 'json=m.json'])
    expect(merged.code).toBe(1)
    // Its own failures come back with the answers that it keeps.
    const failed = [...idsWith(one, 'failed'), ...idsWith(two, 'failed')]
    expect(idsWith(project.json('m.json'), 'failed').sort()).toEqual(failed.sort())
  })

  test('verdicts that somebody took out are missed', async () => {
    const project = new Project()
    await sharded(project, 2, SDK)
    const part = project.json('2-of-2.json')
    const lost = idsWith(part, 'passed')[0]!
    project.write(
      '2-of-2.json',
      JSON.stringify(withSums({ ...part, verdicts: part.verdicts.filter(({ vector }) => vector !== lost) })),
    )
    const { code, stdout } = await project.run(['merge', '1-of-2.json', '2-of-2.json'])
    expect(code).toBe(4)
    expect(stdout).toContain(`shard 2 (2-of-2.json) lacks 1 of its verdicts, such as ${lost}`)
  })

  test('parts that do not belong together end with 2, and each is named', async () => {
    const project = new Project()
    await sharded(project, 2, SDK)
    const part = project.json('2-of-2.json')
    const change = (name: string, more: object): void =>
      project.write(name, JSON.stringify({ ...part, ...more }))
    change('other-suite.json', {
      suite: { ...part.suite, vectors: { ...part.suite.vectors, digest: '0'.repeat(64) } },
    })
    change('other-sdk.json', { subject: { ...part.subject, version: '2.0.0' } })
    change('other-level.json', { level: 'recommended' })
    change('other-count.json', { shard: { ...part.shard!, of: 3 } })
    change('other-methods.json', { methods: { ...part.methods, offered: [] } })
    change('other-members.json', { shard: { ...part.shard!, joinParams: ['channelId', 'userId'] } })
    change('other-clock.json', { shard: { ...part.shard!, clock: 'system' } })
    change('twice.json', { verdicts: [...part.verdicts, part.verdicts[0]!] })
    change('other-filter.json', { shard: { ...part.shard!, filter: ['token/*'] } })
    const { shard: _, ...whole } = part
    project.write('whole.json', JSON.stringify(whole))
    project.write('empty.json', '')
    project.write('list.json', '[]')
    for (const [file, message] of [
      ['1-of-2.json', /shard 1 is in 1-of-2\.json already \[shard-twice\]/],
      ['other-suite.json', /the vectors \(digest\) is 0000.* \[not-one-run\]/],
      ['other-sdk.json', /the subject is adapter year 2\.0\.0/],
      ['other-level.json', /--level is recommended here and required in 1-of-2\.json/],
      ['other-count.json', /the number of shards is 3 here and 2/],
      ['other-filter.json', /--filter is token\/\* here and none/],
      ['other-methods.json', /what the subject offers is none here and token\.params/],
      ['other-members.json', /"joinParams" of describe is \["channelId","userId"\] here and none in/],
      ['other-clock.json', /"clock" of describe is "system" here and "injected"/],
      ['twice.json', /it holds two verdicts on .* \[verdict-twice\]/],
      ['whole.json', /it is the report of a whole run \[not-a-shard\]/],
      ['empty.json', /it is empty: the run did not end \[report-not-json\]/],
      ['list.json', /\[not-a-report\]/],
      ['none.json', /there is no such file/],
    ] as const) {
      const { code, stderr } = await project.run(['merge', '1-of-2.json', file])
      expect(stderr).toMatch(message)
      expect(stderr).toContain(file)
      expect(code).toBe(2)
    }
  })
})

test.each(['0/3', '4/3', '1', '1/0', 'a/b', '1/3/5'])('--shard %s is invalid', async (text) => {
  const { code, stderr } = await new Project().run(['sdk', '--shard', text])
  expect(stderr).toContain(`invalid --shard "${text}": give i/n with i from 1 to n`)
  expect(code).toBe(2)
})

test('shards of an endpoint are merged too', async () => {
  const project = new Project()
  const codes: (number | null)[] = []
  for (const shard of ['1/2', '2/2']) {
    const file = shard.replace('/', '-of-')
    codes.push((await project.run(['live', '--shard', shard, '--report', `json=${file}.json`])).code)
  }
  expect(codes).toEqual([0, 0])
  const { code, stdout } = await project.run(['merge', '1-of-2.json', '2-of-2.json'])
  expect(stdout).toMatch(/conforms for endpoint\/auth/)
  expect(code).toBe(0)
})
