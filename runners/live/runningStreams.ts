import type { NoAnswer, Sent, Got } from './http.ts'
import type { RateLimitedClient } from './rateLimitedClient.ts'
import type { Ending } from '../../src/model/index.ts'
import type { LiveConfig } from './config.ts'
import type { NamedStream } from './journal.ts'
import { streamsNamedIn, streamsWithoutId, type Placeholders } from './toSend.ts'
import { isBusy } from './rateLimit.ts'

interface Place {
  readonly channel: string
  /** A run before this one started it. */
  readonly isLeft?: boolean
  /** The channel that somebody has opened; any other does not exist. */
  readonly isOpen: boolean
}

interface Running {
  readonly place: Place
  stop: Sent
  /** Its streamId was no integer: only a stop of all pushes ends it. */
  isNameless?: boolean
  /** The endpoint was not too busy for a start of it. */
  taken?: boolean
  started?: boolean
  /** A start of it had no answer: the endpoint may carry it out at any time from then on, also after a stop. */
  unanswered?: boolean
  /** A vector's own stop of it succeeded: the text does not show whether the endpoint knows it from then on. */
  stopped?: boolean
  /** The stop that cleans up had no answer that settles it. */
  stopFailed?: boolean
}

export const isSuccess = (got: Got): boolean => 'status' in got && got.status >= 200 && got.status < 300

/** It says no, and not that it is too busy. */
const isRefusal = (got: Got): boolean =>
  'status' in got && got.status >= 400 && got.status < 500 && ![408, 429].includes(got.status)

/** The app or its signature is refused (section 7): that says nothing of a stream. */
const isUnsigned = (got: Got): boolean => 'status' in got && [401, 403].includes(got.status)

/** The streams that may be running: recorded before a start is sent, so that none is forgotten whatever happens. */
class RunningStreams {
  readonly #streams = new Map<number, Running>()
  readonly #keep: Keep
  /** A start in the open channel has succeeded. */
  hasStarted = false

  constructor(keep: Keep) {
    this.#keep = keep
  }

  expect(streamId: number, place: Place, stop: Sent): void {
    this.#streams.set(streamId, { ...this.#streams.get(streamId), place, stop })
    this.#changed()
  }

  #changed(): void {
    this.#keep([...this.#streams].map(([streamId, { place }]) => ({ streamId, channel: place.channel })))
  }

  #settled(streamId: number): void {
    this.#streams.delete(streamId)
    this.#changed()
  }

  /** After a start. A refused one may have been carried out in part, unless that is impossible. */
  started(streamId: number, got: Got): void {
    const stream = this.#streams.get(streamId)
    if (!stream) return
    stream.taken ||= !isBusy(got)
    if ('reason' in got) return this.#unanswered(streamId, stream, got)
    this.hasStarted ||= stream.place.isOpen && isSuccess(got)
    // A server that failed may have carried it out before, unless it could not handle it (RFC 9110 section 15.6.4).
    if (isSuccess(got) || (got.status >= 500 && !isBusy(got)))
      Object.assign(stream, { started: true, stopped: false })
    else if (got.status === 401 || (got.status === 404 && !stream.place.isOpen)) this.#never(streamId, stream)
  }

  #unanswered(streamId: number, stream: Running, { reason }: NoAnswer): void {
    if (reason === 'not-sent' || reason === 'no-time') this.#never(streamId, stream)
    // This answer had a status.
    else if (reason === 'too-long') stream.started = true
    else stream.unanswered = true
  }

  /** This start began nothing; an earlier one may have. */
  #never(streamId: number, { started, unanswered }: Running): void {
    if (!started && !unanswered) this.#settled(streamId)
  }

  /** After the stop of a vector: that does not settle the stream, which may be unknown from now on. */
  stoppedByVector(streamId: number, got: Got): void {
    const stream = this.#streams.get(streamId)
    if (stream && isSuccess(got)) stream.stopped = true
  }

  /**
   * After the stop that cleans up. 404: there is no such stream any more, or no such channel. Otherwise the answer to an
   * unknown stream is not shown: refused twice, the stream is gone. Nor is there one where the endpoint was too busy for
   * each start and is so for the stop.
   */
  stopped(streamId: number, got: Got): void {
    const stream = this.#streams.get(streamId)
    if (!stream) return
    const { place, started, stopped, taken } = stream
    const isUnknown = isRefusal(got) && (place.isLeft ? !isUnsigned(got) : !started || stopped)
    const isNone = isBusy(got) && !taken && !place.isLeft
    stream.stopFailed = 'reason' in got || !(isSuccess(got) || got.status === 404 || isUnknown || isNone)
    // An unanswered start may be carried out after its stop.
    if (!stream.stopFailed && !stream.unanswered) this.#settled(streamId)
  }

  /** After a start that succeeded without an integer as streamId. @param stop of all pushes */
  nameless(streamId: number, stop: Sent): void {
    const stream = this.#streams.get(streamId)
    if (stream) Object.assign(stream, { stop, isNameless: true })
  }

  get unsettled(): number[] {
    return [...this.#streams].flatMap(([streamId, { stopFailed }]) => (stopFailed ? [streamId] : []))
  }

  stopOf(streamId: number): Sent | undefined {
    return this.#streams.get(streamId)?.stop
  }

  countOf(streamIds: readonly number[]): number {
    return streamIds.filter((streamId) => this.#streams.has(streamId)).length
  }

  get remaining(): (Running & { readonly streamId: number })[] {
    return [...this.#streams].map(([streamId, stream]) => ({ streamId, ...stream }))
  }
}

/** For how many seconds streams are stopped again at the end: a person may be waiting for it. */
const AGAIN = 10

/** @param streamId undefined: of all pushes */
type MakeStop = (streamId: number | undefined, channel: string) => Promise<Sent>

type Keep = (streams: readonly NamedStream[]) => void

/** Stops every stream that may be running. */
export class CleanUp {
  readonly running: RunningStreams
  /** Streams that were stopped again in vain: they stay as they are until the end of the run. */
  readonly #inVain = new Set<number>()
  #tookNameless = false
  readonly #config: LiveConfig
  readonly #client: RateLimitedClient
  readonly #makeStop: MakeStop

  constructor(config: LiveConfig, client: RateLimitedClient, makeStop: MakeStop, keep: Keep) {
    this.#config = config
    this.#client = client
    this.#makeStop = makeStop
    this.running = new RunningStreams(keep)
  }

  async started(sent: Sent, placeholders: Placeholders, got: Got): Promise<void> {
    for (const streamId of streamsNamedIn(sent, placeholders)) this.running.started(streamId, got)
    if (isSuccess(got)) await this.#nameless(streamsWithoutId(sent, placeholders), placeholders.channel)
  }

  /** Without an integer (2.3) no stop by streamId is sure to end a push: all are stopped, if no others are among them. */
  async #nameless(streams: readonly number[], channel: string): Promise<void> {
    const mayStopAll = channel !== this.#config.channel || this.#config.exclusiveChannel
    this.#tookNameless ||= streams.length > 0
    for (const streamId of mayStopAll ? streams : [])
      this.running.nameless(streamId, await this.#makeStop(undefined, channel))
  }

  get #isOver(): boolean {
    return this.#client.stopped !== undefined || this.#client.isGivenUp
  }

  async stopAll(streams: readonly number[]): Promise<void> {
    for (const streamId of streams) {
      const stop = this.running.stopOf(streamId)
      if (!stop) continue
      const got = await this.#client.sendAnyway(stop)
      this.running.stopped(streamId, got)
      // An endpoint that has gone away answers none of the others either.
      if ('reason' in got && this.#isOver) return
    }
  }

  /** Is each stop settled, so that more may be started? Stops again once what is not. */
  async isSettled(): Promise<boolean> {
    const unsettled = this.running.unsettled.filter((streamId) => !this.#inVain.has(streamId))
    if (!this.#client.budget.hasRoom(unsettled.length)) return false
    for (const streamId of unsettled) this.#inVain.add(streamId)
    await this.stopAll(unsettled)
    return this.running.unsettled.length === 0
  }

  /** At the end of the run: streams that could not be stopped in time, or may have started only after their stop. */
  async stopAgain(): Promise<void> {
    const until = Date.now() + AGAIN * 1000
    for (const { streamId, place, stop, isNameless } of this.running.remaining) {
      if (this.#isOver || Date.now() > until) return
      // The signature of the first stop may be too old by now.
      const anew = await this.#makeStop(isNameless ? undefined : streamId, place.channel).catch(() => stop)
      this.running.stopped(streamId, await this.#client.sendAnyway(anew))
    }
  }

  /** How a run ends. @param remaining a line for each stream that may be running */
  endingWith(remaining: readonly string[]): Ending {
    const { stopped } = this.#client
    const warned = this.#tookNameless && { warning: NAMELESS }
    if (remaining.length === 0) return { ...warned, ...(stopped && { stopped }) }
    const message = `${stopped?.message ?? 'not every stream is known to have stopped'}; these streams may remain`
    return { ...warned, stopped: { code: 'streams-may-remain', message, remaining } }
  }
}

/** For an operator, who alone can see what runs. */
const NAMELESS =
  'the endpoint accepted a start whose streamId is no integer. No stop by streamId is sure to end that push, so the run stopped all pushes of its channel: check that nothing runs there'
