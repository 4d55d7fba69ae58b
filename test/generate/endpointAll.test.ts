import { describe, expect, test } from 'vitest'
import { AFTERWARDS_ROWS } from '../../src/faults/service/afterwards.ts'
import { CHANNEL_ROWS } from '../../src/faults/service/channel.ts'
import { SERVICE_FAULTS } from '../../src/faults/service/index.ts'
import type { ServiceFault } from '../../src/faults/service/serviceFault.ts'
import { SERVICE_VARIANTS } from '../../src/variants/service/index.ts'
import { isFoundBySeed } from '../support/live/generated.ts'
import { failedWith } from '../support/live/service.ts'
import { accusedOfSeed } from '../support/variants/accused.ts'
import { LEAST_FOUND, PATIENCE, RUN_SEEDS, SEEDS, seedsOf } from '../support/generate/seeds.ts'

describe('no generated exchange accuses a right service', () => {
  test.for(SERVICE_VARIANTS)('$id: $does', { timeout: PATIENCE * SEEDS }, async (variant) => {
    for (const seed of seedsOf(SERVICE_VARIANTS.indexOf(variant), 11))
      expect(await accusedOfSeed(variant, seed)).toEqual([])
  })
})

const FAULTS = SERVICE_FAULTS.filter(({ by }) => by)
const BY_ROWS = new Set([...CHANNEL_ROWS, ...AFTERWARDS_ROWS].map(({ id }) => id))

/** All but one of twenty runs find a fault, with the questions of a run. */
describe('a wrong service that no vector fails is found', () => {
  test('and there are at least twenty of them', () => {
    expect(FAULTS.length).toBeGreaterThanOrEqual(20)
  })

  const foundIn = async ({ alteration }: ServiceFault, seeds: readonly number[]): Promise<number> => {
    expect(await failedWith(alteration)).toEqual([])
    let found = 0
    for (const seed of seeds) if (await isFoundBySeed(alteration, seed)) found++
    return found
  }

  test.for(FAULTS.filter(({ id }) => !BY_ROWS.has(id)))('$id: $does', async (fault) => {
    expect(await foundIn(fault, RUN_SEEDS)).toBeGreaterThanOrEqual(LEAST_FOUND)
  })

  // What rows that stand in every run show: each seed finds it.
  test.for(FAULTS.filter(({ id }) => BY_ROWS.has(id)))('$id: $does', async (fault) => {
    const seeds = RUN_SEEDS.slice(0, 2)
    expect(await foundIn(fault, seeds)).toBe(seeds.length)
  })
})
