import { beforeAll, describe, expect, test } from 'vitest'
import { Turns } from '../../runners/live/rateLimit.ts'
import { CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { brokenRule, expectLawful, QUICK, WAITING, watch, type Seen } from '../support/client/watch.ts'

/** Clients that wait at a time. */
const AT_ONCE = 8

/** Every third; the self-check asks all of them, alone and two by two. */
const ROWS = CLIENT_VARIANTS.filter((_, at) => at % 3 === 0)

describe('no vector accuses a right client', () => {
  const waited = new Map<string, Seen>()
  beforeAll(async () => {
    const turns = new Turns(AT_ONCE)
    await Promise.all(ROWS.map(({ id }) => turns.take(async () => waited.set(id, await watch(id, WAITING)))))
  }, 300_000)

  async function seenOf(id: string): Promise<Seen> {
    const [first, second] = [waited.get(id)!, await watch(id, QUICK)]
    return {
      verdicts: [...first.verdicts, ...second.verdicts],
      watched: [...first.watched, ...second.watched],
    }
  }

  test.for(ROWS)('$id: $does', async (row) => {
    const seen = await seenOf(row.id)
    expectLawful(row, seen)
    // A row that names more rules than it breaks would hide an accusation.
    const broken = seen.verdicts.filter(({ outcome }) => outcome === 'failed').map(brokenRule)
    expect(new Set(broken)).toEqual(new Set(row.departs))
  })
})
