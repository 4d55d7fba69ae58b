import { describe, expect, test } from 'vitest'
import { CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { accusations } from '../../src/variants/law.ts'
import { callsOfSeed, failuresOf } from '../support/client/generated.ts'
import { GENERATED_FORMS, watch } from '../support/client/watch.ts'

describe('no generated call accuses a right client', () => {
  test.for(CLIENT_VARIANTS)('$id: $does', async (row) => {
    // Each the calls of another seed: one seed for all would try fewer calls.
    const { verdicts } = await watch(row.id, callsOfSeed(11 + CLIENT_VARIANTS.indexOf(row), 100))
    expect(accusations(verdicts, [row])).toEqual([])
  })
})

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
