/**
 * The text format of Prometheus, version 0.0.4, for the textfile collector of node_exporter: one gauge a figure, without
 * times, which that collector refuses.
 */
import { LEVELS, type Vector } from '../model/index.ts'
import { groupedBy } from '../tables.ts'
import { count } from './coverage.ts'
import type { Report } from './report.ts'
import { visible } from './visible.ts'

type Sample = readonly [labels: Readonly<Record<string, string | number>>, value: number]

type Find = (id: string) => Vector | undefined

/** A gauge is one number, or one for each set of labels. */
type Gauge = (report: Report, find: Find) => number | readonly Sample[]

function labelsOf({ suite: { version }, subject, level, profile = '' }: Report): Sample[0] {
  const { kind, name, baseUrl = '' } = subject
  return { version, kind, subject: name, base_url: baseUrl, level, profile }
}

const outcomes: Gauge = ({ verdicts }) =>
  Object.entries(count(verdicts)).map(([outcome, value]): Sample => [{ outcome }, value])

const unsteady: Gauge = ({ verdicts }) => verdicts.filter((verdict) => verdict.unsteady).length

const codeOfStop: Gauge = ({ stopped }) => (stopped ? [[{ code: stopped.code }, 1]] : [])

const remaining: Gauge = ({ stopped }) => stopped?.remaining?.length ?? 0

const started: Gauge = ({ startedAt }) => Date.parse(startedAt) / 1000

const answers: Gauge = (report, find) =>
  byOperation(report, find).map(([operation, seconds]): Sample => [{ operation }, seconds.length])

const QUANTILES = [0.5, 0.95] as const

const answerTimes: Gauge = (report, find) =>
  byOperation(report, find).flatMap(([operation, seconds]) =>
    QUANTILES.map((quantile): Sample => [{ operation, quantile }, quantileOf(seconds, quantile)]),
  )

function failuresByLevel({ verdicts }: Report): Sample[] {
  const failures = verdicts.filter(({ outcome, excused }) => outcome === 'failed' && !excused)
  return LEVELS.map((level) => [{ level }, failures.filter((one) => one.level === level).length])
}

/** Seconds of each answer, in ascending order. A verdict without an answer took no time. */
function byOperation({ verdicts }: Report, find: Find): [operation: string, seconds: number[]][] {
  const answered = verdicts.filter(({ outcome }) => outcome !== 'skipped' && outcome !== 'errored')
  const all = groupedBy(answered, ({ vector }) => operationOf(find(vector)))
  return [...all].map(([operation, own]) => [
    operation,
    own.map(({ millis }) => millis / 1000).toSorted((a, b) => a - b),
  ])
}

/** Of a call its operation, of another question its method. */
function operationOf(vector: Vector | undefined): string {
  const { method = 'unknown', params } = vector?.question ?? {}
  return params && 'operation' in params ? params.operation : method
}

/** By the nearest rank: a time that was measured. @param ascending at least one */
const quantileOf = (ascending: readonly number[], quantile: number): number =>
  ascending[Math.max(0, Math.ceil(ascending.length * quantile) - 1)]!

const METRICS: readonly (readonly [name: string, help: string, gauge: Gauge])[] = [
  ['run_info', 'What was judged, and by what; always 1.', (report) => [[labelsOf(report), 1]]],
  ['conforms', '1 if a whole run found that the subject conforms.', ({ conforms }) => Number(conforms)],
  ['exit_code', 'Exit code of the run; 0 if nothing gates.', ({ exitCode }) => exitCode],
  ['verdicts', 'Verdicts by outcome.', outcomes],
  ['unsteady', 'Questions that had two different answers.', unsteady],
  ['stopped', 'Why the run could not run to its end, by code; left out where it did.', codeOfStop],
  ['failures', 'Failed vectors by level; those of the baseline are not counted.', failuresByLevel],
  ['answer_seconds', 'Seconds until an answer, by operation and quantile.', answerTimes],
  ['answers', 'Answers that the quantiles are of, by operation.', answers],
  ['streams_that_may_remain', 'Streams that the run started and did not see stopped.', remaining],
  ['requests', 'Requests that the run sent to an endpoint.', ({ requests }) => requests?.sent ?? []],
  ['run_seconds', 'How long the run took.', ({ seconds }) => seconds],
  ['run_started_timestamp_seconds', 'Unix time at which the run began.', started],
]

/** A report as lines for a scraper. @param find a vector by its id, for its operation */
export const prometheusReport = (report: Report, find: Find): string =>
  METRICS.map(([own, help, gauge]) => {
    const name = `channelproof_${own}`
    const figures = gauge(report, find)
    const samples = typeof figures === 'number' ? [[{}, figures] satisfies Sample] : figures
    const lines = samples.map(([labels, value]) => `${name}${labelText(labels)} ${value}\n`)
    return lines.length === 0 ? '' : `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`
  }).join('')

function labelText(labels: Sample[0]): string {
  const all = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`)
  return all.length === 0 ? '' : `{${all.join()}}`
}

/** A value ends at a quotation mark, and a line feed ends its line; other characters that do not show are made to. */
const escaped = (text: string): string =>
  visible(text)
    .replaceAll('\\', '\\\\')
    .replaceAll('"', String.raw`\"`)
