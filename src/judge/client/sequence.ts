/** A call and those that follow it: each is judged separately. */
import { callsOf, type ExpectedCall } from '../../model/index.ts'
import type { Found } from '../finding.ts'
import { trackingIdsShared } from './request.ts'
import type { Check, Seen } from './seen.ts'

/** Each call of a sequence with what was seen of it; a single call is a sequence too. */
export function partsOf({ call, expected, answer }: Seen): readonly Seen[] {
  const { next: expectedNext = [], ...first } = expected
  const { next: answerNext = [], ...firstAnswer } = answer
  const due: readonly ExpectedCall[] = [first, ...expectedNext]
  const seen = [firstAnswer, ...answerNext]
  return callsOf(call).map((one, at) => ({
    call: one,
    expected: due[at]!,
    answer: seen[at]!,
  }))
}

/** Says which call of a sequence it was. */
export const inSequence = (finding: Found, at: number, of: number): Found =>
  of === 1 ? finding : { ...finding, message: `call ${at + 1} of ${of}: ${finding.message}` }

/** Checks all calls together, whatever the operation. */
export const trackingIdsOfAll: Check = (seen) =>
  trackingIdsShared({
    ...seen,
    answer: {
      ...seen.answer,
      requests: [seen.answer, ...(seen.answer.next ?? [])].flatMap(({ requests }) => requests),
    },
  })

/** An error code that stood in the answer of an earlier call, and not in that of the call which reports it. */
export const codesOfEarlier = (parts: readonly Seen[]): Found[] =>
  parts.flatMap(({ answer }, at) => {
    const codes = answer.reports.flatMap((report) => ('code' in report ? (report.code ?? []) : []))
    const isIn = (code: string, calls: readonly Seen[]): boolean =>
      calls.some((one) => one.call.answers.some(({ body = '' }) => body.includes(code)))
    return codes
      .filter((code) => code !== '' && isIn(code, parts.slice(0, at)) && !isIn(code, parts.slice(at, at + 1)))
      .map((code) => inSequence(staleCode(code), at, parts.length))
  })

const staleCode = (code: string): Found => ({
  reason: 'code-of-earlier-call',
  rule: 'SDK-ERROR-CODE-TO-CALLER',
  message: `the caller gets the error code ${code}, which stood in the answer to an earlier call; report each call by its own answer.`,
})
