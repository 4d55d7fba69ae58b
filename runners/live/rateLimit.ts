/** How fast a run sends, how much, and how often the same. */
import { setTimeout } from 'node:timers/promises'
import type { Exchange, Operation } from '../../src/model/index.ts'
import type { Received, Got } from './http.ts'

/** Lets at most so many run at a time, the others in turn. */
export class Turns {
  #free: number
  readonly #all: number
  readonly #waiting: (() => void)[] = []
  readonly #idle: (() => void)[] = []

  constructor(count: number) {
    this.#free = count
    this.#all = count
  }

  async take<T>(action: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await action()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
      if (this.#free === this.#all) this.#idle.splice(0).forEach((done) => done())
    }
  }

  idle(): Promise<void> {
    return this.#free === this.#all ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve))
  }
}

/** Spreads requests: at most so many a second; 0 is without limit. */
export class Rate {
  readonly #gap: number
  /** One waits at a time, so that giving up takes no other one's place. */
  readonly #queue = new Turns(1)
  #nextAt = 0

  constructor(perSecond: number) {
    this.#gap = perSecond > 0 ? 1000 / perSecond : 0
  }

  async wait(signal?: AbortSignal): Promise<void> {
    if (this.#gap === 0) return
    await this.#queue.take(async () => {
      const at = Math.max(Date.now(), this.#nextAt)
      await delay(at - Date.now(), signal)
      if (!signal?.aborted) this.#nextAt = at + this.#gap
    })
  }
}

/** Resolves after so many milliseconds, or at once when the signal comes. */
export async function delay(millis: number, signal?: AbortSignal): Promise<void> {
  if (millis > 0) await setTimeout(millis, undefined, signal && { signal }).catch(() => undefined)
}

interface Cost {
  readonly requests: number
  /** Streams that it may start: each is stopped after it, and once more at the end of the run if necessary. */
  readonly streams: number
}

/** The most that an exchange sends: a push address also names its stream (see `streamsIn`). */
export function costOf({ before = [], operation, body }: Exchange): Cost {
  const starts = [...before, { operation, body }].filter((one) => one.operation === 'streaming.start')
  const named = starts.flatMap((one) => one.body.match(/\{\{(?:stream|streamText|pushUrl)\d/g) ?? [])
  return { requests: before.length + 1, streams: new Set(named.map((text) => text.at(-1))).size }
}

/** How many streams these exchanges may have running in the open channel at once: it takes one exchange at a time. */
export const mostAtOnce = (exchanges: readonly Exchange[]): number =>
  Math.max(0, ...exchanges.filter(({ channel }) => channel === 'open').map((one) => costOf(one).streams))

const STOPS = 2
export const mostOf = ({ requests, streams }: Cost): number => requests + STOPS * streams

/** `--max-requests`: shipped vectors, generated questions and clean-up together send no more. */
export class RequestBudget {
  readonly most: number | undefined
  /** Exchanges come in their order, so that every run leaves out the same ones. */
  readonly #order = new Turns(1)
  readonly #waiting: (() => void)[] = []
  sent = 0
  /** Reserved for exchanges in flight, and for a last stop of streams that may remain. */
  #underWay = 0
  #remaining = 0

  constructor(most?: number) {
    this.most = most
  }

  /** May an unreserved request be sent, such as a repeated one? */
  hasRoom(requests = 1): boolean {
    return this.sent + this.#underWay + this.#remaining + requests <= (this.most ?? Infinity)
  }

  /** Reserves what an exchange may send; false: there is not so much, even when all others are done. */
  admit(cost: Cost): Promise<boolean> {
    const most = mostOf(cost)
    return this.#order.take(async () => {
      while (!this.hasRoom(most) && this.#underWay > 0)
        await new Promise<void>((resolve) => this.#waiting.push(resolve))
      if (!this.hasRoom(most)) return false
      this.#underWay += most
      return true
    })
  }

  /** The exchange is over. @param remaining how many of its streams may still run */
  release(cost: Cost, remaining: number): void {
    this.#underWay -= mostOf(cost)
    this.#remaining += remaining
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

/** So often a request is sent again that the endpoint was too busy for. */
const TRIES = 5
/** The first wait where the endpoint names none, in milliseconds; each further one is twice as long. */
const FIRST = 200
/** A longer wait than this is not worth while, in milliseconds. */
const LONGEST = 60_000

/** Too busy for now: RFC 6585 section 4, RFC 9110 section 15.6.4. */
const BUSY = new Set([429, 503])

export const isBusy = (got: Got): got is Received => 'status' in got && BUSY.has(got.status)

/** Milliseconds from `Retry-After`, which is a number of seconds or a date (RFC 9110 section 10.2.3). */
function retryAfter({ headers }: Received): number | undefined {
  const text = String(headers['retry-after'] ?? '').trim()
  if (/^[0-9]+$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return text === '' || Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}

/**
 * How long to wait before the same request is sent again, in milliseconds; undefined: it is not. A limit of streams may
 * be answered 429 (4.2 does not show its status): without Retry-After that is an answer.
 * @param tries how often it was sent again already @param longest milliseconds
 */
export function waitAfter(got: Got, tries: number, longest = LONGEST): number | undefined {
  if (!isBusy(got) || tries >= TRIES) return undefined
  const millis = retryAfter(got) ?? (got.status === 503 ? FIRST * 2 ** tries : Infinity)
  return millis <= longest ? millis : undefined
}

/** Sends a plain request of this operation, to which any endpoint has an answer. */
type AskPlainly = (operation: Operation) => Promise<Got>

/** Tells an endpoint that is too busy from one that answers one question so. */
export class Patience {
  /** Operations with an answer to a plain request beside a 503, which is then no sign of a busy endpoint. */
  readonly #answered = new Set<Operation>()
  readonly #askPlainly: AskPlainly

  constructor(askPlainly: AskPlainly) {
    this.#askPlainly = askPlainly
  }

  /** May it help to wait? Unless the endpoint names a time, not where it answers other requests meanwhile. */
  waitAfter(operation: Operation, got: Got, tries: number): number | undefined {
    const isKnown = this.#answered.has(operation) && isBusy(got) && retryAfter(got) === undefined
    return isKnown ? undefined : waitAfter(got, tries)
  }

  /** Why the endpoint cannot be asked any more; undefined: the answer counts. */
  async over(operation: Operation, got: Got, tries: number): Promise<string | undefined> {
    if (!isBusy(got) || this.#answered.has(operation)) return undefined
    const wait = retryAfter(got)
    if (wait === undefined && got.status === 429) return undefined
    const plain = await this.#askPlainly(operation)
    // Without an answer, as after the end of the run, nothing says that the endpoint answers others.
    if ('status' in plain && !isBusy(plain)) return void this.#answered.add(operation)
    const named = wait === undefined ? '' : `, Retry-After ${Math.ceil(wait / 1000)} s`
    return `the endpoint is too busy: answered ${got.status}${named}, ${tries + 1} times in a row. Run later, or slower with --rate`
  }
}
