import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { ChannelproofError } from '../src/errors.ts'
import type { FindFault } from '../src/report/diagnosis.ts'
import { htmlReport } from '../src/report/html.ts'
import { junitReport } from '../src/report/junit.ts'
import type { Report } from '../src/report/report.ts'
import { textReport } from '../src/report/text.ts'
import { paint, print } from './console.ts'
import type { Suite } from './suite.ts'

/** One `--report` option: a format, and a file unless it goes to stdout. */
export interface ReportTarget {
  readonly format: Format
  readonly file?: string
}

interface Context {
  readonly suite: Suite
  readonly quiet: boolean
  readonly fault?: FindFault
}

const FORMATS = {
  text: (report: Report, { suite, quiet, fault }: Context, toFile: boolean): string =>
    textReport(report, {
      ...suite,
      quiet,
      ...(fault && { fault }),
      paint: toFile ? (_, text) => text : paint,
    }),
  json: (report: Report): string => `${JSON.stringify(report, null, 2)}\n`,
  junit: (report: Report, { suite }: Context): string =>
    junitReport(report, (id) => suite.find(id)?.title ?? ''),
  html: (report: Report, { suite, fault = () => undefined }: Context): string =>
    htmlReport(report, { ...suite, fault }),
} as const
type Format = keyof typeof FORMATS

/** `json=report.json` → format and file. @throws ChannelproofError `unknown-format` */
export function parseTarget(option: string): ReportTarget {
  const [format = '', ...rest] = option.split('=')
  const file = rest.join('=')
  if (!Object.hasOwn(FORMATS, format)) {
    const advice = `Formats are ${Object.keys(FORMATS).join(', ')}; --report json=report.json writes a file.`
    throw new ChannelproofError(
      'unknown-format',
      `--report ${option}: there is no format "${format}"`,
      advice,
    )
  }
  return { format: format as Format, ...(file !== '' && { file }) }
}

/** Writes every report that was asked for; the terminal report where stdout is not taken by another. */
export async function writeReports(
  report: Report,
  targets: readonly ReportTarget[],
  plain: Context,
): Promise<void> {
  // The catalogue is large, and only wanted where something is named.
  const context = report.diagnosis?.length
    ? { ...plain, fault: (await import('../src/faults/catalogue.ts')).faultById }
    : plain
  for (const { format, file } of targets)
    if (file !== undefined) writeReport(file, FORMATS[format](report, context, true))
  const onStdout = targets.filter(({ file }) => file === undefined)
  for (const { format } of onStdout.length > 0 ? onStdout : [{ format: 'text' as const }])
    await print(FORMATS[format](report, context, false))
}

/** One level at a time: mkdir's own recursion never ends where a file system takes no folders (/proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  mkdirSync(folder)
}

export function writeReport(file: string, text: string): void {
  try {
    makeFolder(dirname(file))
    writeFileSync(file, text)
  } catch (error) {
    const advice = 'Name a file that can be written.'
    throw new ChannelproofError('report-not-written', `${file}: ${(error as Error).message}`, advice)
  }
}
