import { verdictsWith } from '../../../runners/selfCheck/faultyService.ts'
import { families } from '../../../src/vectors/index.ts'
import type { WaitingAlteration } from '../../../src/faults/service/serviceFault.ts'
import type { Vector, Verdict } from '../../../src/model/index.ts'

export { configFor, ENV, initial } from '../../../runners/selfCheck/faultyService.ts'
export {
  APPS_SECRET as SECRET,
  OPEN_CHANNEL as CHANNEL,
  USER,
} from '../../../src/faults/service/serviceFault.ts'

export const endpointVectors: readonly Vector[] = families()
  .flatMap((family) => family.vectors)
  .filter(({ question }) => question.method === 'endpoint.exchange')

/** The vectors that may fail: the others are only observed. */
export const gating = endpointVectors.filter(({ level }) => level !== 'unspecified')

export const failed = (verdicts: readonly Verdict[]): string[] =>
  verdicts.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored').map(({ vector }) => vector)

/** Which endpoint vectors a service with this mistake fails. */
export const failedWith = async (alteration: WaitingAlteration): Promise<string[]> =>
  failed(await verdictsWith(alteration, endpointVectors))
