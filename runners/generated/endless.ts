import type { Vector, VectorId } from '../../src/model/index.ts'
import { generate, type Asked, type GeneratedRun } from './questions.ts'

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
  readonly #asking: Asked

  constructor(seed: number, asking: Asked) {
    this.#seed = seed
    this.#asking = asking
  }

  async *vectors({ questions = Infinity, isOver }: Ending): AsyncGenerator<Vector> {
    for (let round = 0; ; round++) {
      const seed = (this.#seed + round * STEP) % 2 ** 31
      const now = Math.floor(Date.now() / 1000)
      const run = await generate({ seed, count: ROUND, now }, this.#asking)
      // Nothing can be asked of this subject.
      if (run.vectors.length === 0) return
      this.#rounds = [...this.#rounds.slice(-1), run]
      for (const vector of run.vectors) {
        // On a busy machine drawing the first round may take longer than the whole search: it asks something.
        if (this.#asked >= questions || (this.#asked > 0 && isOver())) return
        this.#asked++
        yield vector
      }
    }
  }

  readonly find = (id: VectorId): Vector | undefined =>
    this.roundOf(id)
      ?.groupOf(id)
      ?.vectors.find((vector) => vector.id === id)

  /** The round that asked a question, while it is kept. */
  readonly roundOf = (id: VectorId): GeneratedRun | undefined =>
    this.#rounds.find(({ groupOf }) => groupOf(id))
}
