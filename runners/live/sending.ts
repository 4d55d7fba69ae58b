/** What a run sends: signed, written down before it starts something, and again where it must be. */
import type { EarlierRequest, Exchange, Operation } from '../../src/model/index.ts'
import { Secrets, withoutScheme } from '../terminal/secrets.ts'
import { clockOff, unixNow } from './answerFacts.ts'
import type { LiveConfig } from './config.ts'
import type { NoAnswer, Sent, Got } from './http.ts'
import type { Journal } from './journal.ts'
import { delay, isBusy, Patience } from './rateLimit.ts'
import { NO_TIME, type RateLimitedClient } from './rateLimitedClient.ts'
import { CleanUp, isSuccess } from './runningStreams.ts'
import {
  inChannel,
  placeholdersFor,
  plainOf,
  requestToSend,
  streamsNamedIn,
  type Outgoing,
  type Placeholders,
} from './toSend.ts'

interface Attempt {
  readonly got: Got
  readonly sent: Sent
  readonly sentAt: number
}

/** Makes requests and sends them. It knows what they start and stop, and so what is left to stop. */
export class Sending {
  readonly #config: LiveConfig
  readonly #client: RateLimitedClient
  readonly #secrets: Secrets
  readonly #patience = new Patience((operation) => this.#askPlainly(operation))
  readonly cleanUp: CleanUp
  /** Seconds by which the Date header of the newest answer is ahead of our clock. */
  clockOff: number | undefined

  constructor(config: LiveConfig, client: RateLimitedClient, secrets: Secrets, journal?: Journal) {
    this.#config = config
    this.#client = client
    this.#secrets = secrets
    this.cleanUp = new CleanUp(
      config,
      client,
      (streamId, channel) => this.stopRequest(streamId, channel),
      (streams) => journal?.keep(streams),
    )
  }

  /** Until the answer counts: the channel may not be open yet, the endpoint too busy. Rejects without Authorization. */
  async send(outgoing: Outgoing): Promise<Attempt> {
    const { operation, placeholders } = outgoing
    // A start with the answer 404 may be repeated (4.2 rule 4) where somebody opens the channel; nothing else is.
    const mayWait = operation === 'streaming.start' && placeholders.channel === this.#config.channel
    const until = unixNow() + (mayWait ? this.#config.waitForChannel : 0)
    for (;;) {
      const answered = await this.#patiently(outgoing)
      const isMissing = 'status' in answered.got && answered.got.status === 404
      if (!isMissing || unixNow() + 1 > until) return answered
      if (this.#client.isLate) return { ...answered, got: NO_TIME }
      if (!this.#client.maySend()) return answered
      await delay(1000, this.#client.ending)
    }
  }

  async #patiently(outgoing: Outgoing): Promise<Attempt> {
    let mayBeDone = false
    for (let tries = 0; ; tries++) {
      const attempt = await this.#attempt(outgoing)
      const got: Got = mayBeDone ? unlessDone(outgoing.operation, attempt.got) : attempt.got
      const millis = this.#patience.waitAfter(outgoing.operation, got, tries)
      if (millis === undefined) return { ...attempt, got: await this.#counted(outgoing, got, tries) }
      mayBeDone ||= 'status' in got && got.status === 503
      if (!this.#client.maySend()) return { ...attempt, got: this.#notRepeated(got) }
      await delay(millis, this.#client.ending)
    }
  }

  /** An answer, unless it only says that the endpoint is too busy. */
  async #counted({ operation }: Outgoing, got: Got, tries: number): Promise<Got> {
    if (operation === 'streaming.stop' && 'again' in got && got.status === 404) return STOPPED_BEFORE
    if (tries > 0 && !this.#client.maySend()) return this.#notRepeated(got)
    const message = await this.#patience.over(operation, got, tries)
    if (this.#client.isLate && isBusy(got)) return NO_TIME
    if (message === undefined) return got
    this.#client.stop('endpoint-busy', message)
    return { reason: 'not-sent', message }
  }

  #notRepeated(got: Got): NoAnswer {
    const { isLate, over } = this.#client
    if (isLate) return NO_TIME
    if (over !== undefined) return { reason: 'not-sent', message: over }
    const status = 'status' in got ? got.status : ''
    return { reason: 'not-judged', message: `it was answered ${status}, and --max-requests leaves no repeat` }
  }

  async #attempt(outgoing: Outgoing): Promise<Attempt> {
    const { operation, placeholders } = outgoing
    const sent = await this.#toSend(outgoing, this.#client.ending)
    const streams = streamsNamedIn(sent, placeholders)
    const isStart = operation === 'streaming.start'
    if (isStart) for (const streamId of streams) await this.expect(streamId, placeholders.channel)
    const { got, sentAt } = await this.#client.send(sent)
    if (isStart) await this.cleanUp.started(sent, placeholders, got)
    if (operation === 'streaming.stop') {
      for (const streamId of streams.length > 0 ? streams : placeholders.streams)
        this.cleanUp.running.stoppedByVector(streamId, got)
      await this.settle(placeholders)
    }
    if ('headers' in got) this.clockOff = clockOff(got)
    return { got, sent, sentAt }
  }

  async #askPlainly(operation: Operation): Promise<Got> {
    const plain = plainOf(operation)
    const placeholders = placeholdersFor(plain, this.#config)
    const sent = await this.#toSend({ ...plain, authorization: 'right', placeholders }, this.#client.ending)
    return (await this.#client.send(sent)).got
  }

  async #toSend(outgoing: Outgoing, signal?: AbortSignal): Promise<Sent> {
    const { sent, authorization } = await requestToSend(this.#config, outgoing, signal)
    if (outgoing.authorization !== 'malformed') this.#secrets.add(authorization, withoutScheme(authorization))
    return sent
  }

  /** After a stop: its place in the channel may become free a little later. */
  async settle({ channel }: Pick<Placeholders, 'channel'>): Promise<void> {
    if (channel === this.#config.channel) await delay(this.#config.settle, this.#client.ending)
  }

  async expect(streamId: number, channel: string, isLeft = false): Promise<void> {
    const stop = await this.stopRequest(streamId, channel, this.#client.ending)
    this.cleanUp.running.expect(streamId, { channel, isLeft, isOpen: channel === this.#config.channel }, stop)
  }

  /** @param streamId undefined: of all pushes of the channel @param signal stops the making of the signature */
  stopRequest(streamId: number | undefined, channel: string, signal?: AbortSignal): Promise<Sent> {
    const body = JSON.stringify({ channelId: channel, streamId })
    const stop = { operation: 'streaming.stop', authorization: 'right' } as const
    return this.#toSend({ ...stop, body, placeholders: inChannel(channel) }, signal)
  }
}

/** What is refused where it was carried out already: pushes take room, and a push is stopped once. */
const NOT_TWICE: ReadonlySet<Operation> = new Set(['streaming.start', 'streaming.stop'])

/** A gateway that answers 503 may have handed the request on: a refusal of the repeat says nothing then. */
function unlessDone(operation: Operation, got: Got): Got {
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
    'the connection was lost, and 404 answered the stop sent again: the first may have been carried out',
}

/** A request of an exchange, and what came of it. */
export interface Stepped extends Attempt {
  readonly request: EarlierRequest
}

/** The requests of an exchange: those of one step are sent at the same time. */
export function stepsOf({ before = [], room, ...last }: Exchange): readonly (readonly EarlierRequest[])[] {
  const all = [...before, { ...last, ...(room !== undefined && { together: true as const }) }]
  const steps: EarlierRequest[][] = []
  for (const request of all as readonly EarlierRequest[])
    if (request.together && steps.length > 0) steps.at(-1)!.push(request)
    else steps.push([request])
  return steps
}

/** Without an answer that leads on to the next request. */
export const isUnprepared = ({ request: { open }, got }: Stepped): boolean =>
  'reason' in got || !(isSuccess(got) || (open && got.status < 500))

/** The answer that is judged: of the last request, or of one more than there is room for. */
export const judgedStep = (answers: readonly Stepped[], room?: number): Stepped =>
  room === undefined
    ? answers.at(-1)!
    : answers.toSorted((one, other) => rank(one) - rank(other))[Math.min(room, answers.length - 1)]!

/** Successes, then what may have been one, then refusals. */
const rank = ({ got }: Stepped): number => ('reason' in got ? 1 : isSuccess(got) ? 0 : 2)
