import { isBad } from '../../src/judge/index.ts'
import type { Kept } from '../../src/model/index.ts'
import type { Answer, Findings, Vector, Verdict } from '../../src/model/index.ts'

/** So many bad and so many right answers are kept: more say nothing new, and memory must not grow with the run. */
const KEPT = 2000

type Judged = readonly [Vector, Answer, Verdict]

/** Keeps the answers of a run for the search for causes, whose code is loaded only where something failed. */
export class KeptAnswers {
  readonly #bad: Judged[] = []
  readonly #right: Judged[] = []

  add(vector: Vector, answer: Answer, verdict: Verdict): void {
    // No fault of the catalogue is the cause of a failure that comes and goes.
    if (verdict.unsteady) return
    const kind = isBad(verdict) ? this.#bad : verdict.outcome === 'passed' ? this.#right : undefined
    if (kind && kind.length < KEPT) kind.push([vector, answer, verdict])
  }

  /** What a shard keeps of them: those about tokens. Calls of clients are explained one by one. */
  kept(): Kept[] {
    return [...this.#bad, ...this.#right]
      .filter(([{ question }]) => question.method.startsWith('token.'))
      .map(([{ id }, answer]) => ({ vector: id, answer }))
  }

  /**
   * What explains the failures; undefined where there are none.
   * @param vectors in whose order they are looked at: which answer came first must not matter
   */
  async findings(vectors: readonly Vector[]): Promise<Findings | undefined> {
    if (this.#bad.length === 0) return undefined
    const { Evidence } = await import('../../src/diagnose/evidence.ts')
    const evidence = new Evidence()
    const place = new Map(vectors.map(({ id }, at) => [id, at]))
    const sorted = [...this.#bad, ...this.#right].sort(([a], [b]) => place.get(a.id)! - place.get(b.id)!)
    for (const judged of sorted) evidence.add(...judged)
    return evidence.findings()
  }
}
