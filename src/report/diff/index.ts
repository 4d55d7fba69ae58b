/** What changed from one report to the next, grouped so that one cause is one line. */
import type { FaultId, RequirementId, Verdict, VectorId } from '../../model/index.ts'
import { groupedBy } from '../../tables.ts'
import { subjectName, type ReportFile } from '../compare/index.ts'
import { EXIT } from '../exit.ts'
import { withLabels } from '../labels.ts'
import type { Report } from '../report.ts'
import { isWrong, stateOf } from '../ruleStates.ts'
import { CATEGORIES, changesOf, freedomsIn, isAbsent, type Category, type Change } from './categories.ts'
import { missingNow, notesOn, otherConditions, type Inconclusive } from './conditions.ts'

/** One of the two reports. */
export interface DiffedReport extends Pick<
  Report,
  'subject' | 'labels' | 'startedAt' | 'level' | 'partial' | 'exitCode'
> {
  readonly file: string
  /** Name, version and language. */
  readonly name: string
  readonly suite: string
  readonly digest: string
}

/** Vectors with the same change for the same cause, or by the same rule. */
export interface DiffGroup {
  readonly category: Exclude<Category, 'same'>
  /** They gate now, and did not before. */
  readonly gates: boolean
  /** The faults that explain them. */
  readonly cause?: readonly FaultId[]
  readonly rule?: RequirementId
  /** A stable code of the first vector. */
  readonly reason?: string
  /** What the first vector shows. */
  readonly says?: string
  readonly before: readonly string[]
  readonly now: readonly string[]
  readonly vectors: readonly VectorId[]
}

/** schemas/diff.schema.json */
export interface ReportDiff {
  readonly schema: 1
  readonly old: DiffedReport
  readonly new: DiffedReport
  /** What gates. */
  readonly level: Report['level']
  readonly inconclusive: readonly Inconclusive[]
  /** What limits the comparison, one sentence each. */
  readonly notes: readonly string[]
  /** How many vectors fall into each category. */
  readonly totals: Readonly<Record<Category, number>>
  readonly groups: readonly DiffGroup[]
  /** How many vectors gate now, and did not before. */
  readonly gating: number
  readonly exitCode: number
}

/**
 * Compares two reports vector by vector. Pure.
 * @param level what gates; absent: the level of the new report
 */
export function diffReports(old: ReportFile, own: ReportFile, level?: Report['level']): ReportDiff {
  const [before, now] = [old.report, own.report]
  const changes = changesOf(before, now, level ?? now.level)
  const totals = countsOf(changes)
  const shared = changes.filter((change) => change.before && change.now).length
  const inconclusive = [...otherConditions(before, now, level), ...missingNow(now, { ...totals, shared })]
  const gating = changes.filter((change) => change.gates).length
  return {
    schema: 1,
    old: sideOf(old),
    new: sideOf(own),
    level: level ?? now.level,
    inconclusive,
    notes: notesOn(before, now),
    totals,
    groups: grouped(changes),
    gating,
    exitCode: exitCodeFor(gating, inconclusive),
  }
}

const exitCodeFor = (gating: number, inconclusive: readonly Inconclusive[]): number =>
  gating > 0 ? EXIT.fails : inconclusive.length > 0 ? EXIT.tooLittle : EXIT.conforms

function sideOf({ file, report }: ReportFile): DiffedReport {
  const { subject, labels, startedAt, level, partial, exitCode, suite } = report
  const ran = { startedAt, level, partial, exitCode, suite: suite.version, digest: suite.vectors.digest }
  return { file, name: subjectName(report), subject, ...withLabels(labels), ...ran }
}

function countsOf(changes: readonly Change[]): Record<Category, number> {
  const counts = Object.fromEntries(CATEGORIES.map((name) => [name, 0])) as Record<Category, number>
  for (const { category } of changes) counts[category]++
  return counts
}

/** Groups by category, in its order; what gates comes first, then the larger ones. */
function grouped(changes: readonly Change[]): DiffGroup[] {
  const shown = changes.filter(({ category }) => category !== 'same')
  const groups = groupedBy(shown, (change) =>
    JSON.stringify([change.category, change.gates, ABOUT[change.category](change).key]),
  )
  const rank = ({ category, gates }: DiffGroup): number =>
    CATEGORIES.indexOf(category) - (gates ? CATEGORIES.length : 0)
  return [...groups.values()]
    .map(groupOf)
    .toSorted((a, b) => rank(a) - rank(b) || b.vectors.length - a.vectors.length)
}

function groupOf(changes: readonly [Change, ...Change[]]): DiffGroup {
  const [first] = changes
  const { category, gates } = first
  const { key: _, ...about } = ABOUT[category](first)
  const states = (of: 'before' | 'now'): string[] => [...new Set(changes.map((one) => wordFor(one[of])))]
  const [before, now] = [states('before'), states('now')]
  const vectors = changes.map(({ vector }) => vector)
  return { category: category as DiffGroup['category'], gates, ...about, before, now, vectors }
}

/** The outcome in a word. */
function wordFor(verdict: Verdict | undefined): string {
  if (isAbsent(verdict)) return verdict === undefined ? 'not there' : 'not asked'
  return verdict.unsteady ? 'unsteady' : stateOf(verdict)
}

/** What a group has in common, and what its first vector shows. */
interface About extends Pick<DiffGroup, 'cause' | 'rule' | 'reason' | 'says'> {
  readonly key: unknown
}

/** By its causes, else by its rule. */
function byFinding(verdict: Verdict): About {
  const { diagnosis: cause, rule = verdict.requirements[0], reason, message } = verdict
  const shown = { ...(reason && { reason }), ...(message && { says: message }) }
  if (cause && cause.length > 0) return { key: ['cause', ...cause], cause, ...(rule && { rule }), ...shown }
  return { key: ['rule', rule], ...(rule && { rule }), ...shown }
}

/** By the code of the reason, such as that of what was skipped. */
const byReason = ({ outcome, reason, message }: Verdict): About => ({
  key: [outcome, reason],
  ...(reason && { reason }),
  ...(message && { says: message }),
})

/** By what the subject did and does where the interface leaves it open. */
function byFreedom({ before, now }: Change): About {
  const does = [before!, now!].map(({ outcome, open = [] }) => freedomsIn(open).join('; ') || outcome)
  const rule = [now!, before!].flatMap(({ open = [] }) => open)[0]?.requirement ?? now!.requirements[0]
  return { key: does, ...(rule && { rule }), says: does.join(' → ') }
}

/** An excuse is shown as the baseline has it. */
function byExcuse({ before, now }: Change): About {
  const bad = isWrong(now!) ? now! : before!
  const excuse = now!.excused ?? before!.excused
  const about = byFinding(bad)
  const key = [about.key, now!.excused !== undefined]
  return excuse
    ? { ...about, key, says: `${excuse.reason} (${excuse.issue}), until ${excuse.expires}` }
    : { ...about, key }
}

/** The verdict that is wrong, else the newer one. */
const wrongOf = ({ before, now }: Change): Verdict =>
  [now, before].find((verdict) => verdict && isWrong(verdict)) ?? now!

const NOTHING: About = { key: '' }

/** By what the vectors of a category are grouped. */
const ABOUT: Readonly<Record<Category, (change: Change) => About>> = {
  regression: ({ now }) => byFinding(now!),
  unsteady: (change) => byFinding(wrongOf(change)),
  otherwise: ({ now }) => byFinding(now!),
  excused: byExcuse,
  unasked: () => NOTHING,
  unjudged: ({ now }) => byReason(now!),
  open: byFreedom,
  gone: () => NOTHING,
  new: ({ now }) => (isWrong(now!) ? byFinding(now!) : NOTHING),
  judged: () => NOTHING,
  repaired: ({ before }) => byFinding(before!),
  same: () => NOTHING,
}
