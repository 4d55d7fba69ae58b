import { compare, type Comparison } from '../../../src/report/compare/index.ts'
import type { Report } from '../../../src/report/report.ts'
import { reportOf, suite } from './reports.ts'

const sdk = (name: string, language: string, version = '2.1.0') => ({ sdk: { name, version, language } })
const plain = { reason: 'known', issue: 'https://issues.example/1', expires: '2026-06-30' }

const excused = (report: Report): Report => ({
  ...report,
  conforms: true,
  exitCode: 0,
  totals: { ...report.totals, excused: report.totals.failed },
  verdicts: report.verdicts.map((verdict) =>
    verdict.outcome === 'failed' ? { ...verdict, excused: plain } : verdict,
  ),
})

/** Nine SDKs of a vendor. */
export const NINE: readonly Report[] = [
  await reportOf([], sdk('channel-js', 'TypeScript')),
  await reportOf([], sdk('channel-go', 'Go')),
  await reportOf(['b64-urlsafe'], sdk('channel-python', 'Python')),
  await reportOf(['hmac-twice'], sdk('channel-java', 'Java')),
  await reportOf(['timestamp-milliseconds'], sdk('channel-kotlin', 'Kotlin')),
  excused(await reportOf(['key-trimmed'], sdk('channel-swift', 'Swift'))),
  await reportOf([], { ...sdk('channel-ruby', 'Ruby'), methods: ['token.issue'] }),
  await reportOf([], { ...sdk('channel-php', 'PHP'), clock: 'system' }),
  await reportOf(['b64-unpadded'], sdk('channel-csharp', 'C#')),
]
export const filed = (reports: readonly Report[]): { file: string; report: Report }[] =>
  reports.map((report, at) => ({ file: `report-${at + 1}.json`, report }))
export const made = (reports: readonly Report[]): Comparison => compare(filed(reports), suite.requirements)
export const nine = made(NINE)
