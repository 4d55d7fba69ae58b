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
