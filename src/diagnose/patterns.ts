/** Finds causes by comparison with subjects of known faults: which questions each fails, and how. */
import type { Cause, FaultId, Findings, Verdict, VectorId } from '../model/index.ts'

/** How each question ended: of failures the kind, of right answers nothing. */
export type Pattern = ReadonlyMap<VectorId, string | undefined>

/** How a subject with a fault ends the same questions; a fault with several forms has several patterns. */
export interface FaultPattern {
  readonly fault: FaultId
  readonly pattern: Pattern
}

/** Up to so many faults that would do the same are named as candidates; with more of them none is. */
const CANDIDATES = 5

/** The pattern of verdicts; skipped, observed and errored ones say nothing about a fault. */
export const patternOf = (verdicts: readonly Verdict[]): Pattern =>
  new Map(
    verdicts
      .filter(({ outcome, unsteady }) => !unsteady && (outcome === 'passed' || outcome === 'failed'))
      .map((verdict) => [verdict.vector, verdict.outcome === 'failed' ? kindOf(verdict) : undefined]),
  )

const CHANGING = / \(Tracking-Id [^)]*\)|[0-9]+ (?:bytes|ms)\b|\btimestamp [0-9]+|[\w-]*[0-9a-f]{16}/g

/** Failures of one kind have one origin; lengths, Tracking-Ids, times and ids of channels differ from run to run. */
function kindOf({ reason = '', message = '', rule, difference }: Verdict): string {
  // How late says nothing about the fault: a run gives up a call without an end, and a client of the catalogue ends.
  if (reason === 'beyond-time-limit') return [reason, rule].join(' ')
  const got = (difference?.got ?? message).replaceAll(CHANGING, '')
  const seen = reason === 'wrong-code' ? withoutSpelling(got) : (sinceExpected(difference) ?? got)
  return [reason, rule, seen].join(' ')
}

/** Every wrong spelling of a code is one fault; an answer without any code is another one. */
const withoutSpelling = (got: string): string => got.replace(/ .*/s, ' another code')

/** A timestamp by its distance from the time that was expected, in steps of five minutes. */
function sinceExpected(difference: Verdict['difference']): string | undefined {
  const [, from] = /^([0-9]{9,}) to [0-9]{9,}$/.exec(difference?.expected ?? '') ?? []
  return from && `${Math.round((Number(difference!.got) - Number(from)) / 300)} steps`
}

const failedIn = (pattern: Pattern): VectorId[] =>
  [...pattern].flatMap(([id, kind]) => (kind === undefined ? [] : [id]))

/** It fails a question that was answered rightly: then the subject does not have the fault. */
export const isContradicted = (run: Pattern, pattern: Pattern): boolean =>
  failedIn(pattern).some((id) => run.has(id) && run.get(id) === undefined)

interface Explaining extends Pick<FaultPattern, 'fault'> {
  readonly explains: readonly VectorId[]
}

/** The share of the failures of a reason that may stay without a cause: above it something unknown made them. */
const MOST_LEFT = 1 / 5

/**
 * The fewest faults that reproduce the failures of a run; those that reproduce most come first. A fault that fails
 * what passed is excluded, and where several reproduce the same failures all of them are named.
 */
export function causesOf(run: Pattern, faults: readonly FaultPattern[]): Cause[] {
  const failed = failedIn(run)
  const able = faults
    .filter(({ pattern }) => !isContradicted(run, pattern))
    .map(({ fault, pattern }): Explaining => ({
      fault,
      explains: failed.filter((id) => pattern.get(id) === run.get(id)),
    }))
  const causes: Cause[] = []
  for (let left = new Set(failed); left.size > 0;) {
    const best = mostOf(able, left)
    if (best.length === 0) break
    const explains = best[0]!.explains.filter((id) => left.has(id))
    for (const id of explains) left.delete(id)
    causes.push(...told([...new Set(best.map(({ fault }) => fault))], explains))
  }
  return causes.filter(({ explains }) => isBelievable(run, explains, causes))
}

/** If many failures of a kind have no cause, the explained ones of that kind may have come from elsewhere too. */
function isBelievable(run: Pattern, explains: readonly VectorId[], causes: readonly Cause[]): boolean {
  const reasonOf = (id: VectorId): string => run.get(id)!.split(' ')[0]!
  const reasons = new Set(explains.map(reasonOf))
  const alike = failedIn(run).filter((id) => reasons.has(reasonOf(id)))
  const explained = new Set(causes.flatMap((cause) => cause.explains))
  return alike.filter((id) => !explained.has(id)).length < MOST_LEFT * alike.length
}

function mostOf(able: readonly Explaining[], left: ReadonlySet<VectorId>): Explaining[] {
  const rows = able.map((row) => ({ ...row, own: row.explains.filter((id) => left.has(id)) }))
  const most = Math.max(0, ...rows.map(({ own }) => own.length))
  const [first, ...others] = rows.filter(({ own }) => most > 0 && own.length === most)
  return first ? [first, ...others.filter(({ own }) => own.join() === first.own.join())] : []
}

function told(faults: readonly FaultId[], explains: readonly VectorId[]): Cause[] {
  if (faults.length === 1) return [{ faults, explains }]
  if (faults.length > CANDIDATES) return []
  return [{ faults: [], candidates: faults.map((fault) => [fault]), explains }]
}

/** The patterns as causes of the report. */
export function findingsOfPatterns(run: Pattern, faults: readonly FaultPattern[]): Findings {
  const causes = causesOf(run, faults)
  const explained = new Set(causes.flatMap(({ explains }) => explains))
  return {
    causes,
    unexplained: failedIn(run).filter((id) => !explained.has(id)),
    faultsOf: (id) => causes.flatMap(({ explains, faults: own }) => (explains.includes(id) ? own : [])),
    stages: [],
  }
}
