import { ChannelproofError } from '../../src/errors.ts'
import type { FindFault } from '../../src/report/diagnosis.ts'
import { agentReport } from '../../src/report/agent.ts'
import { badgeJson, badgeOf, badgeSvg } from '../../src/report/badge.ts'
import { ctrfReport } from '../../src/report/ctrf.ts'
import { githubReport } from '../../src/report/github.ts'
import { htmlReport } from '../../src/report/html/index.ts'
import { junitReport } from '../../src/report/junit.ts'
import { markdownReport } from '../../src/report/markdown.ts'
import { endLine, ndjsonReport, runLine, verdictLine, type RunHead } from '../../src/report/ndjson.ts'
import { prometheusReport } from '../../src/report/prometheus.ts'
import type { Report } from '../../src/report/report.ts'
import { textReport } from '../../src/report/text.ts'
import type { Verdict } from '../../src/model/index.ts'
import { paint, print, tell, type Format } from '../terminal/console.ts'
import { errorFrom } from '../terminal/errors.ts'
import type { Suite } from '../suite/index.ts'
import { appendFile, closePipes, writeFile } from '../paths/files.ts'
import { parseTargets, type Target } from '../paths/targets.ts'

export type ReportTarget = Target<FormatName>

interface Context {
  readonly suite: Suite
  readonly quiet: boolean
  /** The verdicts are written already: `ndjson` only lacks its last line. */
  readonly streamed?: boolean
}

interface Formatting extends Context {
  readonly fault: FindFault
  /** Absent: it goes to stdout. */
  readonly file?: string
}

/** What `--report` takes: a new format is one entry. */
export const FORMATS = {
  text: (report, { suite, quiet, fault, file }) =>
    textReport(report, { ...suite, quiet, fault, paint: file === undefined ? paint : (_, text) => text }),
  json: (report) => `${JSON.stringify(report, null, 2)}\n`,
  ndjson: (report, { streamed }) => (streamed ? endLine(report) : ndjsonReport(report)),
  junit: (report, { suite }) => junitReport(report, (id) => suite.find(id)?.title ?? ''),
  markdown: (report, { fault }) => markdownReport(report, fault),
  github: (report, { fault }) => githubReport(report, fault),
  html: (report, { suite, fault }) => htmlReport(report, { ...suite, fault }),
  agent: (report, { suite, fault }) => agentReport(report, { ...suite, fault }),
  prometheus: (report, { suite }) => prometheusReport(report, suite.find),
  ctrf: (report, { suite }) => ctrfReport(report, suite.find),
  badge: (report, { file = '' }) => (file.endsWith('.svg') ? badgeSvg : badgeJson)(badgeOf(report)),
} as const satisfies Readonly<Record<string, (report: Report, formatting: Formatting) => string>>
type FormatName = keyof typeof FORMATS

/** @throws ChannelproofError `unknown-format`, `wrong-option` (exit code 2) */
export const parseReports = (options: readonly string[]): ReportTarget[] => parseTargets(options, FORMATS)

/** Writes every requested report, and the terminal report where no other one goes to stdout. */
export async function writeReports(
  report: Report,
  targets: readonly ReportTarget[],
  context: Context,
): Promise<void> {
  const formatting = { ...context, fault: await faultsFor(report) }
  const onStdout = targets.filter(({ file }) => file === undefined)
  const shown = onStdout.length > 0 ? onStdout : [{ format: forReader(process.env, context) }]
  await allOf([
    ...fileWrites(report, targets, formatting),
    ...shown.map((target) => () => print(report, formatted(target.format, formatting))),
    () => tellGithub(report, targets, formatting.fault),
    closePipes,
  ])
}

/** The variables by which coding agents announce themselves to what they start. */
export const AGENTS = [
  'AI_AGENT',
  'AGENT',
  'CLAUDECODE',
  'CURSOR_AGENT',
  'GEMINI_CLI',
  'CODEX_SANDBOX',
  'CODEX_THREAD_ID',
  'COPILOT_CLI',
  'OPENCODE',
  'AUGMENT_AGENT',
]

/** Who reads standard output: a log of CI is for people, whoever began the job. */
const forReader = (env: NodeJS.ProcessEnv, { quiet }: Context): 'text' | 'agent' =>
  !quiet && !env['CI'] && AGENTS.some((name) => env[name]) ? 'agent' : 'text'

const formatted =
  (format: FormatName, formatting: Formatting) =>
  (report: Report): string =>
    FORMATS[format](report, formatting)

type Write = () => void | Promise<void>

/** If one report cannot be written, the others still are. @throws the first error, but a bug of ours before all */
async function allOf(writes: readonly Write[]): Promise<void> {
  const problems: unknown[] = []
  for (const write of writes)
    try {
      await write()
    } catch (error) {
      problems.push(error)
    }
  if (problems.length > 0)
    throw problems.find((problem) => !(problem instanceof ChannelproofError)) ?? problems[0]
}

const fileWrites = (report: Report, targets: readonly ReportTarget[], formatting: Formatting): Write[] =>
  targets.flatMap(({ format, file }) => {
    const write = formatting.streamed && format === 'ndjson' ? appendFile : writeFile
    return file === undefined ? [] : () => write(file, report, formatted(format, { ...formatting, file }))
  })

/** Reports of a run that could not begin: stderr has its reason, so stdout stays as it is. */
export async function writeStopped(
  report: Report,
  targets: readonly ReportTarget[],
  suite: Suite,
): Promise<void> {
  await allOf([
    ...fileWrites(report, targets, { suite, quiet: false, fault: noFault }),
    () => tellGithub(report, targets, noFault),
    closePipes,
  ])
}

/** Begins the `ndjson` reports. @returns what writes a verdict to them as it falls */
export function streamTo(targets: readonly ReportTarget[], head: RunHead): (verdict: Verdict) => void {
  const own = targets.filter(({ format }) => format === 'ndjson')
  const write = <T>(value: T, format: Format<T>): void => {
    for (const { file } of own) {
      if (file === undefined) void print(value, format)
      // A failure to write is reported at the end, where the last line fails too.
      else errorFrom(() => appendFile(file, value, format))
    }
  }
  write(head, runLine)
  return (verdict) => write(verdict, verdictLine)
}

/** The catalogue is large, and only needed where a report names a fault. */
const faultsFor = async (report: Report): Promise<FindFault> =>
  report.diagnosis?.length ? (await import('../../src/faults/catalogue.ts')).faultById : noFault

const noFault: FindFault = () => undefined

/** In a job of GitHub: annotations on stderr, apart from any report on stdout, and the job's summary. */
function tellGithub(report: Report, targets: readonly ReportTarget[], fault: FindFault): void {
  const { GITHUB_ACTIONS, GITHUB_STEP_SUMMARY } = process.env
  if (GITHUB_ACTIONS === 'true' && !targets.some(({ format }) => format === 'github'))
    tell(report, (masked) => githubReport(masked, fault))
  if (GITHUB_STEP_SUMMARY) appendFile(GITHUB_STEP_SUMMARY, report, (masked) => markdownReport(masked, fault))
}
