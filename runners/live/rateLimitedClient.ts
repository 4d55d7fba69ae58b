import { setMaxListeners } from 'node:events'
import { ROUTES } from '../../src/interface/operations.ts'
import type { Stopped } from '../../src/model/index.ts'
import type { LiveConfig } from './config.ts'
import { HttpClient, type Got, type NoAnswer, type Sent, type Transport } from './http.ts'
import { delay, RequestBudget, Rate, waitAfter } from './rateLimit.ts'

/** After so many time-outs in a row, without an answer between them, the endpoint counts as gone. */
const SILENCE = 5

/** For so long clean-up waits at once, in milliseconds, and so often: a person may be waiting for the end. */
const LONGEST_AT_END = 10_000
const REPEATS_AT_END = 2

const seconds = (): number => performance.now() / 1000

/** Nothing new is sent after --max-time. */
export const NO_TIME: NoAnswer = { reason: 'no-time', message: '--max-time is over' }

/** A second signal came: the stop that it says this of may have been needed. */
const GIVEN_UP: NoAnswer = { reason: 'not-sent', message: 'clean-up was given up' }

/** The line to the endpoint: how fast requests go over it, and whether more may follow. */
export class RateLimitedClient {
  readonly #transport: Transport
  readonly #rate: Rate
  readonly budget: RequestBudget
  readonly #ended = new AbortController()
  /** Aborted when not even clean-up is waited for. */
  readonly #givenUp = new AbortController()
  /** When --max-time is over, in seconds of a clock that never turns back. */
  readonly #until: number
  /** Aborted then. */
  readonly #late: AbortSignal | undefined
  /** Aborted when the run is ended, or its time is over: nothing new is sent, and nothing waits. */
  readonly ending: AbortSignal
  readonly #timeout: number
  #timeouts = 0
  stopped: Stopped | undefined

  constructor(config: LiveConfig, transport: Transport = new HttpClient(config)) {
    this.#transport = transport
    this.#rate = new Rate(config.rate)
    this.budget = new RequestBudget(config.maxRequests)
    this.#timeout = config.timeout
    const { maxTime } = config
    this.#until = seconds() + (maxTime ?? Infinity)
    this.#late = maxTime === undefined ? undefined : AbortSignal.timeout(Math.ceil(maxTime * 1000))
    this.ending = AbortSignal.any([this.#ended.signal, ...(this.#late ? [this.#late] : [])])
    // Each exchange under way listens to it.
    setMaxListeners(0, this.ending)
  }

  /** Why no more requests may be sent. */
  get over(): string | undefined {
    return this.stopped?.message ?? (this.#ended.signal.aborted ? 'the run was ended' : undefined)
  }

  /** --max-time is over: what was not asked is left out. */
  get isLate(): boolean {
    return this.#late?.aborted ?? false
  }

  /** May so many more requests be sent, beside those that are reserved? */
  maySend(requests = 1): boolean {
    return this.over === undefined && !this.isLate && this.budget.hasRoom(requests)
  }

  /** Of --max-time. */
  get secondsLeft(): number | undefined {
    return this.#late && Math.max(0, this.#until - seconds())
  }

  /** From now on only clean-up is sent. */
  end(): void {
    this.#ended.abort()
  }

  /** From now on nothing is sent, and what is under way has no answer. */
  giveUp(): void {
    this.end()
    this.#givenUp.abort()
    void this.#transport.close()
  }

  get isGivenUp(): boolean {
    return this.#givenUp.signal.aborted
  }

  async send(sent: Sent): Promise<{ got: Got; sentAt: number }> {
    await this.#rate.wait(this.ending)
    const sentAt = Date.now() / 1000
    if (this.over !== undefined) return { got: { reason: 'not-sent', message: this.over }, sentAt }
    if (this.isLate) return { got: NO_TIME, sentAt }
    return { got: await this.#send(sent), sentAt }
  }

  /** Clean-up goes out even after the end of the run, and again where the endpoint was too busy for it. */
  async sendAnyway(sent: Sent): Promise<Got> {
    for (let tries = 0; ; tries++) {
      await this.#rate.wait(this.#givenUp.signal)
      if (this.isGivenUp) return GIVEN_UP
      const got = await this.#send(sent)
      const millis = tries < REPEATS_AT_END ? waitAfter(got, tries, LONGEST_AT_END) : undefined
      if (millis === undefined || !this.budget.hasRoom()) return got
      await delay(millis, this.#givenUp.signal)
    }
  }

  async #send(sent: Sent): Promise<Got> {
    const got = await this.#sendOrRepeat(sent)
    if (!('reason' in got)) this.#timeouts = 0
    else if (got.reason === 'timeout') this.#timeouts++
    else if (got.reason === 'gone') this.stop('endpoint-gone', `the endpoint went away: ${got.message}`)
    const silence = `the endpoint fell silent: ${SILENCE} requests in a row, ${this.#timeout} ms each`
    if (this.#timeouts >= SILENCE) this.stop('endpoint-gone', silence)
    return got
  }

  /**
   * RFC 9112 section 9.3.1: repeats a request that a kept connection lost, over a new one, where twice has the same
   * effect as once (RFC 9110 section 9.2.2). A start has not: its stream may run.
   */
  async #sendOrRepeat(sent: Sent): Promise<Got> {
    this.budget.sent++
    const got = await this.#transport.send(sent)
    if (!('reason' in got) || got.reason !== 'kept-closed') return got
    if (sent.path.endsWith(ROUTES['streaming.start'].path))
      return { ...got, message: `${got.message}; a start is not repeated (RFC 9110 section 9.2.2)` }
    if (!this.budget.hasRoom()) return { ...got, message: `${got.message}; --max-requests leaves no repeat` }
    await this.#rate.wait()
    this.budget.sent++
    const repeated = await this.#transport.sendAnew(sent)
    return 'status' in repeated ? { ...repeated, again: true } : repeated
  }

  /** From now on only clean-up is sent. */
  stop(code: 'endpoint-gone' | 'endpoint-busy', message: string): void {
    this.stopped ??= { code, message }
  }

  close(): Promise<void> {
    return this.#transport.close()
  }
}
