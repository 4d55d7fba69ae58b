import { describe, expect, test } from 'vitest'
import { DrawingThread } from '../../runners/generated/drawingThread.ts'
import { Endless } from '../../runners/generated/endless.ts'
import { generate } from '../../runners/generated/questions.ts'
import type { Vector } from '../../src/model/index.ts'

const ASKING = { methods: ['token.params', 'token.issue'], clock: 'injected' } as const
const never = { isOver: () => false }

async function taken(seed: number, count: number): Promise<{ endless: Endless; vectors: Vector[] }> {
  const endless = new Endless(seed, ASKING)
  const vectors: Vector[] = []
  for await (const vector of endless.vectors({ ...never, questions: count })) vectors.push(vector)
  return { endless, vectors }
}

/** The next rounds are drawn by another thread: what is asked must not depend on that. */
describe('questions without end', () => {
  test('are those of the seed of each round, whoever draws them', async () => {
    const { vectors } = await taken(7, 1500)
    const first = await generate({ seed: 7, count: 600, now: 0 }, ASKING)
    // A prime between the seeds of two rounds.
    const second = await generate({ seed: 7 + 1009, count: 600, now: 0 }, ASKING)
    expect(vectors).toHaveLength(1500)
    expect(vectors.slice(0, first.vectors.length)).toEqual(first.vectors)
    expect(vectors.slice(first.vectors.length, first.vectors.length + second.vectors.length)).toEqual(
      second.vectors,
    )
    expect(second.vectors).not.toEqual(first.vectors)
  })

  test('of another thread are made smaller as well', async () => {
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
    for await (const vector of endless.vectors(never)) vectors.push(vector)
    expect(vectors).toEqual([])
  })

  // A search may be over before its second round begins to be drawn, and the program must end.
  test('are not drawn for a search that is over', async () => {
    const thread = new DrawingThread()
    await thread.close()
    expect(await thread.draw({ count: 10, seed: 1, methods: ['token.params'] })).toEqual([])
  })
})
