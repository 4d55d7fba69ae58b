import { gates } from '../run.ts'
import type { Verdict } from '../model/index.ts'
import { diagnosisText, type FindFault } from './diagnosis.ts'
import { labelsText } from './labels.ts'
import { baselineLines, lockLines, whyNotGating } from './notGating.ts'
import { firstLines, paragraphs, shortened, tableRow } from './lines.ts'
import { byFamily, count, type Report } from './report.ts'
import { chosenBy, headline } from './headline.ts'
import { visible } from './visible.ts'

const LISTED = 50

/** Escapes text of a subject: no markup, no mention, no link. */
export const plain = (text: string): string =>
  visible(shortened(text, 300)).replace(
    /[^\p{L}\p{N} .,:;=/…-]/gu,
    (character) => `&#${character.codePointAt(0)};`,
  )

/** A list of texts of others. */
export const items = (texts: readonly string[]): string => texts.map((text) => `- ${plain(text)}`).join('\n')

/** A report for a pull request or the summary of a CI job. */
export function markdownReport(report: Report, fault: FindFault): string {
  const { subject, suite, conforms } = report
  return paragraphs([
    `## ${conforms ? '✅' : report.exitCode === 0 ? '➖' : '❌'} channelproof: ${plain(`${subject.name} ${subject.version ?? ''}`.trim())}`,
    `**${plain(headline(report).line)}**, exit code ${report.exitCode}`,
    `${suite.vectors.count} vectors of channelproof ${suite.version}, digest ${suite.vectors.digest.slice(0, 12)}, level ${report.level}`,
    plain(labelsText(report.labels)),
    endings(report),
    causes(report, fault),
    table(report),
    failures(report),
    excuses(report),
  ])
}

function endings(report: Report): string {
  const { stopped, tooLittle = [], partial, filtered } = report
  return items([
    ...(stopped ? [stopped.message, ...(stopped.remaining ?? [])] : []),
    ...tooLittle.map((text) => `too little: ${text}`),
    ...(filtered ? [`partial: ${chosenBy(report)}`] : []),
    ...(partial && !filtered ? ['partial: not every vector was judged'] : []),
    ...lockLines(report),
    ...baselineLines(report),
  ])
}

function causes(report: Report, fault: FindFault): string {
  const text = diagnosisText(report, fault)
  if (text === '') return ''
  const lines = text.split('\n').map((line) => plain(line.trimStart()))
  return ['### Causes', ...lines.map((line) => (line === '' ? '' : `${line}  `))].join('\n')
}

function table({ verdicts }: Report): string {
  const rows = [...byFamily(verdicts)].map(([name, own]) => {
    const { passed, failed, errored, observed, skipped } = count(own)
    return tableRow([name, ...[failed, errored, passed, observed, skipped].map(String)])
  })
  const head = [
    '| family | failed | errored | passed | observed | skipped |',
    '| --- | --: | --: | --: | --: | --: |',
  ]
  return rows.length === 0 ? '' : [...head, ...rows].join('\n')
}

function failures({ verdicts, level }: Report): string {
  const bad = verdicts.filter((verdict) => gates(verdict, level))
  if (bad.length === 0) return ''
  return `### Failures\n\n${tableOf(['vector', 'rule', 'what is wrong'], bad.map(failure))}`
}

/** The first rows, and how many more there are: CI limits the size of a summary. */
export function tableOf(columns: readonly string[], rows: readonly string[]): string {
  const head = [columns, columns.map(() => '---')].map(tableRow)
  return [...head, ...firstLines(rows, LISTED, (more) => `\n… and ${more} more`)].join('\n')
}

/** A row for each finding, the worst first. */
const failure = (verdict: Verdict): string => {
  const { vector, rule, requirements, message = '', diagnosis = [], findings = [] } = verdict
  const cause = diagnosis.length > 0 ? `${diagnosis.join(', ')}: ` : ''
  const worst = [vector, `${rule ?? requirements[0]}`, plain(cause + message)]
  const others = findings.map((one) => ['also', one.rule, plain(`${one.message} (${one.level})`)])
  return [worst, ...others].map(tableRow).join('\n')
}

function excuses({ verdicts, level }: Report): string {
  const notGating = verdicts.filter(({ excused, lock, outcome }) => outcome === 'failed' && (excused ?? lock))
  if (notGating.length === 0) return ''
  const rows = notGating.map((verdict) => tableRow([verdict.vector, plain(whyNotGating(verdict, level))]))
  return `### Failures that do not gate\n\n${tableOf(['vector', 'why'], rows)}`
}
