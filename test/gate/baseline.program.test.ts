import { describe, expect, test } from 'vitest'
import {
  excuseOf,
  type BaselineEntry,
  baselineText,
  renewed,
  baselineProblems,
} from '../../src/gate/baseline.ts'
import type { Outcome, Verdict } from '../../src/model/index.ts'
import { Project } from '../support/gate/gate.ts'

const TODAY = '2026-11-21'
const KNOWN = Array.from({ length: 25 }, (_, at) => `token/issue/case-${at}`)

const verdict = (vector: string, outcome: Outcome): Verdict => ({
  vector,
  level: 'required',
  requirements: ['TOKEN-VERSION'],
  outcome,
  message: 'is wrong',
  millis: 0,
})
const entry = (vector: string, more: Partial<BaselineEntry> = {}): BaselineEntry => ({
  vector,
  reason: 'r',
  issue: 'https://issues.example/1',
  expires: '2027-01-31',
  line: 3,
  ...more,
})
const failed = (...ids: number[]): Verdict[] => ids.map((at) => verdict(KNOWN[at]!, 'failed'))
const passed = (...ids: number[]): Verdict[] => ids.map((at) => verdict(KNOWN[at]!, 'passed'))
const problems = (entries: readonly BaselineEntry[], verdicts: readonly Verdict[]): string[] =>
  baselineProblems(entries, verdicts, KNOWN, TODAY).map(({ code, entry: of }) => `${code} ${of}`)

describe('an excuse', () => {
  test.each([
    ['its id', 'token/issue/case-1', 'failed', true],
    ['a glob', 'token/issue/case-?', 'failed', true],
    ['another id', 'token/issue/case-2', 'failed', false],
    ['errored', 'token/issue/case-1', 'errored', false],
    ['skipped', 'token/issue/case-1', 'skipped', false],
  ] as const)('%s: %s, %s', (_, listed, outcome, isExcused) => {
    expect(excuseOf([entry(listed)], verdict('token/issue/case-1', outcome)) !== undefined).toBe(isExcused)
  })
})

describe('problems of a baseline', () => {
  test.each<[string, BaselineEntry[], Verdict[], string[]]>([
    ['none while what is listed fails', [entry(KNOWN[1]!)], failed(1), []],
    ['none for what was not judged', [entry(KNOWN[1]!)], [], []],
    ['none for what was skipped', [entry(KNOWN[1]!)], [verdict(KNOWN[1]!, 'skipped')], []],
    ['a vector that passes', [entry(KNOWN[1]!)], passed(1), [`baseline-passes ${KNOWN[1]}`]],
    [
      'a vector that is only observed',
      [entry(KNOWN[1]!)],
      [verdict(KNOWN[1]!, 'observed')],
      [`baseline-passes ${KNOWN[1]}`],
    ],
    [
      'an id that is none',
      [entry('token/issue/case-99')],
      [],
      ['baseline-matches-nothing token/issue/case-99'],
    ],
    ['a glob that fits nothing', [entry('token/*/x-*')], [], ['baseline-matches-nothing token/*/x-*']],
    // 25 vectors; case-1? are ten, case-? are ten more.
    ['a glob over more than 20', [entry('token/issue/*')], failed(1), ['baseline-too-wide token/issue/*']],
    [
      'none for a glob over 10 that all fail',
      [entry('token/issue/case-?')],
      failed(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
      [],
    ],
    [
      'a glob of which one passes',
      [entry('token/issue/case-?')],
      [...failed(0, 1), ...passed(2)],
      ['baseline-passes token/issue/case-?'],
    ],
    [
      'an entry of yesterday',
      [entry(KNOWN[1]!, { expires: '2026-11-20' })],
      failed(1),
      [`baseline-expired ${KNOWN[1]}`],
    ],
    ['none for an entry of today', [entry(KNOWN[1]!, { expires: TODAY })], failed(1), []],
  ])('%s', (_, entries, verdicts, expected) => {
    expect(problems(entries, verdicts)).toEqual(expected)
  })

  test('a glob of which one passes is to be replaced by what fails', () => {
    const [problem] = baselineProblems(
      [entry('token/issue/case-1?')],
      [...failed(10, 11), ...passed(12, 13, 14, 15, 16, 17, 18, 19)],
      KNOWN,
      TODAY,
    )
    const vectors = problem!.edit.filter((line) => line.includes('vector:'))
    expect(vectors).toEqual([
      '-  - vector: "token/issue/case-1?"',
      '+  - vector: "token/issue/case-10"',
      '+  - vector: "token/issue/case-11"',
    ])
  })
})

describe('a renewed baseline', () => {
  const renew = (entries: readonly BaselineEntry[], verdicts: readonly Verdict[]): string[] =>
    renewed(
      entries,
      verdicts,
      KNOWN,
      verdicts.filter(({ outcome }) => outcome === 'failed'),
      TODAY,
    ).map(({ vector, reason, expires }) => `${vector} ${reason} ${expires}`)

  test('keeps what fails, drops what passes, adds what is new for 90 days', () => {
    // 21 November + 90 days: 9 in November, 31, 31, leaves 19 in February.
    expect(renew([entry(KNOWN[1]!), entry(KNOWN[2]!)], [...failed(1, 3), ...passed(2)])).toEqual([
      `${KNOWN[1]} r 2027-01-31`,
      `${KNOWN[3]} not looked at yet: is wrong 2027-02-19`,
    ])
  })

  test('keeps what was not judged, and a glob as long as all of it fails', () => {
    expect(renew([entry(KNOWN[1]!), entry('token/issue/case-2?')], failed(20, 21, 22, 23, 24))).toEqual([
      `${KNOWN[1]} r 2027-01-31`,
      'token/issue/case-2? r 2027-01-31',
    ])
  })

  test('splits a glob of which one passes, with its reason', () => {
    expect(renew([entry('token/issue/case-2?')], [...failed(20, 21, 22, 23), ...passed(24)])).toEqual(
      [20, 21, 22, 23].map((at) => `${KNOWN[at]} r 2027-01-31`),
    )
  })

  test('is a text whose strings hold anything', () => {
    expect(baselineText([entry(KNOWN[1]!, { reason: 'a "quoted"\nline: #x' })])).toContain(
      String.raw`    reason: "a \"quoted\"\nline: #x"`,
    )
    expect(baselineText([])).toMatch(/\nfailures: \[\]\n$/)
  })
})

describe('a baseline file', () => {
  test('an update under a filter renews nothing', async () => {
    const project = new Project()
    const filter = ['--filter', 'token/params/*', '--require', 'token.params']
    const flags = ['--baseline', 'b.yaml', '--update-baseline', '--lock', 'l.json', '--update-lock']
    const { code, stderr } = await project.sdk('parse-again', [...filter, ...flags])
    expect(code).toBe(1)
    expect(stderr).toContain('b.yaml was not renewed: the run is filtered')
    expect(stderr).toContain('l.json was not renewed: the run is filtered')
    for (const file of ['b.yaml', 'l.json']) expect(() => project.read(file)).toThrow('ENOENT')
  })
})
