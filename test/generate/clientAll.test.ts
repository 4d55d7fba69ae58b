import { describe, test } from 'vitest'
import { CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { accusations } from '../../src/variants/law.ts'
import { callsOfSeed } from '../support/client/generated.ts'
import { watch } from '../support/client/watch.ts'

describe('no generated call accuses a right client', () => {
  // Some at once: each call is listened for a while after its answer.
  test.concurrent.for(CLIENT_VARIANTS)('$id: $does', async (row, { expect }) => {
    // Each the calls of another seed: one seed for all would try fewer calls.
    const { verdicts } = await watch(row.id, callsOfSeed(11 + CLIENT_VARIANTS.indexOf(row), 100))
    expect(accusations(verdicts, [row])).toEqual([])
  })
})
