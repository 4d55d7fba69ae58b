import type { Timed } from '../../src/model/index.ts'
import type { WireReply } from './protocol.ts'
import { stamped, type Ticket } from './ticket.ts'

/** The questions that were open at a crash or timeout. */
interface Incident {
  readonly oldest: Ticket
  /** What happened, with the end of stderr. */
  readonly how: string
  readonly unanswered: Set<Ticket>
  oldestAnswer?: Timed<WireReply>
  /** One of the questions did it again, asked alone. */
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

  /** This question, asked alone, broke the adapter. */
  reproducedBy(ticket: Ticket): void {
    for (const incident of this.#incidents) incident.reproduced ||= incident.unanswered.has(ticket)
  }

  /** Settles a question; the oldest of an incident waits until all of them have been asked. */
  settle(ticket: Ticket, reply: WireReply): void {
    const answer = stamped(ticket, reply)
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
    const blamed = stamped(oldest, { kind: 'broken', reason: 'not-reproduced', message })
    oldest.resolve(reproduced && oldestAnswer ? oldestAnswer : blamed)
  }
}
