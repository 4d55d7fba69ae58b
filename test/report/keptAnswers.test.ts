import { expect, test } from 'vitest'
import { KeptAnswers } from '../../runners/report/keptAnswers.ts'
import { stamped } from '../../src/faults/killMatrix.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import { judge } from '../../src/judge/index.ts'
import type { JudgedVector } from '../../src/ask.ts'
import type { Alteration } from '../../src/faults/fault.ts'
import type { Vector } from '../../src/model/index.ts'
import { mistake, VECTORS } from '../support/diagnose/tokens.ts'

const judgedBy = (vector: Vector, ...alterations: Alteration[]): JudgedVector => {
  const answer = stamped(answerOf(sdkWith(alterations), vector.question)!)
  return { vector, answer, verdict: judge(vector, answer, 'twin-accepted') }
}

/** Two texts with + or / in their base64, and one without. */
const [first, second, plain] = ['alphabet-shift-1', 'alphabet-shift-2', 'length-45'].map((name) =>
  VECTORS.find(({ id }) => id === `token/params/${name}`)!,
) as [Vector, Vector, Vector]

async function causes(again?: JudgedVector): Promise<readonly string[]> {
  const answers = new KeptAnswers()
  for (const { vector, answer, verdict } of [judgedBy(first, mistake('b64-urlsafe')), judgedBy(plain)])
    answers.add(vector, answer, verdict)
  const { vector, answer, verdict } = judgedBy(second, mistake('b64-urlsafe'))
  answers.add(vector, answer, { ...verdict, unsteady: true }, again)
  const found = await answers.findings(VECTORS)
  return found!.causes.flatMap(({ faults, candidates = [] }) => [...faults, ...candidates.flat()])
}

test('a right answer to a question that failed at first contradicts causes', async () => {
  expect(await causes()).toContain('b64-urlsafe')
  // Asked alone, it uses + and /.
  expect(await causes(judgedBy(second))).not.toContain('b64-urlsafe')
})
