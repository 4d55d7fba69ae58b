import type { Answer, Exchange } from '../../src/model/index.ts'
import type { LiveConfig } from './config.ts'
import type { NoAnswer, Received } from './http.ts'
import { costOf, mostOf, type RequestBudget } from './rateLimit.ts'
import { isSuccess } from './runningStreams.ts'
import { placeholdersFor, type Placeholders } from './toSend.ts'

/** Why a refused start is not judged. */
export const FULL =
  'the channel has no room for its streams: others may run there. Give a channel of your own, with --exclusive-channel'

export const NOTHING_STARTED =
  'no stream could be started in the channel: it is full, or the endpoint refuses every start'

/** What is done to the open channel beside the vectors. */
interface Doing {
  stopEverything(): Promise<void>
  /** Starts pushes, and stops them. */
  start(body: string, placeholders: Placeholders): Promise<Received | NoAnswer>
}

/** What may still be sent. */
interface Bounds {
  readonly budget: RequestBudget
  readonly over: string | undefined
  readonly isLate: boolean
}

/** The room in the open channel: whether streams of others fill it. */
export class Room {
  readonly #config: LiveConfig
  readonly #client: Bounds
  readonly #doing: Doing
  /** A start found no room. */
  isFull = false
  #emptying: Promise<void> | undefined
  /** By how many streams: does the channel have room for them? */
  readonly #known = new Map<number, Promise<boolean>>()

  constructor(config: LiveConfig, client: Bounds, doing: Doing) {
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
    const { operation, authorization, channel } = exchange
    const { streams } = costOf(exchange)
    const isStart = operation === 'streaming.start' && authorization === 'right' && channel === 'open'
    if (!isStart || streams === 0 || this.#config.exclusiveChannel || !isRefused(answer)) return false
    const room = this.#known.get(streams) ?? this.#isFree(streams)
    this.#known.set(streams, room)
    const isFull = !(await room)
    this.isFull ||= isFull
    return isFull
  }

  /** Where nothing more can be asked, what was refused counts; but not by --max-time, which comes at any moment. */
  async #isFree(streams: number): Promise<boolean> {
    const { budget, over, isLate } = this.#client
    if (isLate) return false
    if (!budget.hasRoom(costOfStarting(streams)) || over !== undefined) return true
    const body = startOf(streams)
    const plain = { operation: 'streaming.start', channel: 'open', authorization: 'right', body } as const
    const got = await this.#doing.start(body, placeholdersFor(plain, this.#config))
    if (this.#client.isLate) return !('reason' in got) && isSuccess(got)
    return 'reason' in got || isSuccess(got)
  }
}

/** 404 says that the channel does not exist (4.2 rule 4). */
const isRefused = (answer: Answer): boolean =>
  answer.kind === 'accepted' &&
  'status' in answer.output &&
  answer.output.status >= 400 &&
  answer.output.status !== 404

/** Without a channel of their own questions start at most so many streams at a time. */
const MOST_BESIDE_OTHERS = 2

/** The most requests that a run sends about the room in its channel. */
export function mostAboutRoom({ channel, exclusiveChannel }: LiveConfig): number {
  if (channel === undefined) return 0
  const counts = Array.from({ length: MOST_BESIDE_OTHERS }, (_, at) => at + 1)
  return exclusiveChannel ? 1 : counts.reduce((sum, streams) => sum + costOfStarting(streams), 0)
}

/** A start, and a stop of each stream, twice if need be. */
const costOfStarting = (streams: number): number => mostOf({ requests: 1, streams })

/** The body of a start of so many plain pushes. */
function startOf(streams: number): string {
  const entries = [1, 2, 3, 4]
    .slice(0, streams)
    .map((at) => `{"streamId":"{{stream${at}}}","url":"{{pushUrl${at}}}","flag":3,"type":1}`)
  return `{"channelId":"{{channel}}","streamList":[${entries.join()}]}`
}
