import { describe, expect, test } from 'vitest'
import type { ClientVariant } from '../../src/variants/client/clientVariant.ts'
import { CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { brokenRule, expectLawful, QUICK, some, WAITING, watch } from '../support/client/watch.ts'

// That no vector accuses a right client, alone or with another freedom, is what the self-check proves.
const departs = (row: ClientVariant): boolean => (row.departs ?? []).length > 0

// A row that names more rules than it breaks would hide an accusation.
describe('a right client breaks each rule that its row departs from', () => {
  test.concurrent.for(CLIENT_VARIANTS.filter(departs))('$id: $does', async (row) => {
    const vectors = row.departs!.includes('SDK-TIME-LIMIT') ? WAITING : QUICK
    const seen = await watch(row.id, vectors)
    expectLawful(row, seen)
    const broken = seen.verdicts.filter(({ outcome }) => outcome === 'failed').map(brokenRule)
    expect(new Set(broken)).toEqual(new Set(row.departs))
  })
})

describe('a right client that departs from no rule shows no fault', () => {
  const rows = CLIENT_VARIANTS.filter((row) => !departs(row)).map((row, turn) => ({ ...row, turn }))
  test.concurrent.for(rows)('$id: $does', async ({ turn, ...row }) => {
    expectLawful(row, await watch(row.id, some(turn)))
  })
})
