import { compare, type Comparison, type ReportFile } from '../../src/report/compare/index.ts'
import { comparisonMarkdown, comparisonText } from '../../src/report/compare/text.ts'
import { comparisonHtml } from '../../src/report/compare/page.ts'
import { EXIT } from '../../src/report/exit.ts'
import type { Format } from '../terminal/console.ts'
import { readReport } from '../report/read.ts'
import { writeTargets } from '../paths/files.ts'
import { emptyReports, parseTargets, usedAs } from '../paths/targets.ts'
import { loadRequirements } from '../suite/index.ts'

interface Flags {
  readonly report: readonly string[]
  readonly counts: boolean
}

const formatsFor = (flags: Flags): Readonly<Record<string, Format<Comparison>>> => ({
  text: (comparison) => comparisonText(comparison, flags),
  html: comparisonHtml,
  markdown: (comparison) => comparisonMarkdown(comparison, flags),
  json: (comparison) => `${JSON.stringify(comparison, null, 2)}\n`,
})

/**
 * `channelproof compare a.json b.json …`: what several reports say about the same rules. No gate: the exit code is 0 if
 * the reports could be compared. @throws ChannelproofError (exit code 2)
 */
export async function compareReports(files: readonly string[], flags: Flags): Promise<number> {
  const targets = parseTargets(flags.report, formatsFor(flags))
  const reports: ReportFile[] = []
  for (const file of files) reports.push({ file, report: await readReport(file) })
  emptyReports(targets, usedAs('the compared report', files))
  await writeTargets(compare(reports, await loadRequirements()), targets, formatsFor(flags))
  return EXIT.conforms
}
