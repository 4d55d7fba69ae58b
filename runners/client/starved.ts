import { availableParallelism, loadavg } from 'node:os'
import { LATE } from '../../src/judge/client/report.ts'
import type { Answer, ClientAnswer, ClientCall, SeenRequest } from '../../src/model/index.ts'
import { CUT_OFF } from './unreadable.ts'

/** How often a question is asked again that a busy machine may have spoilt. */
const AGAIN = 2

/** The connection ended in the midst of the request. */
const isCutOff = ({ unreadable }: SeenRequest): boolean => unreadable === CUT_OFF

/** What a right client shows where its process had no processor for a while. */
const STARVED: readonly ((answer: ClientAnswer, limit: number) => boolean)[] = [
  // The limit passed before one whole request was there, and the call failed.
  ({ reports, requests, millis }, limit) =>
    requests.every(isCutOff) &&
    reports.some((report) => !('ok' in report && report.ok)) &&
    Math.max(...millis) >= limit,
  // The call ended long after its limit.
  ({ millis }, limit) => Math.max(...millis) > limit + LATE,
]

/** Does more want to run than there are cores? Over the last minute. */
export const isBusy = (): boolean => loadavg()[0]! > availableParallelism()

interface Asking {
  readonly ask: () => Promise<Answer>
  readonly isBusy: () => boolean
}

/**
 * Asks again where a busy machine may be to blame; the last answer counts. On an idle machine the first one does: a
 * client that keeps its limit in one call and not in the next is unsteady.
 */
export async function untilServed({ timeoutMillis }: ClientCall, { ask, isBusy }: Asking): Promise<Answer> {
  for (let left = AGAIN; ; left--) {
    const answer = await ask()
    if (left === 0 || answer.kind !== 'accepted') return answer
    const output = answer.output as ClientAnswer
    if (!STARVED.some((fits) => fits(output, timeoutMillis)) || !isBusy()) return answer
  }
}
