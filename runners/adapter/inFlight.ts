import type { AdapterMethod, Description, Reply, Stopped, Timed, WireCall } from '../../src/model/index.ts'
import type { WireReply } from './protocol.ts'

/** A question on its way. */
export interface Ticket {
  readonly id: number
  readonly method: AdapterMethod
  readonly line: string
  readonly resolve: (answer: Timed<WireReply>) => void
  /** Told each time that it is written to the adapter. */
  readonly onWritten: () => void
  /** How long its answer may take, in milliseconds. */
  readonly limit: number
  /** Unix seconds; 0 until it is written. */
  writtenAt: number
  /** Asked again, with nothing else in flight, after a crash or a timeout. */
  alone: boolean
}

/** Unix seconds with a fraction. */
export const now = (): number => Date.now() / 1000

export function timed({ writtenAt }: Pick<Ticket, 'writtenAt'>, reply: WireReply): Timed<WireReply> {
  const answeredAt = now()
  return { askedAt: writtenAt || answeredAt, answeredAt, ...reply }
}

export const notAsked = (stopped: Stopped | undefined): Reply<never> => ({
  kind: 'broken',
  reason: 'not-asked',
  message: `Not asked: ${stopped?.message ?? 'the run ended before'}.`,
})

/**
 * How long a call is waited for, in milliseconds: a client that keeps no limit (SDK-TIME-LIMIT) is still heard to its
 * end, unless it waits for an hour, as after a Retry-After of its own service (RFC 9110 section 10.2.3).
 */
export const patienceFor = ({ timeoutMillis }: Pick<WireCall, 'timeoutMillis'>): number =>
  Math.min(3 * timeoutMillis, 2 * timeoutMillis + 10_000)

/** Why a question is too long for this adapter. */
export function tooLong(line: string, { maxLineBytes = Infinity }: Description): string | undefined {
  const length = Buffer.byteLength(line) - 1
  if (length <= maxLineBytes) return undefined
  return `the question is a line of ${length} bytes, the adapter reads ${maxLineBytes}`
}

/** A timer that comes so late, in milliseconds, says that this process stood still: answers may lie unread. */
const STOOD_STILL = 500

/**
 * The time limit of the open questions: each is timed from when it was written, from the previous answer, or from when
 * this process last stood still, whichever is latest. Of several only the oldest is timed: an adapter that answers in
 * order cannot answer another one.
 */
export class Deadline {
  /** Unix seconds. */
  lastAnswerAt = 0
  /** In milliseconds. */
  #due = 0
  #stoodStillAt = 0
  /** Since when the question was timed that was given more time: it gets that once. */
  #extended = 0
  #timer: NodeJS.Timeout | undefined
  readonly #oldest: () => Ticket | undefined
  readonly #onMissed: () => void

  constructor(oldest: () => Ticket | undefined, onMissed: () => void) {
    this.#oldest = oldest
    this.#onMissed = onMissed
  }

  arm(): void {
    this.clear()
    const oldest = this.#oldest()
    if (!oldest) return
    this.#due = Math.max(Date.now() + 1, this.#dueAt(oldest))
    this.#timer = setTimeout(() => this.#check(), this.#due - Date.now())
  }

  clear(): void {
    clearTimeout(this.#timer)
  }

  #dueAt({ writtenAt, limit }: Ticket): number {
    return Math.max(this.#since(writtenAt), this.#stoodStillAt) + limit
  }

  #since(writtenAt: number): number {
    return Math.max(writtenAt, this.lastAnswerAt) * 1000
  }

  /** Answers may have come since the timer was set. */
  #check(): void {
    const oldest = this.#oldest()
    if (!oldest) return
    const since = this.#since(oldest.writtenAt)
    if (Date.now() - this.#due > STOOD_STILL && this.#extended !== since) {
      this.#extended = since
      this.#stoodStillAt = Date.now()
    }
    if (Date.now() < this.#dueAt(oldest)) this.arm()
    else this.#onMissed()
  }
}

interface Incident {
  readonly oldest: Ticket
  /** What happened, with the end of stderr. */
  readonly how: string
  readonly unanswered: Set<Ticket>
  oldestAnswer?: Timed<WireReply>
  reproduced: boolean
}

/**
 * Makes sure that every crash leaves an errored verdict. It asks the open questions again one at a time: those that
 * break the adapter alone are errored; if none does, the oldest is, as `not-reproduced`.
 */
export class Incidents {
  #incidents: Incident[] = []

  begin(victims: readonly [Ticket, ...Ticket[]], how: string): void {
    for (const victim of victims) victim.alone = true
    this.#incidents.push({ oldest: victims[0], how, unanswered: new Set(victims), reproduced: false })
  }

  reproducedBy(ticket: Ticket): void {
    for (const incident of this.#incidents) incident.reproduced ||= incident.unanswered.has(ticket)
  }

  /** Settles a question; the oldest of an incident waits until all of them have been asked. */
  settle(ticket: Ticket, reply: WireReply): void {
    const answer = timed(ticket, reply)
    const incident = this.#incidents.find(({ unanswered }) => unanswered.has(ticket))
    if (!incident) return ticket.resolve(answer)
    incident.unanswered.delete(ticket)
    if (ticket === incident.oldest) incident.oldestAnswer = answer
    else ticket.resolve(answer)
    if (incident.unanswered.size === 0) this.#end(incident)
  }

  #end(incident: Incident): void {
    this.#incidents = this.#incidents.filter((other) => other !== incident)
    const { oldest, how, oldestAnswer, reproduced } = incident
    const message = `${how} Asked one at a time, no question does it again; this was the oldest that was open.`
    const blamed = timed(oldest, { kind: 'broken', reason: 'not-reproduced', message })
    oldest.resolve(reproduced && oldestAnswer ? oldestAnswer : blamed)
  }
}
