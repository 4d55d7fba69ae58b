import { isGenerated, type Excuse, type FaultId, type Vector, type Verdict } from '../model/index.ts'
import type { BaselineProblem } from './baseline.ts'
import { EXCUSED_DAYS, laterBy, linesOf, UNFILED } from './entry.ts'
import { andMore } from '../text.ts'

/** A known cause of failures, shipped vectors and generated questions alike: schemas/baseline.schema.json. */
export interface CauseEntry extends Excuse {
  readonly cause: FaultId
  /** Line of the entry in its file, counted from 1. */
  readonly line?: number
}

type Failure = Pick<Verdict, 'outcome' | 'vector' | 'unsteady' | 'reason' | 'rule' | 'findings'>

/**
 * Do its causes say all about a failure? They reproduce an answer about tokens as a whole. A call of a client may have
 * findings that no cause explains; a shipped vector then needs an entry of its own. A generated question has no id that
 * stays, so its causes are all there is.
 */
export function isExplained(
  { outcome, vector, unsteady, findings = [], ...worst }: Failure,
  causes: readonly FaultId[],
  isCall: boolean,
): boolean {
  if (outcome !== 'failed' || unsteady) return false
  const kinds = new Set([worst, ...findings].map(({ reason, rule }) => `${reason} ${rule}`))
  return causes.length >= (isCall && !isGenerated(vector) ? kinds.size : 1)
}

/** The excuse of an explained failure: the entry of its first cause, if every cause is listed. */
export function excuseByCause(
  entries: readonly CauseEntry[],
  causes: readonly FaultId[],
): Excuse | undefined {
  const found = causes.map((cause) => entries.find((entry) => entry.cause === cause))
  const [first] = found
  if (!first || found.includes(undefined)) return undefined
  return { reason: first.reason, issue: first.issue, expires: first.expires }
}

/**
 * Which causes a whole run no longer has. A failure that nothing explains or excuses may hide the name of others, so
 * beside one no cause is known to be gone; nor is one where nothing was judged that would show it.
 * @param verdicts with their excuses
 * @param judgeable the vectors, which name the faults that they catch
 */
export function goneCauses(
  verdicts: readonly Verdict[],
  causesOf: (verdict: Verdict) => readonly FaultId[],
  judgeable: readonly Vector[],
): (cause: FaultId) => boolean {
  const failed = verdicts.filter(({ outcome, unsteady }) => outcome === 'failed' && !unsteady)
  const hides = failed.some((verdict) => !verdict.excused && causesOf(verdict).length === 0)
  const found = new Set(failed.flatMap(causesOf))
  const isShown = shownIn(verdicts, judgeable)
  return (cause) => !hides && !found.has(cause) && isShown(cause)
}

/** Was something judged that a fault would have shown in? What makes parts of a token shows in whole tokens too. */
function shownIn(verdicts: readonly Verdict[], judgeable: readonly Vector[]): (cause: FaultId) => boolean {
  const right = new Set(verdicts.filter(({ outcome }) => outcome === 'passed').map(({ vector }) => vector))
  const methods = new Set<string>(judgeable.filter(({ id }) => right.has(id)).map(methodOf))
  return (cause) => {
    const catching = judgeable.filter(({ catches = [] }) => catches.includes(cause))
    const isOfParts = catching.some((vector) => PARTS.has(methodOf(vector)))
    return (
      catching.length === 0 ||
      catching.some(({ id }) => right.has(id)) ||
      (isOfParts && methods.has('token.issue'))
    )
  }
}

const PARTS: ReadonlySet<string> = new Set(['token.params', 'token.signature'])
const methodOf = ({ question }: Vector): string => question.method

/** Lists what is wrong with the causes of a baseline after a whole run. */
export const causeProblems = (
  entries: readonly CauseEntry[],
  isGone: (cause: FaultId) => boolean,
  today: string,
): BaselineProblem[] =>
  entries.flatMap((entry) => {
    if (isGone(entry.cause)) return [passes(entry)]
    return entry.expires < today ? [expired(entry, today)] : []
  })

const placeOf = ({ cause, line }: CauseEntry): Pick<BaselineProblem, 'entry' | 'line'> => ({
  entry: cause,
  ...(line !== undefined && { line }),
})

const passes = (entry: CauseEntry): BaselineProblem => ({
  ...placeOf(entry),
  code: 'baseline-passes',
  message: `no failure has the cause "${entry.cause}" any more`,
  edit: causeLines(entry).map((text) => `-${text}`),
})

const expired = (entry: CauseEntry, today: string): BaselineProblem => ({
  ...placeOf(entry),
  code: 'baseline-expired',
  message: `the cause "${entry.cause}" was excused until ${entry.expires}; repair it, or give it more time`,
  edit: [`-    expires: "${entry.expires}"`, `+    expires: "${laterBy(today, EXCUSED_DAYS)}"`],
})

/** The lines of an entry in a file. */
export const causeLines = (entry: CauseEntry): string[] => linesOf('cause', entry.cause, entry)

/** The entries that fit this run: causes that are gone are removed, causes of new failures are added. */
export function renewedCauses(
  entries: readonly CauseEntry[],
  isGone: (cause: FaultId) => boolean,
  failing: readonly Verdict[],
  today: string,
): CauseEntry[] {
  const kept = entries.filter(({ cause }) => !isGone(cause))
  const fresh = new Map<FaultId, string[]>()
  for (const { vector, diagnosis = [] } of failing)
    for (const cause of diagnosis) fresh.set(cause, [...(fresh.get(cause) ?? []), vector])
  for (const { cause } of kept) fresh.delete(cause)
  const expires = laterBy(today, EXCUSED_DAYS)
  return [
    ...kept,
    ...[...fresh].map(([cause, ids]) => ({
      cause,
      reason: `not looked at yet: ${andMore(ids, 1)}`,
      issue: UNFILED,
      expires,
    })),
  ]
}
