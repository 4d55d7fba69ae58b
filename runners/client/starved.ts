/** Calls that a busy machine has spoilt: they are asked again, and the last answer counts. */
import { availableParallelism, loadavg } from 'node:os'
import { LATE } from '../../src/judge/client/report.ts'
import {
  callsOf,
  type Answer,
  type ClientAnswer,
  type ClientCall,
  type Manner,
} from '../../src/model/index.ts'
import { Turns } from '../live/rateLimit.ts'
import { CUT_OFF } from './seenRequests.ts'

/** How often a question is asked again that a busy machine may have spoilt: the first call of a runtime loads its code. */
const AGAIN = 4

type Fits = (seen: ClientAnswer, call: ClientCall, took: number) => boolean

const isUnsent: Fits = ({ reports, requests, millis }, { timeoutMillis }) =>
  requests.filter(({ unreadable }) => unreadable !== CUT_OFF).length < reports.length &&
  reports.some((report, at) => !('ok' in report && report.ok) && millis[at]! >= timeoutMillis)

const isLate: Fits = ({ millis }, { timeoutMillis }) => Math.max(...millis) > timeoutMillis + LATE

/** What a right client shows where its process, or the recording service, had no processor for a while. */
const STARVED: readonly Fits[] = [
  isUnsent,
  // Every answer was sent whole, and a call heard none within its limit. The time of all calls is looked at: a request
  // that waited for this process counts from when it was read.
  ({ reports }, { timeoutMillis, answers }, took) =>
    answers.every(({ manner }) => WHOLE.has(manner)) &&
    took >= timeoutMillis &&
    reports.some((report) => 'kind' in report && (report.kind === 'timeout' || report.kind === 'network')),
  isLate,
]

/** How answers are sent that come whole, and within the limit. */
const WHOLE: ReadonlySet<Manner | undefined> = new Set([
  undefined,
  'slow',
  'gzip',
  'interim',
  'http-1.0',
  'late',
  'newest-first',
  'closed-after',
])

interface Asking {
  readonly ask: () => Promise<Answer>
  readonly askAgain?: () => Promise<Answer>
  /** Was the machine busy at some time since then? In Unix seconds with a fraction. */
  readonly isBusy: (since: number) => boolean
  /** Were other calls under way when it was asked? A client with few places may have kept it waiting. */
  readonly isCrowded?: () => boolean
  readonly inTurn?: (ask: Asking['ask']) => Promise<Answer>
  readonly shown?: Lateness
}

/** Of a client: whether a call was late each time that it was asked. Then no other late one has to be asked again. */
export interface Lateness {
  isLate: boolean
}

/**
 * Asks again where a busy machine may be to blame, or calls that were made at the same time; the last answer counts. On an
 * idle machine the first one does: a client that keeps its limit in one call and not in the next is unsteady.
 */
export async function untilServed(call: ClientCall, asking: Asking): Promise<Answer> {
  const { ask, askAgain = ask, isBusy, isCrowded = () => false, inTurn = (again) => again() } = asking
  const { shown = { isLate: false } } = asking
  const calls = callsOf(call)
  const has = (rows: readonly Fits[], answer: Answer): boolean => {
    if (answer.kind !== 'accepted') return false
    const took = (answer.answeredAt - answer.askedAt) * 1000
    const { next = [], ...first } = answer.output as ClientAnswer
    return [first, ...next].some((one, at) => rows.some((fits) => fits(one, calls[at]!, took)))
  }
  const isSpoilt = (answer: Answer): boolean =>
    !(shown.isLate && has([isLate], answer)) &&
    ((has(STARVED, answer) && isBusy(answer.askedAt)) || (has([isUnsent], answer) && isCrowded()))
  const again = async (first: Answer): Promise<Answer> => {
    let answer = first
    for (let left = AGAIN; left > 0 && isSpoilt(answer); left--) answer = await askAgain()
    shown.isLate ||= has([isLate], answer)
    return answer
  }
  const first = await ask()
  return isSpoilt(first) ? inTurn(() => again(first)) : first
}

/** Calls under way. One that is asked again is asked alone: others may have kept it waiting. */
export class UnderWay {
  #count = 0
  /** How many are asked again, or wait for that. */
  #again = 0
  readonly #turns = new Turns(1)
  #waiting: (() => void)[] = []

  get count(): number {
    return this.#count
  }

  /** No call begins while another is asked again. Nothing comes between the last look and the call. */
  async first<T>(call: () => Promise<T>): Promise<T> {
    while (this.#again > 0) await this.#change()
    return this.make(call)
  }

  async make<T>(call: () => Promise<T>): Promise<T> {
    this.#count++
    try {
      return await call()
    } finally {
      this.#count--
      this.#wake()
    }
  }

  async alone<T>(again: () => Promise<T>): Promise<T> {
    this.#again++
    try {
      return await this.#turns.take(async () => {
        while (this.#count > 0) await this.#change()
        return again()
      })
    } finally {
      this.#again--
      this.#wake()
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}

/** How often this process looks at its clock, and from which pause on it has stood still, in milliseconds. */
const TICK = 100
const PAUSE = 500

/** Whether this machine has more to do than it can, or this process stood still: the recording service lives in it. */
export class BusyMachine {
  readonly #load: () => number
  #stoodStillAt = 0
  #seen = Date.now()
  readonly #timer = setInterval(() => this.#look(), TICK).unref()

  /** @param load how many programs want to run, on average over the last minute */
  constructor(load: () => number = () => loadavg()[0]!) {
    this.#load = load
  }

  #look(): void {
    const now = Date.now()
    if (now - this.#seen > PAUSE) this.#stoodStillAt = now
    this.#seen = now
  }

  /** Was it so at some time since then? The load is that of the last minute. @param time Unix seconds with a fraction */
  since(time: number): boolean {
    return this.#load() > availableParallelism() || this.#stoodStillAt >= time * 1000
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
