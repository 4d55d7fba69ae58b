import { setTimeout } from 'node:timers/promises'
import type { Description } from '../../src/model/index.ts'

/** From here on a clock that was read once, when the SDK was loaded, is wrong by more than the judge allows. */
const PAUSE = 2500

/** Gives a subject that reads its own clock time, from the beginning of the run on: a clock that stands shows then. */
export function sinceStart({ clock }: Pick<Description, 'clock'>, signal: AbortSignal): () => Promise<void> {
  const startedAt = performance.now()
  return async () => {
    const missing = startedAt + PAUSE - performance.now()
    if (clock === 'system' && missing > 0)
      await setTimeout(missing, undefined, { signal }).catch(() => undefined)
  }
}
