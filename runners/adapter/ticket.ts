import type { AdapterMethod, Description, Reply, Stopped, Timed } from '../../src/model/index.ts'
import type { WireReply } from './protocol.ts'

/** A question on its way. */
export interface Ticket {
  readonly id: number
  readonly method: AdapterMethod
  readonly line: string
  readonly resolve: (answer: Timed<WireReply>) => void
  /** Unix seconds; 0 until it is written. */
  writtenAt: number
  /** Asked again, with nothing else in flight, after a crash or a timeout. */
  alone: boolean
}

/** Unix seconds with a fraction. */
export const now = (): number => Date.now() / 1000

export function stamped({ writtenAt }: Pick<Ticket, 'writtenAt'>, reply: WireReply): Timed<WireReply> {
  const answeredAt = now()
  return { askedAt: writtenAt || answeredAt, answeredAt, ...reply }
}

export const notAsked = (stopped: Stopped | undefined): Reply<never> => ({
  kind: 'broken',
  reason: 'not-asked',
  message: `Not asked: ${stopped?.message ?? 'the run ended before'}.`,
})

/** Why a question is too long for this adapter. */
export function tooLong(line: string, { maxLineBytes }: Description): string | undefined {
  const length = maxLineBytes === undefined ? 0 : Buffer.byteLength(line) - 1
  return length > (maxLineBytes ?? 0)
    ? `the question is a line of ${length} bytes, the adapter reads ${maxLineBytes}`
    : undefined
}
