import type { Verdict } from '../model/index.ts'
import { withLabels } from './labels.ts'
import type { Report, RunFacts } from './report.ts'

const jsonLine = (type: string, value: object): string => `${JSON.stringify({ type, ...value })}\n`

/** First line: what is being run. Partial until the last line, `end`, says otherwise. */
export function runLine({ suite, subject, labels, startedAt, level, shard }: RunHead): string {
  const about = { suite, subject, ...withLabels(labels), startedAt, level, ...(shard && { shard }) }
  return jsonLine('run', { schema: 1, partial: true, ...about })
}

export type RunHead = Pick<RunFacts, 'suite' | 'subject' | 'labels' | 'startedAt' | 'level' | 'shard'>

/** A line for each verdict, written as it falls. */
export const verdictLine = (verdict: Verdict): string => jsonLine('verdict', verdict)

/** Last line: the report without its verdicts. */
export function endLine(report: Report): string {
  const { verdicts: _, ...rest } = report
  return jsonLine('end', rest)
}

/** The same lines for a report that is already whole. */
export const ndjsonReport = (report: Report): string =>
  [runLine(report), ...report.verdicts.map(verdictLine), endLine(report)].join('')
