import { wrongOption } from '../terminal/options.ts'
import { Secrets } from '../terminal/secrets.ts'
import { ChannelproofError } from '../../src/errors.ts'
import type { Answer, EarlierRequest, Ending, Exchange, Question, Subject } from '../../src/model/index.ts'
import {
  beyondBudget,
  brokenAnswer,
  notAskedAt,
  notJudged,
  unixNow,
  StampClock,
  unanswered,
  unprepared,
  factsOf,
  tokensIn,
  type Time,
} from './answerFacts.ts'
import { costOf, mostOf, type RequestBudget, delay, Turns } from './rateLimit.ts'
import type { CleanUp } from './runningStreams.ts'
import { credentialsIn, meets, type LiveConfig } from './config.ts'
import { curlLine, curlLines, shownIn, placeholdersFor, type Placeholders } from './toSend.ts'
import type { Sent, Transport, Got } from './http.ts'
import { NotAltered } from './authorization.ts'
import { namesOf, type Journal, type NamedStream } from './journal.ts'
import { judgedStep, isUnprepared, Sending, stepsOf, type Stepped } from './sending.ts'
import { ENDED, CHANNEL_FULL, Room, type ExchangeQuestion } from './room.ts'
import { RateLimitedClient } from './rateLimitedClient.ts'

/** What only some runs have: without a journal what is started is not written down; without a transport it is HTTP. */
interface Beside {
  readonly time?: Time
  readonly journal?: Journal
  readonly transport?: Transport
}

/** The steps before the request of a question, up to one of which a request was refused. */
interface Prepared {
  readonly steps: readonly (readonly Stepped[])[]
  readonly refused?: Stepped
}

const UNSETTLED = 'the stop of an earlier stream has no clear effect, so nothing more is started'

/** An endpoint behind a base URL. Exchanges on the open channel run one after the other; each stops what it starts. */
export class EndpointSubject implements Subject {
  readonly description: Subject['description']
  readonly #config: LiveConfig
  readonly #secrets: Secrets
  readonly #client: RateLimitedClient
  /** The open channel has room for three streams, so only one exchange at a time uses it. */
  readonly #channelTurn = new Turns(1)
  readonly #turns = new Turns(8)
  readonly #sending: Sending
  readonly #cleanUp: CleanUp
  readonly room: Room
  readonly #stamps: StampClock
  readonly #sentSteps = new Map<Question, (readonly Sent[])[]>()
  unsigned: ChannelproofError | undefined
  readonly requests: Pick<RequestBudget, 'sent' | 'most'>
  #closing: Promise<Ending> | undefined
  #hasAskedStop = false

  constructor(config: LiveConfig, secrets = new Secrets(), { time, journal, transport }: Beside = {}) {
    this.#config = config
    this.#stamps = new StampClock(time)
    this.#secrets = secrets
    secrets.add(...credentialsIn(config))
    this.#client = new RateLimitedClient(config, transport)
    this.requests = this.#client.budget
    this.#sending = new Sending(config, this.#client, secrets, journal)
    this.#cleanUp = this.#sending.cleanUp
    this.room = new Room(config, this.#client, {
      stopEverything: () => this.#stopEverything(),
      ask: (asked, pause) => this.#exchange(asked, placeholdersFor(asked.params, config), pause),
      start: (body, placeholders) => this.#startPlainly(body, placeholders),
    })
    this.description = {
      protocol: 1,
      sdk: { name: config.baseUrl.href, version: '', language: '' },
      methods: ['endpoint.exchange'],
      clock: 'injected',
      meets: meets(config),
    }
  }

  /** A command line that repeats the requests of a vector, for the report; undefined where none was sent. */
  curlOf(question: Question): string | undefined {
    const steps = this.#sentSteps.get(question)
    return steps && curlLines(this.#config, steps)
  }

  get isOver(): boolean {
    return !this.#client.maySend()
  }

  /** Of --max-time; undefined: without a bound. */
  get secondsLeft(): number | undefined {
    return this.#client.secondsLeft
  }

  get clockOff(): number | undefined {
    return this.#sending.clockOff
  }

  async ask(question: Question): Promise<Answer> {
    if (question.method !== 'endpoint.exchange')
      throw new Error(`${question.method} is no question to an endpoint`)
    const { params } = question
    const { budget } = this.#client
    const cost = costOf(params)
    if (!(await budget.admit(cost))) return beyondBudget('requests', unixNow())
    const turns = params.channel === 'open' ? this.#channelTurn : this.#turns
    const placeholders = placeholdersFor(params, this.#config)
    try {
      return await turns.take(async () => {
        if (params.channel === 'open' && !this.#client.isLate) await this.room.emptied()
        if (await this.room.isWithoutPushes(params)) return notJudged(ENDED, unixNow())
        const answer = await this.#exchange(question, placeholders)
        return (await this.room.isFullFor(params, answer)) ? notJudged(CHANNEL_FULL, answer.askedAt) : answer
      })
    } finally {
      budget.release(cost, this.#cleanUp.running.countOf(placeholders.streams))
    }
  }

  /** A failure is none where the pushes that it needs may have ended by themselves meanwhile. */
  reconsidered(question: Question, answer: Answer): Promise<Answer> {
    if (question.method !== 'endpoint.exchange') return Promise.resolve(answer)
    return this.#channelTurn.take(async () =>
      (await this.room.mayHaveEnded(question.params)) ? notJudged(ENDED, answer.askedAt) : answer,
    )
  }

  /** @param pause milliseconds between what comes before and the request itself */
  async #exchange(question: ExchangeQuestion, placeholders: Placeholders, pause = 0): Promise<Answer> {
    const exchange = question.params
    const startsStreams = costOf(exchange).streams > 0
    const askedAt = unixNow()
    const beganAt = this.#stamps.now()
    const isOver = this.#overAt(askedAt)
    if (isOver) return isOver
    try {
      if (startsStreams && !(await this.#mayStart(exchange))) return notJudged(UNSETTLED, askedAt)
      const { steps, refused } = await this.#prepared(exchange, placeholders)
      if (refused) return unprepared(refused.request.operation, refused.got, askedAt)
      await delay(pause, this.#client.ending)
      const last = await this.#sendStep(stepsOf(exchange).at(-1)!, placeholders)
      const requests = [...steps, last].map((step) => step.map(({ sent }) => sent))
      this.#sentSteps.set(question, requests)
      return this.#answer(judgedStep(last, exchange.room), placeholders, beganAt)
    } catch (error) {
      if (error instanceof NotAltered) return notJudged(error.message, askedAt)
      // Making the signature failed: earlier results must not be lost by that.
      if (!(error instanceof ChannelproofError)) throw error
      const ended = this.#overAt(askedAt)
      if (ended) return ended
      this.unsigned = error
      return brokenAnswer('crash', `${error.message}.`, askedAt)
    } finally {
      await this.#cleanUp.stopAll(placeholders.streams)
      if (startsStreams) await this.#sending.settle(placeholders)
    }
  }

  /** Once more in a channel of our own, after a stop of all: a wrong stop before may have left what takes its places. */
  async #prepared(exchange: Exchange, placeholders: Placeholders): Promise<Prepared> {
    const prepared = await this.#sendBefore(exchange, placeholders)
    const isOwn = exchange.channel === 'open' && this.#config.exclusiveChannel
    const mayRepeat = this.#client.maySend(1 + costOf(exchange).requests)
    if (!prepared.refused || 'reason' in prepared.refused.got || !isOwn || !mayRepeat) return prepared
    await this.#stopEverything()
    return this.#sendBefore(exchange, placeholders)
  }

  async #sendBefore(exchange: Exchange, placeholders: Placeholders): Promise<Prepared> {
    const steps: (readonly Stepped[])[] = []
    for (const step of stepsOf(exchange).slice(0, -1)) {
      const answered = await this.#sendStep(step, placeholders)
      const refused = answered.find(isUnprepared)
      if (refused) return { steps, refused }
      steps.push(answered)
    }
    return { steps }
  }

  #sendStep(step: readonly EarlierRequest[], placeholders: Placeholders): Promise<Stepped[]> {
    return Promise.all(
      step.map(async (request) => ({
        ...(await this.#sending.send({ authorization: 'right', ...request, placeholders })),
        request,
      })),
    )
  }

  #overAt(askedAt: number): Answer | undefined {
    if (this.#client.over !== undefined) return notAskedAt(this.#client.over, askedAt)
    return this.#client.isLate ? beyondBudget('time', askedAt) : undefined
  }

  /** Nothing is started while a stop has no clear effect, but for the one stream that shows that a stop is wrong. */
  async #mayStart(exchange: Exchange): Promise<boolean> {
    const { operation, authorization } = exchange
    const isRightStop = operation === 'streaming.stop' && authorization === 'right'
    const isFirstStop = isRightStop && costOf(exchange).streams === 1 && !this.#hasAskedStop
    this.#hasAskedStop ||= isFirstStop
    return (await this.#cleanUp.isSettled()) || isFirstStop
  }

  #answer({ got, sent, sentAt: askedAt }: Stepped, { channel }: Placeholders, beganAt: number): Answer {
    if ('reason' in got) return unanswered(got, askedAt)
    const shows = shownIn(got, sent, this.#config)
    const answered = factsOf(got.headers, got.body, this.#config)
    const output = {
      status: got.status,
      ...answered,
      ...(answered.token && { token: this.#stamps.stamped(answered.token, beganAt) }),
      ...(shows.length > 0 && { shows }),
      trackingId: sent.headers['Tracking-Id'] ?? '',
      channel,
    }
    this.#secrets.add(...tokensIn(output.texts))
    return { kind: 'accepted', output, askedAt, answeredAt: unixNow() }
  }

  /**
   * Before the first question: stops what an earlier run left, as if this run had started it.
   * @returns how many may still be running
   * @throws ChannelproofError `wrong-option` where --max-requests is too small for that
   */
  async stopLeft(streams: readonly NamedStream[]): Promise<number> {
    const { budget } = this.#client
    const cost = { requests: 0, streams: streams.length }
    if (!(await budget.admit(cost)))
      throw wrongOption(
        `--max-requests ${budget.most} is too small to stop what an earlier run left: ${namesOf(streams)}`,
        `Give at least ${budget.sent + mostOf(cost)} and the requests of this run.`,
      )
    const ids = streams.map(({ streamId }) => streamId)
    for (const { streamId, channel } of streams) await this.#sending.expect(streamId, channel, true)
    await this.#cleanUp.stopAll(ids)
    await delay(this.#config.settle, this.#client.ending)
    const remaining = this.#cleanUp.running.countOf(ids)
    budget.release(cost, remaining)
    return remaining
  }

  async #stopEverything(): Promise<void> {
    const channel = this.#config.channel!
    const stop = await this.#sending.stopRequest(undefined, channel, this.#client.ending)
    await this.#client.sendAnyway(stop)
    await this.#sending.settle({ channel })
  }

  async #startPlainly(body: string, placeholders: Placeholders): Promise<Got> {
    const start = { operation: 'streaming.start', body, authorization: 'right', placeholders } as const
    const { got } = await this.#sending.send(start)
    await this.#cleanUp.stopAll(placeholders.streams)
    await this.#sending.settle(placeholders)
    return got
  }

  /** Waits for all answers, and until the next token would show a clock that stands still. */
  async untilClockShows(): Promise<void> {
    await Promise.all([this.#turns.idle(), this.#channelTurn.idle()])
    await this.#stamps.untilItShows(this.#client.ending)
  }

  get lacking(): readonly string[] {
    return this.room.lacking(this.#cleanUp.running.hasStarted)
  }

  get remaining(): readonly string[] {
    return this.#cleanUp.running.remaining.map(({ stop }) => curlLine(this.#config, stop))
  }

  /** Ends at once: for use before the first vector, when no stream can be running. */
  abandon(): Promise<void> {
    this.#client.end()
    return this.#client.close()
  }

  /** Nothing is waited for any more: a second signal came. */
  readonly giveUp = (): void => this.#client.giveUp()

  close(): Promise<Ending> {
    return (this.#closing ??= this.#close())
  }

  /** Waits for exchanges in flight: each stops the streams that it started. */
  async #close(): Promise<Ending> {
    this.#client.end()
    await Promise.all([this.#turns.idle(), this.#channelTurn.idle()])
    await this.#cleanUp.stopAgain()
    await this.#client.close()
    return this.#cleanUp.endingWith(this.remaining)
  }
}
