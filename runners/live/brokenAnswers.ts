import type { Answer, Operation } from '../../src/model/index.ts'
import type { NoAnswer, Received } from './http.ts'

const now = (): number => Date.now() / 1000

/** The run was over before this question's turn. */
export const notAsked = (why: string, askedAt: number): Answer => ({
  kind: 'broken',
  reason: 'not-asked',
  message: `Not asked: ${why}.`,
  askedAt,
  answeredAt: now(),
})

/** `--max-requests` is a bound of the operator: what does not fit is left out and is no failure. */
export const beyondBudget = (askedAt: number): Answer => ({
  kind: 'unsupported',
  why: '--max-requests leaves too few requests for it and its clean-up',
  askedAt,
  answeredAt: askedAt,
})

/** Nothing came back. */
export function unanswered({ reason, message }: NoAnswer, askedAt: number): Answer {
  if (reason === 'not-sent') return notAsked(message, askedAt)
  return {
    kind: 'broken',
    reason: reason === 'timeout' ? 'timeout' : 'crash',
    message: `No answer: ${message}.`,
    askedAt,
    answeredAt: now(),
  }
}

/** A request that must come before the question did not succeed. */
export function unprepared(operation: Operation, got: Received | NoAnswer, askedAt: number): Answer {
  if ('reason' in got) return unanswered(got, askedAt)
  return {
    kind: 'failed',
    message: `${operation}, which has to come before, did not succeed: it was answered ${got.status}`,
    askedAt,
    answeredAt: now(),
  }
}
