import { judge, type TwinState } from './judge/index.ts'
import { expectedWithin, outside, withAlways, type Matches } from './limits.ts'
import {
  callsOf,
  isAdapterMethod,
  type Answer,
  type Description,
  type Expectation,
  type JsonObject,
  type Method,
  type Need,
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
  const twins = new Recent<Promise<Answer>>()
  const twinAnswer = (id: VectorId): Promise<Answer> => {
    const answer = twins.get(id) ?? awaitedLater(answerOf(find(id), subject, find))
    twins.set(id, answer)
    return answer
  }
  /** Of the vectors that were asked; the answers would fill the memory. */
  const states = new Recent<Promise<TwinState>>()
  const askedAsTwin = (id: VectorId): Promise<TwinState> => twinAnswer(id).then(twinState)
  const stateOf = (id: VectorId): Promise<TwinState> =>
    states.get(id)?.then((state) => (state === 'twin-broken' ? askedAsTwin(id) : state)) ?? askedAsTwin(id)
  return async (vector) => {
    const twin = vector.twin === undefined ? undefined : awaitedLater(stateOf(vector.twin))
    // Judged by the question as it was asked: with a clock of its own the SDK is given no timestamp.
    const asked = asAsked(vector, subject.description)
    const answering = twins.get(vector.id) ?? answerOf(asked, subject, find)
    states.set(vector.id, awaitedLater(answering.then(twinState)))
    const answer = await answering
    return { vector: asked, answer, verdict: judge(asked, answer, (await twin) ?? 'no-twin') }
  }
}

/** What was seen last: more than the whole suite, and not all of a run without end. */
class Recent<T> extends Map<VectorId, T> {
  override set(id: VectorId, value: T): this {
    if (this.size >= 4096) this.delete(this.keys().next().value!)
    return super.set(id, value)
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

async function answerOf(vector: Vector | undefined, subject: Subject, find: Find): Promise<Answer> {
  if (!vector) return unsupported('this suite has no such vector')
  const twin = vector.twin === undefined ? undefined : find(vector.twin)
  const why = cannotBeAsked(vector, subject.description)
  if (why !== undefined) return unsupported(why)
  // Where its right twin cannot be asked, a refusal would prove nothing.
  const beyond = beyondLimits(vector, subject) ?? (twin && beyondLimits(twin, subject))
  return beyond === undefined
    ? subject.ask(questionFor(vector, subject.description))
    : { ...unsupported(beyond), reason: 'outside-limits' }
}

const MATCHES: Matches = (expression, text) => new RegExp(`^(?:${expression})$`, 'u').test(text)

/** Why a question lies outside the limits that the subject names. */
function beyondLimits(vector: Vector, subject: Subject): string | undefined {
  const { limits } = subject.description
  if (!limits) return undefined
  const matches: Matches = (expression, text) =>
    subject.matches?.(expression, text) ?? MATCHES(expression, text)
  return outside(questionFor(vector, subject.description), limits, matches)
}

/** A vector as this subject is asked it: its question and what is due. */
export function asAsked(vector: Vector, description: AskedOf): Vector {
  const { limits = {}, always = [] } = description
  const question = questionFor(vector, description)
  const expect = expectedWithin(vector, limits)
  if (question.method !== 'token.issue' || expect.verdict === 'refuse') return { ...vector, question, expect }
  // A token holds what the SDK cannot leave out as well.
  const { joinParams } = (expect as Accepting).output
  const output = { joinParams: withAlways(joinParams, always) as JsonObject }
  return { ...vector, question, expect: { ...expect, output } }
}

type Accepting = Exclude<Expectation<'token.issue'>, { verdict: 'refuse' }>

const unsupported = (why: string) => ({ kind: 'unsupported', why, askedAt: 0, answeredAt: 0 }) as const

/** With its own clock an SDK is asked for a token of now (DESIGN: clocks). */
export function questionFor({ question }: Vector, { clock, always = [] }: AskedOf): Vector['question'] {
  if (question.method !== 'token.issue' || (clock === 'injected' && always.length === 0)) return question
  const { timestamp, ...params } = question.params
  const joinParams = withAlways(params.joinParams, always)
  const time = clock === 'system' || timestamp === undefined ? {} : { timestamp }
  return { method: question.method, params: { ...params, joinParams, ...time } }
}

/** What decides how a question is put. */
export type AskedOf = Pick<Description, 'clock' | 'always' | 'limits'>

/** Families without a method of the adapter protocol are data for other uses. */
export const isAskedOfAdapters = ({ question }: Vector): boolean => isAdapterMethod(question.method)

const CLOCKS: ReadonlySet<Need> = new Set(['injected-clock', 'system-clock'])

const needsFixedTime = (method: Method, needs: readonly Need[]): boolean =>
  needs.includes('injected-clock') || (method === 'token.verify' && !needs.includes('system-clock'))

/** Why this subject is not asked this vector. */
export function cannotBeAsked(
  { question, needs = [] }: Vector,
  description: Description,
): string | undefined {
  const { methods, clock, joinParams, operations, meets = [] } = description
  if (!methods.includes(question.method)) return `the adapter does not offer ${question.method}`
  if (question.method === 'client.call' && operations) {
    const absent = callsOf(question.params).find(({ operation }) => !operations.includes(operation))
    if (absent) return `the client does not have ${absent.operation}`
  }
  if (clock === 'system' && needsFixedTime(question.method, needs))
    return 'it needs a fixed time, and the SDK reads its own clock'
  const unmet = needs.filter((need) => !CLOCKS.has(need) && !meets.includes(need))
  if (unmet.length > 0) return `it needs ${unmet.join(', ')}`
  if (question.method !== 'token.issue' || !joinParams) return undefined
  const beyond = Object.keys(question.params.joinParams ?? {}).filter((name) => !joinParams.includes(name))
  return beyond.length > 0 ? `the SDK cannot set ${beyond.join(', ')}` : undefined
}
