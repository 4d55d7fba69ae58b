import { verdictsWith } from '../../runners/selfCheck/service.ts'
import { families } from '../../src/families/index.ts'
import type { ServiceMistake } from '../../src/faults/service-model.ts'
import type { Vector, Verdict } from '../../src/model.ts'

export { configFor, ENV, initial } from '../../runners/selfCheck/service.ts'
export { CHANNEL, SECRET, USER } from '../../src/faults/service-model.ts'

export const endpointVectors: readonly Vector[] = families()
  .flatMap((family) => family.vectors)
  .filter(({ question }) => question.method === 'endpoint.exchange')

export const failed = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored').map(({ vector }) => vector)

/** Which endpoint vectors a service with this mistake fails. */
export const failedWith = async (mistake: ServiceMistake): Promise<string[]> =>
  failed(await verdictsWith(mistake, endpointVectors))
