import { setImmediate } from 'node:timers/promises'
import type { Generated, Source } from '../../src/generate/index.ts'
import type { Draw } from './questions.ts'

/**
 * Draws questions while others are answered: after each slice comes what has arrived in the meantime. Another thread
 * would be no faster on two processors: handing the questions over costs a third of what drawing them does.
 */
export function drawnMeanwhile(): Draw {
  let made: { readonly now: number | undefined; readonly sources: readonly Source[] } | undefined
  return async (wanted: Generated) => {
    // fast-check is loaded where questions are generated, and nowhere else.
    const { groupsInSlices, sourcesFor } = await import('../../src/generate/index.ts')
    // Where the subject reads its own clock, the second is part of what is drawn.
    if (!made || made.now !== wanted.now) made = { now: wanted.now, sources: sourcesFor(wanted) }
    const drawing = groupsInSlices(wanted, made.sources)
    for (;;) {
      const { done, value } = drawing.next()
      if (done) return value
      await setImmediate()
    }
  }
}
