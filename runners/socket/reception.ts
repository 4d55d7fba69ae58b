import { timingSafeEqual } from 'node:crypto'
import type { AdapterChannel, NoChannel, AdapterLine } from '../adapter/channel.ts'

/** How many connections may be without their code at a time; one more ends the oldest. */
const STRANGERS = 16
/** How long a connection may take to send its code, in milliseconds. */
const PATIENCE = 10_000
/** How many devices may wait for their turn: one is asked, and another one gets what is asked again. */
const GUESTS = 4
/** How many wrong codes the run reports; a machine that guesses must not fill the log. */
const TOLD = 5

type Taker = (channel: AdapterChannel | NoChannel) => void

/** The devices that have called in: the first line of each must be the code of the run, or the connection ends. */
export class Reception {
  readonly #code: Buffer
  readonly #tell: (text: string) => void
  /** Connections without their code so far, the oldest first. */
  readonly #strangers = new Map<AdapterChannel, NodeJS.Timeout>()
  readonly #guests = new Set<AdapterChannel>()
  readonly #takers = new Set<Taker>()
  #wrongCodes = 0

  /** @param tell shows a line to the user */
  constructor(code: string, tell: (text: string) => void) {
    this.#code = Buffer.from(code)
    this.#tell = tell
  }

  arrived(channel: AdapterChannel): void {
    const [oldest] = this.#strangers.keys()
    if (oldest && this.#strangers.size >= STRANGERS) this.#sendAway(oldest)
    this.#strangers.set(
      channel,
      setTimeout(() => this.#sendAway(channel), PATIENCE),
    )
    channel.listen({ line: (line) => this.#admit(channel, line), gone: () => this.#sendAway(channel) })
  }

  #admit(channel: AdapterChannel, line: AdapterLine): void {
    if (!this.#isCode(line)) {
      this.#sendAway(channel)
      if (++this.#wrongCodes <= TOLD) this.#tell('a connection began with a wrong code, and was closed')
      return
    }
    this.#forget(channel)
    const [taker] = this.#takers
    if (taker) return this.#handOver(channel, taker)
    if (this.#guests.size >= GUESTS) return this.#sendAway(channel)
    this.#guests.add(channel)
    // It has nothing to say before it is asked.
    channel.listen({ line: () => this.#sendAway(channel), gone: () => this.#sendAway(channel) })
  }

  #isCode({ bytes }: AdapterLine): boolean {
    const given = bytes.subarray(0, bytes.at(-1) === 13 ? -1 : undefined)
    return given.length === this.#code.length && timingSafeEqual(given, this.#code)
  }

  #handOver(channel: AdapterChannel, taker: Taker): void {
    channel.listen(undefined)
    taker(channel)
  }

  #sendAway(channel: AdapterChannel): void {
    this.#forget(channel)
    channel.listen({ line: () => undefined, gone: () => undefined })
    channel.kill()
  }

  #forget(channel: AdapterChannel): void {
    clearTimeout(this.#strangers.get(channel))
    this.#strangers.delete(channel)
    this.#guests.delete(channel)
  }

  /** The next device; undefined where the signal comes first. @param waits is called if there is none yet */
  take(signal: AbortSignal, waits: () => void): Promise<AdapterChannel | NoChannel> {
    return new Promise((resolve) => {
      const taker: Taker = (channel) => {
        this.#takers.delete(taker)
        signal.removeEventListener('abort', end)
        resolve(channel)
      }
      const end = (): void => taker({ problem: 'no device called in with the code in time' })
      if (signal.aborted) return end()
      const [guest] = this.#guests
      this.#guests.delete(guest!)
      if (guest) return this.#handOver(guest, taker)
      this.#takers.add(taker)
      signal.addEventListener('abort', end)
      waits()
    })
  }

  close(): void {
    for (const channel of [...this.#strangers.keys(), ...this.#guests]) this.#sendAway(channel)
    for (const taker of this.#takers) taker({ problem: 'the run is over' })
  }
}
