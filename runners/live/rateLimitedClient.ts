import { setMaxListeners } from 'node:events'
import { ROUTES, type Stopped } from '../../src/model/index.ts'
import type { LiveConfig } from './config.ts'
import { HttpClient, type NoAnswer, type Received, type Sent } from './http.ts'
import { RequestBudget, Rate } from './rateLimit.ts'

/** After so many time-outs in a row, without an answer between them, the endpoint counts as gone. */
const SILENCE = 5

/** The line to the endpoint: how fast requests go over it, and whether more may follow. */
export class RateLimitedClient {
  readonly #http: HttpClient
  readonly #rate: Rate
  readonly budget: RequestBudget
  readonly #ending = new AbortController()
  readonly #timeout: number
  #timeouts = 0
  /** Why the endpoint cannot be asked any more. */
  stopped: Stopped | undefined

  constructor(config: LiveConfig) {
    this.#http = new HttpClient(config)
    this.#rate = new Rate(config.rate)
    this.budget = new RequestBudget(config.maxRequests)
    this.#timeout = config.timeout
    // Each exchange under way listens to it.
    setMaxListeners(0, this.ending)
  }

  /** Aborted when the run is ended. */
  get ending(): AbortSignal {
    return this.#ending.signal
  }

  /** Why no more requests may be sent. */
  get over(): string | undefined {
    return this.stopped?.message ?? (this.ending.aborted ? 'the run was ended' : undefined)
  }

  /** From now on only clean-up is sent. */
  end(): void {
    this.#ending.abort()
  }

  /** Sends a request in its turn, unless the run is over by then. */
  async send(sent: Sent): Promise<{ got: Received | NoAnswer; sentAt: number }> {
    await this.#rate.wait(this.ending)
    const sentAt = Date.now() / 1000
    if (this.over !== undefined) return { got: { reason: 'not-sent', message: this.over }, sentAt }
    return { got: await this.#send(sent), sentAt }
  }

  /** Clean-up goes out even after the end of the run. */
  async sendAnyway(sent: Sent): Promise<Received | NoAnswer> {
    await this.#rate.wait()
    return this.#send(sent)
  }

  async #send(sent: Sent): Promise<Received | NoAnswer> {
    const got = await this.#sendOrRepeat(sent)
    if (!('reason' in got)) this.#timeouts = 0
    else if (got.reason === 'timeout') this.#timeouts++
    if ('reason' in got && got.reason === 'gone') this.#gone(`the endpoint went away: ${got.message}`)
    if (this.#timeouts >= SILENCE)
      this.#gone(`the endpoint fell silent: ${SILENCE} requests in a row, ${this.#timeout} ms each`)
    return got
  }

  /**
   * RFC 9112 section 9.3.1: repeats a request that a kept connection lost, over a new one, where twice has the same
   * effect as once (RFC 9110 section 9.2.2). A start has not: its stream may run.
   */
  async #sendOrRepeat(sent: Sent): Promise<Received | NoAnswer> {
    this.budget.count()
    const got = await this.#http.send(sent)
    if (!('reason' in got) || got.reason !== 'kept-closed') return got
    if (sent.path.endsWith(ROUTES['streaming.start'].path))
      return { ...got, message: `${got.message}; a start is not repeated (RFC 9110 section 9.2.2)` }
    if (!this.budget.hasRoom()) return { ...got, message: `${got.message}; --max-requests leaves no repeat` }
    await this.#rate.wait()
    this.budget.count()
    return this.#http.sendAnew(sent)
  }

  #gone(message: string): void {
    this.stopped ??= { code: 'endpoint-gone', message }
  }

  close(): Promise<void> {
    return this.#http.close()
  }
}
