import { Evidence } from '../../src/diagnose/evidence.ts'
import type { Alteration } from '../../src/faults/fault.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import { judge } from '../../src/judge/index.ts'
import { troubleOf } from '../../src/judge/trouble.ts'
import { stamped } from '../../src/faults/killMatrix.ts'
import type { Vector } from '../../src/model/index.ts'

/** A run of an SDK with mistakes on vectors of the token, within this process. */
export function runWith(
  alterations: readonly Alteration[],
  vectors: readonly Vector[],
): { evidence: Evidence; wrong: string; hasTrouble: boolean } {
  const sdk = sdkWith(alterations)
  const evidence = new Evidence()
  const wrong: string[] = []
  let hasTrouble = false
  for (const vector of vectors) {
    const answer = answerOf(sdk, vector.question)
    if (!answer) continue
    const verdict = judge(vector, stamped(answer), 'twin-accepted')
    evidence.add(vector, stamped(answer), verdict)
    hasTrouble ||= troubleOf(verdict) !== undefined
    if (verdict.outcome === 'failed' || verdict.outcome === 'errored')
      wrong.push(`${vector.id} ${JSON.stringify(answer)}`)
  }
  return { evidence, wrong: wrong.join('\n'), hasTrouble }
}
