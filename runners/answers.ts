import { isBad } from '../src/judge.ts'
import type { Answer, Findings, Vector, Verdict } from '../src/model.ts'

/** So many bad and so many right answers are kept: more say nothing new, and memory must not grow with the run. */
const KEPT = 2000

type Judged = readonly [Vector, Answer, Verdict]

/** Keeps the answers of a run for the search for causes, whose code is loaded only where something failed. */
export class Answers {
  readonly #bad: Judged[] = []
  readonly #right: Judged[] = []

  add(vector: Vector, answer: Answer, verdict: Verdict): void {
    const kind = isBad(verdict) ? this.#bad : verdict.outcome === 'passed' ? this.#right : undefined
    if (kind && kind.length < KEPT) kind.push([vector, answer, verdict])
  }

  /** What explains the failures; undefined where there are none. */
  async findings(): Promise<Findings | undefined> {
    if (this.#bad.length === 0) return undefined
    const { Evidence } = await import('../src/evidence.ts')
    const evidence = new Evidence()
    for (const judged of [...this.#bad, ...this.#right]) evidence.add(...judged)
    return evidence.findings()
  }
}
