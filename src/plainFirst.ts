import type { JudgedVector } from './ask.ts'
import { judge } from './judge/index.ts'
import { troubleOf } from './judge/trouble.ts'
import type { Answer, Method, Vector, VectorId, Verdict } from './model/index.ts'

/** The plainest question of each method of an adapter. */
export const PLAIN: Readonly<Partial<Record<Method, VectorId>>> = {
  'token.params': 'token/params/length-44',
  'token.signature': 'token/signature/plain',
  'token.issue': 'token/issue/minimal',
  'token.verify': 'token/verify/plain',
  'client.call': 'client/request/auth-token-minimal',
}

/** The plainest questions of these vectors: one that is not asked decides nothing. */
export function plainIn(vectors: readonly Vector[]): PlainFirst['plainOf'] {
  const plain = vectors.filter(({ id, question }) => PLAIN[question.method] === id)
  return (method) => plain.find(({ question }) => question.method === method)
}

type Ask = (vector: Vector) => Promise<JudgedVector>

/** What decides whether a method is asked more questions. */
export interface PlainFirst {
  /** The plainest question of a method, if this run asks it. */
  readonly plainOf: (method: Method) => Vector | undefined
  /** Does the verdict on it make the run fail, whatever comes after? */
  readonly gates: (verdict: Verdict) => boolean
  /** Methods that the adapter offers. */
  readonly methods: readonly string[]
}

/**
 * Asks each method its plainest question first. If the adapter has no answer to it, the other questions are not asked:
 * they would fail in the same way, hundreds of times.
 */
export function plainFirst(ask: Ask, { plainOf, gates, methods }: PlainFirst): Ask {
  const firsts = new Map<Method, Promise<JudgedVector>>()
  const firstOf = (plain: Vector): Promise<JudgedVector> => {
    const { method } = plain.question
    const first = firsts.get(method) ?? ask(plain)
    firsts.set(method, first)
    return first
  }
  return async (vector) => {
    const plain = plainOf(vector.question.method)
    if (!plain) return ask(vector)
    const first = firstOf(plain)
    if (plain.id === vector.id) return first
    const { verdict, answer } = await first
    const isSilent = isWithoutEnd(answer) || hasNoAnswer(verdict, methods)
    return isSilent && gates(verdict) ? notAsked(vector, plain.id) : ask(vector)
  }
}

/** A call for which the suite waits no longer is no crash, so no limit of starts ends the run. */
const isWithoutEnd = (answer: Answer): boolean =>
  answer.kind === 'accepted' &&
  'reports' in answer.output &&
  answer.output.reports.some((report) => 'unanswered' in report)

/** A crash of an adapter with one method is left to the limit of its starts, which ends the run (exit code 3). */
function hasNoAnswer(verdict: Verdict, methods: readonly string[]): boolean {
  const trouble = troubleOf(verdict)
  if (trouble === 'crash' || trouble === 'timeout') return methods.length > 1
  return trouble !== undefined
}

function notAsked(vector: Vector, plain: VectorId): JudgedVector {
  const why = `not asked, since the adapter has no answer to ${plain}: "npx channelproof doctor" says more`
  const answer = { kind: 'unsupported', why, askedAt: 0, answeredAt: 0 } as const
  return { vector, answer, verdict: judge(vector, answer, 'no-twin') }
}
