import type { Answer, Exchange, Operation, Question } from '../../src/model/index.ts'
import type { LiveConfig } from './config.ts'
import type { Got } from './http.ts'
import { costOf, mostOf } from './rateLimit.ts'
import type { RateLimitedClient } from './rateLimitedClient.ts'
import { isSuccess } from './runningStreams.ts'
import { placeholdersFor, type Placeholders } from './toSend.ts'

/** Why a refused start is not judged. */
export const CHANNEL_FULL =
  'the channel has no room for its streams: others may run there. Give a channel of your own, with --exclusive-channel'

const NONE_STARTED =
  'no stream could be started in the channel: it is full, or the endpoint refuses every start'

/** Why questions about running pushes are not judged. */
export const ENDED =
  'pushes do not keep running: their updates are refused, as they may be where nobody takes a push. Give an RTMP address that takes them, with --push-url'

export type ExchangeQuestion = Extract<Question, { method: 'endpoint.exchange' }>

/** What is done to the open channel beside the vectors. */
interface Doing {
  stopEverything(): Promise<void>
  /** @param pause milliseconds between the start and what follows it */
  ask(question: ExchangeQuestion, pause?: number): Promise<Answer>
  /** Starts pushes, and stops them. */
  start(body: string, placeholders: Placeholders): Promise<Got>
}

/** The room in the open channel: whether streams of others fill it. */
export class Room {
  readonly #config: LiveConfig
  readonly #client: Pick<RateLimitedClient, 'budget' | 'over' | 'isLate'>
  readonly #doing: Doing
  #isFull = false
  /** A start was not judged: it may have been carried out, or not. */
  #isUnclear = false
  #emptying: Promise<void> | undefined
  readonly #hasRoomFor = new Map<number, Promise<boolean>>()
  /** So many pushes the questions of the run may have running at once; nothing here starts more. */
  mostAtOnce = 0
  #keepsRunning: Promise<boolean> | undefined
  #haveEnded = false
  /** When the exchange in the open channel began, and how long each of them took, in milliseconds. */
  #beganAt = 0
  readonly #took = new WeakMap<Exchange, number>()
  /** For so many milliseconds a push has been seen to run. */
  #hasRunFor = 0

  constructor(config: LiveConfig, client: RateLimitedClient, doing: Doing) {
    this.#config = config
    this.#client = client
    this.#doing = doing
  }

  /** Once, before the first question: stops what an earlier run left in a channel that has no other user. */
  emptied(): Promise<void> {
    const isToBe = this.#config.exclusiveChannel && this.#client.budget.hasRoom()
    // A signature that cannot be made is the failure of the first question.
    this.#emptying ??= isToBe ? this.#doing.stopEverything().catch(() => undefined) : Promise.resolve()
    return this.#emptying
  }

  /**
   * Was a start refused because others fill the channel? A plain start of as many streams shows it, once for each number
   * of them. In a channel that has no other user the refusal counts.
   */
  async isFullFor(exchange: Exchange, answer: Answer): Promise<boolean> {
    this.#took.set(exchange, performance.now() - this.#beganAt)
    const { operation, authorization, channel } = exchange
    const { streams } = costOf(exchange)
    const isStart = operation === 'streaming.start' && authorization === 'right' && channel === 'open'
    if (!isStart) return false
    this.#isUnclear ||= answer.kind === 'unsupported' && answer.reason === 'not-judged'
    const status = statusOf(answer) ?? 0
    // 404 says that the channel does not exist (4.2 rule 4).
    const isRefused = status >= 400 && status !== 404
    if (streams === 0 || this.#config.exclusiveChannel || !isRefused) return false
    const room = this.#hasRoomFor.get(streams) ?? this.#isFree(streams)
    this.#hasRoomFor.set(streams, room)
    const isFull = !(await room)
    this.#isFull ||= isFull
    return isFull
  }

  /**
   * Does the question need pushes that run, and do they end by themselves? Nobody takes them at an address that leads
   * nowhere, and the text does not say what becomes of them then.
   */
  async isWithoutPushes(exchange: Exchange): Promise<boolean> {
    if (this.#needsPushes(exchange)) {
      this.#keepsRunning ??= this.#keepRunning()
      this.#haveEnded ||= !(await this.#keepsRunning)
    }
    this.#beganAt = performance.now()
    return this.#haveEnded && this.#needsPushes(exchange)
  }

  #needsPushes({ channel, before = [] }: Exchange): boolean {
    const startsThem = channel === 'open' && before.some(({ operation }) => operation === 'streaming.start')
    return startsThem && leadsNowhere(this.#config.pushUrl)
  }

  /**
   * After a failure: may the pushes of the exchange have ended while it went on? A push that is left alone for twice as
   * long shows it, once for each length of time that none has been seen to run.
   */
  async mayHaveEnded(exchange: Exchange): Promise<boolean> {
    if (!this.#needsPushes(exchange)) return false
    const took = this.#took.get(exchange) ?? 0
    if (this.#haveEnded || took <= this.#hasRunFor) return this.#haveEnded
    const pause = 2 * took
    if (await this.#keepRunning(pause)) this.#hasRunFor = pause
    else this.#haveEnded = true
    return this.#haveEnded
  }

  /** Updates say so, or else the room that running pushes take. @param pause milliseconds after their start */
  async #keepRunning(pause = 0): Promise<boolean> {
    for (const update of UPDATES) if (!ENDS.has(await this.#statusOf(update, pause))) return true
    const { exclusiveChannel, streamLimitChanged } = this.#config
    const mayAsk = exclusiveChannel && !streamLimitChanged && this.mostAtOnce >= costOf(A_FOURTH).streams
    return mayAsk && REFUSALS.has(await this.#statusOf(A_FOURTH, pause))
  }

  async #statusOf(params: Exchange, pause?: number): Promise<number | undefined> {
    if (!this.#client.budget.hasRoom(mostOf(costOf(params)))) return undefined
    return statusOf(await this.#doing.ask({ method: 'endpoint.exchange', params }, pause))
  }

  /** A channel in which nothing could be started proves nothing, nor do pushes that end. */
  lacking(hasStarted: boolean): readonly string[] {
    const hasNone = !hasStarted && (this.#isFull || this.#isUnclear)
    return [...(hasNone ? [NONE_STARTED] : []), ...(this.#haveEnded ? [ENDED] : [])]
  }

  /** Where nothing more can be asked, what was refused counts; but not by --max-time, which comes at any moment. */
  async #isFree(streams: number): Promise<boolean> {
    const { budget, over, isLate } = this.#client
    if (isLate) return false
    if (!budget.hasRoom(costOfStarting(streams)) || over !== undefined) return true
    const got = await this.#doing.start(startOf(streams), placeholdersFor({ channel: 'open' }, this.#config))
    return isSuccess(got) || ('reason' in got && !this.#client.isLate)
  }
}

const statusOf = (answer: Answer): number | undefined =>
  answer.kind === 'accepted' && 'status' in answer.output ? answer.output.status : undefined

/** How an update may be refused whose push has ended; the text names no status for it. */
const ENDS: ReadonlySet<number | undefined> = new Set([400, 404, 409, 410])
/** How a start may be refused that finds no room (section 7.2). */
const REFUSALS: ReadonlySet<number | undefined> = new Set([...ENDS, 403, 422, 500])

/** RFC 6761 section 6.4: names that end so never resolve. */
const leadsNowhere = (pushUrl: string): boolean => /^[^/]*\/\/[^/:?]*\.invalid(?![^/:?])/i.test(pushUrl)

/** How many streams questions start at a time without a channel of their own. */
const BESIDE_OTHERS = [1, 2]

/** The most requests that a run sends about the room in its channel. */
export function mostAboutRoom({ channel, exclusiveChannel, pushUrl }: LiveConfig): number {
  if (channel === undefined) return 0
  const aboutRoom = exclusiveChannel ? 1 : sum(BESIDE_OTHERS.map(costOfStarting))
  const aboutPushes = [...UPDATES, A_FOURTH].map((one) => mostOf(costOf(one)))
  return aboutRoom + (leadsNowhere(pushUrl) ? sum(aboutPushes) : 0)
}

const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0)

/** A start, and a stop of each stream, twice if need be. */
const costOfStarting = (streams: number): number => mostOf({ requests: 1, streams })

const bodyWith = (list: readonly string[]) => `{"channelId":"{{channel}}","streamList":[${list.join()}]}`

const entryOf = (at: number) => `{"streamId":"{{stream${at}}}","url":"{{pushUrl${at}}}","flag":3,"type":1}`

const startOf = (streams: number): string => bodyWith([1, 2, 3, 4].slice(0, streams).map(entryOf))

const after = (started: number, operation: Operation, body: string): Exchange => ({
  operation,
  body,
  authorization: 'right',
  channel: 'open',
  before: [{ operation: 'streaming.start', body: startOf(started) }],
})

const update = (change: string): Exchange =>
  after(1, 'streaming.update', bodyWith([`{"streamId":"{{stream1}}",${change}}`]))

/** Right updates of a plain push: an endpoint may be wrong in one of them. */
const UPDATES = [update('"fps":15'), update('"url":"{{pushUrl1}}"')]

/** A start that finds no room where three pushes run (section 4.2 rule 1). */
const A_FOURTH = after(3, 'streaming.start', bodyWith([entryOf(4)]))
