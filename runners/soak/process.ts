import { asAsked, type JudgedVector } from '../../src/ask.ts'
import { isBad, judge } from '../../src/judge/index.ts'
import type { Ending, Subject, Vector } from '../../src/model/index.ts'

/** A question that was asked, and when in the life of its process. */
export interface Asked extends JudgedVector {
  /** The first is 1. */
  readonly call: number
  /** Seconds after the start. */
  readonly age: number
  /** With how many others: 1 is alone. */
  readonly inFlight: number
}

/** Of questions in flight at once at most, as of every run. */
const IN_FLIGHT = 64

/** One start of the adapter, with the number of its calls and its age. Keeps no question and no answer. */
export class SoakProcess {
  readonly #subject: Subject
  readonly #startedAt = performance.now()
  calls = 0

  constructor(subject: Subject) {
    this.#subject = subject
  }

  get age(): number {
    return (performance.now() - this.#startedAt) / 1000
  }

  get mostInFlight(): number {
    return Math.min(this.#subject.description.maxInFlight ?? IN_FLIGHT, IN_FLIGHT)
  }

  /** All at once; the answers in the order of the questions. */
  ask(vectors: readonly Vector[]): Promise<Asked[]> {
    return Promise.all(vectors.map((vector) => this.#ask(vector, vectors.length)))
  }

  async isRight(vector: Vector): Promise<boolean> {
    const [asked] = await this.ask([vector])
    return !isBad(asked!.verdict)
  }

  async #ask(given: Vector, inFlight: number): Promise<Asked> {
    const [call, age] = [++this.calls, this.age]
    const vector = asAsked(given, this.#subject.description)
    const answer = await this.#subject.ask(vector.question, { id: vector.id, isTogether: true })
    // Its twin was accepted in the run before, or is asked and judged beside it.
    const verdict = judge(vector, answer, vector.twin === undefined ? 'no-twin' : 'twin-accepted')
    return { vector, answer, verdict, call, age, inFlight }
  }

  close(): Promise<Ending> {
    return this.#subject.close()
  }
}

export type Work<T> = (process: SoakProcess) => Promise<T>

/** Works with a process, which a signal closes. */
export async function closedOn<T>(signal: AbortSignal, process: SoakProcess, work: Work<T>): Promise<T> {
  const close = (): void => void process.close()
  signal.addEventListener('abort', close)
  try {
    return await work(process)
  } finally {
    signal.removeEventListener('abort', close)
  }
}
