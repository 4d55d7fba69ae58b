import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../src/model/index.ts'
import { headline } from '../../src/report/headline.ts'
import { notGating } from '../../src/report/notGating.ts'
import { summaryLines } from '../../src/report/text.ts'
import type { Report } from '../../src/report/report.ts'

const failed = (vector: string, more: Partial<Verdict> = {}): Verdict => ({
  vector,
  level: 'required',
  requirements: ['TOKEN-PARAMS-BASE64'],
  outcome: 'failed',
  millis: 1,
  ...more,
})
const EXCUSED = { reason: 'known', issue: 'x/y#1', expires: '2099-01-01' }
const report = (verdicts: readonly Verdict[], more: Partial<Report> = {}): Report =>
  ({ level: 'required', verdicts, ...more }) as Report
const fault = (id: string) => ({ id, does: '', origin: '', repair: `Repair ${id}.` })
const lines = (verdicts: readonly Verdict[], more: Partial<Report> = {}): string[] =>
  summaryLines(report(verdicts, more), fault)

describe('what conforms says in the same line how many failures do not gate', () => {
  const conforming = {
    conforms: true,
    partial: false,
    exitCode: 0,
    subject: { kind: 'adapter', name: 'sdk' },
    methods: { offered: ['token.issue'], missing: [], judged: ['token.issue'] },
  } as const
  test.each([
    [
      [failed('a', { level: 'recommended' }), failed('b', { level: 'recommended' })],
      '; 2 failures do not gate',
    ],
    [[failed('a', { level: 'recommended' })], '; 1 failure does not gate'],
    [[failed('a', { outcome: 'passed' })], ''],
  ])('%#', (verdicts, more) => {
    expect(headline(report(verdicts, conforming)).line).toBe(`conforms for token.issue${more}`)
  })
})

describe('the summary of a run', () => {
  test('has nothing to say where nothing failed, or everything is excused', () => {
    expect(lines([failed('a', { outcome: 'passed' }), failed('b', { excused: EXCUSED })])).toEqual([])
  })

  test('counts what gates apart, and begins with it', () => {
    const verdicts = [failed('a', { level: 'recommended' }), failed('b'), failed('c', { excused: EXCUSED })]
    expect(lines(verdicts)).toEqual(['1 failure gates, 1 not', 'next: npx channelproof explain b'])
    expect(notGating(report(verdicts))).toBe(1)
    expect(notGating(report(verdicts, { level: 'recommended' }))).toBe(0)
  })

  test('has each cause with its repair, and never more than three lines of them', () => {
    // Three show the first, two the second, one both; of two more one cause or the other is right.
    const verdicts = [
      failed('a', { diagnosis: ['one'] }),
      failed('b', { diagnosis: ['one'] }),
      failed('c', { diagnosis: ['one', 'two'] }),
      failed('d', { diagnosis: ['two'] }),
      failed('e'),
      failed('f'),
      failed('g', { diagnosis: ['one'], excused: EXCUSED }),
    ]
    const diagnosis = [
      { faults: ['one', 'two'], explains: ['a', 'b', 'c', 'd', 'g'] },
      { faults: [], explains: ['e', 'f'], candidates: [['three', 'four'], ['five']] },
    ]
    expect(lines(verdicts, { diagnosis })).toEqual([
      '6 failures gate, 0 not',
      '3 by one: Repair one.',
      '2 by two: Repair two.',
      '2 by three with four or five',
      'next: npx channelproof explain a',
    ])
    const unexplained = { vectors: ['a', 'b'], stages: [] }
    expect(lines(verdicts, { diagnosis, unexplained })).toEqual([
      '6 failures gate, 0 not',
      '3 by one: Repair one.',
      '2 by two: Repair two.',
      '… and 2 more, above',
      'next: npx channelproof explain a',
    ])
  })

  test('of generated questions alone leads to their smallest forms', () => {
    expect(lines([failed('generated/token-issue/1234')]).at(-1)).toMatch(/^next: the smallest form/)
  })
})
