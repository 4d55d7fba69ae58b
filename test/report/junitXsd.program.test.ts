/**
 * JUnit reports against junit-10.xsd, the schema of Jenkins' xUnit plugin, which pytest brings in its sources; .ci/run
 * fetches it and names it in JUNIT_XSD.
 */
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../../runners/suite/files.ts'
import type { Outcome, Verdict } from '../../src/model/index.ts'
import { junitReport } from '../../src/report/junit.ts'
import { makeReport, type Report, type RunFacts } from '../../src/report/report.ts'
import { noteMissing } from '../support/leftOut.ts'
import { needsLibrary } from '../support/portability/libraries.ts'
import { DESCRIPTION } from '../support/subjects.ts'

const XSD = process.env['JUNIT_XSD']
const LXML = { name: 'lxml', program: 'python3', probe: ['-c', 'import lxml'], folder: rootFile() }

/** On a user's machine the tests are skipped by name. @throws Error where CI lacks the schema */
function needsXsd(): boolean {
  if (XSD === undefined && process.env['CI']) throw new Error('CI must name junit-10.xsd in JUNIT_XSD')
  if (XSD === undefined) noteMissing('junit-10.xsd')
  return XSD !== undefined && needsLibrary(LXML)
}

const HOSTILE = `<![CDATA[ ]]> & " ' \u0000\u0008\ufffe\ud800 \u{1f600} \r\n\t --> &amp; \u2028`

const verdict = (outcome: Outcome, more: Partial<Verdict> = {}): Verdict => ({
  vector: `token/params/${outcome}`,
  level: 'required',
  requirements: ['TOKEN-VERSION'],
  outcome,
  millis: 1234,
  ...more,
})

const FACTS: RunFacts = {
  suite: { name: 'channelproof', version: '1.0.0', vectors: { digest: 'ab', count: 1 } },
  subject: { kind: 'adapter', ...DESCRIPTION.sdk },
  description: DESCRIPTION,
  startedAt: '2026-01-01T00:00:00.000Z',
  seconds: 1234.5,
  level: 'required',
  partial: false,
  require: [],
  methods: DESCRIPTION.methods,
  requireOneOf: [],
  minCases: 0,
  find: () => undefined,
  requirement: () => undefined,
}

const report = (verdicts: readonly Verdict[], more: Partial<RunFacts> = {}): Report =>
  makeReport({ ...FACTS, ...more }, verdicts)

const difference = { expected: HOSTILE, got: HOSTILE }
const told = { reason: HOSTILE, message: HOSTILE, difference }

const STALE = {
  file: HOSTILE,
  entries: 1,
  unfiled: 1,
  problems: [{ code: 'baseline-passes', entry: HOSTILE, line: 2, message: HOSTILE, edit: [HOSTILE] }],
} as const

const REPORTS: readonly [string, Report][] = [
  ['passed', report([verdict('passed')])],
  ['failed', report([verdict('failed', { reason: 'wrong', message: 'It is wrong.' })])],
  ['failed without gating', report([verdict('failed', { level: 'recommended' })])],
  [
    'excused',
    report([verdict('failed', { excused: { reason: HOSTILE, issue: 'TODO', expires: '2999-01-01' } })]),
  ],
  ['not known by the lock', report([verdict('failed', { lock: 'new', message: HOSTILE })])],
  ['with a baseline that is wrong', report([verdict('passed')], { baseline: STALE })],
  ['errored', report([verdict('errored', { reason: 'crash', message: 'It crashed.' })])],
  ['skipped', report([verdict('skipped', { message: 'not offered' })])],
  ['observed', report([verdict('observed', { level: 'unspecified' })])],
  ['of several families', report([verdict('passed'), verdict('passed', { vector: 'client/request/x' })])],
  ['hostile', report([verdict('failed', told), verdict('errored', told), verdict('skipped', told)])],
  ['with a cause', report([verdict('failed', { diagnosis: ['b64-urlsafe'] })])],
  ['empty', report([])],
  [
    'broken off',
    report([verdict('passed')], {
      partial: true,
      stopped: { code: 'x', message: HOSTILE, remaining: [`curl '${HOSTILE}'`] },
    }),
  ],
]

/** What the schema says against a document; nothing if it is valid. */
const complaints = (xml: string): string =>
  spawnSync('python3', [rootFile('test/support/report/validate.py'), XSD!], { input: xml, encoding: 'utf8' })
    .stderr

describe.skipIf(!needsXsd())('JUnit reports fit junit-10.xsd', () => {
  test.each(REPORTS)('a run that is %s', (_, made) => {
    expect(complaints(junitReport(made, () => HOSTILE))).toBe('')
  })

  const right = junitReport(REPORTS[1]![1], () => 'title')
  test.each([
    ['a suite without its name', '<testsuite name="token/params"', '<testsuite', /'name' is required/],
    ['a case without its name', /<testcase ([^>]*)name="[^"]*"/, '<testcase $1', /'name' is required/],
    ['a case with a verdict of its own', /<failure/, '<verdict/><failure', /verdict/],
    [
      'an attribute that is not listed',
      '<testsuites ',
      '<testsuites skipped="1" ',
      /'skipped' is not allowed/,
    ],
    ['a time in words', /(<testsuite [^>]*time=")[^"]*/, '$1one second', /time/],
    ['text that is not escaped', 'It is wrong.', 'a < b', /no XML/],
    ['a control character', 'It is wrong.', '\u0001', /no XML/],
  ])('but not %s', (_, from, to, says) => {
    expect(right.replace(from, to)).not.toBe(right)
    expect(complaints(right.replace(from, to))).toMatch(says)
  })
})
