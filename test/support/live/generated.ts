import { verdictsWith } from '../../../runners/selfCheck/faultyService.ts'
import type { WaitingAlteration } from '../../../src/faults/service/serviceFault.ts'
import { generatedGroups, inOrder } from '../../../src/generate/index.ts'
import { ENDPOINT_QUESTIONS, NEEDS, type Need, type Vector } from '../../../src/model/index.ts'
import { failed } from './service.ts'

const drawn = new Map<string, readonly Vector[]>()

/** The generated questions of one run on an endpoint that meets everything, or only these preconditions. */
export function exchangesOf(
  seed: number,
  meets: readonly Need[] = NEEDS,
  count = ENDPOINT_QUESTIONS,
): readonly Vector[] {
  const key = `${seed} ${count} ${meets.join(' ')}`
  const vectors =
    drawn.get(key) ?? inOrder(generatedGroups({ count, seed, methods: ['endpoint.exchange'], meets }))
  drawn.set(key, vectors)
  return vectors
}

/** Does a service with this fault fail one of them? */
export const isFoundBySeed = async (alteration: WaitingAlteration, seed: number): Promise<boolean> =>
  failed(await verdictsWith(alteration, exchangesOf(seed), {}, { bail: true })).length > 0
