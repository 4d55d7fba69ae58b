import { describe, expect, test } from 'vitest'
import { generate } from '../../runners/generated/questions.ts'
import { GENERATED_FAULTS } from '../../src/faults/catalogue.ts'
import { outputFailures } from '../../src/faults/killMatrix.ts'
import { ADAPTER_METHODS, type Vector } from '../../src/model/index.ts'
import { families } from '../../src/vectors/index.ts'

const SHIPPED = families()
  .flatMap(({ vectors }) => vectors)
  // What a vector that is only observed fails by chance is no proof of it.
  .filter(({ question, level }) => question.method.startsWith('token.') && level !== 'unspecified')

const SEEDS = Array.from({ length: 20 }, (_, at) => at * 7919 + 3)

/** At the default number of questions, for an SDK that offers every method. */
const questions = (seed: number): Promise<readonly Vector[]> =>
  generate({ seed, count: 10_000, now: 0 }, { methods: ADAPTER_METHODS, clock: 'injected' }).then(
    ({ vectors }) => vectors,
  )

/** In parts: most faults show early. */
const parted = (vectors: readonly Vector[]): Vector[][] =>
  Array.from({ length: Math.ceil(vectors.length / 100) }, (_, at) => vectors.slice(at * 100, (at + 1) * 100))

describe('faults that generated questions alone show', async () => {
  const runs = await Promise.all(SEEDS.map(questions))

  test('are at least 30 of token code', () => {
    expect(GENERATED_FAULTS.length).toBeGreaterThanOrEqual(30)
  })

  test.for(GENERATED_FAULTS)('$id fails with at least 19 of 20 seeds', ({ alteration }) => {
    const found = runs.filter((vectors) =>
      parted(vectors).some((some) => outputFailures([alteration], some).length > 0),
    )
    expect(found.length).toBeGreaterThanOrEqual(19)
  })

  // Those that a vector fails as well belong among the others.
  test.for(GENERATED_FAULTS)('$id fails no shipped vector', ({ alteration }) => {
    expect(outputFailures([alteration], SHIPPED)).toEqual([])
  })
})
