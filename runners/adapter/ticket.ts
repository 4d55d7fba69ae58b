import type { AdapterMethod, Answer, Stopped } from '../../src/model/index.ts'
import type { Reply } from './protocol.ts'

/** A question on its way. */
export interface Ticket {
  readonly id: number
  readonly method: AdapterMethod
  readonly line: string
  readonly resolve: (answer: Answer) => void
  /** Unix seconds; 0 until it is written. */
  writtenAt: number
  /** Asked again, with nothing else in flight, after a crash or a timeout. */
  alone: boolean
}

/** Unix seconds with a fraction. */
export const now = (): number => Date.now() / 1000

export function stamped({ writtenAt }: Ticket, reply: Reply): Answer {
  const answeredAt = now()
  return { askedAt: writtenAt || answeredAt, answeredAt, ...reply }
}

export const notAsked = (stopped: Stopped | undefined): Reply => ({
  kind: 'broken',
  reason: 'not-asked',
  message: `Not asked: ${stopped?.message ?? 'the run ended before'}.`,
})
