/**
 * Reports of parts are input: what a merge can check of them, it does. Whoever writes kept answers and totals anew can
 * still deceive it (docs/release-gate.md).
 */
import { asAsked, type AskedOf, type Find } from '../../src/ask.ts'
import { ChannelproofError } from '../../src/errors.ts'
import { isBad, judge } from '../../src/judge/index.ts'
import type { Kept, Verdict } from '../../src/model/index.ts'
import { count, coverageOf } from '../../src/report/coverage.ts'
import type { ShardReport } from '../../src/report/merge.ts'

/**
 * Checks the verdicts of a part against the suite and against the sums of the same report.
 * @throws ChannelproofError `part-contradicts` (exit code 2)
 */
export function checkVerdicts({ file, report }: ShardReport, find: Find): void {
  const problem = report.verdicts.map((verdict) => verdictProblem(verdict, find)).find(Boolean)
  const wrong = problem ?? sumsProblem(report)
  if (wrong === undefined) return
  const advice = 'Give the report as "sdk" or "live" wrote it.'
  throw new ChannelproofError('part-contradicts', wrong, advice, { file })
}

function verdictProblem(
  { vector: id, level, outcome, requirements }: Verdict,
  find: Find,
): string | undefined {
  const vector = find(id)
  if (!vector) return `it holds a verdict on ${id}, which this suite does not have`
  if (JSON.stringify(requirements) !== JSON.stringify(vector.requirements))
    return `its verdict on ${id} names other requirements than the vector`
  // A failure has the level of its worst finding.
  const fits = outcome === 'failed' ? level !== 'unspecified' : level === vector.level
  return fits
    ? undefined
    : `its verdict on ${id} is "${outcome}" at level ${level}; the vector is ${vector.level}`
}

function sumsProblem({ verdicts, totals, coverage }: ShardReport['report']): string | undefined {
  const counted: Readonly<Record<string, number>> = count(verdicts)
  const given: Readonly<Record<string, number>> = totals
  const name = Object.keys(counted).find((each) => counted[each] !== given[each])
  if (name !== undefined)
    return `its totals say ${given[name]} ${name}, and its verdicts are ${counted[name]}`
  const covered = coverageOf(verdicts)
  const ids = new Set([...Object.keys(covered), ...Object.keys(coverage)])
  const rule = [...ids].find((id) => !isSame(covered[id], coverage[id]))
  return rule === undefined ? undefined : `its coverage of ${rule} is not that of its verdicts`
}

const isSame = (a: object | undefined, b: object | undefined): boolean =>
  a !== undefined && b !== undefined && JSON.stringify(sortedIn(a)) === JSON.stringify(sortedIn(b))

const sortedIn = (members: object): unknown =>
  Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1))

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
