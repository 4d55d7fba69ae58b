import { setTimeout } from 'node:timers/promises'
import type { Description, Vector } from '../../src/model/index.ts'

/** From here on a clock that was read once, when the SDK was loaded, is wrong by more than the judge allows. */
const PAUSE = 2500

/**
 * The vectors of a run. Before the questions that come again at its end, a subject that reads its own clock is given
 * time: a clock that stands shows then.
 */
export async function* paced(
  vectors: readonly Vector[],
  { clock }: Pick<Description, 'clock'>,
  signal: AbortSignal,
): AsyncGenerator<Vector> {
  const startedAt = performance.now()
  for (const vector of vectors) {
    const missing = startedAt + PAUSE - performance.now()
    if (clock === 'system' && vector.id.endsWith('-again') && missing > 0)
      await setTimeout(missing, undefined, { signal }).catch(() => undefined)
    yield vector
  }
}
