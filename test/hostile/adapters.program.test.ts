import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, type ExpectStatic } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import type { Report } from '../../src/report/report.ts'
import { check, temporary } from '../support/cli.ts'
import { isAlive } from '../support/processes.ts'

/** One misbehaving adapter, and what it must lead to. */
interface Row {
  readonly behaviour: string
  readonly exit: number
  /** Vectors that pass: all that the good adapter passes but so many; or a number of them. */
  readonly passed?: 'all' | { readonly allBut: number } | { readonly atMost: number }
  readonly errored?: number
  /** A part of the text that tells the user. */
  readonly says: RegExp
  readonly flags?: readonly string[]
}

/** Short for what hangs, and long for what answers on a busy machine. */
const SHORT = ['--timeout', '2000']

/** Processes that leave the process group; they are found on Linux only. */
const SESSIONS: readonly Row[] = existsSync('/proc/self/stat')
  ? [
      { behaviour: 'own-session', exit: 0, says: /conforms for/, passed: 'all' },
      { behaviour: 'own-session-on-the-pipe', exit: 0, says: /conforms for/, passed: 'all' },
      { behaviour: 'own-session-below-another', exit: 0, says: /conforms for/, passed: 'all' },
      { behaviour: 'own-session-and-crash', exit: 1, says: /exit code 1/, passed: { allBut: 1 } },
      { behaviour: 'own-session-and-hang', exit: 1, says: /No answer within/, flags: SHORT },
      {
        behaviour: 'own-session-and-silent',
        exit: 3,
        says: /did not answer describe/,
        flags: ['--start-timeout', '600'],
      },
    ]
  : []

const ROWS: readonly Row[] = [
  { behaviour: 'exits-with-0', exit: 3, says: /ended with exit code 0/ },
  { behaviour: 'exits-with-1', exit: 3, says: /ended with exit code 1/ },
  {
    behaviour: 'silent',
    exit: 3,
    says: /did not answer describe within 600 ms/,
    flags: ['--start-timeout', '600'],
  },
  { behaviour: 'echo', exit: 3, says: /without exactly one of result and error/ },
  { behaviour: 'json-rpc-1', exit: 3, says: /without "jsonrpc":"2\.0"/ },
  { behaviour: 'closes-stdout', exit: 3, says: /closed its standard output/ },
  { behaviour: 'never-reads', exit: 3, says: /did not answer describe/, flags: ['--start-timeout', '600'] },
  { behaviour: 'empty-objects', exit: 3, says: /without the id of a question/ },
  { behaviour: 'banner-on-stdout', exit: 3, says: /Debugger listening.*log to stderr/ },
  {
    behaviour: 'describes-an-unknown-operation',
    exit: 3,
    says: /operations must be an array of some of auth\.token, /,
  },
  { behaviour: 'describes-a-base-url-of-its-own', exit: 3, says: /baseUrl must be "origin"/ },
  { behaviour: 'describes-what-it-tells-in-words', exit: 3, says: /tells status must be true or false/ },
  { behaviour: 'crashes-on-every-question', exit: 3, says: /3 times in a row/, passed: { atMost: 0 } },

  { behaviour: 'another-id', exit: 1, says: /not open/, passed: { atMost: 0 } },
  { behaviour: 'same-id-twice', exit: 1, says: /not open/, passed: { atMost: 300 } },
  { behaviour: 'before-it-is-asked', exit: 1, says: /not open/, passed: 'all', errored: 1 },
  { behaviour: 'after-the-last-answer', exit: 1, says: /goodbye/, passed: 'all', errored: 1 },
  {
    behaviour: 'segfaults-at-the-end',
    exit: 1,
    says: /After the last answer SIGSEGV ended the adapter/,
    passed: 'all',
    errored: 1,
  },
  {
    behaviour: 'closes-its-output-and-segfaults',
    exit: 1,
    says: /After the last answer SIGSEGV ended the adapter/,
    errored: 1,
  },
  { behaviour: 'exits-with-5-at-the-end', exit: 0, says: /exit code 5 after the last answer/, passed: 'all' },
  { behaviour: 'stays-at-the-end', exit: 0, says: /conforms for/, passed: 'all' },
  {
    behaviour: 'code-2-where-it-would-be-wrong',
    exit: 1,
    says: /code 2 is for types that cannot hold a value/,
    flags: ['--generated', '0'],
  },
  { behaviour: 'limits-that-nothing-fits', exit: 2, says: /size must have a min that is at most max/ },
  { behaviour: 'half-a-line', exit: 1, says: /midst of a line/, passed: { allBut: 1 }, flags: SHORT },
  {
    behaviour: 'line-of-50-megabytes',
    exit: 1,
    says: /more than 1048576 bytes/,
    passed: { allBut: 1 },
    errored: 1,
  },
  { behaviour: 'invalid-utf-8', exit: 1, says: /no UTF-8/, passed: { allBut: 1 }, errored: 1 },
  { behaviour: 'nested-deeply', exit: 1, says: /nested too deeply/, errored: 1 },
  {
    behaviour: 'nested-very-deeply',
    exit: 1,
    says: /nested too deeply/,
    passed: { allBut: 1 },
    errored: 1,
  },
  {
    behaviour: 'noise-between-answers',
    exit: 1,
    says: /INFO minting a token.*log to stderr/,
    passed: { allBut: 1 },
    errored: 1,
  },
  // A start for each crash, and one for each suspect: some hundred on this part alone.
  {
    behaviour: 'crashes-on-every-third',
    exit: 1,
    says: /exit code 1/,
    passed: { atMost: 100 },
    flags: ['--filter', 'token/issue/*'],
  },
  { behaviour: 'crashes-on-one', exit: 1, says: /exit code 1/, passed: { allBut: 1 }, errored: 1 },
  {
    behaviour: 'crashes-once',
    exit: 1,
    says: /no question does it again/,
    passed: { allBut: 1 },
    errored: 1,
  },
  {
    behaviour: 'hangs-on-one',
    exit: 1,
    says: /No answer within 2000 ms/,
    passed: { allBut: 1 },
    errored: 1,
    flags: SHORT,
  },
  {
    behaviour: 'hangs-and-ignores-sigterm',
    exit: 1,
    says: /No answer within 2000 ms/,
    passed: { allBut: 1 },
    errored: 1,
    flags: SHORT,
  },
  { behaviour: 'refuses-everything', exit: 1, says: /refuses what is right/, passed: { atMost: 0 } },
  { behaviour: 'fails-everything', exit: 1, says: /failed without a reason/, passed: { atMost: 0 } },
  { behaviour: 'refuses-without-a-reason', exit: 1, says: /data\.reason/, passed: { atMost: 0 } },
  {
    behaviour: 'empty-objects-after-describe',
    exit: 1,
    says: /without the id of a question/,
    passed: { atMost: 0 },
  },
  { behaviour: 'empty-results-after-describe', exit: 1, says: /wrong shape/, passed: { atMost: 0 } },
  { behaviour: 'constants', exit: 1, says: /differs/, passed: { atMost: 0 } },
  { behaviour: 'always-valid', exit: 1, says: /accepts what must be refused/ },
  { behaviour: 'always-invalid', exit: 1, says: /refuses what is right/ },

  // Right when asked again, alone: an SDK that mixes up its threads, or a machine under load.
  { behaviour: 'wrong-side-by-side', exit: 1, says: /unsteady.*first .*again /s },
  { behaviour: 'wrong-at-first', exit: 1, says: /unsteady.*first .*again /s, passed: { allBut: 1 } },
  { behaviour: 'wrong-and-then-crashes', exit: 1, says: /exit code 1/, passed: { allBut: 1 }, errored: 1 },
  {
    behaviour: 'wrong-and-then-hangs',
    exit: 1,
    says: /No answer within 2000 ms/,
    passed: { allBut: 1 },
    errored: 1,
    flags: SHORT,
  },
  {
    behaviour: 'wrong-and-starts-once',
    exit: 1,
    says: /refuses what is right/,
    passed: { allBut: 1 },
    errored: 0,
  },

  { behaviour: 'unsupported-everything', exit: 4, says: /no vector was judged/, passed: { atMost: 0 } },
  {
    behaviour: 'not-found-everything',
    exit: 1,
    says: /code -32601 for a method that describe offers/,
    passed: { atMost: 0 },
  },
  { behaviour: 'offers-nothing', exit: 4, says: /no vector was judged/, passed: { atMost: 0 } },
  { behaviour: 'only-params', exit: 4, says: /neither token\.issue nor client\.call was judged/ },

  // Failures that do not gate vouch for nothing.
  {
    behaviour: 'refuses-everything',
    exit: 4,
    says: /no vector was judged/,
    passed: { atMost: 0 },
    flags: ['--filter', 'token/refusal/*'],
  },
  { behaviour: 'unsupported-or-garbage', exit: 4, says: /no vector was judged/, passed: { atMost: 0 } },

  {
    behaviour: 'describes-unknown-members',
    exit: 0,
    says: /"operatons", which .* "operations"\.\n.*"tells\.stauts", which .* "tells\.status"\.\n(?!.*x-team)/,
    passed: 'all',
  },
  { behaviour: 'good', exit: 0, says: /conforms for/, passed: 'all' },
  // It is busy with its flood, and a busy machine makes that worse.
  {
    behaviour: 'floods-stderr',
    exit: 0,
    says: /conforms for/,
    passed: 'all',
    flags: ['--timeout', '60000'],
  },
  { behaviour: 'grandchild', exit: 0, says: /conforms for/, passed: 'all' },
  { behaviour: 'reverse-order', exit: 0, says: /conforms for/, passed: 'all' },
  { behaviour: 'one-at-a-time', exit: 0, says: /conforms for/, passed: 'all' },
  ...SESSIONS,
]

const adapter = (behaviour: string): string[] => [
  process.execPath,
  rootFile('test/hostile/adapter.mjs'),
  behaviour,
]

const ids = (report: Report | undefined, outcome: string): string[] =>
  (report?.verdicts ?? []).filter((verdict) => verdict.outcome === outcome).map(({ vector }) => vector)

describe('misbehaving adapters', () => {
  test.concurrent.for(ROWS)('$behaviour ends with exit code $exit', async (row, { expect }) => {
    const pids = join(temporary(), 'pids')
    const { code, stdout, stderr, report } = await check(
      adapter(row.behaviour),
      ['--report', 'text', ...(row.flags ?? [])],
      {
        env: { HOSTILE_PIDS: pids },
      },
    )
    expect(`${stdout}${stderr}`).toMatch(row.says)
    expect(code).toBe(row.exit)
    if (row.errored !== undefined) expect(ids(report, 'errored')).toHaveLength(row.errored)
    if (report) expect(schemaCheck('report')(report)).toEqual([])
    expect(started(pids).filter(isAlive)).toEqual([])
    await expectPassed(row, report, expect)
  })

  test.for([
    ['./no-such-adapter', /no-such-adapter: it could not be started: there is no such file/],
    ['.', /\.: it could not be started: permission is denied/],
    // These come at once, and not as an event of the child.
    ['./package.json/adapter', /adapter: it could not be started: a part of its path is no folder/],
    [`./${'a'.repeat(300)}`, /a: it could not be started: its name is too long/],
  ] as const)(
    '%s, which is no program, ends with exit code 3 and is named',
    async ([program, says], { expect }) => {
      const { code, stderr, report } = await check([program])
      expect(code).toBe(3)
      expect(stderr).toMatch(says)
      expect(report).toMatchObject({ conforms: false, exitCode: 3, stopped: { code: 'adapter-not-started' } })
    },
  )

  test('a line after the last answer is charged to what was asked, not to what was skipped', async () => {
    const { code, report } = await check(adapter('after-the-last-answer-to-params'))
    const errored = ids(report, 'errored')
    expect(errored).toHaveLength(1)
    expect(errored[0]).toMatch(/^token\/params\//)
    expect(code).toBe(1)
  })

  test('a line after the last answer is not lost beside a failure that is excused', async () => {
    const [folder, behaviour] = [temporary(), 'refuses-one-and-says-goodbye']
    const flags = ['--filter', 'token/issue/*', '--baseline', join(folder, 'b.yaml')]
    const found = await check(adapter(behaviour), flags.slice(0, 2))
    const [vector] = ids(found.report, 'failed')
    const entry = `{vector: "${vector}", reason: "r", issue: "https://issues.example/1", expires: "2099-01-01"}`
    writeFileSync(join(folder, 'b.yaml'), `failures:\n  - ${entry}\n`)
    const { code, report } = await check(adapter(behaviour), [...flags.slice(2), '--filter', vector!])
    expect(ids(report, 'errored')).toEqual([vector])
    expect(report!.verdicts[0]).not.toHaveProperty('excused')
    expect(code).toBe(1)
  })

  test('no refusal passes where everything is accepted, and none where everything is refused', async () => {
    for (const behaviour of ['always-valid', 'always-invalid']) {
      const { report } = await check(adapter(behaviour))
      const wrong = ids(report, 'passed').filter((id) =>
        /^token\/verify\/(version|timestamp|params-|signature-(?!with)|secret|app-wrong)/.test(id),
      )
      expect(wrong.filter((id) => !/with-plus-and-slash/.test(id))).toEqual([])
    }
  })
})

const started = (file: string): number[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []

/** What the good adapter passes: all vectors that can pass. */
const good = check(adapter('good')).then(({ report }) => ids(report, 'passed').length)

async function expectPassed(
  { passed }: Row,
  report: Report | undefined,
  expect: ExpectStatic,
): Promise<void> {
  const count = ids(report, 'passed').length
  const all = await good
  expect(all).toBeGreaterThan(400)
  if (passed === 'all') expect(count).toBeGreaterThanOrEqual(all - 1)
  else if (passed && 'allBut' in passed) expect(count).toBe(all - passed.allBut)
  else if (passed) expect(count).toBeLessThanOrEqual(passed.atMost)
}
