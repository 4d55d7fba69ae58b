import { andMore } from '../../text.ts'
import { plain } from '../markdown.ts'
import type { DiffGroup, ReportDiff } from './index.ts'
import { resultOf, sharedBy, sideText, sizeOf, titleOf, totalsText } from './words.ts'

/** How many groups the table lists: CI limits the size of a summary. */
const LISTED = 50
const EXAMPLES = 3

/** The comparison for a pull request: one row for each cause or rule. */
export function diffMarkdown(diff: ReportDiff): string {
  const { exitCode, inconclusive, notes } = diff
  const parts = [
    `## ${SIGNS[exitCode] ?? '❌'} channelproof diff: ${plain(resultOf(diff))}`,
    `${plain(totalsText(diff))}; exit code ${exitCode}`,
    [`- old: ${plain(sideText(diff.old))}`, `- new: ${plain(sideText(diff.new))}`].join('\n'),
    [...inconclusive.map(({ message }) => `inconclusive: ${message}`), ...notes]
      .map((text) => `- ${plain(text)}`)
      .join('\n'),
    table(diff.groups),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const SIGNS: Readonly<Record<number, string>> = { 0: '✅', 4: '➖' }

function table(groups: readonly DiffGroup[]): string {
  if (groups.length === 0) return ''
  const rest = groups.length > LISTED ? `\n\n… and ${groups.length - LISTED} more` : ''
  const head = ['| change | vectors | by | shows | such as |', '| --- | --- | --- | --- | --- |']
  return `${[...head, ...groups.slice(0, LISTED).map(row)].join('\n')}${rest}`
}

const row = (group: DiffGroup): string => {
  const { gates, says = '', vectors } = group
  const cells = [
    `${titleOf(group)}${gates ? ', gates' : ''}`,
    sizeOf(group),
    sharedBy(group),
    says,
    andMore(vectors, EXAMPLES),
  ]
  return `| ${cells.map(plain).join(' | ')} |`
}
