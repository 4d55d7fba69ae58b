import type { Description, Vector, Verdict } from '../../src/model/index.ts'
import { Claims, Endless } from '../fuzz/endless.ts'
import type { GeneratedRun } from '../generated/questions.ts'
import { vectorsOfOwnClock } from '../suite/subjectKinds.ts'

/** What the questions of a soak are made of. */
export interface Source {
  readonly description: Description
  /** Of the run before. */
  readonly verdicts: readonly Verdict[]
  readonly find: (id: string) => Vector | undefined
  /** Where the new ones begin; absent: none are made. */
  readonly seed: number | undefined
  /** Unix seconds, of the clock that the subject reads. */
  readonly now: () => number
}

/** A token of its own clock is made anew after so many seconds. */
const RENEWED = 60

const isToken = ({ question }: Vector): boolean => question.method.startsWith('token.')

/** Seeds of a soak must not meet those of the run before. */
const OWN_SEEDS = 0x50a4

/** What is asked: by turns a question that was answered rightly before, and one that did not exist. */
export class Questions {
  readonly #source: Source
  readonly #passed: ReadonlySet<string>
  readonly #steady: readonly Vector[]
  #before: readonly Vector[] = []
  #renewedAt = -Infinity
  #at = 0
  readonly #endless: Endless | undefined
  readonly #fresh: AsyncGenerator<Vector> | undefined

  constructor(source: Source) {
    const { description, verdicts, find, seed } = source
    this.#source = source
    const passed = verdicts.filter(
      ({ outcome, vector }) => outcome === 'passed' && !vector.endsWith('-again'),
    )
    this.#passed = new Set(passed.map(({ vector }) => vector))
    this.#steady = passed
      .map(({ vector }) => find(vector)!)
      .filter((vector) => isToken(vector) && !vector.needs?.includes('system-clock'))
    const methods = description.methods.filter((method) => method.startsWith('token.'))
    if (seed === undefined || methods.length === 0) return
    this.#endless = new Endless(seed ^ OWN_SEEDS, { ...description, methods }, source.now)
    this.#fresh = this.#endless.vectors(new Claims(Infinity), () => false)
  }

  /** The question was answered rightly in the run before. */
  readonly passedBefore = ({ id }: Vector): boolean => this.#passed.has(id)

  /** Where a new question was drawn, while that is kept. */
  readonly roundOf = (id: string): GeneratedRun | undefined => this.#endless?.roundOf(id)

  /** So many; none where nothing was right before. */
  async next(count: number): Promise<Vector[]> {
    const before = await this.#renewed()
    if (before.length === 0) return []
    const chosen: Vector[] = []
    for (let at = 0; at < count; at++)
      chosen.push((at % 2 === 1 && (await this.#new())) || this.#repeat(before))
    return chosen
  }

  /** A step that has no common divisor with the number reaches every one, neighbours far apart. */
  #repeat(before: readonly Vector[]): Vector {
    return before[(this.#at++ * STEP) % before.length]!
  }

  async #new(): Promise<Vector | undefined> {
    const next = await this.#fresh?.next()
    return next?.done === false ? next.value : undefined
  }

  async #renewed(): Promise<readonly Vector[]> {
    const { now, description } = this.#source
    if (now() - this.#renewedAt < RENEWED) return this.#before
    this.#renewedAt = now()
    const made = await vectorsOfOwnClock(description, Math.floor(now()))
    this.#before = [...this.#steady, ...made.filter(this.passedBefore)]
    return this.#before
  }
}

/** A prime above the number of questions of a run. */
const STEP = 15_485_863
