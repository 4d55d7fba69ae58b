import { describe, expect, test } from 'vitest'
import {
  badgeJson,
  badgeOf as contentOf,
  staleBadge,
  badgeSvg,
  LABEL_FILL,
  TONE_FILLS,
} from '../../src/report/badge.ts'
import { ctrfReport } from '../../src/report/ctrf.ts'
import { COLOURS } from '../../src/report/html/document.ts'
import type { Report } from '../../src/report/report.ts'
import { contrast } from '../support/report/contrast.ts'
import { excuse, full, right, wrong } from '../support/report/examples.ts'
import { HOSTILE } from '../support/report/hostile.ts'
import { suite } from '../support/report/reports.ts'

interface Badge {
  readonly message: string
  readonly color: string
}
const badgeOf = (report: Report): Badge => JSON.parse(badgeJson(contentOf(report))) as Badge

describe('a badge', () => {
  const excused = {
    ...right,
    verdicts: right.verdicts.map((one, at) =>
      at === 0 ? { ...one, outcome: 'failed' as const, excused: excuse } : one,
    ),
  }
  const whole = { ...right, methods: { ...right.methods, missing: [] } }
  test.each<[string, Report, string, string]>([
    ['conforms', right, 'conforms for 4 of 5 methods, 1, 2026-01-31', 'brightgreen'],
    ['conforms for all methods', whole, 'conforms, 1, 2026-01-31', 'brightgreen'],
    [
      'conforms but for known failures',
      excused,
      'conforms for 4 of 5 methods, 1 excused, 1, 2026-01-31',
      'yellow',
    ],
    [
      'conforms to a version of the suite',
      { ...whole, lock: { new: [], changed: [], gone: [], suiteVersion: '0.1.0' } },
      'conforms, suite 0.1.0, 1, 2026-01-31',
      'brightgreen',
    ],
    ['does not conform', wrong, 'does not conform, 1, 2026-01-31', 'red'],
    [
      'was filtered',
      { ...right, conforms: false, partial: true, filtered: true },
      'partial, 1, 2026-01-31',
      'lightgrey',
    ],
    [
      'judged the reference',
      { ...right, subject: { ...right.subject, bundled: true } },
      'nothing judged, 1, 2026-01-31',
      'lightgrey',
    ],
    [
      'had a bug of ours',
      { ...right, conforms: false, exitCode: 70 },
      'no verdict: bug of channelproof, 1, 2026-01-31',
      'lightgrey',
    ],
    [
      'was ended by a signal',
      { ...right, conforms: false, exitCode: 130 },
      'no verdict: ended by a signal, 1, 2026-01-31',
      'lightgrey',
    ],
  ])('of a run that %s', (_, report, message, color) => {
    expect(badgeOf(report)).toEqual({ schemaVersion: 1, label: 'channelproof', message, color })
  })
})

interface Ctrf {
  readonly reportFormat: string
  readonly specVersion: string
  readonly results: {
    readonly summary: Readonly<Record<string, number>>
    readonly tests: readonly {
      readonly name: string
      readonly status: string
      readonly rawStatus: string
      readonly message?: string
    }[]
    readonly environment: object
  }
}
const ctrfOf = (report: Report): Ctrf => JSON.parse(ctrfReport(report, suite.find)) as Ctrf

describe('a report in CTRF', () => {
  test('has a test for each vector, and one for what keeps the run from being green', () => {
    const { reportFormat, specVersion, results } = ctrfOf(full)
    expect([reportFormat, specVersion]).toEqual(['CTRF', '0.0.0'])
    expect(results.tests).toHaveLength(full.verdicts.length + 1)
    expect(results.tests.at(-1)).toMatchObject({
      name: 'the run is complete',
      status: 'failed',
      message: expect.stringContaining('the adapter crashed three times'),
    })
    expect(results.summary['stop']! - results.summary['start']!).toBe(1500)
    expect(Object.values(results.summary).every(Number.isInteger)).toBe(true)
  })

  test('a failure that does not gate is skipped and says why, and what errored failed', () => {
    const states = new Map(ctrfOf(full).results.tests.map(({ rawStatus, status }) => [rawStatus, status]))
    expect(Object.fromEntries(states)).toMatchObject({
      excused: 'skipped',
      errored: 'failed',
      passed: 'passed',
      incomplete: 'failed',
    })
    const known = ctrfOf(full).results.tests.find(({ rawStatus }) => rawStatus === 'excused')!
    expect(known.message).toContain(`excused until ${excuse.expires}: ${excuse.reason}`)
  })

  test('carries the labels of the run', () => {
    const { environment } = ctrfOf({ ...right, labels: { region: 'eu' } }).results
    expect(environment).toMatchObject({ appName: 'in-process', extra: { labels: { region: 'eu' } } })
  })
})

describe('a badge as an image', () => {
  const svgOf = (report: Report): string => badgeSvg(contentOf(report))

  test('says the version of the suite, the verdict, the version that was judged, and the day', () => {
    expect(svgOf(right)).toContain(
      '<title>channelproof 0.1.0: conforms for 4 of 5 methods, 1, 2026-01-31</title>',
    )
    expect(svgOf(right)).toContain('#0b6127')
    expect(svgOf(wrong)).toContain('does not conform')
    expect(svgOf(wrong)).not.toContain('#0b6127')
  })

  test('that is stale is grey, and says neither good nor bad', () => {
    for (const report of [right, wrong]) {
      const svg = badgeSvg(staleBadge(contentOf(report)))
      expect(svg).toContain('stale, 1, 2026-01-31')
      expect(svg).toContain(COLOURS.muted.light)
      expect(svg).not.toMatch(/conform/)
    }
  })

  test('holds text of others as text, and is no wider than a page', () => {
    const svg = svgOf({ ...right, subject: { ...right.subject, version: HOSTILE.repeat(20) } })
    expect(svg).not.toMatch(/<(?!\/?(?:svg|title|rect|g|text)\b)/)
    expect(Number(/width="(\d+)"/.exec(svg)![1])).toBeLessThan(1000)
  })

  test('its white text has at least 4.5:1 on every colour', () => {
    for (const fill of [...TONE_FILLS, LABEL_FILL])
      expect(contrast('#ffffff', fill)).toBeGreaterThanOrEqual(4.5)
    expect(contrast('#ffffff', '#dfb317')).toBeLessThan(4.5)
  })
})
