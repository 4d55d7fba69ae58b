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
  readonly gates: boolean
  readonly cause?: readonly FaultId[]
  readonly rule?: RequirementId
  /** A stable code of the first vector. */
  readonly reason?: string
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
  readonly level: Report['level']
  readonly inconclusive: readonly Inconclusive[]
  /** What limits the comparison, one sentence each. */
  readonly notes: readonly string[]
  readonly totals: Readonly<Record<Category, number>>
  readonly groups: readonly DiffGroup[]
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

const countsOf = (changes: readonly Change[]): ReportDiff['totals'] =>
  Object.fromEntries(
    CATEGORIES.map((name) => [name, changes.filter(({ category }) => category === name).length]),
  ) as ReportDiff['totals']

function grouped(changes: readonly Change[]): DiffGroup[] {
  const shown = changes.filter(({ category }) => category !== 'same')
  const keyOf = (change: Change): string =>
    JSON.stringify([change.category, change.gates, aboutOf(change).key])
  const rank = ({ category, gates }: DiffGroup): number =>
    CATEGORIES.indexOf(category) - (gates ? CATEGORIES.length : 0)
  return [...groupedBy(shown, keyOf).values()]
    .map(groupOf)
    .toSorted((a, b) => rank(a) - rank(b) || b.vectors.length - a.vectors.length)
}

function groupOf(changes: readonly [Change, ...Change[]]): DiffGroup {
  const [first] = changes
  const { category, gates } = first
  const { key: _, ...about } = aboutOf(first)
  return {
    category: category as DiffGroup['category'],
    gates,
    ...about,
    before: [...new Set(changes.map(({ before }) => wordFor(before)))],
    now: [...new Set(changes.map(({ now }) => wordFor(now)))],
    vectors: changes.map(({ vector }) => vector),
  }
}

function wordFor(verdict: Verdict | undefined): string {
  if (isAbsent(verdict)) return verdict === undefined ? 'not there' : 'not asked'
  return verdict.unsteady ? 'unsteady' : stateOf(verdict)
}

interface About extends Pick<DiffGroup, 'cause' | 'rule' | 'reason' | 'says'> {
  readonly key: unknown
}

function byFinding(verdict: Verdict): About {
  const { diagnosis: cause = [], rule = verdict.requirements[0] } = verdict
  const about = { ...(rule && { rule }), ...shownBy(verdict) }
  return cause.length > 0 ? { key: ['cause', ...cause], cause, ...about } : { key: ['rule', rule], ...about }
}

const shownBy = ({ reason, message }: Verdict): Pick<DiffGroup, 'reason' | 'says'> => ({
  ...(reason && { reason }),
  ...(message && { says: message }),
})

/** By what the subject did and does where the interface leaves it open. */
function byFreedom({ before, now }: Change): About {
  const does = [before!, now!].map(({ outcome, open = [] }) => freedomsIn(open).join('; ') || outcome)
  const rule = [now!, before!].flatMap(({ open = [] }) => open)[0]?.requirement ?? now!.requirements[0]
  return { key: does, ...(rule && { rule }), says: does.join(' → ') }
}

function byExcuse({ before, now }: Change): About {
  const bad = isWrong(now!) ? now! : before!
  const excuse = now!.excused ?? before!.excused
  const about = byFinding(bad)
  const says = excuse && `${excuse.reason} (${excuse.issue}), until ${excuse.expires}`
  return { ...about, key: [about.key, now!.excused !== undefined], ...(says && { says }) }
}

/** The verdict that is wrong, else the newer one. */
const wrongOf = ({ before, now }: Change): Verdict =>
  [now, before].find((verdict) => verdict && isWrong(verdict)) ?? now!

/** The vectors of the other categories have nothing in common. */
const ABOUT: Readonly<Partial<Record<Category, (change: Change) => About>>> = {
  regression: ({ now }) => byFinding(now!),
  unsteady: (change) => byFinding(wrongOf(change)),
  otherwise: ({ now }) => byFinding(now!),
  excused: byExcuse,
  unjudged: ({ now }) => ({ key: [now!.outcome, now!.reason], ...shownBy(now!) }),
  open: byFreedom,
  new: ({ now }) => (isWrong(now!) ? byFinding(now!) : { key: '' }),
  repaired: ({ before }) => byFinding(before!),
}

const aboutOf = (change: Change): About => ABOUT[change.category]?.(change) ?? { key: '' }
