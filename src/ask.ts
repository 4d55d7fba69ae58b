import { hash } from 'node:crypto'
import { judge, type TwinState } from './judge/index.ts'
import { expectedWithin, matchesWhole, outside, withAlways, type Matches } from './limits.ts'
import { beyondMembers, fullestOf } from './settable.ts'
import {
  callsOf,
  isAdapterMethod,
  type Answer,
  type Description,
  type Expectation,
  type JsonObject,
  type Method,
  type Need,
  type Question,
  type Subject,
  type Turn,
  type Vector,
  type VectorId,
  type Verdict,
} from './model/index.ts'

/** A vector with its question as it was asked, what came back, and the verdict on that. */
export interface JudgedVector {
  readonly vector: Vector
  readonly answer: Answer
  readonly verdict: Verdict
  /** Of an unsteady failure: the right answer to the same question, alone. */
  readonly again?: JudgedVector
}

export type Find = (id: VectorId) => Vector | undefined

/**
 * Asks one vector, after its twin. A twin is asked once, although several refusals may name it, and its answer is also
 * its own verdict, so that a crash in it is not lost. A client may answer the same call from a cache (section 2.1), so
 * a vector that was asked is not asked again as a twin, unless no answer came.
 */
export function asker(
  find: Find,
  subject: Subject,
  isTogether: (id: VectorId) => boolean = () => false,
): (vector: Vector) => Promise<JudgedVector> {
  const withTime = withFirstTimes(subject.description)
  const twins = new Recent<Promise<Answer>>()
  const asking = (vector: Vector | undefined): Promise<Answer> => answerOf(vector, subject, find, isTogether)
  const twinAnswer = (id: VectorId): Promise<Answer> => {
    const answer = twins.get(id) ?? awaitedLater(asking(find(id)))
    twins.set(id, answer)
    return answer
  }
  /** Of the vectors that were asked, without their answers where they have come: those would fill the memory. */
  const twinStates = new Recent<Promise<Answer> | TwinState>()
  const stateOf = async (id: VectorId): Promise<TwinState> => {
    const known = await twinStates.get(id)
    const state = typeof known === 'object' ? twinState(known) : known
    return state === undefined || state === 'twin-broken' ? twinState(await twinAnswer(id)) : state
  }
  return async (vector) => {
    const twin = vector.twin === undefined ? undefined : awaitedLater(stateOf(vector.twin))
    // Judged by the question as it was asked: with a clock of its own the SDK is given no timestamp.
    const asked = asAsked(vector, subject.description)
    const answering = twins.get(vector.id) ?? asking(asked)
    twinStates.set(vector.id, answering)
    const answer = withTime(asked.question, await answering)
    twinStates.set(vector.id, twinState(answer))
    const judged = async (given: Answer) => judge(asked, given, (await twin) ?? 'no-twin')
    const verdict = await judged(answer)
    if (verdict.outcome !== 'failed' || !subject.reconsidered) return { vector: asked, answer, verdict }
    const counted = await subject.reconsidered(asked.question, answer)
    return { vector: asked, answer: counted, verdict: counted === answer ? verdict : await judged(counted) }
  }
}

/** So many tokens are remembered at least: a question that waits comes at the end of a run. */
const OF_A_RUN = 16_384

/** Adds when an SDK that reads its own clock gave the token first, for the same arguments. */
function withFirstTimes({ clock }: Description): (question: Question, answer: Answer) => Answer {
  const first = new Recent<number>(OF_A_RUN)
  return (question, answer) => {
    if (clock !== 'system' || answer.kind !== 'accepted' || question.method !== 'token.issue') return answer
    const key = hash('sha256', JSON.stringify([question.params, answer.output]))
    const givenAt = first.get(key)
    if (givenAt !== undefined) return { ...answer, givenAt }
    first.set(key, answer.askedAt)
    return answer
  }
}

/** How many recent vectors it remembers at least: more than the suite has. */
const RECENT = 4096

/**
 * What was seen last: a run without end still has a bound. Of two halves the older is dropped whole, since deleting
 * one entry after the other takes far longer.
 */
class Recent<T> {
  readonly #least: number
  #newer = new Map<string, T>()
  #older = new Map<string, T>()

  constructor(least = RECENT) {
    this.#least = least
  }

  get(id: string): T | undefined {
    return this.#newer.get(id) ?? this.#older.get(id)
  }

  set(id: string, value: T): void {
    if (this.#newer.size >= this.#least) [this.#older, this.#newer] = [this.#newer, new Map()]
    this.#newer.set(id, value)
  }
}

/**
 * A promise that rejects before its reader waits for it would end the process at once: streams would run on, without
 * a report.
 */
export function awaitedLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  return work
}

/** A twin was accepted; for a call that means that the client made it. */
function twinState(answer: Answer): TwinState {
  if (answer.kind === 'broken') return 'twin-broken'
  if (answer.kind === 'unsupported' && answer.reason === 'not-judged') return 'twin-not-judged'
  if (answer.kind !== 'accepted') return 'no-twin'
  return 'requests' in answer.output && answer.output.requests.length === 0 ? 'no-twin' : 'twin-accepted'
}

function answerOf(
  vector: Vector | undefined,
  subject: Subject,
  find: Find,
  isTogether: (id: VectorId) => boolean,
): Promise<Answer> {
  if (!vector) return Promise.resolve(unsupported('this suite has no such vector'))
  const twin = vector.twin === undefined ? undefined : find(vector.twin)
  const why = cannotBeAsked(vector, subject.description)
  if (why !== undefined) return Promise.resolve(unsupported(why))
  // If the right twin cannot be asked, a refusal would prove nothing.
  const beyond = beyondLimits(vector, subject) ?? (twin && beyondLimits(twin, subject))
  const turn: Turn = { id: vector.id, isTogether: isTogether(vector.id) }
  return beyond === undefined
    ? subject.ask(questionFor(vector, subject.description), turn)
    : Promise.resolve({ ...unsupported(beyond), reason: 'outside-limits' })
}

function beyondLimits(vector: Vector, subject: Subject): string | undefined {
  const { limits } = subject.description
  if (!limits) return undefined
  const matches: Matches = (expression, text) =>
    subject.matches?.(expression, text) ?? matchesWhole(expression, text)
  return outside(questionFor(vector, subject.description), limits, matches)
}

/** A vector as this subject gets it: its question and what is due. */
export function asAsked(vector: Vector, description: AskedOf): Vector {
  const { limits, always = [] } = description
  const question = questionFor(vector, description)
  if (question === vector.question && !limits) return vector
  const expect = expectedWithin(vector, limits ?? {})
  if (question.method !== 'token.issue' || expect.verdict === 'refuse') return { ...vector, question, expect }
  // A token also holds the members that the SDK cannot leave out.
  const { joinParams } = (expect as Accepting).output
  const output = { joinParams: withAlways(joinParams, always) as JsonObject }
  return { ...vector, question, expect: { ...expect, output } }
}

type Accepting = Exclude<Expectation<'token.issue'>, { verdict: 'refuse' }>

const unsupported = (why: string) => ({ kind: 'unsupported', why, askedAt: 0, answeredAt: 0 }) as const

/**
 * An SDK that reads its own clock gets questions about now: a vector's time would be another one. A client that cannot
 * set every member gets the fullest body that it can.
 */
export function questionFor(vector: Vector, { clock, always = [], ...said }: AskedOf): Vector['question'] {
  const { question } = vector
  if (question.method === 'client.call') return fullestOf(vector, said)
  if (question.method !== 'token.issue' || (clock === 'injected' && always.length === 0)) return question
  const { timestamp, ...params } = question.params
  const joinParams = withAlways(params.joinParams, always)
  const time = clock === 'system' || timestamp === undefined ? {} : { timestamp }
  return { method: question.method, params: { ...params, joinParams, ...time } }
}

/** What the question depends on. */
export type AskedOf = Pick<Description, 'clock' | 'always' | 'limits' | 'joinParams' | 'members'>

/** Families without a method of the adapter protocol are data for other uses. */
export const isAskedOfAdapters = ({ question }: Vector): boolean => isAdapterMethod(question.method)

const CLOCKS: ReadonlySet<Need> = new Set(['injected-clock', 'system-clock'])

const needsFixedTime = (method: Method, needs: readonly Need[]): boolean =>
  needs.includes('injected-clock') || (method === 'token.verify' && !needs.includes('system-clock'))

/** Why this subject is not asked this vector. */
export function cannotBeAsked(vector: Vector, description: Description): string | undefined {
  const { question, needs = [] } = vector
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
  if (question.method !== 'token.issue' || !joinParams) return beyondMembers(vector, description)
  const beyond = Object.keys(question.params.joinParams ?? {}).filter((name) => !joinParams.includes(name))
  return beyond.length > 0 ? `the SDK cannot set ${beyond.join(', ')}` : undefined
}
