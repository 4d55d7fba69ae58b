import { ChannelproofError } from './errors.ts'
import { judge, type TwinState } from './judge/index.ts'
import {
  isAdapterMethod,
  type Answer,
  type Description,
  type Ending,
  type Level,
  type Subject,
  type Vector,
  type VectorId,
  type Verdict,
} from './model/index.ts'

export interface RunOptions {
  readonly vectors: Iterable<Vector>
  /** Finds any vector of the suite: a twin is asked even where it was filtered out. */
  readonly find: (id: VectorId) => Vector | undefined
  readonly subject: Subject
  /** What gates. */
  readonly level: Exclude<Level, 'unspecified'>
  /** Stop after the first verdict that gates. */
  readonly bail?: boolean
  readonly signal?: AbortSignal
  /** Puts on a verdict what decides whether it gates: an excuse, or that the lock does not know its vector. */
  readonly mark?: (verdict: Verdict) => Verdict
  /** Is told of every answer as it is judged, for those who look for causes. */
  readonly judged?: (vector: Vector, answer: Answer, verdict: Verdict) => void
  /** Gets an error of our own, after which the run ends with the verdicts that it has; without it the run throws. */
  readonly onBug?: (error: unknown) => void
}

/** Vectors that may be under way at once; the subject itself limits what is in flight. */
const AHEAD = 256

/**
 * Does this verdict make a run fail? Errored always does: a crash may be charged to a vector that has nothing to do
 * with it. A failure does at its level, unless the baseline excuses it or the lock does not know its vector.
 */
export const gates = ({ outcome, level, excused, lock }: Verdict, gating: RunOptions['level']): boolean =>
  outcome === 'errored' ||
  (outcome === 'failed' && (level === 'required' || level === gating) && !excused && !lock)

/**
 * Asks every vector and yields the verdicts in the order of the vectors; at the end closes the subject.
 * Memory does not grow with the number of vectors: at most 256 are under way.
 * @returns how the subject ended
 */
export async function* run(options: RunOptions): AsyncGenerator<Verdict, Ending> {
  const { subject, signal } = options
  signal?.addEventListener('abort', () => void subject.close(), { once: true })
  // The newest verdict is held back: what a subject does wrong after its last answer is charged to it.
  let held: Verdict | undefined
  let ending: Ending
  const caught = (error: unknown): Ending => {
    if (!options.onBug || error instanceof ChannelproofError) throw error
    options.onBug(error)
    return {}
  }
  try {
    for await (const verdict of verdicts(options)) {
      if (signal?.aborted) break
      if (held) yield held
      held = verdict
      if (options.bail && gates(verdict, options.level)) break
    }
  } catch (error) {
    caught(error)
  } finally {
    // Also when the reader of this generator gives up: no process may stay behind.
    ending = await subject.close().catch(caught)
  }
  const isBad = held?.outcome === 'failed' || held?.outcome === 'errored'
  // What is wrong with an answer says more than what came after it.
  if (held) yield ending.complaint === undefined || isBad ? held : charged(held, ending.complaint)
  return ending
}

const charged = (verdict: Verdict, message: string): Verdict => ({
  ...verdict,
  outcome: 'errored',
  reason: 'bad-line',
  message,
})

async function* verdicts(options: RunOptions): AsyncGenerator<Verdict> {
  const ask = asker(options)
  const underWay: Promise<Verdict>[] = []
  for (const vector of options.vectors) {
    underWay.push(awaitedLater(ask(vector)))
    if (underWay.length >= AHEAD) yield await underWay.shift()!
    if (options.signal?.aborted) return
  }
  for (const verdict of underWay) yield await verdict
}

/** What rejects before somebody waits for it would end the process at once, with streams that run and no report. */
function awaitedLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  return work
}

/**
 * Asks one vector, after its twin; a twin is asked once, however many refusals name it, and what it answers is its own
 * verdict too: a crash while it was asked is never lost.
 */
function asker({ find, subject, judged, mark }: RunOptions): (vector: Vector) => Promise<Verdict> {
  const twins = new Map<VectorId, Promise<Answer>>()
  const twinAnswer = (id: VectorId): Promise<Answer> => {
    const answer = twins.get(id) ?? awaitedLater(answerOf(find(id), subject))
    twins.set(id, answer)
    return answer
  }
  return async (vector) => {
    const twin = vector.twin === undefined ? undefined : twinAnswer(vector.twin)
    // Judged by the question as it was asked: with a clock of its own the SDK is given no timestamp.
    const asked = { ...vector, question: questionFor(vector, subject.description) }
    const answer = await (twins.get(vector.id) ?? answerOf(asked, subject))
    const verdict = judge(asked, answer, twinState(await twin))
    judged?.(asked, answer, verdict)
    return mark?.(verdict) ?? verdict
  }
}

/** A twin was accepted; of a call that means that it was made. */
function twinState(answer: Answer | undefined): TwinState {
  if (answer?.kind === 'broken') return 'twin-broken'
  if (answer?.kind !== 'accepted') return 'no-twin'
  return 'requests' in answer.output && answer.output.requests.length === 0 ? 'no-twin' : 'twin-accepted'
}

async function answerOf(vector: Vector | undefined, subject: Subject): Promise<Answer> {
  if (!vector) return unsupported('this suite has no such vector')
  const why = cannotBeAsked(vector, subject.description)
  return why === undefined ? subject.ask(questionFor(vector, subject.description)) : unsupported(why)
}

const unsupported = (why: string): Answer => ({ kind: 'unsupported', why, askedAt: 0, answeredAt: 0 })

/** With its own clock an SDK is asked for a token of now (DESIGN: clocks). */
export function questionFor({ question }: Vector, { clock }: Pick<Description, 'clock'>): Vector['question'] {
  if (question.method !== 'token.issue' || clock === 'injected') return question
  const { timestamp: _, ...params } = question.params
  return { method: question.method, params }
}

/** Families without a method of the adapter protocol are data for other uses. */
export const isAskedOfAdapters = ({ question }: Vector): boolean => isAdapterMethod(question.method)

/** Why this subject is not asked this vector. */
export function cannotBeAsked(
  { question, needs = [] }: Vector,
  description: Description,
): string | undefined {
  const { methods, clock, joinParams, meets = [] } = description
  if (!methods.includes(question.method)) return `the adapter does not offer ${question.method}`
  if (clock === 'system' && (needs.includes('injected-clock') || question.method === 'token.verify'))
    return 'it needs a fixed time, and the SDK reads its own clock'
  const unmet = needs.filter((need) => need !== 'injected-clock' && !meets.includes(need))
  if (unmet.length > 0) return `it needs ${unmet.join(', ')}`
  if (question.method !== 'token.issue' || !joinParams) return undefined
  const beyond = Object.keys(question.params.joinParams ?? {}).filter((name) => !joinParams.includes(name))
  return beyond.length > 0 ? `the SDK cannot set ${beyond.join(', ')}` : undefined
}
