import { ENDPOINT_QUESTIONS, MOST_CALLS, type Answer, type Vector } from '../../src/model/index.ts'
import type { GeneratedRun } from './questions.ts'

/** How many questions a run generates where neither flag nor lock says it; `calls`: of a subject with a client alone. */
export const COUNTS = { adapter: 10_000, calls: MOST_CALLS, endpoint: ENDPOINT_QUESTIONS } as const

/** The rate of an adapter is that of so many answers about tokens. */
const ENOUGH = 500

/** For longer, in seconds, generated questions are not asked unless somebody says how many. */
const PATIENCE = 30

/** So many instead; the last are asked whatever they take. */
const FEWER = [2000, 600] as const

/** Why a run asks fewer questions than it does by default. */
export interface Slow {
  /** How many it asks by default. */
  readonly instead: number
  /** What an answer about a token took on average. */
  readonly millis: number
}

/** When a question was asked and answered, in Unix seconds. */
interface Times extends Pick<Answer, 'askedAt' | 'answeredAt'> {
  readonly isToken: boolean
}

/** Seconds that the adapter worked for an answer about a token on average: it waits for none before it is asked. */
function rateOf(times: readonly Times[]): number {
  let [busy, end, tokens] = [0, 0, 0]
  for (const { askedAt, answeredAt, isToken } of times.toSorted((a, b) => a.answeredAt - b.answeredAt)) {
    if (isToken) [busy, tokens] = [busy + Math.max(0, answeredAt - Math.max(askedAt, end)), tokens + 1]
    end = Math.max(end, answeredAt)
  }
  return tokens === 0 ? 0 : busy / tokens
}

/** The generated questions of a run: of a slow adapter fewer, as soon as it has shown that it is slow. */
export class Pace {
  /** Those that are asked. */
  run: GeneratedRun
  slow: Slow | undefined
  readonly #fewer: ((count: number) => Promise<GeneratedRun>) | undefined
  readonly #times: Times[] = []
  #tokens = 0

  /** @param fewer absent: as many are asked as somebody said */
  constructor(run: GeneratedRun, fewer?: (count: number) => Promise<GeneratedRun>) {
    this.run = run
    this.#fewer = fewer
  }

  readonly answered = ({ question: { method } }: Vector, { kind, askedAt, answeredAt }: Answer): void => {
    if (!this.#fewer || this.#tokens >= ENOUGH || kind === 'unsupported' || kind === 'broken') return
    const isToken = method.startsWith('token.')
    this.#tokens += Number(isToken)
    this.#times.push({ askedAt, answeredAt, isToken })
  }

  /** These, and then the generated ones: how many is decided when those before them were asked. */
  async *after(before: readonly Vector[]): AsyncGenerator<Vector> {
    yield* before
    await this.#choose()
    const asked = new Set(before.map(({ id }) => id))
    yield* this.run.vectors.filter(({ id }) => !asked.has(id))
  }

  async #choose(): Promise<void> {
    const { count } = this.run
    const rate = rateOf(this.#times)
    if (!this.#fewer || rate * count <= PATIENCE) return
    const fewer = FEWER.find((some) => rate * some <= PATIENCE) ?? FEWER.at(-1)!
    this.run = await this.#fewer(fewer)
    this.slow = { instead: count, millis: Math.round(rate * 10_000) / 10 }
  }
}
