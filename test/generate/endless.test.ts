import { describe, expect, test } from 'vitest'
import { Claims, drawnAgain, Endless } from '../../runners/fuzz/search.ts'
import { generate } from '../../runners/generated/questions.ts'
import type { Vector } from '../../src/model/index.ts'

const ASKING = { methods: ['token.params', 'token.issue'], clock: 'injected' } as const
const never = (): boolean => false

async function taken(seed: number, count: number): Promise<{ endless: Endless; vectors: Vector[] }> {
  const endless = new Endless(seed, ASKING)
  const vectors: Vector[] = []
  for await (const vector of endless.vectors(new Claims(count), never)) vectors.push(vector)
  return { endless, vectors }
}

/** Rounds are drawn in slices, while others are asked: what is asked must not depend on that. */
describe('questions without end', () => {
  test('are those of the seed of each round, however they are drawn', async () => {
    const { vectors } = await taken(7, 1500)
    const first = await drawnAgain({ seed: 7, count: 600, now: 0 }, ASKING)
    // A prime between the seeds of two rounds.
    const second = await drawnAgain({ seed: 7 + 1009, count: 600, now: 0 }, ASKING)
    expect(vectors).toHaveLength(1500)
    expect(vectors.slice(0, first.vectors.length)).toEqual(first.vectors)
    expect(vectors.slice(first.vectors.length, first.vectors.length + second.vectors.length)).toEqual(
      second.vectors,
    )
    expect(second.vectors).not.toEqual(first.vectors)
  })

  test('go to one process where they mean something only beside others, and half of the others of a family', async () => {
    const { vectors, groupOf } = await generate({ seed: 7, count: 600, now: 0 }, ASKING)
    const groups = [...new Set(vectors.map(({ id }) => groupOf(id)!))]
    const [alone, others] = [true, false].map((wanted) =>
      groups.filter(({ vectors, isAskedAgain }) => (vectors.length === 1 && !isAskedAgain) === wanted),
    )
    expect(others!.length).toBeGreaterThan(0)
    expect(others!.every(({ isTogether }) => isTogether)).toBe(true)
    for (const method of ['token-params', 'token-issue']) {
      const own = alone!.filter(({ vectors }) => vectors[0]!.id.startsWith(`generated/${method}`))
      const share = own.filter(({ isTogether }) => isTogether).length / own.length
      expect(share).toBeGreaterThan(0.4)
      expect(share).toBeLessThan(0.6)
    }
  })

  test('are made smaller as well', async () => {
    const { endless, vectors } = await taken(7, 1500)
    const { id } = vectors.findLast(({ question }) => question.method === 'token.params')!
    const smallest = await endless
      .roundOf(id)!
      .groupOf(id)!
      .smallest(() => Promise.resolve(true))
    // The shortest join parameters that can be drawn: nothing optional, and ids of one or two characters.
    expect(smallest[0]!.question.params).toMatchObject({
      joinParamsJson: expect.stringMatching(/^\{"channelId":"..?","userId":"..?"\}$/) as string,
    })
  })

  test('end where the subject can be asked nothing', async () => {
    const endless = new Endless(7, { methods: [], clock: 'injected' })
    const vectors = []
    for await (const vector of endless.vectors(new Claims(Infinity), never)) vectors.push(vector)
    expect(vectors).toEqual([])
  })

  test('of a round that another lane has claimed are drawn once more', async () => {
    const { endless, vectors } = await taken(7, 1500)
    const { id } = vectors.at(-1)!
    const { seed, count } = endless.roundOf(id)!
    const again = await drawnAgain({ seed, count, now: undefined }, ASKING)
    expect(again.groupOf(id)!.vectors).toEqual(endless.roundOf(id)!.groupOf(id)!.vectors)
  })
})
