/** What the formats of a comparison of two reports say alike. */
import { keysOf } from '../../tables.ts'
import { counted } from '../../text.ts'
import { labelsText } from '../labels.ts'
import type { Category } from './categories.ts'
import type { DiffedReport, DiffGroup, ReportDiff } from './index.ts'

/** The heading of each category. */
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

/** The heading of a group: what was excused and is right now is a repair too. */
export const titleOf = ({ category, now }: DiffGroup): string =>
  category === 'excused' && now.every((word) => RIGHT.has(word))
    ? 'repaired, was excused by the baseline'
    : TITLES[category]

/** `100 vectors, was passed, is failed` */
export const sizeOf = ({ vectors, before, now }: DiffGroup): string =>
  `${counted(vectors.length, 'vector')}, was ${before.join(' or ')}, is ${now.join(' or ')}`

/** What the vectors of a group share. */
export const sharedBy = ({ cause, rule }: DiffGroup): string =>
  cause ? `cause ${cause.join(' with ')}` : rule === undefined ? '' : `rule ${rule}`

const COUNTED: Readonly<Record<Category, string>> = {
  ...TITLES,
  regression: 'regressed',
  otherwise: 'failing in another way',
  excused: 'excused in one of them',
  open: 'answered otherwise where that is open',
  same: 'the same',
}

/** `3 regressed, 1 new, 1200 the same` */
export const totalsText = ({ totals }: ReportDiff): string =>
  keysOf(totals)
    .filter((category) => totals[category] > 0)
    .map((category) => `${totals[category]} ${COUNTED[category]}`)
    .join(', ') || 'no vector in either report'

/** The result in one line. */
export function resultOf({ gating, inconclusive, groups, level }: ReportDiff): string {
  if (gating > 0)
    return `${counted(gating, 'vector')} ${gating === 1 ? 'gates' : 'gate'} now, and did not before, at the level ${level}`
  if (inconclusive.length > 0) return 'inconclusive: no regression was found, and not all could be compared'
  return groups.length === 0 ? 'no difference' : `nothing gates that did not before, at the level ${level}`
}

/** One of the reports in a line. */
export const sideText = ({ name, file, subject, labels, startedAt, suite, digest }: DiffedReport): string =>
  [
    `${name}, ${file}`,
    ...(subject.baseUrl === undefined || subject.baseUrl === subject.name ? [] : [subject.baseUrl]),
    startedAt,
    `suite ${suite}, digest ${digest.slice(0, 12)}`,
    ...(labels ? [labelsText(labels)] : []),
  ].join('; ')
