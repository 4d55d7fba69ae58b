/** What became of each vector from one report to the next: every vector falls into exactly one category. */
import { isGenerated, type Freedom, type Verdict, type VectorId } from '../../model/index.ts'
import { gates } from '../../run.ts'
import type { Report } from '../report.ts'
import { isWrong } from '../ruleStates.ts'
import { countsGenerated, haveSameQuestions, whyPartial } from './conditions.ts'

const WORSE = ['regression', 'unsteady', 'otherwise', 'excused', 'unasked', 'unjudged'] as const
/** The worst first; `same` is not shown. */
export const CATEGORIES = [...WORSE, 'open', 'gone', 'new', 'judged', 'repaired', 'same'] as const
export type Category = (typeof CATEGORIES)[number]

type Standing = 'absent' | 'skipped' | 'right' | 'excused' | 'unsteady' | 'bad'

type Row = Readonly<Record<Standing, Category | 'LEFT' | 'ANSWER' | 'FINDING'>>

const USUAL = { absent: 'LEFT', skipped: 'unjudged', excused: 'excused', unsteady: 'unsteady' } as const

/** The category by how the vector stood (row) and stands (column); the words in capitals need a closer look. */
const TABLE: Readonly<Record<Standing, Row>> = {
  absent: { absent: 'same', skipped: 'new', right: 'new', excused: 'new', unsteady: 'new', bad: 'new' },
  skipped: { ...USUAL, skipped: 'same', right: 'judged', bad: 'regression' },
  right: { ...USUAL, right: 'ANSWER', bad: 'regression' },
  excused: { ...USUAL, right: 'excused', excused: 'FINDING', bad: 'excused' },
  unsteady: { ...USUAL, right: 'unsteady', excused: 'unsteady', unsteady: 'FINDING', bad: 'unsteady' },
  bad: { ...USUAL, right: 'repaired', bad: 'FINDING' },
}

type Seen = Verdict | undefined

/** A question that a run no longer asked is as if it were not there. */
export const isAbsent = (verdict: Seen): verdict is undefined =>
  verdict === undefined || (verdict.outcome === 'errored' && verdict.reason === 'not-asked')

function standingOf(verdict: Seen): Standing {
  if (isAbsent(verdict)) return 'absent'
  const { outcome, excused, unsteady } = verdict
  if (outcome === 'skipped') return 'skipped'
  if (!isWrong(verdict)) return 'right'
  if (outcome === 'failed' && unsteady) return 'unsteady'
  return outcome === 'failed' && excused ? 'excused' : 'bad'
}

export interface Change {
  readonly vector: VectorId
  readonly category: Category
  readonly before?: Verdict
  readonly now?: Verdict
  readonly gates: boolean
}

/** Every vector of either report, in the order of the old one, then of the new one. */
export function changesOf(before: Report, now: Report, level: Report['level']): Change[] {
  const [old, own] = [byVector(before), byVector(now)]
  const wasLeft = leftIn(before, now)
  return [...new Set([...old.keys(), ...own.keys()])].map((vector) => {
    const [first, second] = [old.get(vector), own.get(vector)]
    const both = { ...(first && { before: first }), ...(second && { now: second }) }
    return {
      vector,
      category: categoryOf(first, second, wasLeft),
      ...both,
      gates: isAnew(first, second, level),
    }
  })
}

function byVector(report: Report): Map<VectorId, Verdict> {
  const all = countsGenerated(report)
  const counting = report.verdicts.filter(({ vector }) => all || !isGenerated(vector))
  return new Map(counting.map((verdict) => [verdict.vector, verdict]))
}

function categoryOf(before: Seen, now: Seen, wasLeft: (vector: VectorId) => boolean): Category {
  const category = TABLE[standingOf(before)][standingOf(now)]
  if (category === 'LEFT') return now !== undefined || wasLeft(before!.vector) ? 'unasked' : 'gone'
  if (category === 'ANSWER') return answerOf(before!) === answerOf(now!) ? 'same' : 'open'
  if (category !== 'FINDING') return category
  return findingOf(before!) === findingOf(now!) ? 'same' : 'otherwise'
}

/** Did the new run leave a vector out, which the suite may still have? */
function leftIn(before: Report, now: Report): (vector: VectorId) => boolean {
  const isPartial = whyPartial(now) !== undefined
  const haveOthers = !haveSameQuestions(before, now)
  return (vector) => isPartial || (haveOthers && isGenerated(vector))
}

/** What a right answer makes of its freedom, in words that stay the same from run to run. */
const answerOf = ({ outcome, reason = '', open = [] }: Verdict): string =>
  JSON.stringify([outcome, outcome === 'observed' ? reason : '', ...freedomsIn(open)])

export const freedomsIn = (open: readonly Freedom[]): string[] =>
  open.map(({ requirement, does }) => `${requirement}: ${does}`).toSorted()

/** What is wrong with an answer, without the texts of the subject, which change from run to run. */
const findingOf = ({ outcome, level, rule, reason, findings = [] }: Verdict): string =>
  JSON.stringify([outcome, level, rule, reason, findings.map((one) => [one.rule, one.level, one.reason])])

/**
 * Does it gate now, and did not before? A vector that only the new run asked is no regression, and neither is a failure
 * that a baseline excused before; an errored vector no baseline excuses.
 */
function isAnew(before: Seen, now: Seen, level: Report['level']): boolean {
  if (isAbsent(before) || isAbsent(now)) return false
  const wasExcused = before.excused !== undefined && now.outcome === 'failed'
  return gates(now, level) && !gates(before, level) && !wasExcused
}
