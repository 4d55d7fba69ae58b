import { setTimeout } from 'node:timers/promises'
import type { Description, Vector } from '../../src/model/index.ts'

/** From here on a clock that was read once, when the SDK was loaded, is wrong by more than the judge allows. */
const PAUSE = 2500

/** The vectors of a run. Those that come again at its end wait until a clock that stands shows. */
export async function* paced(
  vectors: readonly Vector[],
  untilClockShows: () => Promise<void>,
): AsyncGenerator<Vector> {
  for (const vector of vectors) {
    if (vector.id.endsWith('-again')) await untilClockShows()
    yield vector
  }
}

/** A subject that reads its own clock is given time from the beginning of the run on. */
export function sinceStart(
  { clock }: Pick<Description, 'clock'>,
  signal: AbortSignal,
): Parameters<typeof paced>[1] {
  const startedAt = performance.now()
  return async () => {
    const missing = startedAt + PAUSE - performance.now()
    if (clock === 'system' && missing > 0)
      await setTimeout(missing, undefined, { signal }).catch(() => undefined)
  }
}
