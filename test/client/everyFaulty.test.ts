import { beforeAll, describe, expect, test } from 'vitest'
import { RIGHT } from '../../runners/selfCheck/clientForms.ts'
import { Turns } from '../../runners/live/rateLimit.ts'
import { isBad } from '../../src/judge/index.ts'
import {
  expectRight,
  expectWrong,
  FORMS,
  GENERATED_FORMS,
  QUICK,
  rulesOf,
  WAITING,
  watch,
  type Seen,
} from '../support/client/watch.ts'

/** Clients that wait at a time. */
const AT_ONCE = 8

describe('over every vector', () => {
  const waited = new Map<string, Seen>()
  beforeAll(async () => {
    const turns = new Turns(AT_ONCE)
    const names = [...FORMS, ...GENERATED_FORMS].map(([name]) => name)
    await Promise.all(
      names.map((name) => turns.take(async () => waited.set(name, await watch(name, WAITING)))),
    )
  }, 300_000)

  /** Everything that was seen of a client: what it waited for, and now the others. */
  async function seenOf(name: string): Promise<Seen> {
    const [first, second] = [waited.get(name)!, await watch(name, QUICK)]
    return {
      verdicts: [...first.verdicts, ...second.verdicts],
      watched: [...first.watched, ...second.watched],
    }
  }

  test('the right client passes', async () => {
    expectRight(await watch(RIGHT, WAITING))
    expectRight(await watch(RIGHT, QUICK))
  })

  // Some at once: each call is listened for a while after its answer.
  test.concurrent.for(FORMS)(
    '%s breaks its rules and nothing else, and is known by name',
    async ([name, fault]) => {
      const broken = expectWrong(name, fault, await seenOf(name))
      expect(broken).toEqual(new Set(rulesOf(name, fault)))
    },
  )

  // Those that a vector fails as well belong among the others.
  test.concurrent.for(GENERATED_FORMS)(
    '%s fails no vector: generated questions alone show it',
    async ([name]) => {
      expect((await seenOf(name)).verdicts.filter(isBad)).toEqual([])
    },
  )
})
