import { isBad } from '../../src/judge/index.ts'
import { LEAKS } from '../../src/judge/rules.ts'
import type { Kept, Answer, Cause, Findings, Vector, Verdict } from '../../src/model/index.ts'
import type { JudgedVector } from '../../src/ask.ts'
import type { Evidence } from '../../src/diagnose/evidence.ts'
import type { Variation } from '../../src/diagnose/common.ts'

/** How many bad and right answers are kept: more than a run asks by default. Memory must not grow with a longer one. */
const KEPT = 12_000

export type CausesOfCalls = (
  wrong: readonly JudgedVector[],
  right: readonly JudgedVector[],
) => Promise<readonly Cause[]>

/** What helps the search for causes, in addition to the answers. */
interface More {
  /** Finds the faults of an HTTP client; absent: only those that show on the wire. */
  readonly ofCalls?: CausesOfCalls
  readonly variations?: readonly Variation[]
  readonly decide?: ((evidence: Evidence) => Promise<void>) | undefined
}

/** Keeps the answers of a run for the search for causes, whose code is loaded only after a failure. */
export class KeptAnswers {
  readonly #bad: JudgedVector[] = []
  readonly #right: JudgedVector[] = []
  /** Right answers to questions that failed at first. */
  readonly #again: JudgedVector[] = []

  /** @param again of an unsteady failure the right answer */
  readonly add = (vector: Vector, answer: Answer, verdict: Verdict, again?: JudgedVector): void => {
    if (again?.verdict.outcome === 'passed' && this.#again.length < KEPT) this.#again.push(again)
    // No fault of the catalogue is the cause of a failure that comes and goes, or of an answer that only tells too much.
    if (verdict.unsteady || (answer.leak && verdict.reason === LEAKS.error.reason)) return
    const kind = isBad(verdict) ? this.#bad : verdict.outcome === 'passed' ? this.#right : undefined
    if (kind && kind.length < KEPT) kind.push({ vector, answer, verdict })
  }

  /** The answers that a shard keeps: those about tokens. Calls of clients are explained one by one. */
  kept(): Kept[] {
    return [...this.#bad, ...this.#right]
      .filter(({ vector }) => vector.question.method.startsWith('token.'))
      .map(({ vector, answer }) => ({ vector: vector.id, answer }))
  }

  /**
   * What explains the failures; undefined where there are none.
   * @param vectors the order in which they are looked at: which answer came first must not matter
   */
  async findings(
    vectors: readonly Vector[],
    { ofCalls, variations = [], decide }: More = {},
  ): Promise<Findings | undefined> {
    if (this.#bad.length === 0) return undefined
    const evidence = new (await import('../../src/diagnose/evidence.ts')).Evidence()
    const place = new Map(vectors.map(({ id }, at) => [id, at]))
    const placeOf = ({ vector }: JudgedVector): number => place.get(vector.id)!
    const sorted = [...this.#bad, ...this.#right].sort((a, b) => placeOf(a) - placeOf(b))
    for (const { vector, answer, verdict } of sorted) evidence.add(vector, answer, verdict)
    for (const { vector, answer } of this.#again) evidence.addRight(vector, answer)
    const calls = sorted.filter(({ vector }) => vector.question.method === 'client.call')
    const [wrong, right] = [true, false].map((bad) => calls.filter(({ verdict }) => isBad(verdict) === bad))
    const ofClient = ofCalls && wrong!.length > 0 ? await ofCalls(wrong!, right!) : undefined
    await decide?.(evidence)
    return evidence.findings(ofClient, variations)
  }
}
