import type { Verdict } from '../model/index.ts'
import { unicodeEscape } from '../text.ts'
import { gates } from '../run.ts'
import { alsoLines, differenceLines, whyNotGating, whyIncomplete } from './notGating.ts'
import { escaped } from './html/markup.ts'
import { byFamily, type Report } from './report.ts'

/** JUnit XML as common CI parsers read it: one suite a family, one case a vector, observed counted as passed. */
export function junitReport(report: Report, titleOf: TitleOf): string {
  const suites = [...byFamily(report.verdicts)].map(([name, verdicts]) =>
    suite(name, { ...report, verdicts }, titleOf),
  )
  const { tests, failures, errors } = totals(report)
  const incomplete = incompleteSuite(report)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="channelproof" tests="${tests + incomplete.length}" failures="${failures}" errors="${errors + incomplete.length}" time="${report.seconds.toFixed(3)}">`,
    ...suites,
    ...incomplete,
    '</testsuites>',
    '',
  ].join('\n')
}

type TitleOf = (id: string) => string

const failsHere = (verdict: Verdict, gating: Report['level']): boolean =>
  verdict.outcome === 'failed' && gates(verdict, gating)

type Totals = Readonly<Record<'tests' | 'failures' | 'errors' | 'skipped', number>>

const totals = ({ verdicts, level }: Report): Totals => ({
  tests: verdicts.length,
  failures: verdicts.filter((verdict) => failsHere(verdict, level)).length,
  errors: verdicts.filter(({ outcome }) => outcome === 'errored').length,
  skipped: verdicts.filter((verdict) => isSkipped(verdict, level)).length,
})

/** A failure that does not gate counts as skipped: CI systems show every failure as red. */
const isSkipped = (verdict: Verdict, level: Report['level']): boolean =>
  verdict.outcome === 'skipped' || (verdict.outcome === 'failed' && !failsHere(verdict, level))

/** @param report with the verdicts of the family alone */
function suite(family: string, report: Report, titleOf: TitleOf): string {
  const { verdicts, level, startedAt } = report
  const { tests, failures, errors, skipped } = totals(report)
  const seconds = verdicts.reduce((sum, { millis }) => sum + millis, 0) / 1000
  const attributes = `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${seconds.toFixed(3)}"`
  const cases = verdicts.map((verdict) => {
    const { vector, millis } = verdict
    const open = `    <testcase classname="${xml(family)}" name="${xml(`${vector}: ${titleOf(vector)}`)}" time="${(millis / 1000).toFixed(3)}"`
    const inner = innerOf(verdict, level)
    return inner === '' ? `${open}/>` : `${open}>${inner}</testcase>`
  })
  return [
    `  <testsuite name="${xml(family)}" ${attributes} timestamp="${xml(startedAt)}">`,
    ...cases,
    '  </testsuite>',
  ].join('\n')
}

function innerOf(verdict: Verdict, level: Report['level']): string {
  const { outcome, reason = outcome, message = '', requirements, diagnosis = [] } = verdict
  if (isSkipped(verdict, level))
    return `<skipped message="${xml([whyNotGating(verdict, level), message].filter(Boolean).join(': '))}"/>`
  if (outcome !== 'failed' && outcome !== 'errored') return ''
  const causes = diagnosis.join(', ')
  const advice = `cause: ${causes}; "npx channelproof explain ${diagnosis[0]}" says how it is repaired`
  const body = [
    ...(causes === '' ? [] : [advice]),
    message,
    `requirements: ${requirements.join(', ')}`,
    ...differenceLines(verdict),
    ...alsoLines(verdict),
  ].join('\n')
  const tag = outcome === 'failed' ? 'failure' : 'error'
  const head = causes === '' ? message : `${causes}: ${message}`
  return `<${tag} type="${xml(reason)}" message="${xml(head)}">${xml(body)}</${tag}>`
}

function incompleteSuite(report: Report): string[] {
  const reasons = whyIncomplete(report)
  if (reasons.length === 0) return []
  const message = xml(reasons.join('; '))
  return [
    `  <testsuite name="channelproof/run" tests="1" failures="0" errors="1" skipped="0" time="0">
    <testcase classname="channelproof/run" name="the run is complete" time="0">
      <error type="incomplete" message="${message}">${message}</error>
    </testcase>
  </testsuite>`,
  ]
}

/** Escapes text; characters that XML 1.0 cannot hold (section 2.2) become \uXXXX. */
export const xml = (text: string): string =>
  escaped(text.replace(/[^\t\n\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, unicodeEscape))
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;')
