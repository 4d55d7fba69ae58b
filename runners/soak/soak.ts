import type { Description, Vector, Verdict, Subject, VectorId } from '../../src/model/index.ts'
import type { Starting } from '../client/watched.ts'
import { Claims, Endless } from '../fuzz/search.ts'
import type { GeneratedRun } from '../generated/questions.ts'
import type { More } from '../session/ask.ts'
import { vectorsOfOwnClock } from '../suite/subjectKinds.ts'
import { setTimeout } from 'node:timers/promises'
import { ChannelproofError } from '../../src/errors.ts'
import { isBad } from '../../src/judge/index.ts'
import { gates } from '../../src/run.ts'
import type { SoakReport } from '../../src/report/report.ts'
import { likenessOf, type FailureOfRun } from '../generated/smallest.ts'
import {
  conditionOf,
  type Condition,
  type Incident,
  PLACES,
  localeOf,
  surroundingsText,
  type Surroundings,
} from './cause.ts'
import { closedOn, SoakProcess, type Asked, type Work } from './process.ts'

interface Source {
  readonly description: Description
  /** Of the run before. */
  readonly verdicts: readonly Verdict[]
  readonly find: (id: string) => Vector | undefined
  /** Where the new ones begin; absent: none are made. */
  readonly seed: number | undefined
  /** Unix seconds, of the clock that the subject reads. */
  readonly now: () => number
}

/** A token of its own clock is made anew after so many seconds. */
const RENEWED = 60

/** Seeds of a soak must not meet those of the run before. */
const OWN_SEEDS = 0x50a4

/** What is asked: by turns a question that was answered rightly before, and one that did not exist. */
class Questions {
  readonly #source: Source
  readonly #passed: ReadonlySet<string>
  readonly #steady: readonly Vector[]
  #before: readonly Vector[] = []
  #renewedAt = -Infinity
  #at = 0
  readonly #endless: Endless | undefined
  readonly #fresh: AsyncGenerator<Vector> | undefined

  constructor(source: Source) {
    const { description, verdicts, find, seed } = source
    this.#source = source
    const right = verdicts.filter(({ outcome, vector }) => outcome === 'passed' && !vector.endsWith('-again'))
    this.#passed = new Set(right.map(({ vector }) => vector))
    this.#steady = right
      .map(({ vector }) => find(vector)!)
      .filter(
        ({ question, needs }) => question.method.startsWith('token.') && !needs?.includes('system-clock'),
      )
    const methods = description.methods.filter((method) => method.startsWith('token.'))
    if (seed === undefined || methods.length === 0) return
    this.#endless = new Endless(seed ^ OWN_SEEDS, { ...description, methods }, source.now)
    this.#fresh = this.#endless.vectors(new Claims(Infinity), () => false)
  }

  readonly passedBefore = ({ id }: Vector): boolean => this.#passed.has(id)

  /** Where a new question was drawn, while that is kept. */
  readonly roundOf = (id: string): GeneratedRun | undefined => this.#endless?.roundOf(id)

  /** So many; none where nothing was right before. */
  async next(count: number): Promise<Vector[]> {
    const before = await this.#renewed()
    if (before.length === 0) return []
    const chosen: Vector[] = []
    for (let at = 0; at < count; at++)
      chosen.push((at % 2 === 1 && (await this.#new())) || this.#repeat(before))
    return chosen
  }

  /** A step that has no common divisor with the number reaches every one, neighbours far apart. */
  #repeat(before: readonly Vector[]): Vector {
    return before[(this.#at++ * STEP) % before.length]!
  }

  async #new(): Promise<Vector | undefined> {
    const next = await this.#fresh?.next()
    return next?.done === false ? next.value : undefined
  }

  async #renewed(): Promise<readonly Vector[]> {
    const { now, description } = this.#source
    if (now() - this.#renewedAt < RENEWED) return this.#before
    this.#renewedAt = now()
    const made = await vectorsOfOwnClock(description, Math.floor(now()))
    this.#before = [...this.#steady, ...made.filter(this.passedBefore)]
    return this.#before
  }
}

/** A prime above the number of questions of a run. */
const STEP = 15_485_863

interface Soaking extends Source {
  readonly seconds: number
  readonly timeZone: string
  readonly level: 'required' | 'recommended'
  readonly signal: AbortSignal
  /** Starts the adapter with these in addition. @throws ChannelproofError `adapter-not-started` */
  readonly start: (more: Pick<Starting, 'timeZone' | 'env'>) => Promise<Subject>
  /** Receives an error of our own, after which the soak ends with what it has. */
  readonly onBug: (error: unknown) => void
  readonly progress: (calls: number, seconds: number) => void
}

/** Leaks: questions whose secret was written to standard error. Failures: of new questions that any start fails. */
type Soaked = Omit<More, 'facts'> & { readonly facts: SoakReport }

interface Asks {
  readonly inFlight: number
  readonly questions: number
}

/** How a process is asked for a while, or left alone, in seconds. */
type Pace = Asks | { readonly pause: number }

/** A clock that is read once a second, and what is kept for two, shows after the longest pause. */
const PACES: readonly Pace[] = [
  { inFlight: Infinity, questions: 1280 },
  { inFlight: 1, questions: 120 },
  { pause: 0.2 },
  { inFlight: 8, questions: 320 },
  { inFlight: Infinity, questions: 640 },
  { pause: 2.3 },
  { inFlight: 1, questions: 60 },
]

/** So much of the time one process gets; the places share the rest. */
const LONG = 0.6

const MOST_FINDINGS = 10

interface Stint {
  readonly process: SoakProcess
  readonly place: Surroundings
  readonly until: number
  /** How many of its answers were right, and its age when the last ones were asked. */
  right: number
  rightUntil: number
}

export const soak = (given: Soaking): Promise<Soaked> => new Soak(given).run()

class Soak {
  readonly #given: Soaking
  readonly #base: Surroundings
  readonly #questions: Questions
  readonly #startedAt = performance.now()
  readonly #wrong: Asked[] = []
  readonly #failures: FailureOfRun[] = []
  readonly #leaks: VectorId[] = []
  /** Failures of new questions that are no news: the run before has shown them, or this one. */
  readonly #known: Set<string>
  /** Questions that were right in the run before, and that every start answers wrongly now. */
  readonly #wrongNow = new Set<VectorId>()
  #facts: SoakReport = { seconds: 0, calls: 0, starts: 0, longest: { calls: 0, seconds: 0 } }
  /** What is known to be too much is not asked for again. */
  #most = { inFlight: Infinity, calls: Infinity, age: Infinity }

  constructor(given: Soaking) {
    this.#given = given
    this.#base = { timeZone: given.timeZone }
    this.#questions = new Questions(given)
    this.#known = new Set(given.verdicts.filter(isBad).map(likenessOf))
  }

  async run(): Promise<Soaked> {
    try {
      await this.#stints()
    } catch (error) {
      if (!this.#given.signal.aborted) this.#given.onBug(error)
    }
    const facts = { ...this.#facts, seconds: this.#now }
    return { wrong: this.#wrong, failures: this.#failures, leaks: this.#leaks, facts }
  }

  get #now(): number {
    return (performance.now() - this.#startedAt) / 1000
  }

  get #isEnded(): boolean {
    return this.#given.signal.aborted || this.#wrong.length >= MOST_FINDINGS
  }

  /** Each place is asked something, however short the time is. */
  async #stints(): Promise<void> {
    const { seconds } = this.#given
    await this.#stint(this.#base, LONG * seconds)
    for (const [at, place] of PLACES.entries()) {
      const share = (seconds - this.#now) / (PLACES.length - at)
      if (!this.#isEnded) await this.#stint(place, this.#now + share)
    }
  }

  async #stint(place: Surroundings, until: number): Promise<void> {
    const ask = (process: SoakProcess) => this.#ask({ process, place, until, right: 0, rightUntil: 0 })
    await this.#onFresh(place, ask).catch((error: unknown) => this.#notStarted(error, place))
  }

  async #onFresh<T>(place: Surroundings, work: Work<T>): Promise<T> {
    const { start, signal } = this.#given
    const process = new SoakProcess(await start({ timeZone: place.timeZone, env: localeOf(place) }))
    try {
      return await closedOn(signal, process, work)
    } finally {
      const { leaks = [], complaint, crash } = await process.close()
      this.#leaks.push(...leaks)
      this.#count(process)
      const broken = complaint ?? crash
      if (broken !== undefined) this.#broken(`In the soak, under ${surroundingsText(place)}: ${broken}`)
    }
  }

  #count({ calls, age }: SoakProcess): void {
    const { seconds, calls: before, starts, longest } = this.#facts
    const most = { calls: Math.max(longest.calls, calls), seconds: Math.max(longest.seconds, age) }
    this.#facts = { seconds, calls: before + calls, starts: starts + 1, longest: most }
  }

  /** A program that starts in one place only breaks there. */
  #notStarted(error: unknown, place: Surroundings): void {
    if (!(error instanceof ChannelproofError)) throw error
    this.#broken(`In the soak the adapter did not start under ${surroundingsText(place)}: ${error.message}`)
  }

  /** What breaks while no question is open is charged to a question that was right before. */
  #broken(message: string): void {
    const charged = this.#given.verdicts.filter(({ outcome }) => outcome === 'passed')[this.#wrong.length]
    if (!charged || this.#isEnded) return
    const verdict: Verdict = { ...charged, outcome: 'errored', reason: 'crash', message }
    const answer = { kind: 'broken', reason: 'crash', message, askedAt: 0, answeredAt: 0 } as const
    const vector = this.#given.find(charged.vector)!
    this.#wrong.push({ vector, answer, verdict, call: 0, age: 0, inFlight: 0 })
  }

  async #ask(stint: Stint): Promise<void> {
    const { process, until } = stint
    for (let at = 0; !this.#isEnded && (this.#now < until || process.calls === 0); at++) {
      const pace = PACES[at % PACES.length]!
      // After a pause something is asked.
      if ('pause' in pace) await (this.#now + pace.pause < until && this.#pause(pace.pause))
      else if (await this.#phase(stint, pace)) return
    }
  }

  async #pause(seconds: number): Promise<void> {
    await setTimeout(1000 * seconds, undefined, { signal: this.#given.signal }).catch(() => undefined)
  }

  /** Is the process to be asked no more? */
  async #phase(stint: Stint, { inFlight, questions }: Asks): Promise<boolean> {
    const { process, until } = stint
    const count = Math.min(inFlight, this.#most.inFlight, process.mostInFlight)
    for (let asked = 0; asked < questions; asked += count) {
      if (process.calls + count >= this.#most.calls || process.age > this.#most.age) return true
      const batch = await this.#questions.next(count)
      const answered = await process.ask(batch)
      if (batch.length === 0 || this.#isEnded || (await this.#isWorn(stint, answered))) return true
      this.#given.progress(this.#facts.calls + process.calls, this.#now)
      if (this.#now > until) return false
    }
    return false
  }

  /** Is something wrong with this process? A question that any start answers wrongly says nothing about it. */
  async #isWorn(stint: Stint, answered: readonly Asked[]): Promise<boolean> {
    const at = answered.findIndex((one) => this.#isNews(one))
    if (at >= 0 && (await this.#explained(stint, answered, at)).kind !== 'plain') return true
    stint.right += answered.filter(({ verdict }) => !isBad(verdict)).length
    stint.rightUntil = answered[0]!.age
    return false
  }

  #isNews({ vector, verdict }: Asked): boolean {
    if (!isBad(verdict) || this.#wrongNow.has(vector.id)) return false
    return this.#questions.passedBefore(vector) || !this.#known.has(likenessOf(verdict))
  }

  async #explained(stint: Stint, answered: readonly Asked[], at: number): Promise<Condition> {
    const { process, place, right, rightUntil } = stint
    const asked = answered[at]!
    const batch = answered.map(({ vector }) => vector)
    const before = answered.slice(0, at).filter(({ verdict }) => !isBad(verdict))
    const wrong: Incident = { asked, batch, place, rightBefore: right + before.length, rightUntil }
    const condition = await conditionOf(wrong, process, {
      base: this.#base,
      signal: this.#given.signal,
      onFresh: (where, work) => this.#onFresh(where, work).catch(() => undefined),
      more: (count) => this.#questions.next(count),
    })
    this.#note(asked, condition)
    return condition
  }

  #note(asked: Asked, { kind, text }: Condition): void {
    const { call, age } = asked
    if (kind === 'together') this.#most.inFlight = 1
    if (kind === 'calls') this.#most.calls = Math.min(this.#most.calls, call)
    if (kind === 'time') this.#most.age = Math.min(this.#most.age, 0.8 * age)
    const isRepeat = this.#questions.passedBefore(asked.vector)
    if (kind === 'plain') this.#wrongNow.add(asked.vector.id)
    const unsteady = kind !== 'crash' && (kind !== 'plain' || isRepeat)
    const message = `${asked.verdict.message ?? ''} In the soak: ${text}.`
    const verdict: Verdict = { ...asked.verdict, message, ...(unsteady && { unsteady: true as const }) }
    this.#known.add(likenessOf(asked.verdict))
    if (!gates(verdict, this.#given.level)) return
    this.#add({ ...asked, verdict })
    const run = this.#questions.roundOf(asked.vector.id)
    if (!unsteady && run) this.#failures.push({ verdict, run })
  }

  /** A vector has one verdict: what it says of an earlier failure stays. */
  #add(asked: Asked): void {
    const before = this.#wrong.findIndex(({ vector }) => vector.id === asked.vector.id)
    if (before < 0) return void this.#wrong.push(asked)
    const { verdict } = this.#wrong[before]!
    const message = `${verdict.message} ${asked.verdict.message}`
    this.#wrong[before] = { ...asked, verdict: { ...verdict, message } }
  }
}
