import type { Vector } from '../model/index.ts'

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
