import { asker, type JudgedVector, type Find } from './ask.ts'
import { differenceOf } from './judge/index.ts'
import type { Answer, Output, Question, Subject, Verdict } from './model/index.ts'

/** Asks failed questions a second time. */
export interface AgainOptions {
  /** Starts a fresh subject that has answered nothing yet; nothing where it does not start. */
  readonly fresh: () => Promise<Subject | undefined>
  /** The seconds that second questions may take together; after that none is begun. */
  readonly seconds: number
  /** A clock, in seconds. */
  readonly now: () => number
}

/**
 * Rules whose failure a second question does not settle: two calls of a run with one Tracking-Id are a failure of both,
 * which neither shows alone, and a call beyond its time limit was asked again where the machine was busy.
 */
const ASKED_ONCE: ReadonlySet<string | undefined> = new Set(['SDK-TRACKING-ID-UNIQUE', 'SDK-TIME-LIMIT'])

/** A right answer to the same question alone makes a failure unsteady. */
export const mayBeUnsteady = ({ verdict: { outcome, rule } }: JudgedVector): boolean =>
  outcome === 'failed' && !ASKED_ONCE.has(rule)

/**
 * Asks failed questions again, alone, on a fresh subject. If the second answer is right, the failure is unsteady: it
 * shows only among other questions or under load. It is still a failure, but no fault of the catalogue is its cause.
 * @returns what gives failures with their verdicts after the second answer; nothing else may be in flight meanwhile
 */
export function secondAsking({ fresh, seconds, now }: AgainOptions, find: Find, signal?: AbortSignal) {
  let left = seconds
  return async (all: readonly JudgedVector[]): Promise<JudgedVector[]> => {
    const startedAt = now()
    const isOver = (): boolean => left <= now() - startedAt || signal?.aborted === true
    if (isOver()) return [...all]
    const subject = await fresh()
    if (!subject) return [...all]
    const close = (): void => void subject.close()
    signal?.addEventListener('abort', close)
    const ask = asker(find, oneAtATime(subject))
    const settled: JudgedVector[] = []
    try {
      for (const first of all)
        settled.push(mayBeUnsteady(first) && !isOver() ? after(first, await ask(first.vector)) : first)
    } finally {
      signal?.removeEventListener('abort', close)
      await subject.close()
    }
    left -= now() - startedAt
    return settled
  }
}

/** A refusal and its twin are two questions. */
function oneAtATime(subject: Subject): Subject {
  let last: Promise<unknown> = Promise.resolve()
  const ask = (question: Question): Promise<Answer> => {
    const answer = last.then(() => subject.ask(question))
    last = answer
    return answer
  }
  return { description: subject.description, close: () => subject.close(), ask }
}

const RIGHT = new Set(['passed', 'observed'])

function after(first: JudgedVector, second: JudgedVector): JudgedVector {
  const { outcome, reason } = second.verdict
  // A crash is never lost: it leaves an errored verdict, whenever it happened.
  if (outcome === 'errored' && reason !== 'not-asked') return { ...first, verdict: second.verdict }
  return RIGHT.has(outcome) ? { ...first, verdict: unsteady(first, second.answer), again: second } : first
}

function unsteady({ verdict, answer }: JudgedVector, second: Answer): Verdict {
  const { expected, got, ...at } = differenceOf(textOf(answer), textOf(second))
  return {
    ...verdict,
    message: `${verdict.message} Asked again, alone, after a fresh start, it answered rightly: the failure is unsteady.`,
    unsteady: true,
    ...(expected !== got && { answers: { first: expected, second: got, ...at } }),
  }
}

function textOf(answer: Answer): string {
  if (answer.kind === 'accepted') return `accepted: ${JSON.stringify(steadyPart(answer.output))}`
  if (answer.kind === 'refused') return `refused: ${answer.reason}`
  return `failed: ${'message' in answer ? answer.message : ''}`
}

/** Ports, times and Tracking-Ids of a call differ from call to call. */
const steadyPart = (output: Output): object =>
  'requests' in output
    ? {
        reports: output.reports,
        requests: output.requests.map(({ method, target, body }) => ({
          method,
          target,
          body: Buffer.from(body, 'base64').toString('utf8'),
        })),
        ...(output.next && { next: output.next.map(steadyPart) }),
      }
    : output
