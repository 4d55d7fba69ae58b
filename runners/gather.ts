import type { Ending, Verdict } from '../src/model.ts'
import { Progress } from './console.ts'

/** Reads a run to its end, with a progress line. @param all how many verdicts are to come */
export async function gather(
  reader: AsyncGenerator<Verdict, Ending>,
  all: number,
): Promise<{ verdicts: Verdict[]; ending: Ending }> {
  const verdicts: Verdict[] = []
  const progress = new Progress()
  for (;;) {
    const { value, done } = await reader.next()
    if (done) {
      progress.clear()
      return { verdicts, ending: value }
    }
    verdicts.push(value)
    progress.draw(verdicts.length, all)
  }
}
