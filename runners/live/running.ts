import type { Received, NoAnswer, Sent } from './http.ts'

/** A stream that may be running, and the request that stops it. */
interface Running {
  readonly stop: Sent
  /** A start of it was answered 200. */
  started: boolean
}

/** Which streams may be running: known before a start is sent, so that none is forgotten whatever happens after. */
export class RunningStreams {
  readonly #streams = new Map<number, Running>()

  /** Before a start is sent. */
  expect(streamId: number, stop: Sent): void {
    if (!this.#streams.has(streamId)) this.#streams.set(streamId, { stop, started: false })
  }

  /** After a start: refused, it started nothing; without an answer it may have. */
  started(streamId: number, got: Received | NoAnswer): void {
    const stream = this.#streams.get(streamId)
    if (!stream || 'reason' in got) return
    if (got.status === 200) stream.started = true
    else if (got.status < 500 && !stream.started) this.#streams.delete(streamId)
  }

  /** After a stop: 404 says that the channel is gone, and its streams with it. */
  stopped(streamId: number, got: Received | NoAnswer): void {
    if (!('reason' in got) && (got.status === 200 || got.status === 404)) this.#streams.delete(streamId)
  }

  /** The request that stops a stream, if it may be running. */
  stopOf(streamId: number): Sent | undefined {
    return this.#streams.get(streamId)?.stop
  }

  /** The requests that stop what is left. */
  get remaining(): Sent[] {
    return [...this.#streams.values()].map(({ stop }) => stop)
  }
}
