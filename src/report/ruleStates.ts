import { keysOf } from '../tables.ts'
import type { Requirement, RequirementId, Verdict } from '../model/index.ts'
import { gates } from '../run.ts'
import { counted } from '../text.ts'
import { SIGNS, type State, type ToldState } from './html/signs.ts'
import { brokenBy, isUnclear } from './coverage.ts'
import type { Report } from './report.ts'

/** How many verdicts are in which state; states without verdicts are left out. */
export type Tally = Readonly<Partial<Record<ToldState, number>>>

/** Is there something to repair? */
export const isWrong = ({ outcome }: Pick<Verdict, 'outcome'>): boolean =>
  outcome === 'failed' || outcome === 'errored'

/** An excused failure is neither passed nor failed; what is errored cannot be excused. */
export const stateOf = ({ outcome, excused }: Verdict): Exclude<ToldState, 'unclear'> =>
  outcome === 'failed' && excused ? 'excused' : outcome

/** A failure that is excused, or whose vector the lock does not know, does not gate. */
export const isGating = (verdict: Verdict, level: Report['level']): boolean =>
  gates(verdict, level) && !(verdict.outcome === 'failed' && (verdict.excused ?? verdict.lock) !== undefined)

/** The rules of a vector and those that its failure broke: a grave fault shows in vectors of other rules. */
export const rulesOf = (verdict: Verdict): readonly RequirementId[] =>
  isWrong(verdict) ? [...new Set([...verdict.requirements, ...brokenBy(verdict)])] : verdict.requirements

/** Rule → the outcomes of its vectors. */
export function tallies(verdicts: readonly Verdict[]): Map<RequirementId, Tally> {
  const found = new Map<RequirementId, Record<string, number>>()
  for (const verdict of verdicts)
    for (const id of rulesOf(verdict)) {
      const tally = found.get(id) ?? {}
      const state = isUnclear(verdict, id) ? 'unclear' : stateOf(verdict)
      found.set(id, { ...tally, [state]: (tally[state] ?? 0) + 1 })
    }
  return found
}

const ORDER = keysOf<ToldState>(SIGNS)

/** The worst outcome wins; skipped and observed ones do not count where others passed. */
export const worst = (tally: Tally | undefined): State => ORDER.find((state) => tally?.[state]) ?? 'not run'

/** Rules that reports of another version name, and this one does not have. */
export function unknownRules(
  named: Iterable<RequirementId>,
  known: readonly Requirement[],
  statement: string,
): Requirement[] {
  const listed = new Set(known.map(({ id }) => id))
  return [...new Set(named)]
    .filter((id) => !listed.has(id))
    .map((id) => ({ id, section: 'unknown', level: 'unspecified', statement }))
}

/** `3 failed, 12 passed` */
export const tallyText = (tally: Tally): string =>
  ORDER.filter((state) => tally[state])
    .map((state) => `${tally[state]} ${SIGNS[state].word}`)
    .join(', ')

export interface RuleState {
  readonly state: State
  readonly why: string
}

export function ruleState({ level, untestable, planned }: Requirement, tally: Tally | undefined): RuleState {
  if (tally) {
    const count = Object.values(tally).reduce((sum, one) => sum + one, 0)
    return { state: worst(tally), why: `${counted(count, 'vector')}: ${tallyText(tally)}` }
  }
  if (untestable !== undefined) return { state: 'not shown', why: `no vector can show it. ${untestable}` }
  if (planned !== undefined) return { state: 'not run', why: `it has no vector yet; planned: ${planned}` }
  if (level === 'unspecified')
    return { state: 'not shown', why: 'the interface leaves it open, and this run observed nothing of it' }
  return { state: 'not run', why: 'none of its vectors was part of this run' }
}
