import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import { rootFile } from '../../runners/suite/files.ts'
import { githubReport } from '../../src/report/github.ts'
import { markdownReport } from '../../src/report/markdown.ts'
import type { Report } from '../../src/report/report.ts'
import { Project, SDK } from '../support/gate/gate.ts'
import { everyReport, FORMAT_NAMES } from '../support/report/everyFormat.ts'
import { until } from '../support/until.ts'

/** Into the folder where a run takes place. */
const ALL = everyReport('', FORMAT_NAMES).flags
const hostile = (behaviour: string): string[] => [
  process.execPath,
  rootFile('test/hostile/adapter.mjs'),
  behaviour,
]

interface Line {
  readonly type: string
  readonly vector?: string
  readonly outcome?: string
  readonly partial?: boolean
}
const linesOf = (text: string): Line[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

describe('any number of reports at once', () => {
  test('each format has its file, and stdout its own', async () => {
    const project = new Project()
    const { code, stdout } = await project.run(['sdk', ...ALL, '--report', 'json', '--', ...SDK], {
      SDK_MISTAKES: 'parse-again',
    })
    expect(code).toBe(1)
    expect(JSON.parse(stdout)).toEqual(project.json('r.json'))
    const marks: Record<(typeof FORMAT_NAMES)[number], RegExp> = {
      text: /does not conform; judged: token\.params/,
      json: /"exitCode": 1/,
      ndjson: /"exitCode":1/,
      junit: /failures="8"/,
      markdown: /❌ .*\n\n\*\*does not conform/,
      github: /^::error title=cause%3A json-reserialised|^::error title=cause/m,
      html: /Does not conform/,
      agent:
        /^cause 1 of 1: params-reserialised, \d+ failures\n {2}params-reserialised: .*\n {2}repair: .*\nexample:\nasked token\.params \{/m,
      prometheus: /^channelproof_exit_code 1$/m,
      ctrf: /"failed": 8,/,
      badge: /"message":"does not conform, .*"color":"red"/,
    }
    for (const format of FORMAT_NAMES) expect(project.read(`r.${format}`)).toMatch(marks[format])
  })

  test('a coding agent that announces itself gets its report, where nobody chose one and no CI keeps a log', async () => {
    const project = new Project()
    const run = async (env: Readonly<Record<string, string>>, ...flags: string[]): Promise<string> => {
      const all = { SDK_MISTAKES: 'parse-again', CI: '', ...env }
      return (await project.run(['sdk', ...flags, '--', ...SDK], all)).stdout
    }
    const isForAgents = (text: string): boolean => /^cause 1 of 1: /m.test(text)
    expect(isForAgents(await run({ AI_AGENT: 'some-agent' }))).toBe(true)
    expect(isForAgents(await run({}))).toBe(false)
    expect(isForAgents(await run({ AI_AGENT: 'some-agent', CI: 'true' }))).toBe(false)
    expect(isForAgents(await run({ AI_AGENT: 'some-agent' }, '--report', 'text'))).toBe(false)
    expect(isForAgents(await run({ AI_AGENT: 'some-agent' }, '--quiet'))).toBe(false)
  })

  test('a format that is none is named with those that are', async () => {
    const { code, stderr } = await new Project().run(['sdk', '--report', 'pdf'])
    expect(stderr).toContain(`Formats are ${FORMAT_NAMES.join(', ')}`)
    expect(code).toBe(2)
  })

  test('a file that cannot be written is told before anything is run, and no other is lost at the end', async () => {
    const project = new Project()
    const early = await project.run(['sdk', '--report', 'json=/proc/none/r.json', '--', ...SDK])
    expect(early.stderr).toContain('[report-not-written]')
    expect([early.code, early.stdout]).toEqual([2, ''])
    // The device takes nothing, which shows when it is written.
    const late = await project.run([
      'sdk',
      '--report',
      'json=/dev/full',
      '--report',
      'junit=r.junit',
      '--report',
      'text',
      '--',
      ...SDK,
    ])
    expect(late.stderr).toMatch(/\/dev\/full: .*\[report-not-written\]/)
    expect(late.code).toBe(2)
    expect(late.stdout).toContain('passed')
    expect(project.read('r.junit')).toContain('</testsuites>')
  })
})

describe('ndjson', () => {
  test('holds every verdict as it fell, and the rest of the report at the end', async () => {
    const project = new Project()
    await project.run(['sdk', ...ALL, '--', ...SDK], {
      SDK_MISTAKES: 'parse-again',
    })
    const lines = linesOf(project.read('r.ndjson'))
    const { verdicts, ...rest } = project.json('r.json')
    expect(lines[0]).toMatchObject({ type: 'run', schema: 1, partial: true })
    expect(lines.slice(1, -1).map(({ vector, outcome }) => [vector, outcome])).toEqual(
      verdicts.map(({ vector, outcome }) => [vector, outcome]),
    )
    expect(lines.at(-1)).toEqual({ type: 'end', ...rest })
  })

  test('of a run that was killed is readable and says that it is partial', async () => {
    const project = new Project()
    const args = [
      'sdk',
      '--report',
      'ndjson=r.ndjson',
      '--report',
      'json=r.json',
      '--timeout',
      '60000',
      '--',
      ...hostile('hangs-on-one'),
    ]
    project.write('r.json', '{"conforms":true}')
    // Verdicts come in order: once there are many, it hangs on the one.
    await project.run(args, {}, ['SIGKILL', until('verdicts', () => project.hasMany('r.ndjson'))])
    const lines = linesOf(project.read('r.ndjson'))
    expect(lines.length).toBeGreaterThan(100)
    expect(lines.map(({ type }) => type)).not.toContain('end')
    expect(lines[0]!.partial).toBe(true)
    // What an earlier run had left there is gone.
    expect(project.read('r.json')).toBe('')
  })
})

describe('a signal', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s: all formats are written, partial and not conforming', async (signal, code) => {
    const project = new Project()
    const args = ['sdk', ...ALL, '--timeout', '60000', '--', ...hostile('hangs-on-one')]
    const ran = await project.run(args, {}, [signal, until('verdicts', () => project.hasMany('r.ndjson'))])
    expect(ran.code).toBe(code)
    expect(project.json('r.json')).toMatchObject({ partial: true, conforms: false, exitCode: code })
    expect(schemaCheck('report')(project.json('r.json'))).toEqual([])
    expect(linesOf(project.read('r.ndjson')).at(-1)).toMatchObject({
      type: 'end',
      partial: true,
      conforms: false,
    })
    expect(project.read('r.junit')).toContain('the run is partial')
    expect(project.read('r.github')).toContain('::error title=partial::')
    for (const format of ['text', 'markdown', 'html']) {
      expect(project.read(`r.${format}`)).toMatch(/partial/i)
      expect(project.read(`r.${format}`)).not.toMatch(/\bconforms (for|at)/i)
    }
  })

  test('before the adapter has described itself ends at once, with reports', async () => {
    const project = new Project()
    const args = ['sdk', ...ALL, '--', ...hostile('silent')]
    const pids = project.path('pids')
    const started = until('the adapter', () => existsSync(pids))
    expect((await project.run(args, { HOSTILE_PIDS: pids }, ['SIGINT', started])).code).toBe(130)
    expect(project.json('r.json')).toMatchObject({
      partial: true,
      conforms: false,
      exitCode: 130,
      verdicts: [],
    })
  })
})

describe('on GitHub', () => {
  const run = (project: Project, flags: readonly string[], problems = 'parse-again') =>
    project.run(['sdk', ...flags, '--', ...SDK], {
      SDK_MISTAKES: problems,
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: project.path('summary.md'),
    })

  test('annotations go to stderr by themselves, and the summary is appended to', async () => {
    const project = new Project()
    project.write('summary.md', '# Before\n')
    const { stdout, stderr } = await run(project, ['--report', 'json'])
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 1 })
    expect(stderr).toMatch(/^::error title=token\/params\/spaced::/m)
    expect(project.read('summary.md')).toMatch(/^# Before\n## ❌ channelproof/)
    await run(project, [], '')
    expect(project.read('summary.md')).toMatch(/## ✅ channelproof/)
  })

  test('annotations that were asked for come once, where they were asked for', async () => {
    const project = new Project()
    const { stdout, stderr } = await run(project, ['--report', 'github'])
    expect(stdout).toMatch(/^::error/)
    expect(stderr).not.toMatch(/^::/m)
  })

  test('ten of a kind are shown, the tenth says how many are not', async () => {
    const { stdout } = await run(new Project(), ['--report', 'github'], 'lower-case')
    const errors = stdout.split('\n').filter((line) => line.startsWith('::error'))
    expect(errors).toHaveLength(10)
    expect(errors.at(-1)).toMatch(/^::error title=channelproof::[0-9]+ more; the job summary/)
  })

  test('elsewhere nothing is said of it', async () => {
    const { stderr } = await new Project().run(['sdk', '--', ...SDK], { SDK_MISTAKES: 'parse-again' })
    expect(stderr).toBe('')
  })
})

describe('text of subjects', () => {
  const EVIL =
    '\n::error::x\r\n::set-output name=a::b ##[add-mask]x %0A <script>alert(1)</script> | `x` [a](javascript:b) @all \u202e'
  const report: Report = {
    schema: 1,
    partial: false,
    suite: { name: 'channelproof', version: '0.0.0', vectors: { digest: '0'.repeat(64), count: 1 } },
    subject: { kind: 'adapter', name: EVIL, version: EVIL },
    methods: { offered: ['token.issue'], missing: [], judged: ['token.issue'] },
    startedAt: '2026-01-01T00:00:00.000Z',
    seconds: 1,
    level: 'required',
    verdicts: [
      {
        vector: 'token/issue/x',
        level: 'required',
        requirements: ['TOKEN-VERSION'],
        outcome: 'failed',
        reason: EVIL,
        message: EVIL,
        millis: 0,
      },
    ],
    totals: { passed: 0, failed: 1, observed: 0, skipped: 0, errored: 0, excused: 0 },
    coverage: {},
    stopped: { code: 'x', message: EVIL },
    tooLittle: [EVIL],
    conforms: false,
    exitCode: 1,
  }

  test('begins no workflow command', () => {
    const lines = githubReport(report, () => undefined)
      .trimEnd()
      .split('\n')
    // Stopped, too little, the failure: three, and no line is another's.
    expect(lines).toHaveLength(3)
    for (const line of lines) expect(line).toMatch(/^::error title=[a-z /]+::/)
    expect(lines.join('')).not.toMatch(/##\[|\r|\u202e/)
  })

  test('is no markup in a summary', () => {
    const text = markdownReport(report, () => undefined)
    expect(text).not.toMatch(/<script|`x`|\]\(|@all|\u202e|^::/m)
    // Each hostile text stays on its line.
    expect(text.split('\n').filter((line) => line.includes('set-output')).length).toBe(4)
  })
})
