import { andMore, counted } from '../../text.ts'
import type { TextContext } from '../text.ts'
import { visible } from '../visible.ts'
import type { DiffGroup, ReportDiff, DiffedReport } from './index.ts'
import { keysOf } from '../../tables.ts'
import { firstLines, paragraphs, shortened, tableRow } from '../lines.ts'
import { labelsText } from '../labels.ts'
import type { Category } from './categories.ts'
import { items, plain, tableOf } from '../markdown.ts'

/** How many groups the text shows; it counts the rest. */
const TOLD = 25
const EXAMPLES = 3
const LONGEST_SHOWN = 300

const ALL = '--report json=FILE has them all.'

/** The comparison for a terminal: what gates first, and the result last. */
export function diffText(diff: ReportDiff, { paint, quiet }: Pick<TextContext, 'paint' | 'quiet'>): string {
  const { groups, inconclusive, notes } = diff
  const told = groups.map((group) => groupText(group, paint))
  const last = [
    totalsText(diff),
    ...inconclusive.map(({ code, message }) => paint('bad', `inconclusive: ${visible(message)} [${code}]`)),
    paint(diff.exitCode === 0 ? 'good' : 'bad', outcomeText(diff)),
    paint('dim', `exit code ${diff.exitCode}`),
  ].join('\n')
  if (quiet) return paragraphs([last])
  return paragraphs([
    [`old  ${visible(sideText(diff.old))}`, `new  ${visible(sideText(diff.new))}`].join('\n'),
    ...firstLines(told, TOLD, (more) => `… and ${counted(more, 'group')} more; ${ALL}`),
    notes.map((note) => paint('dim', `note: ${visible(note)}`)).join('\n'),
    last,
  ])
}

function groupText(group: DiffGroup, paint: TextContext['paint']): string {
  const { gates, reason, says = '', vectors } = group
  const head = `${titleOf(group).toUpperCase()}${gates ? ' that gates' : ''}: ${sizeOf(group)}`
  const shared = sharedBy(group)
  const shown = visible(shortened(says, LONGEST_SHOWN)) + (reason === undefined ? '' : ` [${reason}]`)
  return [
    paint(gates ? 'bad' : 'bold', head),
    ...(shared === '' ? [] : [`  by        ${visible(shared)}`]),
    ...(shown === '' ? [] : [`  shows     ${shown}`]),
    `  vectors   ${andMore(vectors, EXAMPLES)}`,
  ].join('\n')
}

const TITLES: Readonly<Record<DiffGroup['category'], string>> = {
  regression: 'regression',
  unsteady: 'unsteady',
  otherwise: 'fails in another way',
  excused: 'known failure, by the baseline of one run',
  unasked: 'not asked any more',
  unjudged: 'skipped now',
  open: 'other answer where the interface leaves it open',
  gone: 'gone',
  new: 'new',
  judged: 'skipped before',
  repaired: 'repaired',
}

const RIGHT: ReadonlySet<string> = new Set(['passed', 'observed'])

/** What was excused and is right now is a repair too. */
const titleOf = ({ category, now }: DiffGroup): string =>
  category === 'excused' && now.every((word) => RIGHT.has(word))
    ? 'repaired, was excused by the baseline'
    : TITLES[category]

const sizeOf = ({ vectors, before, now }: DiffGroup): string =>
  `${counted(vectors.length, 'vector')}, was ${before.join(' or ')}, is ${now.join(' or ')}`

const sharedBy = ({ cause, rule }: DiffGroup): string =>
  cause ? `cause ${cause.join(' with ')}` : rule === undefined ? '' : `rule ${rule}`

const COUNTED: Readonly<Record<Category, string>> = {
  ...TITLES,
  regression: 'regressed',
  otherwise: 'failing in another way',
  excused: 'excused in one of them',
  open: 'answered otherwise where that is open',
  same: 'the same',
}

const totalsText = ({ totals }: ReportDiff): string =>
  keysOf(totals)
    .filter((category) => totals[category] > 0)
    .map((category) => `${totals[category]} ${COUNTED[category]}`)
    .join(', ') || 'no vector in either report'

function outcomeText({ gating, inconclusive, groups, level }: ReportDiff): string {
  if (gating > 0)
    return `${counted(gating, 'vector')} ${gating === 1 ? 'gates' : 'gate'} now, and did not before, at the level ${level}`
  if (inconclusive.length > 0) return 'inconclusive: no regression was found, and not all could be compared'
  return groups.length === 0 ? 'no difference' : `nothing gates that did not before, at the level ${level}`
}

const sideText = ({ name, file, subject, labels, startedAt, suite, digest }: DiffedReport): string =>
  [
    `${name}, ${file}`,
    ...(subject.baseUrl === undefined || subject.baseUrl === subject.name ? [] : [subject.baseUrl]),
    startedAt,
    `suite ${suite}, digest ${digest.slice(0, 12)}`,
    ...(labels ? [labelsText(labels)] : []),
  ].join('; ')

/** The comparison for a pull request: one row for each cause or rule. */
export function diffMarkdown(diff: ReportDiff): string {
  const { exitCode, groups, inconclusive, notes } = diff
  return paragraphs([
    `## ${SIGNS[exitCode] ?? '❌'} channelproof diff: ${plain(outcomeText(diff))}`,
    `${plain(totalsText(diff))}; exit code ${exitCode}`,
    [`- old: ${plain(sideText(diff.old))}`, `- new: ${plain(sideText(diff.new))}`].join('\n'),
    items([...inconclusive.map(({ message }) => `inconclusive: ${message}`), ...notes]),
    groups.length === 0 ? '' : tableOf(['change', 'vectors', 'by', 'shows', 'such as'], groups.map(row)),
  ])
}

const SIGNS: Readonly<Record<number, string>> = { 0: '✅', 4: '➖' }

const row = (group: DiffGroup): string => {
  const { gates, says = '', vectors } = group
  const change = `${titleOf(group)}${gates ? ', gates' : ''}`
  return tableRow([change, sizeOf(group), sharedBy(group), says, andMore(vectors, EXAMPLES)].map(plain))
}
