import { judge, type TwinState } from './judge/index.ts'
import {
  isAdapterMethod,
  type Answer,
  type Description,
  type Subject,
  type Vector,
  type VectorId,
  type Verdict,
} from './model/index.ts'

/** A vector with its question as it was asked, what came back, and the verdict on that. */
export interface Asked {
  readonly vector: Vector
  readonly answer: Answer
  readonly verdict: Verdict
}

export type Find = (id: VectorId) => Vector | undefined

/**
 * Asks one vector, after its twin; a twin is asked once, however many refusals name it, and what it answers is its own
 * verdict too: a crash while it was asked is never lost. A client may answer the same call from a cache (section 2.1),
 * so a vector that was asked is not asked again as a twin, unless no answer came.
 */
export function asker(find: Find, subject: Subject): (vector: Vector) => Promise<Asked> {
  const twins = new Map<VectorId, Promise<Answer>>()
  const twinAnswer = (id: VectorId): Promise<Answer> => {
    const answer = twins.get(id) ?? awaitedLater(answerOf(find(id), subject))
    twins.set(id, answer)
    return answer
  }
  /** Of every vector that was asked: the answers themselves would fill the memory. */
  const states = new Map<VectorId, Promise<TwinState>>()
  const askedAsTwin = (id: VectorId): Promise<TwinState> => twinAnswer(id).then(twinState)
  const stateOf = (id: VectorId): Promise<TwinState> =>
    states.get(id)?.then((state) => (state === 'twin-broken' ? askedAsTwin(id) : state)) ?? askedAsTwin(id)
  return async (vector) => {
    const twin = vector.twin === undefined ? undefined : awaitedLater(stateOf(vector.twin))
    // Judged by the question as it was asked: with a clock of its own the SDK is given no timestamp.
    const asked = { ...vector, question: questionFor(vector, subject.description) }
    const answering = twins.get(vector.id) ?? answerOf(asked, subject)
    states.set(vector.id, awaitedLater(answering.then(twinState)))
    const answer = await answering
    return { vector: asked, answer, verdict: judge(asked, answer, (await twin) ?? 'no-twin') }
  }
}

/** What rejects before somebody waits for it would end the process at once, with streams that run and no report. */
export function awaitedLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  return work
}

/** A twin was accepted; of a call that means that it was made. */
function twinState(answer: Answer): TwinState {
  if (answer.kind === 'broken') return 'twin-broken'
  if (answer.kind !== 'accepted') return 'no-twin'
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
  const { methods, clock, joinParams, operations, meets = [] } = description
  if (!methods.includes(question.method)) return `the adapter does not offer ${question.method}`
  if (question.method === 'client.call' && operations?.includes(question.params.operation) === false)
    return `the client does not have ${question.params.operation}`
  if (clock === 'system' && (needs.includes('injected-clock') || question.method === 'token.verify'))
    return 'it needs a fixed time, and the SDK reads its own clock'
  const unmet = needs.filter((need) => need !== 'injected-clock' && !meets.includes(need))
  if (unmet.length > 0) return `it needs ${unmet.join(', ')}`
  if (question.method !== 'token.issue' || !joinParams) return undefined
  const beyond = Object.keys(question.params.joinParams ?? {}).filter((name) => !joinParams.includes(name))
  return beyond.length > 0 ? `the SDK cannot set ${beyond.join(', ')}` : undefined
}
