/** The requests of one exchange: one after the other, and some at the same time. */
import type { EarlierRequest, Exchange } from '../../src/model/index.ts'
import type { NoAnswer, Received, Sent } from './http.ts'
import { isSuccess } from './runningStreams.ts'

/** A request of an exchange, and what came of it. */
export interface Stepped {
  readonly request: EarlierRequest
  readonly got: Received | NoAnswer
  readonly sent: Sent
  readonly sentAt: number
}

/** The requests of an exchange: those of one step are sent at the same time. */
export function stepsOf({ before = [], room, ...last }: Exchange): readonly (readonly EarlierRequest[])[] {
  const all = [...before, { ...last, ...(room !== undefined && { together: true as const }) }]
  const steps: EarlierRequest[][] = []
  for (const request of all as readonly EarlierRequest[])
    if (request.together && steps.length > 0) steps.at(-1)!.push(request)
    else steps.push([request])
  return steps
}

/** Without an answer that leads on to the next request. */
export const isUnprepared = ({ request: { open }, got }: Stepped): boolean =>
  'reason' in got || !(isSuccess(got) || (open && got.status < 500))

/** The answer that is judged: of the last request, or of one more than there is room for. */
export const counted = (answers: readonly Stepped[], room?: number): Stepped =>
  room === undefined
    ? answers.at(-1)!
    : answers.toSorted((one, other) => rank(one) - rank(other))[Math.min(room, answers.length - 1)]!

/** Successes, then what may have been one, then refusals. */
const rank = ({ got }: Stepped): number => ('reason' in got ? 1 : isSuccess(got) ? 0 : 2)
