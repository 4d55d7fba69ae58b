import { setImmediate } from 'node:timers/promises'
import { awaitedLater } from '../../src/ask.ts'
import type { Shard } from '../../src/gate/shard.ts'
import type { Generated, Numbered } from '../../src/generate/index.ts'
import type { Vector, VectorId } from '../../src/model/index.ts'
import { generate, type AskedSubject, type Draw, type GeneratedRun } from '../generated/questions.ts'

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

  /** How many may still be asked. */
  get left(): number {
    return this.#isOver ? 0 : Math.max(0, this.#questions - Number(Atomics.load(this.#counts, ASKED)))
  }

  /** How many were taken. */
  get asked(): number {
    return Math.min(this.#questions, Number(Atomics.load(this.#counts, ASKED)))
  }

  /** No lane begins another question. */
  end(): void {
    Atomics.store(this.#counts, OVER, 1n)
  }

  get #isOver(): boolean {
    return Atomics.load(this.#counts, OVER) === 1n
  }
}

const [ROUNDS, ASKED, OVER, PLACES] = [0, 1, 2, 3]

/** Questions of one round. */
const ROUND = 600

/** Seeds of neighbouring rounds must not meet: each round draws from several. */
const STEP = 1009
const seedOf = (seed: number, round: number): number => (seed + round * STEP) % 2 ** 31

/** fast-check is loaded where questions are generated, and nowhere else. */
const drawnAtOnce: Draw = async (wanted) => (await import('../../src/generate/index.ts')).drawnGroups(wanted)

/** A round that another lane has drawn. */
export const drawnAgain = (
  { seed, count, now = 0 }: Pick<GeneratedRun, 'seed' | 'count' | 'now'>,
  asking: AskedSubject,
): Promise<GeneratedRun> => generate({ seed, count, now }, asking, drawnAtOnce)

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
    // fast-check is loaded where questions are generated, and nowhere else.
    const { groupsInSlices, sourcesFor } = await import('../../src/generate/index.ts')
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
