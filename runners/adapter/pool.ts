import type { Answer, Description, Ending, Question, Turn, WireCall } from '../../src/model/index.ts'
import type { Called, Said, WireSubject } from './wire.ts'

/** How many processes: as many as requested, or more than one where the adapter answers one at a time. */
export type Jobs = number | 'as-needed'

/** How many for an adapter that answers one at a time: they wait for time limits and hardly use the processor. */
const MOST_AS_NEEDED = 12

/** How long an answer may take, in milliseconds, before another one must have overtaken it. */
const PATIENCE = 250

/** How many calls a process gets at once until it is known whether it answers one at a time: one may overtake. */
const UNTIL_KNOWN = 3

export interface Process extends WireSubject {
  readonly answeredOutOfOrder: boolean
}

interface Job {
  readonly adapter: Process
  /** Questions that it has not answered, and how many of them are calls. */
  open: number
  calls: number
}

/**
 * The processes of one adapter. It begins with one; a call waits for a free process, so that the waiting for time
 * limits does not add up where an adapter answers one at a time.
 */
export class AdapterPool implements WireSubject {
  readonly description: Description
  readonly #start: () => Promise<Process>
  readonly #jobs: Job[]
  /** Where a question with several calls goes. */
  readonly #places = new WeakMap<Turn, Job>()
  #waitingCalls: ((job: Job) => void)[] = []
  /** How many processes there may be, and how many where it answers one at a time. */
  #most: number
  readonly #limit: number
  #starting = 0
  #isOneAtATime = false
  #patience: NodeJS.Timeout | undefined
  #closing: Promise<Ending> | undefined

  /** @throws ChannelproofError `adapter-not-started` */
  static async start(start: () => Promise<Process>, jobs: Jobs): Promise<AdapterPool> {
    const pool = new AdapterPool(start, await start(), jobs)
    if (jobs !== 'as-needed') await pool.#grow(jobs)
    return pool
  }

  private constructor(start: () => Promise<Process>, first: Process, jobs: Jobs) {
    this.#start = start
    this.#jobs = [{ adapter: first, open: 0, calls: 0 }]
    this.#most = jobs === 'as-needed' ? 1 : jobs
    this.#limit = jobs === 'as-needed' ? MOST_AS_NEEDED : jobs
    this.description = first.description
    // An adapter that says that it is a plain loop need not be observed.
    if (first.description.maxInFlight === 1) this.#answersOneAtATime()
  }

  matches(expression: string, text: string): boolean {
    return this.#jobs[0]!.adapter.matches?.(expression, text) ?? true
  }

  ask(question: Question, turn?: Turn): Promise<Answer & Said> {
    const job = this.#placeOf(turn) ?? this.#freest()
    // Of one process nothing need be counted before its first call; a long search asks many such questions.
    if (this.#jobs.length === 1 && job.calls === 0) return job.adapter.ask(question)
    return this.#with(job, ({ adapter }) => adapter.ask(question))
  }

  async call(params: WireCall, turn?: Turn): Promise<Called> {
    const place = this.#placeOf(turn)
    if (place) place.calls++
    const job = place ?? (await this.#room())
    if (turn) this.#places.set(turn, job)
    this.#watch(job)
    return this.#with(job, ({ adapter }) => adapter.call(params)).finally(() => {
      job.calls--
      this.#handOut()
    })
  }

  async #with<T>(job: Job, asked: (job: Job) => Promise<T>): Promise<T> {
    job.open++
    return asked(job).finally(() => {
      job.open--
      this.#watch(job)
    })
  }

  /** Questions that belong together go to the first process: another one would not know what this one was asked. */
  #placeOf(turn: Turn | undefined): Job | undefined {
    return turn && (turn.isTogether ? this.#jobs[0] : this.#places.get(turn))
  }

  #freest(): Job {
    return this.#jobs.reduce((best, job) => (job.open < best.open ? job : best))
  }

  /** A process, with one more call counted. */
  #room(): Promise<Job> {
    return new Promise((resolve) => {
      this.#waitingCalls.push(resolve)
      this.#handOut()
    })
  }

  #handOut(): void {
    const atOnce = this.#callsAtOnce()
    while (this.#waitingCalls.length > 0) {
      const free = this.#jobs.filter(({ calls }) => calls < atOnce)
      if (free.length === 0 && !this.#closing)
        return void this.#grow(Math.min(this.#most, this.#jobs.length + this.#waitingCalls.length))
      const job = (free.length > 0 ? free : this.#jobs).reduce(fewerCalls)
      job.calls++
      this.#waitingCalls.shift()!(job)
    }
  }

  #callsAtOnce(): number {
    if (this.#jobs.some(({ adapter }) => adapter.answeredOutOfOrder)) return Infinity
    return this.#isOneAtATime ? 1 : UNTIL_KNOWN
  }

  /** Several calls get no answer for a while, and never one before an older one: the process answers one at a time. */
  #watch({ calls }: Job): void {
    clearTimeout(this.#patience)
    if (calls < 2 || this.#isOneAtATime || this.#callsAtOnce() === Infinity) return
    this.#patience = setTimeout(() => this.#answersOneAtATime(), PATIENCE).unref()
  }

  #answersOneAtATime(): void {
    this.#isOneAtATime = true
    this.#most = this.#limit
    this.#handOut()
  }

  /** Starts processes up to this number; if one does not start, the running ones must do. */
  async #grow(to: number): Promise<void> {
    const missing = this.#closing ? 0 : to - this.#jobs.length - this.#starting
    if (missing <= 0) return
    this.#starting += missing
    await Promise.all(Array.from({ length: missing }, () => this.#add()))
  }

  async #add(): Promise<void> {
    const adapter = await this.#start().catch(() => undefined)
    this.#starting--
    if (!adapter) this.#most = this.#jobs.length
    else if (this.#closing) await adapter.close()
    else this.#jobs.push({ adapter, open: 0, calls: 0 })
    this.#handOut()
  }

  close(): Promise<Ending> {
    return (this.#closing ??= this.#close())
  }

  async #close(): Promise<Ending> {
    clearTimeout(this.#patience)
    const endings = Promise.all(this.#jobs.map(({ adapter }) => adapter.close()))
    // Each adapter says of its waiting questions that they were not asked.
    this.#handOut()
    return Object.assign({}, ...(await endings).reverse()) as Ending
  }
}

/** Of several the last: the first has the questions that belong together. */
const fewerCalls = (best: Job, job: Job): Job => (job.calls <= best.calls ? job : best)
