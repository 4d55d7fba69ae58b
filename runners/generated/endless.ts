import { awaitedLater } from '../../src/ask.ts'
import type { Vector, VectorId } from '../../src/model/index.ts'
import { DrawingThread } from './drawingThread.ts'
import { generate, isTogether, type AskedSubject, type Draw, type GeneratedRun } from './questions.ts'

/** Questions of one round. */
const ROUND = 600

/** Seeds of neighbouring rounds must not meet: each round draws from several. */
const STEP = 1009

/** When to end; without either there is no end. */
export interface Ending {
  readonly questions?: number | undefined
  /** Is it over? */
  readonly isOver: () => boolean
}

/** Rounds of generated questions without end, of which the last two are kept: memory does not grow. */
export class Endless {
  #rounds: GeneratedRun[] = []
  #asked = 0
  readonly #seed: number
  readonly #asking: AskedSubject

  constructor(seed: number, asking: AskedSubject) {
    this.#seed = seed
    this.#asking = asking
  }

  async *vectors(ending: Ending): AsyncGenerator<Vector> {
    const thread = new DrawingThread()
    try {
      // The first at once: most searches of a few questions need no other.
      let next = this.#round(0)
      for (let round = 1; ; round++) {
        const run = await next
        // Nothing can be asked of this subject.
        if (run.vectors.length === 0) return
        if (this.#asked + run.vectors.length < (ending.questions ?? Infinity))
          next = awaitedLater(this.#round(round, thread.draw))
        this.#rounds = [...this.#rounds.slice(-1), run]
        for (const vector of run.vectors) {
          if (this.#isOver(ending)) return
          this.#asked++
          yield vector
        }
      }
    } finally {
      await thread.close()
    }
  }

  /** On a busy machine drawing the first round may take longer than the whole search: it asks something. */
  #isOver({ questions = Infinity, isOver }: Ending): boolean {
    return this.#asked >= questions || (this.#asked > 0 && isOver())
  }

  #round(round: number, draw?: Draw): Promise<GeneratedRun> {
    const seed = (this.#seed + round * STEP) % 2 ** 31
    const now = Math.floor(Date.now() / 1000)
    return generate({ seed, count: ROUND, now }, this.#asking, draw)
  }

  readonly find = (id: VectorId): Vector | undefined =>
    this.roundOf(id)
      ?.groupOf(id)
      ?.vectors.find((vector) => vector.id === id)

  readonly isTogether = (id: VectorId): boolean => {
    const round = this.roundOf(id)
    return round !== undefined && isTogether(round, id)
  }

  /** The round that asked a question, while it is kept. */
  readonly roundOf = (id: VectorId): GeneratedRun | undefined =>
    this.#rounds.find(({ groupOf }) => groupOf(id))
}
