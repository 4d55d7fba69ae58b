import { Evidence } from '../../src/evidence.ts'
import type { Mistake } from '../../src/faults/model.ts'
import { answerOf, sdkWith } from '../../src/faults/sdk.ts'
import { judge } from '../../src/judge.ts'
import { stamped } from '../../src/matrix.ts'
import type { Vector } from '../../src/model.ts'

/** A run of an SDK with mistakes on vectors of the token, within this process. */
export function runWith(
  mistakes: readonly Mistake[],
  vectors: readonly Vector[],
): { evidence: Evidence; wrong: string } {
  const sdk = sdkWith(mistakes)
  const evidence = new Evidence()
  const wrong: string[] = []
  for (const vector of vectors) {
    const answer = answerOf(sdk, vector.question)
    if (!answer) continue
    const verdict = judge(vector, stamped(answer), true)
    evidence.add(vector, stamped(answer), verdict)
    if (verdict.outcome === 'failed' || verdict.outcome === 'errored')
      wrong.push(`${vector.id} ${JSON.stringify(answer)}`)
  }
  return { evidence, wrong: wrong.join('\n') }
}
