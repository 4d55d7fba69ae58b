import { describe, expect, test } from 'vitest'
import type { JudgedVector } from '../src/ask.ts'
import { judge } from '../src/judge/index.ts'
import type { Answer, Vector } from '../src/model/index.ts'
import { PLAIN, plainFirst, type PlainFirst } from '../src/plainFirst.ts'
import { families } from '../src/vectors/index.ts'

const VECTORS = families()
  .flatMap(({ vectors }) => vectors)
  .filter(({ question }) => question.method in PLAIN)
const isPlain = ({ id, question }: Vector): boolean => PLAIN[question.method] === id
const PLAIN_VECTORS = VECTORS.filter(isPlain)

const BROKEN = { askedAt: 0, answeredAt: 0, kind: 'failed', message: 'code 3: broken' } as const
const CRASHED = { askedAt: 0, answeredAt: 0, kind: 'broken', reason: 'crash', message: 'gone' } as const
const UNLIKE = { askedAt: 0, answeredAt: 0, kind: 'refused', reason: 'malformed' } as const

const OPTIONS: PlainFirst = {
  plainOf: (method) => PLAIN_VECTORS.find(({ question }) => question.method === method),
  gates: ({ outcome }) => outcome === 'failed' || outcome === 'errored',
  methods: Object.keys(PLAIN),
}

/** How many questions reach an adapter that answers all of them in this way. */
async function reached(answer: Answer, options: Partial<PlainFirst> = {}): Promise<number> {
  let count = 0
  const ask = (vector: Vector): Promise<JudgedVector> => {
    count++
    return Promise.resolve({ vector, answer, verdict: judge(vector, answer, 'no-twin') })
  }
  const first = plainFirst(ask, { ...OPTIONS, ...options })
  const asked = await Promise.all(VECTORS.map((vector) => first(vector)))
  expect(asked.map(({ vector }) => vector.id)).toEqual(VECTORS.map(({ id }) => id))
  return count
}

describe('an adapter that has no answer to the plainest question of a method', () => {
  test('has one of each method', () => {
    expect(PLAIN_VECTORS.map(({ id }) => id).sort()).toEqual(Object.values(PLAIN).sort())
  })

  test.each([BROKEN, CRASHED])('is asked no more of it: %j', async (answer) => {
    expect(await reached(answer)).toBe(PLAIN_VECTORS.length)
  })

  test('is asked all where it crashes and offers one method: the limit of its starts ends the run', async () => {
    expect(await reached(CRASHED, { methods: ['token.issue'] })).toBe(VECTORS.length)
  })

  test('is asked all where that does not gate: else the rest would pass unasked', async () => {
    expect(await reached(BROKEN, { gates: () => false })).toBe(VECTORS.length)
  })

  test('is asked all where this run does not ask it', async () => {
    expect(await reached(BROKEN, { plainOf: () => undefined })).toBe(VECTORS.length)
  })

  test('is asked all where its answer is wrong: that is for the judge', async () => {
    expect(await reached(UNLIKE)).toBe(VECTORS.length)
  })
})
