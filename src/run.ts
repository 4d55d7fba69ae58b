import { mayBeUnsteady, secondAsking, type AgainOptions } from './again.ts'
import { asker, awaitedLater, type JudgedVector, type Find } from './ask.ts'
import { plainFirst, type PlainFirst } from './plainFirst.ts'
import { ChannelproofError } from './errors.ts'
import { LEAKS } from './judge/rules.ts'
import type { Answer, Ending, Level, Subject, Vector, VectorId, Verdict } from './model/index.ts'

export interface RunOptions {
  readonly vectors: Iterable<Vector> | AsyncIterable<Vector>
  /** Finds any vector of the suite: a twin is asked even if the filter left it out. */
  readonly find: Find
  readonly subject: Subject
  /** Questions that mean something only among others. */
  readonly isTogether?: (id: VectorId) => boolean
  /** What gates. */
  readonly level: Exclude<Level, 'unspecified'>
  /** The plainest question of each method, which is asked first; absent: the order of the vectors. */
  readonly plainOf?: PlainFirst['plainOf']
  /** Stop after the first verdict that gates. */
  readonly bail?: boolean
  /** Stop after the first verdict of which this is true. */
  readonly isEnough?: (verdict: Verdict) => boolean
  readonly signal?: AbortSignal
  /** Adds to a verdict what decides whether it gates: an excuse, or that the lock does not know its vector. */
  readonly mark?: (verdict: Verdict) => Verdict
  /** Asks failed questions again; without it a failure stands as it came. */
  readonly again?: AgainOptions
  /** Receives every answer with its verdict, and of an unsteady failure the right one, for the search for causes. */
  readonly judged?: (vector: Vector, answer: Answer, verdict: Verdict, again?: JudgedVector) => void
  /** Receives an error of our own, after which the run ends with the verdicts that it has; absent: the run throws. */
  readonly onBug?: (error: unknown) => void
}

/**
 * Vectors that may be in flight at once, so that the waiting for time limits does not add up; the subject itself limits
 * its own questions. Less than a round of endless questions (runners/fuzz/search.ts).
 */
const AHEAD = 512

type Gating = Pick<Verdict, 'outcome' | 'level' | 'unsteady' | 'excused' | 'lock'>

/**
 * Does this verdict make a run fail? An errored one always does, because a crash may be charged to a vector that has
 * nothing to do with it. So does an unsteady failure, which may show anywhere. Any other failure does at its level,
 * unless the baseline excuses it or the lock does not know its vector.
 */
export const gates = (
  { outcome, level, unsteady, excused, lock }: Gating,
  gating: RunOptions['level'],
): boolean =>
  outcome === 'errored' ||
  (unsteady === true && !lock) ||
  (outcome === 'failed' && (level === 'required' || level === gating) && !excused && !lock)

/**
 * Asks every vector and yields the verdicts in the order of the vectors; at the end it closes the subject.
 * Memory does not grow with the number of vectors: at most 512 are in flight.
 * @returns how the subject ended
 */
export async function* run(options: RunOptions): AsyncGenerator<Verdict, Ending> {
  const { subject, signal } = options
  signal?.addEventListener('abort', () => void subject.close(), { once: true })
  // Holds back the newest verdict on an answer, and the skipped ones after it: what a subject does wrong while no
  // question is open is charged to its last answer.
  let last: Verdict | undefined
  const skipped: Verdict[] = []
  let ending: Ending
  const caught = (error: unknown): Ending => {
    if (!options.onBug || error instanceof ChannelproofError) throw error
    options.onBug(error)
    return {}
  }
  try {
    for await (const one of asked(options)) {
      if (signal?.aborted) break
      const verdict = final(options, one)
      if (isAnswered(one)) {
        if (last) yield last
        yield* skipped.splice(0)
        last = verdict
      } else if (last) skipped.push(verdict)
      else yield verdict
      if ((options.bail && gates(verdict, options.level)) || options.isEnough?.(verdict)) break
    }
  } catch (error) {
    caught(error)
  } finally {
    // This also runs when the reader of this generator stops early, so that no process stays behind.
    ending = await subject.close().catch(caught)
  }
  if (last) yield signal?.aborted ? last : charged(last, ending, options)
  yield* skipped
  return ending
}

/** Every verdict of a run, in the order of its vectors. */
export async function allVerdicts(options: RunOptions): Promise<Verdict[]> {
  const verdicts: Verdict[] = []
  const reader = run(options)
  for (;;) {
    const { value, done } = await reader.next()
    if (done) return withLeaks(verdicts, value)
    verdicts.push(value)
  }
}

/**
 * The verdicts with the leaks that showed at the end of the run: each is charged to the question whose secret it is. A
 * question that has no verdict in this run (the twin of one that was chosen) passes the charge to the last one.
 */
export function withLeaks(verdicts: readonly Verdict[], { leaks = [] }: Ending): Verdict[] {
  if (leaks.length === 0) return [...verdicts]
  const known = new Set(verdicts.map(({ vector }) => vector))
  const last = verdicts.findLast(({ outcome }) => outcome !== 'skipped')?.vector ?? verdicts.at(-1)?.vector
  const charged = new Set(leaks.map((vector) => (known.has(vector) ? vector : last)))
  return verdicts.map((verdict) => (charged.has(verdict.vector) ? withLeak(verdict) : verdict))
}

/** A failure keeps its worst finding. */
function withLeak(verdict: Verdict): Verdict {
  if (verdict.outcome === 'errored') return verdict
  return verdict.outcome === 'failed'
    ? { ...verdict, findings: [...(verdict.findings ?? []), LATE_LEAK] }
    : { ...verdict, outcome: 'failed', ...LATE_LEAK }
}

const isAnswered = ({ answer }: JudgedVector): boolean =>
  answer.kind !== 'unsupported' && !(answer.kind === 'broken' && answer.reason === 'not-asked')

/** What is wrong with an answer says more than what came after it, unless it does not gate. */
function charged(verdict: Verdict, { complaint, crash }: Ending, { level, mark }: RunOptions): Verdict {
  if (gates(verdict, level)) return verdict
  const after = late('bad-line', complaint) ?? late('crash', crash)
  if (!after) return verdict
  const wrong: Verdict = { ...verdict, ...after }
  return mark?.(wrong) ?? wrong
}

const late = (reason: string, message: string | undefined) =>
  message === undefined ? undefined : ({ outcome: 'errored', reason, message } as const)

const LATE_LEAK = { ...LEAKS.output, level: 'recommended' } as const

function final({ judged, mark }: RunOptions, { vector, answer, verdict, again }: JudgedVector): Verdict {
  judged?.(vector, answer, verdict, again)
  return mark?.(verdict) ?? verdict
}

async function* asked(options: RunOptions): AsyncGenerator<JudgedVector> {
  const { vectors, find, subject, isTogether, plainOf, signal, again, mark, level } = options
  const each = asker(find, subject, isTogether)
  const { methods } = subject.description
  const fails = (verdict: Verdict): boolean => gates(mark?.(verdict) ?? verdict, level)
  const ask = plainOf ? plainFirst(each, { plainOf, gates: fails, methods }) : each
  const second = again && secondAsking(again, find, signal)
  const underWay: Promise<JudgedVector>[] = []
  // These come before all others.
  let settled: JudgedVector[] = []
  const next = async (): Promise<JudgedVector> => {
    if (settled.length > 0) return settled.shift()!
    const first = await underWay.shift()!
    if (!second || !mayBeUnsteady(first)) return first
    // Alone: everything in flight is answered first.
    settled = await second([first, ...(await Promise.all(underWay.splice(0)))])
    return settled.shift()!
  }
  for await (const vector of vectors) {
    underWay.push(awaitedLater(ask(vector)))
    if (settled.length + underWay.length >= AHEAD) yield await next()
    if (signal?.aborted) return
  }
  while (settled.length + underWay.length > 0) yield await next()
}
