import { verdictsWith } from '../../../runners/selfCheck/faultyService.ts'
import { answerOf, sdkWith } from '../../../src/faults/faultySdk/index.ts'
import { stamped } from '../../../src/faults/killMatrix.ts'
import { judge } from '../../../src/judge/index.ts'
import { NEEDS, type Vector, type Verdict } from '../../../src/model/index.ts'
import type { BodyVariant } from '../../../src/variants/body.ts'
import { accusations } from '../../../src/variants/variant.ts'
import { exchangesOf } from '../live/generated.ts'
import { together, type ServiceVariant } from '../../../src/variants/service/serviceVariant.ts'

const told = (verdicts: readonly Verdict[]): string[] =>
  verdicts.map(({ vector, reason }) => `${vector}: ${reason}`)

/** What a validator of bodies is accused of. */
export const accusedValidator = (variant: BodyVariant, vectors: readonly Vector[]): string[] =>
  told(accusations(verdictsOnBodies(variant, vectors), [variant]))

export const accusedService = async (
  variants: readonly ServiceVariant[],
  vectors: readonly Vector[],
): Promise<string[]> => {
  const { alteration, ...ways } = together(variants)
  return told(accusations(await verdictsWith(alteration, vectors, ways), variants))
}

/** What a right service is accused of by the generated questions of a run. */
export const accusedOfSeed = (variant: ServiceVariant, seed: number): Promise<string[]> => {
  const meets = NEEDS.filter((need) => need !== 'default-stream-limit' || !variant.settings)
  return accusedService([variant], exchangesOf(seed, meets))
}

export const verdictsOnBodies = ({ alteration }: BodyVariant, vectors: readonly Vector[]): Verdict[] => {
  const validator = sdkWith([alteration])
  return vectors.map((vector) =>
    judge(vector, stamped(answerOf(validator, vector.question)!), 'twin-accepted'),
  )
}
