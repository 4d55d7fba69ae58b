/**
 * Reports of parts are input: what a merge can check of them, it does. Whoever writes kept answers and totals anew can
 * still deceive it (docs/release-gate.md).
 */
import { isDeepStrictEqual } from 'node:util'
import { asAsked, type AskedOf, type Find } from '../../src/ask.ts'
import { ChannelproofError } from '../../src/errors.ts'
import { isBad, judge } from '../../src/judge/index.ts'
import type { Kept, Outcome, Verdict } from '../../src/model/index.ts'
import { count, coverageOf } from '../../src/report/coverage.ts'
import { BUG, EXIT, exitCodeOf } from '../../src/report/exit.ts'
import type { ShardReport } from '../../src/report/merge.ts'
import { gates } from '../../src/run.ts'

/**
 * Checks the verdicts of a part against the suite, and sums and exit code of the same report against its verdicts.
 * @throws ChannelproofError `part-contradicts` (exit code 2)
 */
export function checkVerdicts({ file, report }: ShardReport, find: Find): void {
  const problem = report.verdicts.map((verdict) => verdictProblem(verdict, find)).find(Boolean)
  const wrong = problem ?? sumsProblem(report) ?? answersProblem(report, find) ?? endProblem(report)
  if (wrong === undefined) return
  const advice = 'Give the report as "sdk" or "live" wrote it.'
  throw new ChannelproofError('part-contradicts', wrong, advice, { file })
}

/** What a verdict of each outcome can hold: `passed` has nothing against the answer, and the others say why. */
const CAN_HOLD: Readonly<Record<Outcome, (verdict: Verdict) => boolean>> = {
  passed: ({ reason, message, difference, findings, diagnosis }) =>
    [reason, message, difference, findings, diagnosis].every((part) => part === undefined),
  failed: ({ reason, message }) => reason !== undefined && message !== undefined,
  observed: ({ reason, findings, diagnosis }) =>
    reason !== undefined && findings === undefined && diagnosis === undefined,
  skipped: ({ reason, difference, findings, diagnosis }) =>
    SKIPPED.has(reason ?? '') && [difference, findings, diagnosis].every((part) => part === undefined),
  errored: ({ reason, message }) => reason !== undefined && message !== undefined,
}

const SKIPPED: ReadonlySet<string> = new Set(['unsupported', 'outside-limits', 'beyond-budget', 'not-judged'])

function verdictProblem(verdict: Verdict, find: Find): string | undefined {
  const { vector: id, level, outcome, requirements } = verdict
  const vector = find(id)
  if (!vector) return `it holds a verdict on ${id}, which this suite does not have`
  if (JSON.stringify(requirements) !== JSON.stringify(vector.requirements))
    return `its verdict on ${id} names other requirements than the vector`
  if (!CAN_HOLD[outcome](verdict))
    return `its verdict on ${id} is "${outcome}", and what stands beside that is of another outcome`
  // A failure has the level of its worst finding.
  const fits = outcome === 'failed' ? level !== 'unspecified' : level === vector.level
  if (fits) return undefined
  return `its verdict on ${id} is "${outcome}" at level ${level}; the vector is ${vector.level}`
}

function sumsProblem({ verdicts, totals, coverage }: ShardReport['report']): string | undefined {
  const counted: Readonly<Record<string, number>> = count(verdicts)
  const given: Readonly<Record<string, number>> = totals
  const name = Object.keys(counted).find((each) => counted[each] !== given[each])
  if (name !== undefined)
    return `its totals say ${given[name]} ${name}, and its verdicts are ${counted[name]}`
  const covered = coverageOf(verdicts)
  const ids = new Set([...Object.keys(covered), ...Object.keys(coverage)])
  const rule = [...ids].find((id) => !isDeepStrictEqual(covered[id], coverage[id]))
  return rule === undefined ? undefined : `its coverage of ${rule} is not that of its verdicts`
}

/** More answers than a part of a run of usual length has; a longer run does not keep all. */
const ALL_KEPT = 10_000

function answersProblem({ verdicts, answers = [] }: ShardReport['report'], find: Find): string | undefined {
  const passed = verdicts.filter(
    ({ vector, outcome }) => outcome === 'passed' && find(vector)!.question.method.startsWith('token.'),
  )
  if (passed.length > ALL_KEPT) return undefined
  const kept = new Set(answers.map(({ vector }) => vector))
  const lacking = passed.find(({ vector }) => !kept.has(vector))
  return lacking && `it lacks the answer to ${lacking.vector}, which it says has passed`
}

function endProblem(report: ShardReport['report']): string | undefined {
  const { verdicts, level, stopped, partial, filtered, tooLittle = [], baseline, exitCode, conforms } = report
  const isSignal = exitCode >= 128
  const due = exitCodeOf({
    bug: stopped?.code === BUG.code,
    remains: (stopped?.remaining ?? []).length > 0,
    signal: isSignal && partial ? exitCode : undefined,
    stopped: stopped !== undefined,
    gated: verdicts.some((verdict) => gates(verdict, level)),
    // Whether a filtered run is partial for another reason too does not show.
    tooLittle: tooLittle.length > 0 || (partial && (!filtered || exitCode === EXIT.tooLittle)),
    baselineWrong: (baseline?.problems ?? []).length > 0,
  })
  if (due !== exitCode) return `its exit code is ${exitCode}, and its verdicts mean ${due}`
  return conforms ? 'it says that a part of a run conforms' : undefined
}

/**
 * The verdicts, with those of kept answers that the judge finds wrong. A verdict that is worse than its answer stands:
 * it may come from the twin, from the end of the adapter or from a second answer.
 */
export function judgedAgain(
  verdicts: readonly Verdict[],
  kept: readonly Kept[],
  { find, asked }: { readonly find: Find; readonly asked: AskedOf },
): Verdict[] {
  const answers = new Map(kept.map(({ vector, answer }) => [vector, answer]))
  return verdicts.map((verdict) => {
    const [vector, answer] = [find(verdict.vector), answers.get(verdict.vector)]
    if (!vector || !answer || verdict.outcome === 'errored') return verdict
    const again = judge(asAsked(vector, asked), answer, 'twin-accepted')
    return isBad(again) ? { ...verdict, ...again } : verdict
  })
}

/** Reasons of a failure, or of a skipped vector, that leave a twin without an accepted answer. */
const REJECTED = ['refused-good-input', 'failed-without-reason', 'code-2-for-a-value']
const NOT_ACCEPTED: ReadonlySet<string> = new Set([...SKIPPED, ...REJECTED])

/** A refusal counts only where its twin was accepted, in the whole as well, whatever the part says that asked it. */
export function twinsHeld(verdicts: readonly Verdict[], find: Find): Verdict[] {
  const rejected = verdicts.filter(({ reason }) => NOT_ACCEPTED.has(reason ?? ''))
  const twins = new Set(rejected.map(({ vector }) => vector))
  return verdicts.map((verdict) => {
    const vector = find(verdict.vector)!
    const { expect, twin = '' } = vector
    if (verdict.outcome !== 'passed' || expect.verdict !== 'refuse' || !twins.has(twin)) return verdict
    const refused = { kind: 'refused', reason: expect.reasons[0]!, askedAt: 0, answeredAt: 0 } as const
    return { ...verdict, ...judge(vector, refused, 'no-twin'), millis: verdict.millis }
  })
}
