/** What became of each vector: planted histories, each with its opposite direction, and the laws of random ones. */
import { array, assert, constantFrom, option, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import type { Verdict } from '../../src/model/index.ts'
import { CATEGORIES, changesOf, type Category } from '../../src/report/diff/categories.ts'
import { diffReports, type ReportDiff } from '../../src/report/diff/index.ts'
import { diffMarkdown, diffText } from '../../src/report/diff/text.ts'
import type { Report } from '../../src/report/report.ts'
import { DATE } from '../support/report/reports.ts'

const DIGEST = '0'.repeat(64)
const EXCUSE = { reason: 'known', issue: 'https://issues.example/1', expires: '2999-01-01' }
const GENERATED = { seed: 1, count: 9, asked: 9, digest: DIGEST }

const verdict = (outcome: Verdict['outcome'], more: Partial<Verdict> = {}): Verdict => ({
  vector: 'token/issue/x',
  level: 'required',
  requirements: ['TOKEN-VERSION'],
  outcome,
  millis: 1,
  ...more,
})

const reportOn = (verdicts: readonly Verdict[], more: Partial<Report> = {}): Report => ({
  schema: 1,
  partial: false,
  suite: { name: 'channelproof', version: '0.1.0', vectors: { digest: DIGEST, count: 9 } },
  subject: { kind: 'adapter', name: 'sdk', version: '1' },
  methods: { offered: [], missing: [], judged: [] },
  startedAt: DATE,
  seconds: 1,
  level: 'required',
  verdicts,
  totals: { passed: 0, failed: 0, observed: 0, skipped: 0, errored: 0, excused: 0 },
  coverage: {},
  conforms: true,
  exitCode: 0,
  ...more,
})

const diffOf = (old: Report, now: Report, level?: Report['level']): ReportDiff =>
  diffReports({ file: 'old.json', report: old }, { file: 'new.json', report: now }, level)

const plain = { paint: (_: unknown, text: string) => text }
/** Another vector, so that something stands in both reports. */
const OTHER = verdict('passed', { vector: 'token/issue/other' })
const on = (one: Verdict | undefined): Report => reportOn([OTHER, ...(one ? [one] : [])])

const passed = verdict('passed')
const failed = verdict('failed', { reason: 'wrong-token', message: 'It is wrong.', rule: 'TOKEN-VERSION' })
const errored = verdict('errored', { reason: 'crash', message: 'It crashed.' })
const skipped = verdict('skipped', { reason: 'not-offered', message: 'not offered' })
const excused = { ...failed, excused: EXCUSE }
const unsteady = { ...failed, unsteady: true as const }
const unasked = verdict('errored', { reason: 'not-asked', message: 'The run ended before.' })
const observed = (does: string): Verdict =>
  verdict('observed', { reason: 'refuses', open: [{ requirement: 'TOKEN-VERSION', does }] })

type Row = readonly [
  what: string,
  before: Verdict | undefined,
  now: Verdict | undefined,
  there: Category,
  back: Category,
  exitCodes: readonly [there: number, back: number],
]
const ROWS: readonly Row[] = [
  ['passes, then fails', passed, failed, 'regression', 'repaired', [1, 0]],
  ['passes, then crashes', passed, errored, 'regression', 'repaired', [1, 0]],
  ['is observed, then fails', observed('x'), failed, 'regression', 'repaired', [1, 0]],
  ['is skipped, then fails', skipped, failed, 'regression', 'unjudged', [1, 4]],
  [
    'passes, then fails at a level that does not gate',
    passed,
    { ...failed, level: 'recommended' },
    'regression',
    'repaired',
    [0, 0],
  ],
  [
    'passes, then fails where the lock does not know it',
    passed,
    { ...failed, lock: 'new' },
    'regression',
    'repaired',
    [0, 0],
  ],
  ['passes, then fails now and then', passed, unsteady, 'unsteady', 'unsteady', [1, 0]],
  ['fails now and then, later always', unsteady, failed, 'unsteady', 'unsteady', [0, 0]],
  ['passes, then fails and is excused', passed, excused, 'excused', 'excused', [0, 0]],
  ['fails, then is excused', failed, excused, 'excused', 'excused', [0, 0]],
  ['is excused, then crashes', excused, errored, 'excused', 'excused', [1, 0]],
  ['fails, then crashes', failed, errored, 'otherwise', 'otherwise', [0, 0]],
  [
    'fails by one rule, then by another',
    failed,
    { ...failed, rule: 'TOKEN-SIGNATURE-HMAC-SHA256' },
    'otherwise',
    'otherwise',
    [0, 0],
  ],
  [
    'fails where it does not gate, then where it does',
    { ...failed, level: 'recommended' },
    failed,
    'otherwise',
    'otherwise',
    [1, 0],
  ],
  ['passes, then is observed', passed, observed('x'), 'open', 'open', [0, 0]],
  [
    'refuses, then accepts where that is open',
    observed('refuses'),
    observed('accepts'),
    'open',
    'open',
    [0, 0],
  ],
  [
    'passes, and adds what nobody asked for',
    passed,
    { ...passed, open: [{ requirement: 'A', does: 'b' }] },
    'open',
    'open',
    [0, 0],
  ],
  ['passes, then is skipped', passed, skipped, 'unjudged', 'judged', [4, 0]],
  ['fails, then is skipped: not repaired', failed, skipped, 'unjudged', 'regression', [4, 1]],
  ['is there only before', passed, undefined, 'gone', 'new', [0, 0]],
  ['fails where it was not asked before', undefined, failed, 'new', 'gone', [0, 0]],
  ['passes, then is not asked any more', passed, unasked, 'unasked', 'new', [4, 0]],
]

const categoryIn = (diff: ReportDiff): Category => diff.groups[0]?.category ?? 'same'

describe('a vector that', () => {
  test.each(ROWS)('%s', (_, before, now, there, back, codes) => {
    const [forth, reverse] = [diffOf(on(before), on(now)), diffOf(on(now), on(before))]
    expect([categoryIn(forth), categoryIn(reverse)]).toEqual([there, back])
    expect([forth.exitCode, reverse.exitCode]).toEqual(codes)
    expect(forth.groups).toHaveLength(1)
    expect(forth.totals).toMatchObject({ [there]: 1, same: 1 })
  })

  test.each([
    ['passes', passed],
    ['fails', failed],
    ['crashes', errored],
    ['is skipped', skipped],
    ['is excused', excused],
    ['is unsteady', unsteady],
    ['is observed', observed('x')],
    ['fails with another text and time', { ...failed, message: 'other', millis: 9 }],
  ])('%s in both is no difference', (_, one) => {
    const before = one.message === 'other' ? failed : one
    expect(diffOf(on(before), on(one))).toMatchObject({
      groups: [],
      inconclusive: [],
      gating: 0,
      exitCode: 0,
    })
  })

  test('is looked for in every category', () => {
    const planted = new Set(ROWS.flatMap(([, , , there, back]) => [there, back]))
    expect(CATEGORIES.filter((name) => name !== 'same' && !planted.has(name))).toEqual([])
  })

  test('gates at the level that is named', () => {
    const weak = { ...failed, level: 'recommended' as const }
    expect(diffOf(on(passed), on(weak), 'recommended').exitCode).toBe(1)
    expect(diffOf(on(passed), on(weak), 'required').exitCode).toBe(0)
  })
})

describe('conditions that differ', () => {
  const suite = {
    name: 'channelproof',
    version: '0.1.0',
    vectors: { digest: 'f'.repeat(64), count: 9 },
  } as const
  const lock = { new: ['token/issue/x'], changed: [], gone: [] }
  test.each<[string, Partial<Report>, Partial<Report>]>([
    ['other-suite', {}, { suite }],
    ['other-level', {}, { level: 'recommended' }],
    ['other-kind', {}, { subject: { kind: 'endpoint', name: 'x' } }],
    ['other-lock', {}, { lock }],
    ['other-lock', { lock: { ...lock, new: [] } }, { lock }],
    [
      'other-suite',
      { lock: { ...lock, suiteVersion: '0.1.0' } },
      { suite, lock: { ...lock, suiteVersion: '0.2.0' } },
    ],
    ['other-questions', {}, { generated: GENERATED }],
    ['other-questions', { generated: GENERATED }, { generated: { ...GENERATED, seed: 2 } }],
    ['other-questions', { generated: GENERATED }, { generated: { ...GENERATED, digest: 'f'.repeat(64) } }],
  ])('%s: inconclusive, in either direction; a regression wins', (code, before, now) => {
    const reports = [reportOn([passed], before), reportOn([passed], now)] as const
    for (const diff of [diffOf(...reports), diffOf(reports[1], reports[0])]) {
      expect(diff.inconclusive.map((one) => one.code)).toEqual([code])
      expect(diff.exitCode).toBe(4)
    }
    const worse = diffOf(reports[0], { ...reports[1], verdicts: [{ ...failed, vector: passed.vector }] })
    expect(worse.exitCode).toBe(1)
  })

  test('reports under one --suite-version are compared, whatever else their programs know', () => {
    const old = reportOn([passed], { lock: { new: [], changed: [], gone: [], suiteVersion: '0.1.0' } })
    const [added, made] = ['token/issue/added', 'generated/issue/1'].map((vector) => ({ ...failed, vector }))
    const later = reportOn([passed, { ...added!, lock: 'new' }, { ...made!, lock: 'new' }], {
      suite,
      generated: GENERATED,
      lock: { new: ['token/issue/added'], changed: [], gone: [], generated: 'new', suiteVersion: '0.1.0' },
    })
    expect(diffOf(old, later)).toMatchObject({ inconclusive: [], exitCode: 0 })
    const worse = { ...later, verdicts: [failed, ...later.verdicts.slice(1)] }
    expect(diffOf(old, worse)).toMatchObject({ inconclusive: [], exitCode: 1 })
    const changed = { ...later, lock: { ...later.lock!, changed: ['token/issue/x'] } }
    expect(diffOf(old, changed).inconclusive.map(({ code }) => code)).toEqual(['other-lock'])
  })

  test('a level that is named makes the levels of the runs comparable', () => {
    const diff = diffOf(reportOn([passed]), reportOn([passed], { level: 'recommended' }), 'required')
    expect(diff).toMatchObject({ inconclusive: [], exitCode: 0, level: 'required' })
  })

  test('staging and production are compared, whatever their addresses, names and labels', () => {
    const of = (name: string): Report =>
      reportOn([observed('answers 404')], {
        subject: { kind: 'endpoint', name, baseUrl: `https://${name}.example/` },
        labels: { region: name },
        generated: GENERATED,
      })
    const diff = diffOf(of('staging'), of('production'))
    expect(diff).toMatchObject({ groups: [], inconclusive: [], exitCode: 0 })
    expect(diffText(diff, plain)).toMatch(
      /^old {2}staging, old.json; https:.*region=staging\nnew .*region=production$/m,
    )
  })

  test.each<[string, Partial<Report>]>([
    ['filtered', { partial: true, filtered: true }],
    ['ended early', { partial: true }],
    ['part 1 of 2', { shard: { index: 1, of: 2, filter: [], clock: 'injected', require: [], minCases: 0 } }],
  ])('a new report that is %s: what it lacks was not asked', (why, more) => {
    const diff = diffOf(reportOn([OTHER, passed]), reportOn([OTHER], more))
    expect(diff).toMatchObject({ exitCode: 4, totals: { unasked: 1, gone: 0 } })
    expect(diff.inconclusive[0]!.message).toContain(`(${why}) did not ask 1 vector`)
    // What it lacks is told; what both have is compared.
    expect(diffOf(reportOn([OTHER]), reportOn([OTHER], more)).exitCode).toBe(0)
    const wider = diffOf(reportOn([OTHER], more), reportOn([OTHER, passed]))
    expect(wider).toMatchObject({ exitCode: 0, totals: { new: 1 } })
    expect(wider.notes).toEqual([`The old report is partial (${why}): what it did not ask counts as new.`])
  })

  test('generated questions of another seed were not asked, and are not gone', () => {
    const made = { ...passed, vector: 'generated/token-issue/0123456789abcdef' }
    const other = { ...GENERATED, seed: 2 }
    const diff = diffOf(
      reportOn([OTHER, made], { generated: GENERATED }),
      reportOn([OTHER], { generated: other }),
    )
    expect(diff.totals).toMatchObject({ unasked: 1, gone: 0 })
  })

  test('reports that have no vector in common prove nothing', () => {
    expect(diffOf(reportOn([]), reportOn([]))).toMatchObject({
      exitCode: 4,
      inconclusive: [{ code: 'nothing-compared' }],
    })
  })
})

const IDS = Array.from({ length: 8 }, (_, at) => `token/issue/v${at}`)
const anyVerdict = record({
  one: constantFrom(
    passed,
    failed,
    errored,
    skipped,
    excused,
    unsteady,
    unasked,
    observed('x'),
    observed('y'),
  ),
  level: constantFrom('required' as const, 'recommended' as const),
  rule: constantFrom('TOKEN-VERSION', 'TOKEN-SIGNATURE-HMAC-SHA256'),
}).map(({ one, level, rule }): Verdict => ({ ...one, level, ...(one.outcome === 'failed' && { rule }) }))
const anyReport = array(option(anyVerdict, { nil: undefined }), { minLength: 8, maxLength: 8 }).map((all) =>
  reportOn(all.flatMap((one, at) => (one ? [{ ...one, vector: IDS[at]! }] : []))),
)

const inCategory = (diff: ReportDiff, ...wanted: Category[]): string[] =>
  diff.groups
    .filter(({ category }) => wanted.includes(category))
    .flatMap(({ vectors }) => vectors)
    .toSorted()

describe('any two reports', () => {
  test('each vector falls into exactly one category, and the groups hold each once', () => {
    assert(
      property(anyReport, anyReport, (old, now) => {
        const ids = [...new Set([...old.verdicts, ...now.verdicts].map(({ vector }) => vector))].toSorted()
        const changes = changesOf(old, now, 'required')
        expect(changes.map(({ vector }) => vector).toSorted()).toEqual(ids)
        const diff = diffOf(old, now)
        const changed = changes.filter(({ category }) => category !== 'same').map(({ vector }) => vector)
        expect(diff.groups.flatMap(({ vectors }) => vectors).toSorted()).toEqual(changed.toSorted())
        expect(Object.values(diff.totals).reduce((sum, one) => sum + one)).toBe(ids.length)
        expect(schemaCheck('diff')(JSON.parse(JSON.stringify(diff)))).toEqual([])
      }),
      { numRuns: 1000, seed: 1 },
    )
  })

  test('what regressed one way is repaired the other way, or was skipped there', () => {
    assert(
      property(anyReport, anyReport, (old, now) => {
        const [forth, back] = [diffOf(old, now), diffOf(now, old)]
        const skippedIn = ({ verdicts }: Report): ReadonlySet<string> =>
          new Set(verdicts.flatMap(({ vector, outcome }) => (outcome === 'skipped' ? [vector] : [])))
        const [wasSkipped, isSkipped] = [skippedIn(old), skippedIn(now)]
        const regressed = inCategory(forth, 'regression')
        expect(regressed.filter((id) => !wasSkipped.has(id))).toEqual(inCategory(back, 'repaired'))
        // What was skipped is never called repaired.
        const judged = regressed.filter((id) => wasSkipped.has(id))
        expect(inCategory(back, 'unjudged')).toEqual(expect.arrayContaining(judged))
        for (const category of ['open', 'otherwise', 'unsteady', 'excused'] as const)
          expect(inCategory(forth, category).filter((id) => !wasSkipped.has(id))).toEqual(
            inCategory(back, category).filter((id) => !isSkipped.has(id)),
          )
      }),
      { numRuns: 1000, seed: 2 },
    )
  })

  test('a report has no difference from itself', () => {
    assert(
      property(anyReport, (report) => {
        const diff = diffOf(report, report)
        const unaskedIn = report.verdicts.filter(({ reason }) => reason === 'not-asked')
        expect(diff.groups).toEqual([])
        expect(diff.totals.same).toBe(report.verdicts.length)
        if (unaskedIn.length < report.verdicts.length) expect(diff.exitCode).toBe(0)
      }),
      { numRuns: 500, seed: 3 },
    )
    expect(diffText(diffOf(on(failed), on(failed)), plain)).toMatch(/\nno difference\nexit code 0\n$/)
  })
})

describe('a hundred regressions', () => {
  const many = (more: (at: number) => Partial<Verdict>): ReportDiff => {
    const ids = Array.from({ length: 100 }, (_, at) => `token/issue/v${at}`)
    return diffOf(
      reportOn(ids.map((vector) => ({ ...passed, vector }))),
      reportOn(ids.map((vector, at) => ({ ...failed, vector, message: `wrong ${at}`, ...more(at) }))),
    )
  }

  test('of one rule are one line, with their number and examples', () => {
    const diff = many(() => ({}))
    expect(diff.groups).toHaveLength(1)
    expect(diffText(diff, plain)).toContain(
      'REGRESSION that gates: 100 vectors, was passed, is failed\n  by        rule TOKEN-VERSION\n  shows     wrong 0 [wrong-token]\n  vectors   token/issue/v0, token/issue/v1, token/issue/v2 and 97 more\n',
    )
  })

  test('of one cause are one line whatever their rules, and of two causes two', () => {
    const rules = ['TOKEN-VERSION', 'TOKEN-SIGNATURE-HMAC-SHA256']
    expect(many((at) => ({ rule: rules[at % 2]!, diagnosis: ['b64-urlsafe'] })).groups).toMatchObject([
      { cause: ['b64-urlsafe'], gates: true, vectors: { length: 100 } },
    ])
    expect(many((at) => ({ diagnosis: [['a', 'b'][at % 2]!] })).groups).toHaveLength(2)
  })

  test('what gates comes first', () => {
    const diff = many((at) => (at < 90 ? { level: 'recommended' } : {}))
    expect(diff.groups.map(({ gates, vectors }) => [gates, vectors.length])).toEqual([
      [true, 10],
      [false, 90],
    ])
    expect(diff.gating).toBe(10)
  })
})

describe('texts of a subject', () => {
  const hostile = 'a | b <script>ran=1</script> [x](javascript:1) @all \u001b[31m'
  const diff = diffOf(
    on(passed),
    reportOn([OTHER, { ...failed, message: hostile }], { subject: { kind: 'adapter', name: hostile } }),
  )

  test('make no cell, no markup, no link and no mention in Markdown', () => {
    const text = diffMarkdown(diff)
    const row = text.split('\n').find((line) => line.startsWith('| regression'))!
    expect(row.match(/\|/g)).toHaveLength(6)
    expect(text.replaceAll(/&#\d+;/g, '')).not.toMatch(/[<>[\]@`]/)
  })

  test('bring no control character to a terminal', () => {
    // oxlint-disable-next-line no-control-regex
    expect(diffText(diff, plain)).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/)
  })

  test('--quiet leaves the result', () => {
    expect(
      diffText(diff, { ...plain, quiet: true })
        .trimEnd()
        .split('\n'),
    ).toEqual([
      '1 regressed, 1 the same',
      '1 vector gates now, and did not before, at the level required',
      'exit code 1',
    ])
  })
})

test('what was excused and passes now is headed as a repair, and what fails on is not', () => {
  const linesOf = (now: Verdict): string => diffText(diffOf(reportOn([excused]), reportOn([now])), plain)
  expect(linesOf(passed)).toContain('REPAIRED, WAS EXCUSED BY THE BASELINE: 1 vector')
  expect(linesOf(failed)).toContain('KNOWN FAILURE, BY THE BASELINE OF ONE RUN: 1 vector')
})
