import { sha256 } from '../../../src/vectors/format/digest.ts'
import { siteEntry, type SiteEntry } from '../../../src/report/site/entry.ts'
import { siteOf, type Site, type SiteOptions } from '../../../src/report/site/index.ts'
import type { Report } from '../../../src/report/report.ts'
import { HOSTILE } from './hostile.ts'
import { NINE } from './nine.ts'
import { suite } from './reports.ts'

const [right, , urlsafe, twice] = NINE as [Report, Report, Report, Report]
const excused = NINE[5]!

/** The same run as one of another SDK, on another day. */
const of = (
  report: Report,
  name: string,
  version: string,
  day: string,
  more: Partial<Report> = {},
): Report => ({
  ...report,
  subject: { ...report.subject, name, version, language: 'TypeScript' },
  startedAt: `${day}T10:00:00.000Z`,
  ...more,
})

const OTHER_SUITE: Report['suite'] = {
  name: 'channelproof',
  version: '0.0.9',
  vectors: { digest: 'f'.repeat(64), count: 1 },
}
const STOPPED = { code: 'kept-crashing', message: 'the adapter crashed three times' }

/** What a vendor has collected: a regression and its repair, two regions, and one report of each kind that is no verdict. */
export const TEN: readonly Report[] = [
  of(right, 'channel-js', '2.0.0', '2025-12-01'),
  of(urlsafe, 'channel-js', '2.1.0', '2026-01-15'),
  of(right, 'channel-js', '2.1.1', '2026-01-31'),
  of(right, 'channel-go', '1.4.0', '2026-01-30', { labels: { region: 'eu-1' } }),
  of(twice, 'channel-go', '1.4.0', '2026-01-29', { labels: { region: 'us-2' } }),
  of(right, 'channel-python', '3.0.0', '2026-01-28', { partial: true, filtered: true, conforms: false }),
  of(right, 'channel-java', '0.9.0', '2026-01-27', { conforms: false, exitCode: 3, stopped: STOPPED }),
  of(right, 'channel-kotlin', '1.0.0', '2025-06-01', { suite: OTHER_SUITE }),
  of(excused, 'channel-swift', '5.2.0', '2026-01-20'),
  of(right, HOSTILE, HOSTILE, '2026-01-19', { labels: { job: HOSTILE } }),
]

export const entered = (reports: readonly Report[]): SiteEntry[] =>
  reports.map((report) => siteEntry(report, sha256(JSON.stringify(report))))

/** Midnight after the newest of the ten. */
export const NOW = Date.parse('2026-02-01')

export const siteOfReports = (reports: readonly Report[], options: Partial<SiteOptions> = {}): Site =>
  siteOf(entered(reports), {
    title: 'SDKs of a vendor',
    across: [],
    age: { days: 30, now: NOW },
    requirements: suite.requirements,
    sha256,
    ...options,
  })
