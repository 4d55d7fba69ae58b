import { describe, expect, test } from 'vitest'
import { failuresOf } from '../support/client/generated.ts'
import { GENERATED_FORMS } from '../support/client/watch.ts'

/** Of twenty runs nineteen find a fault, with as many calls as a run of every method asks. */
describe('a wrong client that no vector fails is found, and known by name', () => {
  const SEEDS = Array.from({ length: 20 }, (_, at) => 100 + at)

  test.for(GENERATED_FORMS)('%s', async ([name, fault]) => {
    const found: (readonly string[])[] = []
    for (const seed of SEEDS) {
      const { rules, causes } = await failuresOf(name, seed)
      if (rules.size > 0) found.push(causes)
    }
    expect(found.length).toBeGreaterThanOrEqual(19)
    expect(new Set(found.flat())).toEqual(new Set(fault.recognises ? [fault.id] : []))
  })
})
