/** The last lines of a run that failed: what gates, each cause with its repair, and what to do next. */
import { gates } from '../run.ts'
import { counted } from '../text.ts'
import { isGenerated, type Cause } from '../model/index.ts'
import { setsText, type FindFault } from './diagnosis.ts'
import { isUnexcused } from './notGating.ts'
import type { Report } from './report.ts'
import { visible } from './visible.ts'

/** Lines of causes: with the counts before them and the verdict and the exit code behind them, eight in all. */
const CAUSES = 3

/** Nothing where nothing failed. */
export function summaryLines(report: Report, fault: FindFault): string[] {
  const { verdicts, level, diagnosis = [], unexplained } = report
  const failures = verdicts.filter(isUnexcused)
  if (failures.length === 0) return []
  const gating = failures.filter((verdict) => gates(verdict, level))
  const others = unexplained?.vectors.length ?? 0
  return [
    `${counted(gating.length, 'failure')} ${gating.length === 1 ? 'gates' : 'gate'}, ${failures.length - gating.length} not`,
    ...some([
      ...diagnosis.flatMap((cause) => causeLines(cause, failures, fault)),
      ...(others > 0 ? [`${others} by no known fault`] : []),
    ]),
    `next: ${nextStep([...gating, ...failures])}`,
  ]
}

const some = (causes: readonly string[]): readonly string[] =>
  causes.length <= CAUSES
    ? causes
    : [...causes.slice(0, CAUSES - 1), `… and ${causes.length - CAUSES + 1} more, above`]

function nextStep(failures: Report['verdicts']): string {
  const shipped = failures.find(({ vector }) => !isGenerated(vector))
  return shipped
    ? `npx channelproof explain ${shipped.vector}`
    : 'the smallest form of a failure, above; --seed and --generated ask all again'
}

/**
 * A line for each fault of a certain cause, with the failures that show it; one for a cause that is one of several.
 * @param failures those that no baseline excuses
 */
function causeLines(
  { faults, candidates, explains }: Cause,
  failures: Report['verdicts'],
  fault: FindFault,
): string[] {
  const explained = new Set(explains)
  const left = failures.filter(({ vector }) => explained.has(vector))
  if (left.length === 0) return []
  if (faults.length === 0) return [`${left.length} by ${setsText(candidates)}`]
  return faults.flatMap((id) => {
    const count = left.filter(({ diagnosis = faults }) => diagnosis.includes(id)).length
    const repair = fault(id)?.repair
    return count === 0 ? [] : [visible(`${count} by ${id}${repair === undefined ? '' : `: ${repair}`}`)]
  })
}
