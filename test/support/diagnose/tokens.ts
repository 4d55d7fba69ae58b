import { Evidence } from '../../../src/diagnose/evidence.ts'
import type { Diagnosis } from '../../../src/diagnose/index.ts'
import { OUTPUT_FAULTS } from '../../../src/faults/catalogue.ts'
import type { Alteration, FaultyAnswer, OutputFault } from '../../../src/faults/fault.ts'
import { answerOf, sdkWith } from '../../../src/faults/faultySdk/index.ts'
import { stamped } from '../../../src/faults/killMatrix.ts'
import { judge } from '../../../src/judge/index.ts'
import type { Vector } from '../../../src/model/index.ts'
import { families } from '../../../src/vectors/index.ts'

export const VECTORS = families()
  .flatMap(({ vectors }) => vectors)
  .filter(({ question }) => question.method.startsWith('token.'))

export const mistake = (id: string): Alteration => OUTPUT_FAULTS.find((fault) => fault.id === id)!.alteration
export const answerWith = (vector: Vector, ...ids: string[]): FaultyAnswer =>
  answerOf(sdkWith(ids.map(mistake)), vector.question)!

/** A run in which each vector is answered as one likes. */
export function diagnosed(
  answer: (vector: Vector) => FaultyAnswer | undefined,
  vectors: readonly Vector[] = VECTORS,
  faults?: readonly OutputFault[],
): Diagnosis {
  const evidence = new Evidence()
  for (const vector of vectors) {
    const given = answer(vector)
    if (given) evidence.add(vector, stamped(given), judge(vector, stamped(given), 'twin-accepted'))
  }
  return evidence.diagnosis(faults)
}
