/** An adapter for which all questions would take more than 30 s is asked fewer, unless somebody says how many. */
import { describe, expect, test } from 'vitest'
import { generatedFor } from '../../runners/generated/index.ts'
import { Pace } from '../../runners/generated/pace.ts'
import { generate, type GeneratedRun } from '../../runners/generated/questions.ts'
import type { Answer, Vector } from '../../src/model/index.ts'

const NO_FLAGS = {
  generated: { count: undefined, seed: '1' },
  gate: { shard: undefined, lock: undefined },
} as unknown as Parameters<typeof generatedFor>[0]
const NO_LOCK = {
  suite: { digest: '' },
  gate: { locked: () => undefined, asks: () => undefined },
} as unknown as Parameters<typeof generatedFor>[1]['loaded']

const SUBJECT = { methods: ['token.params'], clock: 'injected' } as const
const drawn = (count: number): Promise<GeneratedRun> => generate({ seed: 1, count, now: 0 }, SUBJECT)

const asked = (method: string, at: number): Vector =>
  ({ id: `token/params/shipped-${at}`, question: { method, params: {} } }) as unknown as Vector

const answer = (askedAt: number, answeredAt: number): Answer => ({
  kind: 'refused',
  reason: 'malformed',
  askedAt,
  answeredAt,
})

/** The shipped vectors of a run, of which each answer takes so many seconds. */
async function paced(pace: Pace, seconds: (at: number) => readonly [method: string, took: number]) {
  const vectors: Vector[] = []
  let now = 1_700_000_000
  for (let at = 0; at < 600; at++) {
    const [method, took] = seconds(at)
    vectors.push(asked(method, at))
    // All were sent at once: an answer took as long as the adapter works for it, not as long as it waited in the queue.
    pace.answered(vectors[at]!, answer(1_700_000_000, (now += took)))
  }
  const all: Vector[] = []
  for await (const vector of pace.after(vectors)) all.push(vector)
  return { run: pace.run, slow: pace.slow, shipped: all.slice(0, 600), generated: all.slice(600) }
}

describe('generated questions', () => {
  test.for<[millis: number, count: number]>([
    // 10,000 × 2.9 ms = 29 s; × 3.1 ms = 31 s; 2,000 × 14 ms = 28 s; × 16 ms = 32 s.
    [2.9, 10_000],
    [3.1, 2000],
    [14, 2000],
    [16, 600],
    [900, 600],
  ])('of an adapter that takes %d ms for an answer are %d', async ([millis, count], { expect }) => {
    const { run, slow, shipped, generated } = await paced(new Pace(await drawn(10_000), drawn), () => [
      'token.params',
      millis / 1000,
    ])
    expect(run.count).toBe(count)
    expect(slow).toEqual(count === 10_000 ? undefined : { instead: 10_000, millis })
    expect(shipped).toHaveLength(600)
    expect(generated).toEqual(run.vectors)
    expect(generated.length).toBeGreaterThanOrEqual(count)
    expect(generated.length).toBeLessThan(count * 1.1)
  })

  test('are as many as by default where calls take long, and tokens do not', async () => {
    const { run } = await paced(new Pace(await drawn(10_000), drawn), (at) =>
      at % 2 === 0 ? ['client.call', 0.5] : ['token.params', 0.001],
    )
    expect(run.count).toBe(10_000)
  })

  test('are as many as somebody said, however slow it is', async () => {
    const { run, slow } = await paced(new Pace(await drawn(3000)), () => ['token.params', 1])
    expect([run.count, slow]).toEqual([3000, undefined])
  })

  test('of a slow adapter are those of --generated with the smaller number', async () => {
    const { run } = await paced(new Pace(await drawn(10_000), drawn), () => ['token.params', 1])
    const same = await drawn(600)
    expect([run.digest, run.vectors]).toEqual([same.digest, same.vectors])
  })
})

describe('where nobody says how many questions', () => {
  test.for<[methods: readonly string[], count: number]>([
    [['client.call'], 300],
    [['client.call', 'body.validate'], 300],
    [['client.call', 'token.params'], 10_000],
    [['token.params'], 10_000],
  ])('an adapter with %j is asked %d', async ([methods, count], { expect }) => {
    const sdk = { name: 'test', version: '1', language: 'none' }
    const subject = { description: { sdk, protocol: 1, methods, clock: 'injected' } } as const
    const { run } = await generatedFor(NO_FLAGS, { kind: 'adapter', subject, loaded: NO_LOCK })
    expect(run.count).toBe(count)
  })
})
