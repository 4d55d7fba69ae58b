/** What the lanes of one search share: nothing is drawn or counted twice, and all of them end together. */
export class Claims {
  /** Goes to another thread. */
  readonly memory: SharedArrayBuffer
  readonly #counts: BigInt64Array
  readonly #questions: number

  /** @param questions how many may be asked, by all lanes together */
  constructor(questions: number, memory = new SharedArrayBuffer(PLACES * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.#questions = questions
    this.memory = memory
    this.#counts = new BigInt64Array(memory)
  }

  /** The next round that nobody has drawn. */
  round(): number {
    return Number(Atomics.add(this.#counts, ROUNDS, 1n))
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
