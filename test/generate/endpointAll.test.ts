import { describe, expect, test } from 'vitest'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import { SERVICE_VARIANTS } from '../../src/variants/service/index.ts'
import { isFoundBySeed } from '../support/live/generated.ts'
import { failedWith } from '../support/live/service.ts'
import { accusedOfSeed } from '../support/variants/accused.ts'
import { PATIENCE, SEEDS, seedsOf } from '../support/generate/seeds.ts'

describe('no generated exchange accuses a right service', () => {
  test.for(SERVICE_VARIANTS)('$id: $does', { timeout: PATIENCE * SEEDS }, async (variant) => {
    for (const seed of seedsOf(SERVICE_VARIANTS.indexOf(variant), 11))
      expect(await accusedOfSeed(variant, seed)).toEqual([])
  })
})

const FAULTS = SERVICE_FAULTS.filter(({ by }) => by)

/** Of twenty runs nineteen find a fault, with the questions of a run. */
describe('a wrong service that no vector fails is found', () => {
  const TWENTY = Array.from({ length: 20 }, (_, at) => 100 + at)

  test('and there are at least twenty of them', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(20)
  })

  test.for(FAULTS)('$id: $does', async ({ alteration }) => {
    expect(await failedWith(alteration)).toEqual([])
    let found = 0
    for (const seed of TWENTY) if (await isFoundBySeed(alteration, seed)) found++
    expect(found).toBeGreaterThanOrEqual(19)
  })
})
