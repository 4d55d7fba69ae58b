import { Turns } from '../live/rateLimit.ts'
import type { CausesOfCalls } from '../report/keptAnswers.ts'
import type { Suite } from '../suite/index.ts'

/** How many clients are asked at once: each waits for late output of its adapter. */
const AT_ONCE = 12

/** The mistakes of an HTTP client, found with clients of the catalogue that make the same calls on loopback. */
export const causesOfCalls =
  ({ find }: Pick<Suite, 'find'>): CausesOfCalls =>
  async (wrong, right) => {
    // Loaded only where a call failed.
    const [{ clientCauses }, { verdictsOfClient }] = await Promise.all([
      import('../../src/diagnose/clientCauses.ts'),
      import('../selfCheck/clientInProcess.ts'),
    ])
    const turns = new Turns(AT_ONCE)
    return clientCauses(
      wrong,
      right.map(({ vector }) => vector),
      (steps, calls) => turns.take(() => verdictsOfClient(steps, calls, { find })),
    )
  }
