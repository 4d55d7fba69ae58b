import { verdictsWith } from '../../../runners/selfCheck/faultyService.ts'
import type { ServiceAlteration } from '../../../src/faults/service/serviceFault.ts'
import { generatedGroups, inOrder } from '../../../src/generate/index.ts'
import { NEEDS, type Need, type Vector } from '../../../src/model/index.ts'
import { failed } from './service.ts'

/** The generated questions of one run on an endpoint that meets everything, or only these preconditions. */
export const exchangesOf = (seed: number, meets: readonly Need[] = NEEDS, count = 50): Vector[] =>
  inOrder(generatedGroups({ count, seed, methods: ['endpoint.exchange'], meets }))

/** Which of them a service with this mistake fails. */
export const failedOfSeed = async (alteration: ServiceAlteration, seed: number): Promise<string[]> =>
  failed(await verdictsWith(alteration, exchangesOf(seed)))
