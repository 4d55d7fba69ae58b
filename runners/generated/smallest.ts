import { asker, type Find } from '../../src/ask.ts'
import type { Question, Subject, Vector, VectorId, Verdict } from '../../src/model/index.ts'
import type { SmallestFailure } from '../../src/report/report.ts'
import { listYaml } from '../../src/vectors/format/write.ts'
import type { GeneratedRun } from './questions.ts'

/** So many failures are made smaller: of each method and reason one. */
const MOST = 5

/** For how long, in seconds, all of them together. */
const LONGEST = 20

export interface ShrinkOptions {
  /** Starts a subject that has answered nothing yet; nothing where it does not start. */
  readonly start: () => Promise<Subject | undefined>
  readonly find: Find
  readonly signal: AbortSignal
  /** A clock, in seconds. */
  readonly now: () => number
  /** A failure stands alone, whatever was asked before it: an endpoint is never a fresh one. */
  readonly areAlone?: boolean
  /** How often each failure is asked in a smaller form; absent: as often as shrinking goes on. */
  readonly tries?: number
  /** The line that repeats a question which was asked. */
  readonly repeatOf?: (question: Question) => string | undefined
  /** Hears of every smaller form of a failure that was asked. */
  readonly tried?: Tried | undefined
}

/** @param from the failure that was made smaller */
export type Tried = (from: VectorId, vector: Vector, verdict: Verdict) => void

/** A failure in its smallest form, with the questions that were asked before it where it takes them to fail. */
export interface Smallest extends SmallestFailure {
  readonly vectors: readonly Vector[]
}

/** A failure, and the run whose seed it came from. */
export interface FailureOfRun {
  readonly verdict: Verdict
  readonly run: GeneratedRun
}

/**
 * The first failure of each method and reason, each in the smallest form that fails on a fresh subject. Where there is
 * no subject or no time any more: as it was asked.
 */
export async function smallestFailures(
  failures: readonly FailureOfRun[],
  options: ShrinkOptions,
): Promise<Smallest[]> {
  const { start, signal, now, areAlone = false } = options
  const chosen = firstOfEach(failures).slice(0, MOST)
  const subject = chosen.length > 0 && !signal.aborted ? await start() : undefined
  const end = now() + LONGEST
  const isOver = (): boolean => now() > end || signal.aborted
  const found: Smallest[] = []
  try {
    for (const one of chosen)
      found.push(
        subject && !isOver()
          ? await smallestOf(one, { ...options, subject, isOver })
          : written(one, asAsked(one), areAlone),
      )
  } finally {
    await subject?.close()
  }
  return found
}

/** What looks like the same failure: of one family, for one reason, at one level. */
export const likenessOf = ({ vector, reason, level, rule }: Verdict): string =>
  [vector.split('/')[1], reason, level, rule].join(' ')

function firstOfEach(failures: readonly FailureOfRun[]): FailureOfRun[] {
  const shrinkable = failures.filter(
    ({ verdict: { outcome, vector }, run }) => outcome === 'failed' && run.groupOf(vector) !== undefined,
  )
  const kinds = shrinkable.map(({ verdict }) => likenessOf(verdict))
  return shrinkable.filter((_, at) => kinds.indexOf(kinds[at]!) === at)
}

interface Asking extends ShrinkOptions {
  readonly subject: Subject
  readonly isOver: () => boolean
}

interface Failing {
  readonly vector: Vector
  readonly before: readonly Vector[]
}

function asAsked({ verdict: { vector: id }, run: { groupOf, vectors } }: FailureOfRun): Failing {
  const group = groupOf(id)!.vectors
  const at = group.findIndex((vector) => vector.id === id)
  // Once more at the end of the run: after all of its group.
  return { vector: vectors.find((vector) => vector.id === id)!, before: at < 0 ? group : group.slice(0, at) }
}

async function smallestOf(
  failure: FailureOfRun,
  { subject, start, find, isOver, areAlone, tries = Infinity, tried, repeatOf }: Asking,
): Promise<Smallest> {
  const { reason, vector: id } = failure.verdict
  const asked = asAsked(failure)
  let failing = asked
  let left = tries
  await failure.run.groupOf(id)!.smallest(async (vectors) => {
    if (isOver() || left-- <= 0) return false
    const heard = (vector: Vector, verdict: Verdict): void => {
      // What fails for another reason tells nothing of this one.
      if (verdict.outcome === 'passed' || verdict.reason === reason) tried?.(id, vector, verdict)
    }
    const at = await failingIn(vectors, { reason, subject, find, heard })
    if (at === undefined) return false
    failing = { vector: vectors[at]!, before: vectors.slice(0, at) }
    return true
  })
  const failsFresh = async (vectors: readonly Vector[]): Promise<boolean> => {
    const subject = isOver() ? undefined : await start()
    if (!subject) return false
    const at = await failingIn(vectors, { reason, subject, find }).finally(() => subject.close())
    return at !== undefined
  }
  if (areAlone) {
    const repeat = repeatOf?.(failing.vector.question)
    return { ...written(failure, failing, true), ...(repeat !== undefined && { repeat }) }
  }
  if (await failsFresh([...twinOf(failing), failing.vector])) return written(failure, failing, true)
  // A subject that remembers may have failed because of a form that was asked before this one.
  const isWhole = failing === asked || (await failsFresh([...failing.before, failing.vector]))
  return written(failure, isWhole ? failing : asked, false)
}

const twinOf = ({ vector: { twin }, before }: Failing): Vector[] => before.filter(({ id }) => id === twin)

/** A question that fails by itself needs no others; a refusal needs its twin. */
function written({ verdict, run: { seed } }: FailureOfRun, failing: Failing, isAlone: boolean): Smallest {
  const documents = `found with --seed ${seed}`
  const asked = [...(isAlone ? twinOf(failing) : failing.before), failing.vector]
  const vectors = asked.map((vector) => ({ ...vector, documents }))
  const yaml = listYaml(isAlone ? vectors.slice(-1) : vectors)
  return { from: verdict.vector, vector: failing.vector.id, vectors, yaml }
}

interface Wanted extends Pick<Asking, 'subject' | 'find'> {
  readonly reason: string | undefined
  readonly heard?: (vector: Vector, verdict: Verdict) => void
}

async function failingIn(
  vectors: readonly Vector[],
  { reason, subject, find, heard }: Wanted,
): Promise<number | undefined> {
  const byId = new Map(vectors.map((vector) => [vector.id, vector]))
  const ask = asker((id) => byId.get(id) ?? find(id), subject)
  for (const [at, vector] of vectors.entries()) {
    const { verdict } = await ask(vector)
    heard?.(vector, verdict)
    if (verdict.outcome === 'failed' && verdict.reason === reason) return at
  }
  return undefined
}
