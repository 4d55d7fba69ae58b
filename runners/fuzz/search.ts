import { setImmediate } from 'node:timers/promises'
import { awaitedLater } from '../../src/ask.ts'
import type { Shard } from '../../src/gate/shard.ts'
import type { Generated, Numbered } from '../../src/generate/index.ts'
import type { Vector, VectorId, Intermediates, Answer, Subject, Verdict } from '../../src/model/index.ts'
import { generate, type AskedSubject, type Draw, type GeneratedRun } from '../generated/questions.ts'
import type { OutputFault } from '../../src/faults/fault.ts'
import { gates, run } from '../../src/run.ts'
import { likenessOf, type FailureOfRun } from '../generated/smallest.ts'

/** Every n-th round, beginning with the i-th, counted from 1. */
type Part = Pick<Shard, 'index' | 'of'>

/** What the lanes of one search share: nothing is drawn or counted twice, and all of them end together. */
export class Claims {
  /** Goes to another thread. */
  readonly memory: SharedArrayBuffer
  readonly #counts: BigInt64Array
  readonly #questions: number
  readonly #part: Part

  /**
   * @param questions how many may be asked, by all lanes together
   * @param part of the rounds of one seed, where other machines search the others
   */
  constructor(
    questions: number,
    { index = 1, of = 1 }: Partial<Part> = {},
    memory = new SharedArrayBuffer(PLACES * BigInt64Array.BYTES_PER_ELEMENT),
  ) {
    this.#questions = questions
    this.#part = { index, of }
    this.memory = memory
    this.#counts = new BigInt64Array(memory)
  }

  /** The next round that nobody has drawn. */
  round(): number {
    const { index, of } = this.#part
    return Number(Atomics.add(this.#counts, ROUNDS, 1n)) * of + index - 1
  }

  /** Takes one more question; false where there is none any more. */
  question(): boolean {
    return !this.#isOver && Number(Atomics.add(this.#counts, ASKED, 1n)) < this.#questions
  }

  get left(): number {
    return this.#isOver ? 0 : Math.max(0, this.#questions - Number(Atomics.load(this.#counts, ASKED)))
  }

  get asked(): number {
    return Math.min(this.#questions, Number(Atomics.load(this.#counts, ASKED)))
  }

  end(): void {
    Atomics.store(this.#counts, OVER, 1n)
  }

  get #isOver(): boolean {
    return Atomics.load(this.#counts, OVER) === 1n
  }
}

const [ROUNDS, ASKED, OVER, PLACES] = [0, 1, 2, 3]

const ROUND = 600

/** Seeds of neighbouring rounds must not meet: each round draws from several. */
const STEP = 1009
const seedOf = (seed: number, round: number): number => (seed + round * STEP) % 2 ** 31

/** fast-check is loaded where questions are generated, and nowhere else. */
const generator = () => import('../../src/generate/index.ts')

export const drawnAgain = (
  { seed, count, now = 0 }: Pick<GeneratedRun, 'seed' | 'count' | 'now'>,
  asking: AskedSubject,
): Promise<GeneratedRun> =>
  generate({ seed, count, now }, asking, async (wanted) => (await generator()).drawnGroups(wanted))

/** Rounds of generated questions without end, of which the last two are kept: memory does not grow. */
export class Endless {
  #rounds: GeneratedRun[] = []
  #isBegun = false
  readonly #seed: number
  readonly #asking: AskedSubject
  readonly #draw = drawnMeanwhile()
  readonly #now: () => number

  /** @param now Unix seconds, of the clock that the subject reads */
  constructor(seed: number, asking: AskedSubject, now = () => Date.now() / 1000) {
    this.#seed = seed
    this.#asking = asking
    this.#now = now
  }

  /**
   * The questions of the rounds that nobody else has claimed, until all are taken.
   * @param isOver ends them before that
   */
  async *vectors(claims: Claims, isOver: () => boolean): AsyncGenerator<Vector> {
    let next = this.#round(claims.round())
    for (;;) {
      const run = await next
      // Nothing can be asked of this subject.
      if (run.vectors.length === 0) return
      if (claims.left > run.vectors.length) next = awaitedLater(this.#round(claims.round()))
      this.#rounds = [...this.#rounds.slice(-1), run]
      for (const vector of run.vectors) {
        // On a busy machine drawing the first round may take longer than the whole search: it asks something.
        if ((this.#isBegun && isOver()) || !claims.question()) return
        this.#isBegun = true
        yield vector
      }
    }
  }

  #round(round: number): Promise<GeneratedRun> {
    const now = Math.floor(this.#now())
    return generate({ seed: seedOf(this.#seed, round), count: ROUND, now }, this.#asking, this.#draw)
  }

  readonly find = (id: VectorId): Vector | undefined =>
    this.roundOf(id)
      ?.groupOf(id)
      ?.vectors.find((vector) => vector.id === id)

  readonly isTogether = (id: VectorId): boolean => this.roundOf(id)?.groupOf(id)?.isTogether ?? false

  /** The round that asked a question, while it is kept; mostly it is the newest. */
  readonly roundOf = (id: VectorId): GeneratedRun | undefined =>
    this.#rounds.findLast(({ groupOf }) => groupOf(id))
}

/**
 * Draws questions while others are answered: after each slice comes what has arrived in the meantime. Another thread
 * would be no faster on two processors: handing the questions over costs a third of what drawing them does.
 */
function drawnMeanwhile(): Draw {
  let made: { readonly now: number | undefined; readonly sources: readonly Numbered[] } | undefined
  return async (wanted: Generated) => {
    const { groupsInSlices, sourcesFor } = await generator()
    // Where the subject reads its own clock, the second is part of what is drawn.
    if (!made || made.now !== wanted.now) made = { now: wanted.now, sources: sourcesFor(wanted) }
    const drawing = groupsInSlices(wanted, made.sources)
    for (;;) {
      const { done, value } = drawing.next()
      if (done) return value
      await setImmediate()
    }
  }
}

/** So many questions are tried on each fault that is left. */
const TRIED = 3000

/** After them only one in so many is looked at: they reach next to nothing new. */
const LATER = 16

/** What questions have reached, each once; it can go to another thread. */
export interface SearchSeen {
  readonly stages: Set<string>
  readonly members: Set<string>
  readonly residues: Set<number>
}

/** Counts what was asked, so that one sees when more questions add nothing. */
export class SearchCoverage {
  readonly seen: SearchSeen = { stages: new Set(), members: new Set(), residues: new Set() }
  readonly #faults: readonly OutputFault[]
  #left: readonly OutputFault[]
  readonly #shows: (fault: OutputFault, vector: Vector) => boolean
  #added = 0

  constructor(faults: readonly OutputFault[], shows: (fault: OutputFault, vector: Vector) => boolean) {
    this.#faults = faults
    this.#left = faults
    this.#shows = shows
  }

  add(vector: Vector): void {
    const isEarly = this.#added++ < TRIED
    if (!isEarly && this.#added % LATER > 0) return
    const { question, expect } = vector
    const steps: Intermediates = ('intermediates' in expect && expect.intermediates) || {}
    for (const stage of Object.keys(steps)) this.seen.stages.add(stage)
    if (steps.message !== undefined) this.seen.residues.add(Buffer.byteLength(steps.message) % 64)
    const members = question.method === 'token.issue' ? question.params.joinParams : {}
    for (const name of Object.keys(members ?? {})) this.seen.members.add(name)
    if (isEarly) this.#left = this.#left.filter((fault) => !this.#shows(fault, vector))
  }

  /** Adds what another lane has reached; which faults are excluded the first lane says. */
  join({ stages, members, residues }: SearchSeen): void {
    for (const stage of stages) this.seen.stages.add(stage)
    for (const member of members) this.seen.members.add(member)
    for (const residue of residues) this.seen.residues.add(residue)
  }

  /** `210 of 246 faults of token code excluded, 7 stages compared, …`: those that an SDK with these answers cannot have. */
  get text(): string {
    const { stages, members, residues } = this.seen
    const [all, excluded] = [this.#faults.length, this.#faults.length - this.#left.length]
    return `${excluded} of ${all} faults of token code excluded, ${stages.size} stages compared, ${members.size} join parameters, ${residues.size} of 64 residues of the message length`
  }
}

/** So many different failures end a search: the first ones say enough. */
const MOST = 20

interface SearchOptions {
  readonly seed: number
  readonly seconds: number
  readonly claims: Claims
  readonly level: 'required' | 'recommended'
  readonly signal?: AbortSignal | undefined
  /** Finds shipped vectors. */
  readonly find: (id: string) => Vector | undefined
  /** A clock, in seconds from the beginning. */
  readonly now: () => number
  readonly progress: () => void
  /** Receives an error of our own, after which the search ends with what it has found; absent: it is thrown. */
  readonly onBug?: (error: unknown) => void
}

/** A failure with all that is needed to explain it and to make it smaller. */
export interface FoundFailure extends FailureOfRun {
  readonly vector: Vector
  readonly answer: Answer
}

export interface SearchResult {
  readonly asked: number
  readonly failures: readonly FoundFailure[]
  readonly coverage: SearchCoverage
}

/** Asks generated questions until the search is over; of failures that look alike the first is kept. */
export async function search(
  subject: Subject,
  coverage: SearchCoverage,
  { seed, seconds, claims, level, signal, find, now, progress, onBug }: SearchOptions,
): Promise<SearchResult> {
  const endless = new Endless(seed, subject.description)
  const failures = new Map<string, FoundFailure>()
  let asked = 0
  const judged = (vector: Vector, answer: Answer, verdict: Verdict): void => {
    if (verdict.outcome === 'passed') coverage.add(vector)
    if (!gates(verdict, level)) return
    const round = endless.roundOf(verdict.vector)
    const key = likenessOf(verdict)
    if (round && !failures.has(key)) failures.set(key, { vector, answer, verdict, run: round })
  }
  const isOver = (): boolean => now() > seconds || failures.size >= MOST
  const reader = run({
    vectors: endless.vectors(claims, isOver),
    find: (id) => endless.find(id) ?? find(id),
    subject,
    isTogether: endless.isTogether,
    level,
    judged,
    ...(signal && { signal }),
    ...(onBug && { onBug }),
  })
  try {
    for await (const { outcome } of reader) {
      if (outcome !== 'skipped') asked++
      progress()
    }
  } finally {
    // Of several lanes the first that is over ends all.
    claims.end()
  }
  return { asked, failures: [...failures.values()], coverage }
}
