import { compare, type Comparison, type ReportFile } from '../../src/report/compare/index.ts'
import { comparisonMarkdown } from '../../src/report/compare/markdown.ts'
import { comparisonHtml } from '../../src/report/compare/page.ts'
import { comparisonText } from '../../src/report/compare/text.ts'
import { EXIT } from '../../src/report/exit.ts'
import { print } from '../terminal/console.ts'
import { readReport } from '../report/read.ts'
import { closePipes, writeFile } from '../report/files.ts'
import { emptyReports, parseTargets, type Used } from '../report/targets.ts'
import { loadRequirements } from '../suite/index.ts'

interface Flags {
  readonly report: readonly string[]
  readonly counts: boolean
}

const FORMATS: Readonly<Record<string, (comparison: Comparison, flags: Flags) => string>> = {
  text: comparisonText,
  html: comparisonHtml,
  markdown: comparisonMarkdown,
  json: (comparison) => `${JSON.stringify(comparison, null, 2)}\n`,
}

/**
 * `channelproof compare a.json b.json …`: what several reports say about the same rules. No gate: the exit code is 0 if
 * the reports could be compared. @throws ChannelproofError (exit code 2)
 */
export async function compareReports(files: readonly string[], flags: Flags): Promise<number> {
  const targets = parseTargets(flags.report, FORMATS)
  const reports: ReportFile[] = []
  for (const file of files) reports.push({ file, report: await readReport(file) })
  emptyReports(
    targets,
    files.map((file): Used => ['the compared report', file]),
  )
  const formatted = (format: string) => (one: Comparison) => FORMATS[format]!(one, flags)
  const comparison = compare(reports, await loadRequirements())
  for (const { format, file } of targets)
    if (file !== undefined) writeFile(file, comparison, formatted(format))
  const onStdout = targets.filter(({ file }) => file === undefined)
  for (const { format } of onStdout.length > 0 ? onStdout : [{ format: 'text' }])
    await print(comparison, formatted(format))
  await closePipes()
  return EXIT.conforms
}
