import type { Answer, Level, Subject, Vector, Verdict } from '../../src/model/index.ts'
import { gates, run } from '../../src/run.ts'
import type { Claims } from './claims.ts'
import type { Coverage } from './coverage.ts'
import { Endless } from './endless.ts'
import { likenessOf, type FailureOfRun } from '../generated/smallest.ts'

/** So many different failures end a search: the first ones say enough. */
const MOST = 20

/** When a search ends, and who hears of it. */
export interface SearchOptions {
  readonly seed: number
  readonly seconds: number
  readonly claims: Claims
  readonly level: Exclude<Level, 'unspecified'>
  readonly signal?: AbortSignal | undefined
  /** Finds shipped vectors. */
  readonly find: (id: string) => Vector | undefined
  /** A clock, in seconds from the beginning. */
  readonly now: () => number
  /** Called after each verdict. */
  readonly progress: () => void
  /** Receives an error of our own, after which the search ends with what it has found; absent: it is thrown. */
  readonly onBug?: (error: unknown) => void
}

/** A failure with all that is needed to explain it and to make it smaller. */
export interface FoundFailure extends FailureOfRun {
  readonly vector: Vector
  readonly answer: Answer
}

/** What a search has found. */
export interface Found {
  readonly asked: number
  readonly failures: readonly FoundFailure[]
  readonly coverage: Coverage
}

/** Asks generated questions until the search is over; of failures that look alike the first is kept. */
export async function search(
  subject: Subject,
  coverage: Coverage,
  { seed, seconds, claims, level, signal, find, now, progress, onBug }: SearchOptions,
): Promise<Found> {
  const endless = new Endless(seed, subject.description)
  const failures = new Map<string, FoundFailure>()
  let asked = 0
  const judged = (vector: Vector, answer: Answer, verdict: Verdict): void => {
    if (verdict.outcome === 'passed') coverage.add(vector)
    if (!gates(verdict, level)) return
    const round = endless.roundOf(verdict.vector)
    const key = likenessOf(verdict)
    if (round && !failures.has(key)) failures.set(key, { vector, answer, verdict, run: round })
  }
  const isOver = (): boolean => now() > seconds || failures.size >= MOST
  const vectors = endless.vectors(claims, isOver)
  const reader = run({
    vectors,
    find: (id) => endless.find(id) ?? find(id),
    subject,
    isTogether: endless.isTogether,
    level,
    judged,
    ...(signal && { signal }),
    ...(onBug && { onBug }),
  })
  try {
    for await (const { outcome } of reader) {
      if (outcome !== 'skipped') asked++
      progress()
    }
  } finally {
    // Of several lanes the first that is over ends all.
    claims.end()
  }
  return { asked, failures: [...failures.values()], coverage }
}
