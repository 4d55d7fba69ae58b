import { beforeAll, describe, expect, test } from 'vitest'
import { RIGHT_CLIENT } from '../../runners/selfCheck/faultyClient.ts'
import { Turns } from '../../runners/live/rateLimit.ts'
import { REQUEST_ROWS } from '../../src/interface/requestRules.ts'
import { isBad } from '../../src/judge/index.ts'
import type { ClientCall, Verdict } from '../../src/model/index.ts'
import { callsOfSeed } from '../support/client/generated.ts'
import {
  expectRight,
  expectWrong,
  FORMS,
  GENERATED_FORMS,
  QUICK,
  rulesOf,
  VECTORS,
  WAITING,
  watch,
  type Seen,
} from '../support/client/watch.ts'

/** The rules of REQUEST_ROWS and of every call, and those of members that make another call of it. */
const OF_EVERY_REQUEST = new Set([
  ...REQUEST_ROWS.map(({ rule }) => rule),
  'SDK-CALL-ONCE',
  'SDK-TIME-LIMIT',
  'STREAM-USERID-PRESENTER-DEFAULT',
  'UPDATE-WATERMARKS-EMPTY',
  'STOP-ALL',
])

/** The rules that every request is held against. */
const HELD_ALWAYS: ReadonlySet<string> = new Set(REQUEST_ROWS.map(({ rule }) => rule))

/** One call alone shows them, since it takes seconds. */
const SLOW: ReadonlySet<string> = new Set(['token-kept-after-expiry', 'start-sent-twice-when-slow'])

/** How many calls fail that differ: of the vectors, and where these are few of generated ones too. */
async function kills(name: string, { verdicts }: Seen): Promise<number> {
  const failed = new Set(verdicts.filter(isBad).map(({ vector }) => vector))
  // Several vectors look at one call.
  const calls = new Set(
    VECTORS.filter(({ id }) => failed.has(id)).map(
      ({ question }) => (question.params as ClientCall).appSecret,
    ),
  )
  if (calls.size > 2) return calls.size
  const generated = await watch(name, callsOfSeed(1, 300))
  return calls.size + generated.verdicts.filter(isBad).length
}

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
  }, 600_000)

  /** Everything that was seen of a client: what it waited for, and now the others. */
  async function seenOf(name: string): Promise<Seen> {
    const [first, second] = [waited.get(name)!, await watch(name, QUICK)]
    return {
      verdicts: [...first.verdicts, ...second.verdicts],
      watched: [...first.watched, ...second.watched],
    }
  }

  test('the right client passes', async () => {
    expectRight(await watch(RIGHT_CLIENT, WAITING))
    expectRight(await watch(RIGHT_CLIENT, QUICK))
  })

  // Some at once: each call is listened for a while after its answer.
  test.concurrent.for(FORMS)(
    '%s breaks its rules and nothing else, and is known by name',
    async ([name, fault]) => {
      const seen = await seenOf(name)
      const broken = expectWrong(name, fault, seen)
      expect(broken).toEqual(new Set(rulesOf(name, fault)))
      if (!SLOW.has(name) && ![...broken].some((rule) => HELD_ALWAYS.has(rule!)))
        expect(await kills(name, seen)).toBeGreaterThan(2)
    },
  )

  // Those that a vector was written for belong among the others.
  test.concurrent.for(GENERATED_FORMS)(
    '%s is shown by generated questions, and by vectors only through the rules of every request',
    async ([name, { steps }]) => {
      // A busy machine may starve a client with a limit of its own: such a call is not sent, or fails by no rule.
      const isStarved = ({ rule, reason }: Verdict): boolean =>
        'timeout' in steps && (rule === undefined || reason === 'no-request')
      const broken = (await seenOf(name)).verdicts.filter((one) => isBad(one) && !isStarved(one))
      const others = new Set(broken.map(({ rule = 'none' }) => rule))
      expect([...others].filter((rule) => !OF_EVERY_REQUEST.has(rule))).toEqual([])
    },
  )
})
