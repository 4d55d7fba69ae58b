/** Exit code, `conforms`, `partial` and every format say the same of any run: those that a process would hardly come to too. */
import {
  array,
  assert,
  type Arbitrary,
  constant,
  constantFrom,
  integer,
  oneof,
  property,
  record,
  subarray,
} from 'fast-check'
import { describe, expect, test } from 'vitest'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import { loadSuite } from '../../runners/suite/index.ts'
import { ADAPTER_METHODS, type Verdict } from '../../src/model/index.ts'
import { githubReport } from '../../src/report/github.ts'
import { htmlReport } from '../../src/report/html/index.ts'
import { junitReport } from '../../src/report/junit.ts'
import { markdownReport } from '../../src/report/markdown.ts'
import { ndjsonReport } from '../../src/report/ndjson.ts'
import { agentReport } from '../../src/report/agent.ts'
import { badgeJson, badgeOf } from '../../src/report/badge.ts'
import { ctrfReport } from '../../src/report/ctrf.ts'
import { prometheusReport } from '../../src/report/prometheus.ts'
import { makeReport, type Report, type RunFacts } from '../../src/report/report.ts'
import { textReport } from '../../src/report/text.ts'
import { DESCRIPTION } from '../support/subjects.ts'

const suite = await loadSuite(['token', 'client'])
/** Some of each method. */
const IDS = ADAPTER_METHODS.flatMap((method) =>
  suite.vectors.filter(({ question }) => question.method === method).slice(0, 3),
).map(({ id }) => id)
const methodOf = (id: string): string => suite.find(id)!.question.method

const EXCUSE = { reason: 'r', issue: 'TODO', expires: '2999-01-01' }
/** Seldom: a run with everything that can go wrong says little about each. */
const maybe = <T>(value: Arbitrary<T>) =>
  oneof({ arbitrary: constant(undefined), weight: 6 }, { arbitrary: value, weight: 1 })

const verdicts = array(
  record({
    vector: constantFrom(...IDS),
    // Most vectors pass: else every run would fail.
    outcome: constantFrom(
      ...Array<'passed'>(9).fill('passed'),
      'failed',
      'failed',
      'observed',
      'skipped',
      'errored',
    ),
    level: constantFrom('required', 'recommended', 'unspecified'),
    excused: maybe(constant(EXCUSE)),
    unsteady: maybe(constant(true)),
    lock: maybe(constantFrom('new', 'changed')),
  }),
  { maxLength: 6 },
).map((rows) =>
  rows.map(({ excused, lock, outcome, unsteady, ...rest }): Verdict => ({
    ...rest,
    outcome,
    requirements: ['TOKEN-VERSION'],
    message: 'a message',
    millis: 1,
    // Errored is never excused.
    ...(excused && outcome === 'failed' && { excused }),
    ...(unsteady && outcome === 'failed' && { unsteady: true }),
    ...(lock && { lock }),
  })),
)

const REMAINING = ["curl -sS 'http://127.0.0.1/streaming/stop'"]
const PROBLEM = { code: 'baseline-passes', entry: 'token/issue/x', message: 'is wrong', edit: [] } as const

const someFacts = record({
  level: constantFrom('required', 'recommended'),
  require: maybe(subarray([...ADAPTER_METHODS], { maxLength: 2 })),
  minCases: integer({ min: 0, max: 3 }),
  lacking: maybe(constant(['shard 2 of 3 is missing'])),
  isCut: maybe(constant(true)),
  filtered: maybe(constant(true)),
  signal: maybe(constantFrom(130, 143)),
  stopped: maybe(
    record({
      code: constantFrom('adapter-kept-crashing', 'bug'),
      message: constant('it stopped'),
      remaining: constantFrom([], REMAINING),
    }),
  ),
  shard: maybe(constant({ index: 1, of: 3, filter: [], clock: 'injected', require: [], minCases: 0 })),
  problems: constantFrom([], [], [PROBLEM]),
}).map(({ isCut = false, filtered, problems, require = [], lacking, shard, stopped, ...rest }): RunFacts => ({
  ...(rest as Pick<RunFacts, 'level'> & typeof rest),
  require,
  suite: { name: 'channelproof', version: '0.1.0', vectors: { digest: '0'.repeat(64), count: 9 } },
  subject: { kind: 'adapter', name: 'sdk', version: '1', language: 'x' },
  startedAt: '2026-01-31T10:00:00.000Z',
  seconds: 1,
  description: { ...DESCRIPTION, methods: ADAPTER_METHODS },
  methods: ADAPTER_METHODS,
  requireOneOf: ['token.issue', 'client.call'],
  find: suite.find,
  requirement: suite.requirement,
  // What ends a run early makes it partial; --bail does too.
  partial: isCut || stopped !== undefined || rest.signal !== undefined,
  ...(stopped && { stopped }),
  ...(filtered && { filtered: true }),
  ...(lacking && { lacking }),
  shard: shard as RunFacts['shard'],
  baseline: { file: 'b.yaml', entries: 1, problems, unfiled: 0 },
}))

/** Fewer answers than ten (five and five) that were due, or than there are so few questions. */
function isShort(method: string, all: readonly Verdict[]): boolean {
  const due = method === 'token.verify' ? (['accept', 'refuse'] as const) : (['accept'] as const)
  return due.some((verdict) => {
    const rows = all.filter(({ vector }) => {
      const { question, expect: owed, level } = suite.find(vector)!
      return question.method === method && owed.verdict === verdict && level !== 'unspecified'
    })
    const answered = rows.filter(
      ({ outcome, excused }) => ['passed', 'failed'].includes(outcome) && !excused,
    ).length
    return answered < Math.min(method === 'token.verify' ? 5 : 10, rows.length)
  })
}

/** The table of exit codes in README.md, read anew: nothing of exit.ts and report.ts is called. */
function exitCodeOf(run: RunFacts, all: readonly Verdict[]): number {
  const fails = ({ outcome, level, unsteady, excused, lock }: Verdict): boolean =>
    outcome === 'failed' &&
    // An unsteady failure gates at every level, unless its question is one that the lock does not hold.
    ((unsteady && !lock) || (['required', run.level].includes(level) && !excused && !lock))
  // Without a reason a failed answer was accepted, and wrong.
  const speaking = all.filter(
    (one) =>
      !one.lock && (one.outcome === 'passed' || (one.outcome === 'failed' && (fails(one) || !one.excused))),
  )
  const short =
    run.shard || run.filtered || run.partial ? [] : ADAPTER_METHODS.filter((method) => isShort(method, all))
  const judged: string[] = speaking
    .map(({ vector }) => methodOf(vector))
    .filter((method) => !short.some((name) => name === method))
  const wanted = run.require.length > 0 ? run.require : undefined
  const cases = all.filter(({ outcome }) => ['passed', 'failed'].includes(outcome)).length
  const lacks = [
    run.partial,
    judged.length === 0,
    short.length > 0,
    // The rest is decided over all shards.
    !run.shard && cases < run.minCases,
    !run.shard && run.lacking !== undefined,
    !run.shard && wanted?.some((method) => !judged.includes(method)),
    !run.shard &&
      !run.filtered &&
      !wanted &&
      !judged.includes('token.issue') &&
      !judged.includes('client.call'),
  ]
  const table: readonly (readonly [applies: boolean | undefined, code: number])[] = [
    [run.stopped?.code === 'bug', 70],
    [(run.stopped?.remaining ?? []).length > 0, 3],
    [run.signal !== undefined, run.signal ?? 0],
    [run.stopped !== undefined, 3],
    [all.some((one) => one.outcome === 'errored' || fails(one)), 1],
    [lacks.includes(true), 4],
    [run.baseline!.problems.length > 0, 5],
  ]
  return table.find(([applies]) => applies)?.[1] ?? 0
}

const count = (text: string, part: string): number => text.split(part).length - 1

interface End {
  readonly type: string
  readonly exitCode: number
  readonly conforms: boolean
  readonly partial: boolean
}

/** What each format says of the exit code or of the colour, beside what it must say. */
const FORMATS: Readonly<Record<string, (report: Report) => readonly [said: unknown, right: unknown][]>> = {
  json: (report) => [[schemaCheck('report')(JSON.parse(JSON.stringify(report))), []]],
  ndjson: (report) => {
    const { type, exitCode, conforms, partial } = JSON.parse(
      ndjsonReport(report).trimEnd().split('\n').at(-1)!,
    ) as End
    return [
      [
        { type, exitCode, conforms, partial },
        { type: 'end', ...decided(report) },
      ],
    ]
  },
  junit: (report) => {
    const text = junitReport(report, () => 't')
    const [failures, errors] = [count(text, '<failure '), count(text, '<error ')]
    return [
      [failures + errors > 0, report.exitCode !== 0],
      [/<testsuites [^>]*/.exec(text)![0].includes(`failures="${failures}" errors="${errors}"`), true],
    ]
  },
  github: (report) => [[githubReport(report, () => undefined).includes('::error '), report.exitCode !== 0]],
  text: (report) => {
    const text = textReport(report, { ...suite, paint: (_, line) => line })
    return [
      [text.includes(`\nexit code ${report.exitCode}\n`), true],
      [/^conforms for /m.test(text), report.conforms],
    ]
  },
  markdown: (report) => {
    const text = markdownReport(report, () => undefined)
    return [
      [text.includes(`, exit code ${report.exitCode}\n`), true],
      [text.startsWith('## ✅'), report.conforms],
      [text.startsWith('## ❌'), report.exitCode !== 0],
      [/\*\*conforms for /.test(text), report.conforms],
    ]
  },
  html: (report) => {
    const text = htmlReport(report, { ...suite, requirements: [], fault: () => undefined })
    return [
      [text.includes(`Exit code ${report.exitCode}.</p>`), true],
      [text.includes('Conforms for '), report.conforms],
      [text.includes('<p class="verdict good">'), report.conforms],
    ]
  },
  agent: (report) => {
    const text = agentReport(report, suite)
    return [
      [text.endsWith(`\nexit code ${report.exitCode}\n`), true],
      [/^conforms for /m.test(text), report.conforms],
      [/^Conforms for /m.test(text), report.conforms],
    ]
  },
  prometheus: (report) => {
    const text = prometheusReport(report, suite.find)
    return [
      [figureIn(text, 'exit_code'), report.exitCode],
      [figureIn(text, 'conforms'), Number(report.conforms)],
      [figureIn(text, 'streams_that_may_remain'), report.stopped?.remaining?.length ?? 0],
    ]
  },
  ctrf: (report) => {
    const { summary, tests } = (JSON.parse(ctrfReport(report, suite.find)) as Ctrf).results
    const countOf = (status: string): number => tests.filter((one) => one.status === status).length
    return [
      [countOf('failed') > 0, report.exitCode !== 0],
      [
        ['passed', 'failed', 'skipped', 'pending', 'other'].map((status) => summary[status]),
        ['passed', 'failed', 'skipped', 'pending', 'other'].map(countOf),
      ],
      [summary['tests'], tests.length],
    ]
  },
  badge: (report) => {
    const { message, color } = JSON.parse(badgeJson(badgeOf(report))) as { message: string; color: string }
    return [
      [/^conforms( for \d of \d methods)?, /.test(message), report.conforms],
      [color === 'brightgreen' || color === 'yellow', report.conforms],
      [color === 'brightgreen', report.conforms && report.totals.excused === 0],
      [/bug/.test(message), report.exitCode === 70],
      [/unsteady/.test(message), report.verdicts.some(({ unsteady }) => unsteady)],
      [/excused/.test(message), report.totals.excused > 0],
    ]
  },
}

interface Ctrf {
  readonly results: {
    readonly summary: Readonly<Record<string, number>>
    readonly tests: readonly { readonly status: string }[]
  }
}

/** The value of a metric that is one number. */
const figureIn = (text: string, name: string): number =>
  Number(new RegExp(`^channelproof_${name} (\\S+)$`, 'm').exec(text)![1])

const decided = ({ exitCode, conforms, partial }: Report) => ({ exitCode, conforms, partial })

/** Where the report of a run and its formats disagree with the table and with each other. */
function disagreements(report: Report, run: RunFacts, all: readonly Verdict[]): string[] {
  const code = exitCodeOf(run, all)
  const right = {
    exitCode: code,
    conforms: code === 0 && !run.shard && !run.filtered,
    partial: run.partial || run.filtered === true,
  }
  const formats = Object.entries(FORMATS).flatMap(([name, says]) =>
    says({ ...report, ...right }).every(([said, must]) => JSON.stringify(said) === JSON.stringify(must))
      ? []
      : [name],
  )
  return [...(JSON.stringify(decided(report)) === JSON.stringify(right) ? [] : ['report']), ...formats]
}

describe('any run', () => {
  test('ends with the code of the table, and every report says the same', () => {
    const seen = new Set<number>()
    assert(
      property(someFacts, verdicts, (run, all) => {
        const report = makeReport(run, all)
        seen.add(report.exitCode)
        expect(disagreements(report, run, all)).toEqual([])
      }),
      { numRuns: 1500, seed: 1 },
    )
    // No row of the table goes unasked.
    expect([...seen].sort((a, b) => a - b)).toEqual([0, 1, 3, 4, 5, 70, 130, 143])
  })

  const RUN = {
    find: suite.find,
    requirement: suite.requirement,
    require: [],
    level: 'required',
    partial: false,
  } as const
  const passing = (run: Partial<RunFacts>): [RunFacts, Verdict[]] => [
    { ...sample(), ...RUN, ...run },
    [
      {
        vector: IDS.find((id) => methodOf(id) === 'token.issue')!,
        level: 'required',
        requirements: ['TOKEN-VERSION'],
        outcome: 'passed',
        millis: 1,
      },
    ],
  ]
  const sample = (): RunFacts => ({
    ...RUN,
    suite: { name: 'channelproof', version: '0.1.0', vectors: { digest: '0'.repeat(64), count: 9 } },
    subject: { kind: 'adapter', name: 'sdk' },
    startedAt: '2026-01-31T10:00:00.000Z',
    seconds: 1,
    description: DESCRIPTION,
    methods: ADAPTER_METHODS,
    requireOneOf: ['token.issue'],
    minCases: 0,
    baseline: { file: 'b.yaml', entries: 0, problems: [], unfiled: 0 },
  })

  test.each<[string, Partial<RunFacts>, (report: Report) => Report, string]>([
    ['a code that is another', {}, (report) => ({ ...report, exitCode: 4 }), 'report'],
    [
      'a part that conforms',
      { shard: { index: 1, of: 2, filter: [], clock: 'injected', require: [], minCases: 0 } },
      (report) => ({ ...report, conforms: true }),
      'report',
    ],
    [
      'a partial run that is called whole',
      { partial: true },
      (report) => ({ ...report, partial: false }),
      'report',
    ],
    [
      'a reason that no format can show',
      { minCases: 5 },
      (report) => ({ ...report, tooLittle: [] }),
      'junit',
    ],
    [
      'a member that the schema does not allow',
      {},
      (report) => ({ ...report, seconds: 'long' as never }),
      'json',
    ],
  ])('%s is found', (_, run, change, where) => {
    const [given, all] = passing(run)
    const report = makeReport(given, all)
    expect(disagreements(report, given, all)).toEqual([])
    const changed = change(report)
    const found = (): string[] => disagreements(changed, given, all)
    if (where === 'json') expect(FORMATS['json']!(changed)[0]![0]).not.toEqual([])
    else expect(found()).toContain(where)
  })
})
