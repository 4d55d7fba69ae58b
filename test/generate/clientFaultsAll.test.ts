import { describe, expect, test } from 'vitest'
import { failuresOf } from '../support/client/generated.ts'
import { GENERATED_FORMS } from '../support/client/watch.ts'
import { LEAST_FOUND, RUN_SEEDS } from '../support/generate/seeds.ts'

/** All but one of twenty runs find a fault, with as many calls as a run of every method asks. */
describe('a wrong client that no vector fails is found, and known by name', () => {
  test.for(GENERATED_FORMS)('%s', async ([name, fault]) => {
    // All at once: each call is listened for a while after its answer.
    const atOnce = await Promise.all(RUN_SEEDS.map((seed) => failuresOf(name, seed)))
    // On a busy machine a client with a time limit of its own may not get to where it is wrong: it is asked again alone.
    const seen = []
    for (const [at, one] of atOnce.entries())
      seen.push(one.rules.size > 0 ? one : await failuresOf(name, RUN_SEEDS[at]!))
    const found = seen.filter(({ rules }) => rules.size > 0)
    expect(found.length).toBeGreaterThanOrEqual(LEAST_FOUND)
    expect(new Set(found.flatMap(({ causes }) => causes))).toEqual(
      new Set(fault.recognises ? [fault.id] : []),
    )
  })
})
