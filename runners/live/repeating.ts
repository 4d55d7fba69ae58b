import type { Operation } from '../../src/model/index.ts'
import type { LiveConfig } from './config.ts'
import type { NoAnswer, Received, Sent } from './http.ts'
import { isBusy, Patience } from './patience.ts'
import { delay } from './rateLimit.ts'
import { NO_TIME, type RateLimitedClient } from './rateLimitedClient.ts'
import type { Outgoing } from './toSend.ts'

const now = (): number => Date.now() / 1000

/** A request that was sent once. */
interface Attempt {
  readonly got: Received | NoAnswer
  readonly sent: Sent
  readonly sentAt: number
}

/** How it sends. */
interface Sending {
  /** Makes the request anew, with a Tracking-Id of its own, and sends it. */
  readonly attempt: (outgoing: Outgoing) => Promise<Attempt>
  /** A request of this operation to which any endpoint has an answer. */
  readonly askPlainly: (operation: Operation) => Promise<Received | NoAnswer>
}

/** Sends a request, and again where the channel is not open yet or the endpoint is too busy. */
export class Repeating {
  readonly #config: LiveConfig
  readonly #client: RateLimitedClient
  readonly #attempt: Sending['attempt']
  readonly #patience: Patience

  constructor(config: LiveConfig, client: RateLimitedClient, { attempt, askPlainly }: Sending) {
    this.#config = config
    this.#client = client
    this.#attempt = attempt
    this.#patience = new Patience(askPlainly)
  }

  /** Sends it until the answer counts. Rejects only where the Authorization value cannot be made. */
  async send(outgoing: Outgoing): Promise<Attempt> {
    const until = now() + (this.#mayWait(outgoing) ? this.#config.waitForChannel : 0)
    for (;;) {
      const answered = await this.#patiently(outgoing)
      const { got } = answered
      const isMissing = !('reason' in got) && got.status === 404
      if (!isMissing || now() + 1 > until) return answered
      if (this.#client.isLate) return { ...answered, got: NO_TIME }
      if (!this.#client.maySend()) return answered
      await delay(1000, this.#client.ending)
    }
  }

  /** Sends it, and again where the endpoint is too busy. */
  async #patiently(outgoing: Outgoing): Promise<Attempt> {
    let mayBeDone = false
    for (let tries = 0; ; tries++) {
      const attempt = await this.#attempt(outgoing)
      const got: Received | NoAnswer = mayBeDone ? unlessDone(outgoing.operation, attempt.got) : attempt.got
      const millis = this.#patience.waitAfter(outgoing.operation, got, tries)
      if (millis === undefined) return { ...attempt, got: await this.#counted(outgoing, got, tries) }
      mayBeDone ||= 'status' in got && got.status === 503
      if (!this.#client.maySend()) return { ...attempt, got: this.#tooBusy(got) }
      await delay(millis, this.#client.ending)
    }
  }

  /** An answer, unless it only says that the endpoint is too busy. */
  async #counted(
    { operation }: Outgoing,
    got: Received | NoAnswer,
    tries: number,
  ): Promise<Received | NoAnswer> {
    if (operation === 'streaming.stop' && 'again' in got && got.status === 404) return STOPPED_BEFORE
    if (tries > 0 && !this.#client.maySend()) return this.#tooBusy(got)
    const message = await this.#patience.over(operation, got, tries)
    if (this.#client.isLate && isBusy(got)) return NO_TIME
    if (message === undefined) return got
    this.#client.tooBusy(message)
    return { reason: 'not-sent', message }
  }

  /** The run is over, or its bounds leave no repeat. */
  #tooBusy(got: Received | NoAnswer): NoAnswer {
    if (this.#client.isLate) return NO_TIME
    const status = 'status' in got ? got.status : ''
    return this.#client.over === undefined
      ? { reason: 'not-judged', message: `it was answered ${status}, and --max-requests leaves no repeat` }
      : { reason: 'not-sent', message: this.#client.over }
  }

  /** A start with the answer 404 may be repeated (4.2 rule 4) where somebody opens the channel; nothing else is. */
  #mayWait({ operation, placeholders: { channel } }: Outgoing): boolean {
    return operation === 'streaming.start' && channel === this.#config.channel
  }
}

/** What is refused where it was carried out already: pushes take room, and a push is stopped once. */
const NOT_TWICE: ReadonlySet<Operation> = new Set(['streaming.start', 'streaming.stop'])

/** A gateway that answers 503 may have handed the request on: a refusal of the repeat says nothing then. */
function unlessDone(operation: Operation, got: Received | NoAnswer): Received | NoAnswer {
  const isRefusal = 'status' in got && got.status >= 400 && !isBusy(got)
  return isRefusal && NOT_TWICE.has(operation) ? DONE_BEFORE : got
}

const DONE_BEFORE: NoAnswer = {
  reason: 'not-judged',
  message: 'it was answered 503 and sent again, and then refused: the first may have been carried out',
}

/** A stop whose first answer was lost with its connection. */
const STOPPED_BEFORE: NoAnswer = {
  reason: 'not-judged',
  message:
    'the connection was lost, and 404 answered the stop that was sent again: the first may have been carried out',
}
