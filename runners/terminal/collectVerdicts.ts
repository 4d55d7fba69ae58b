import type { Ending, Verdict } from '../../src/model/index.ts'
import { Progress } from './console.ts'

/**
 * Reads a run to its end, with a progress line.
 * @param all how many verdicts are still to come
 * @param each receives every verdict as it arrives
 */
export async function collectVerdicts(
  reader: AsyncGenerator<Verdict, Ending>,
  all: number,
  each: (verdict: Verdict) => void = () => undefined,
): Promise<{ verdicts: Verdict[]; ending: Ending }> {
  const verdicts: Verdict[] = []
  const progress = new Progress()
  try {
    for (;;) {
      const { value, done } = await reader.next()
      if (done) return { verdicts, ending: value }
      verdicts.push(value)
      each(value)
      progress.draw(verdicts.length, all)
    }
  } finally {
    progress.clear()
    // If `each` throws, no process may stay behind.
    await reader.return({})
  }
}
