/** Recording services that stay after their call, to see what a client sends behind the back of its caller. */
import type { ClientCall, Operation, VectorId } from '../../src/model/index.ts'
import type { Recording } from './recorder.ts'

/** How long one stays, in milliseconds: a client that sends a call again waits a second or two before. */
const STAYS = 3000
/** How many stay: each has a port. */
const MOST = 64

interface Stayer {
  readonly recording: Recording
  readonly operation: Operation
  readonly id: VectorId
  /** How many requests had come when the call ended. */
  readonly had: number
  readonly timer: NodeJS.Timeout
}

/** A client that got what it wanted has no reason to send anything again. */
const isWorthIt = ({ answers }: ClientCall): boolean =>
  answers.some(({ status, manner }) => manner !== 'refused' && (status !== 200 || manner !== undefined))

/** Requests of the call itself: neither what a redirect made of it, nor bytes that are no request. */
const sentIn = ({ requests }: Recording): number =>
  requests.filter(({ elsewhere, unreadable }) => !elsewhere && unreadable === undefined).length

export class Staying {
  readonly #stayers: Stayer[] = []
  readonly #late = new Map<VectorId, Operation>()

  /** The call has ended: its service stays, or closes. */
  async add(recording: Recording, call: ClientCall, id: VectorId): Promise<void> {
    if (!isWorthIt(call)) return recording.close()
    if (this.#stayers.length >= MOST) await this.#end(this.#stayers[0]!)
    const { operation } = call
    const timer = setTimeout(() => void this.#end(stayer), STAYS)
    const stayer = { recording, operation, id, had: sentIn(recording), timer }
    this.#stayers.push(stayer)
  }

  async #end(stayer: Stayer): Promise<void> {
    clearTimeout(stayer.timer)
    const { recording, operation, id, had } = stayer
    this.#stayers.splice(this.#stayers.indexOf(stayer), 1)
    // Without a request of the call itself this one is late, and no other.
    if (had > 0 && sentIn(recording) > had) this.#late.set(id, operation)
    await recording.close()
  }

  /** Closes all that stay. @returns what the report says of late requests, if there were any */
  async close(): Promise<string | undefined> {
    await Promise.all([...this.#stayers].map((stayer) => this.#end(stayer)))
    const [first] = this.#late
    if (!first) return undefined
    const [id, operation] = first
    const others = this.#late.size === 1 ? '' : `, and in ${this.#late.size - 1} other calls`
    return `The client sent ${operation} again after the call had ended (${id}${others}): its caller learns nothing of that. The text leaves it open; POST is not idempotent (RFC 9110 section 9.2.2).`
  }
}
