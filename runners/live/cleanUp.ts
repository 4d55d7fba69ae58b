import type { Sent } from './http.ts'
import type { RateLimitedClient } from './rateLimitedClient.ts'
import { RunningStreams } from './runningStreams.ts'

/** For how many seconds streams are stopped again at the end: a person may be waiting for it. */
const AGAIN = 10

type MakeStop = (streamId: number, channel: string) => Promise<Sent>

/** Stops every stream that may be running. */
export class CleanUp {
  readonly running = new RunningStreams()
  readonly #client: RateLimitedClient
  readonly #makeStop: MakeStop

  constructor(client: RateLimitedClient, makeStop: MakeStop) {
    this.#client = client
    this.#makeStop = makeStop
  }

  /** The streams of one exchange, at its end. */
  async stopAll(streams: readonly number[]): Promise<void> {
    for (const streamId of streams) {
      const stop = this.running.stopOf(streamId)
      if (!stop) continue
      const got = await this.#client.sendAnyway(stop)
      this.running.stopped(streamId, got)
      // An endpoint that has gone away answers none of the others either.
      if ('reason' in got && this.#client.stopped) return
    }
  }

  /** At the end of the run: streams that could not be stopped in time, or may have started only after their stop. */
  async stopAgain(): Promise<void> {
    const until = Date.now() + AGAIN * 1000
    for (const { streamId, place, stop } of this.running.remaining) {
      if (this.#client.stopped || Date.now() > until) return
      // The signature of the first stop may be too old by now.
      const anew = await this.#makeStop(streamId, place.channel).catch(() => stop)
      this.running.stopped(streamId, await this.#client.sendAnyway(anew))
    }
  }
}
