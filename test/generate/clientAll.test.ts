import { describe, test } from 'vitest'
import { CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { accusations } from '../../src/variants/variant.ts'
import { callsOfSeed } from '../support/client/generated.ts'
import { watch } from '../support/client/watch.ts'
import { PATIENCE, SEEDS, seedsOf } from '../support/generate/seeds.ts'

describe('no generated call accuses a right client', () => {
  // Some at once: each call is listened for a while after its answer.
  test.concurrent.for(CLIENT_VARIANTS)(
    '$id: $does',
    { timeout: PATIENCE * SEEDS },
    async (row, { expect }) => {
      for (const seed of seedsOf(CLIENT_VARIANTS.indexOf(row), 11)) {
        const { verdicts } = await watch(row.id, callsOfSeed(seed, 100))
        expect(accusations(verdicts, [row])).toEqual([])
      }
    },
  )
})
