import { asker, type JudgedVector } from '../../src/ask.ts'
import type { Evidence } from '../../src/diagnose/evidence.ts'
import type { Vector } from '../../src/model/index.ts'
import { generate, type AskedSubject } from './questions.ts'
import type { ShrinkOptions } from './smallest.ts'

/** For so many seconds a subject is asked what decides. */
const LONGEST = 2

/** What is asked is chosen out of these questions: always the same, so that a run can be repeated. */
const POOL = { count: 1000, seed: 3501, now: 0 }

interface DecideOptions extends Pick<ShrinkOptions, 'start' | 'find' | 'signal' | 'now'> {
  readonly subject: AskedSubject
  /** Hears of what went wrong: the causes that were found stay. */
  readonly bug: (error: unknown) => undefined
}

/** Questions for an SDK that reads its own clock would be about another second than that in which they are asked. */
export const isDecidable = ({ clock }: AskedSubject): boolean => clock !== 'system'

/** Asks a fresh subject what tells apart causes that explain the same failures. */
export function decidingBy({ start, find, signal, now, subject, bug }: DecideOptions) {
  const pool = async (methods: ReadonlySet<string>): Promise<readonly Vector[]> => {
    const offered = subject.methods.filter((method) => methods.has(method))
    return signal.aborted ? [] : (await generate(POOL, { ...subject, methods: offered })).vectors
  }
  const answersTo = async (vectors: readonly Vector[]): Promise<readonly JudgedVector[]> => {
    const end = now() + LONGEST
    const fresh = await start()
    if (!fresh) return []
    const ask = asker(find, fresh)
    const judged: JudgedVector[] = []
    try {
      for (const vector of vectors) {
        if (now() > end || signal.aborted) break
        judged.push(await ask(vector))
      }
    } finally {
      await fresh.close()
    }
    return judged
  }
  return (evidence: Evidence): Promise<void> => evidence.decide(pool, answersTo).catch(bug)
}
