import { availableParallelism, loadavg } from 'node:os'
import { LATE } from '../../src/judge/client/report.ts'
import {
  callsOf,
  type Answer,
  type ClientAnswer,
  type ClientCall,
  type ClientReport,
  type SeenRequest,
} from '../../src/model/index.ts'
import { CUT_OFF } from './unreadable.ts'

/** How often a question is asked again that a busy machine may have spoilt. */
const AGAIN = 2

/** The connection ended in the midst of the request. */
const isCutOff = ({ unreadable }: SeenRequest): boolean => unreadable === CUT_OFF

/** What a right client shows where its process had no processor for a while. */
const STARVED: readonly ((answer: ClientAnswer, call: ClientCall) => boolean)[] = [
  // The limit of a call passed, it failed, and a whole request is missing.
  ({ reports, requests, millis }, { timeoutMillis }) =>
    requests.filter((request) => !isCutOff(request)).length < reports.length &&
    reports.some((report, at) => !('ok' in report && report.ok) && millis[at]! >= timeoutMillis),
  // The limit of a call passed, it says so, and every answer was sent whole.
  ({ reports, millis }, { timeoutMillis, answers }) =>
    answers.every(({ manner }) => manner === undefined) &&
    reports.some((report, at) => isTimeout(report) && millis[at]! >= timeoutMillis),
  // The call ended long after its limit.
  ({ millis }, { timeoutMillis }) => Math.max(...millis) > timeoutMillis + LATE,
]

const isTimeout = (report: ClientReport): boolean => 'kind' in report && report.kind === 'timeout'

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
export async function untilServed(call: ClientCall, { ask, isBusy }: Asking): Promise<Answer> {
  for (let left = AGAIN; ; left--) {
    const answer = await ask()
    if (left === 0 || answer.kind !== 'accepted') return answer
    if (!isStarved(call, answer.output as ClientAnswer) || !isBusy()) return answer
  }
}

/** Was it so in the call, or in one that follows it? */
const isStarved = (call: ClientCall, output: ClientAnswer): boolean =>
  [output, ...(output.next ?? [])].some((one, at) => STARVED.some((fits) => fits(one, callsOf(call)[at]!)))
