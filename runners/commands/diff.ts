import { diffReports, type ReportDiff } from '../../src/report/diff/index.ts'
import { diffMarkdown, diffText } from '../../src/report/diff/text.ts'
import type { ReportFile } from '../../src/report/compare/index.ts'
import { readReport } from '../report/read.ts'
import { writeTargets } from '../paths/files.ts'
import { emptyReports, parseTargets, usedAs } from '../paths/targets.ts'
import { levelOf } from '../session/flags.ts'
import { paint, type Format } from '../terminal/console.ts'

interface Flags {
  readonly report: readonly string[]
  readonly level?: string
  readonly quiet: boolean
}

const formatsFor = ({ quiet, report }: Flags): Readonly<Record<string, Format<ReportDiff>>> => ({
  // A file gets no colours.
  text: (diff) =>
    diffText(diff, {
      paint: report.some((one) => one.startsWith('text=')) ? (_, text) => text : paint,
      quiet,
    }),
  markdown: diffMarkdown,
  json: (diff) => `${JSON.stringify(diff, null, 2)}\n`,
})

/**
 * `channelproof diff OLD NEW`: what became of each vector. Resolves with the exit code: 1 where a vector gates that did
 * not before, 4 where not all could be compared. @throws ChannelproofError (exit code 2)
 */
export async function diff(old: string, own: string, flags: Flags): Promise<number> {
  const targets = parseTargets(flags.report, formatsFor(flags))
  const level = flags.level === undefined ? undefined : levelOf(flags.level)
  const [before, now] = [await fileOf(old), await fileOf(own)]
  emptyReports(targets, usedAs('the compared report', [old, own]))
  const found = diffReports(before, now, level)
  await writeTargets(found, targets, formatsFor(flags))
  return found.exitCode
}

const fileOf = async (file: string): Promise<ReportFile> => ({ file, report: await readReport(file) })
