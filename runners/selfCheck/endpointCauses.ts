import { spread } from '../../src/diagnose/methods.ts'
import {
  findingsOfPatterns,
  isContradicted,
  patternOf,
  type FaultPattern,
  type Pattern,
} from '../../src/diagnose/patterns.ts'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import type { WaitingAlteration } from '../../src/faults/service/serviceFault.ts'
import type { FaultId, Findings, Vector, Verdict } from '../../src/model/index.ts'
import { verdictsWith, type PlayEnd } from './faultyService.ts'

/** How many failures a service with each fault is asked, one of each kind at least, each with what came before it. */
const SAMPLE = 6
const BEFORE = 3

const MOST_PLAYED = 12

interface Form {
  readonly fault: FaultId
  readonly alteration: WaitingAlteration
}

/**
 * Finds the faults of an endpoint by comparison: services with each fault of the catalogue are asked what failed,
 * and those that fail in the same way are asked everything. All within this process; the endpoint gets no request.
 * @param verdicts of a run, in the order in which they were asked
 * @returns undefined where nothing failed
 */
export async function endpointCauses(
  verdicts: readonly Verdict[],
  find: (id: string) => Vector | undefined,
): Promise<Findings | undefined> {
  const run = patternOf(verdicts)
  const asked = verdicts.filter(isAsked).flatMap(({ vector }) => find(vector) ?? [])
  if (![...run.values()].some(Boolean)) return undefined
  const likely = await likelyForms(run, asked)
  const patterns: FaultPattern[] = []
  // The first answer that speaks against a fault is enough.
  const isEnough = (verdict: Verdict): boolean => isContradicted(run, patternOf([verdict]))
  for (const form of likely) patterns.push(await played(form, asked, { isEnough }))
  return findingsOfPatterns(run, patterns)
}

/** What is not judged, or only observed, may leave something behind for the questions after it. */
const isAsked = ({ outcome, reason }: Verdict): boolean => outcome !== 'skipped' || reason === 'not-judged'

async function played(form: Form, asked: readonly Vector[], end: PlayEnd = {}): Promise<FaultPattern> {
  const verdicts = await verdictsWith(form.alteration, asked, {}, end)
  return { fault: form.fault, pattern: patternOf(verdicts) }
}

async function likelyForms(run: Pattern, asked: readonly Vector[]): Promise<Form[]> {
  const sampled = sampleOf(run, asked)
  const found: { form: Form; count: number }[] = []
  const forms = SERVICE_FAULTS.flatMap(({ id: fault, alteration: first, others = [] }) =>
    [first, ...others].map((alteration): Form => ({ fault, alteration })),
  )
  for (const form of forms) {
    const { pattern } = await played(form, sampled)
    const count = sampled.filter(({ id }) => run.get(id) && run.get(id) === pattern.get(id)).length
    if (count > 0) found.push({ form, count })
  }
  return found
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_PLAYED)
    .map(({ form }) => form)
}

function sampleOf(run: Pattern, asked: readonly Vector[]): Vector[] {
  const failedAt = asked.flatMap(({ id }, at) => (run.get(id) ? [at] : []))
  // The first of each kind, and others evenly spread.
  const firsts = new Set(new Map(failedAt.toReversed().map((at) => [run.get(asked[at]!.id), at])).values())
  const others = failedAt.filter((at) => !firsts.has(at))
  const chosen = [...firsts, ...spread(others, SAMPLE)].slice(0, Math.max(firsts.size, SAMPLE))
  const isNear = (at: number): boolean => chosen.some((place) => at <= place && at >= place - BEFORE)
  return asked.filter((_, at) => isNear(at))
}
