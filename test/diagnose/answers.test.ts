import { expect, test } from 'vitest'
import { KeptAnswers } from '../../runners/report/keptAnswers.ts'
import { families } from '../../src/vectors/index.ts'
import { judge } from '../../src/judge/index.ts'
import type { Answer, Vector } from '../../src/model/index.ts'

const vectors = families().flatMap((family) => family.vectors)
const vector = (id: string): Vector => vectors.find((row) => row.id === id)!

/** 3,000 right answers, and then one in the URL-safe alphabet: fn5-Pz8_ for fn5+Pz8/ (RFC 4648 section 5). */
test('a failure at the end of a long run has its cause all the same', async () => {
  const answers = new KeptAnswers()
  const add = (id: string, params: string): void => {
    const answer: Answer = { kind: 'accepted', output: { params }, askedAt: 0, answeredAt: 0 }
    answers.add(vector(id), answer, judge(vector(id), answer, 'twin-accepted'))
  }
  const rightParams = (id: string): string =>
    (vector(id).expect as unknown as { output: { params: string } }).output.params
  for (let count = 0; count < 3000; count++)
    add('token/params/length-45', rightParams('token/params/length-45'))
  expect(await answers.findings(vectors)).toBeUndefined()
  const shifted = 'token/params/alphabet-shift-1'
  add(shifted, rightParams(shifted).replaceAll('+', '-').replaceAll('/', '_'))
  expect((await answers.findings(vectors))!.causes).toEqual([
    { faults: ['b64-urlsafe'], methods: ['token.params'], right: [], explains: [shifted] },
  ])
})
