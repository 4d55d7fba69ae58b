import type { Vector } from '../model/index.ts'

/** The vectors of a run. Those at its end wait until a clock that stands still would show. */
export async function* paced(
  vectors: Iterable<Vector> | AsyncIterable<Vector>,
  untilClockShows: () => Promise<void>,
): AsyncGenerator<Vector> {
  for await (const vector of vectors) {
    if (/^generated\/.*-(?:again|later)$/.test(vector.id)) await untilClockShows()
    yield vector
  }
}
