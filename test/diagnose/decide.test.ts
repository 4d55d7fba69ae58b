import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MOST_ASKED } from '../../src/diagnose/decide.ts'
import { Evidence } from '../../src/diagnose/evidence.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import type { Alteration, FaultyAnswer } from '../../src/faults/fault.ts'
import { stamped } from '../../src/faults/killMatrix.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import { judge } from '../../src/judge/index.ts'
import type { Findings, Method, Vector } from '../../src/model/index.ts'
import { mistake, VECTORS } from '../support/diagnose/tokens.ts'

type Answers = (vector: Vector) => FaultyAnswer | undefined

/** What a run says, before and after it has asked to decide; `answers` is the SDK. */
async function decided(answers: Answers, vectors: readonly Vector[], then: Answers = answers) {
  const judgedBy = (sdk: Answers) => (vector: Vector) => {
    const answer = stamped(sdk(vector)!)
    return { vector, answer, verdict: judge(vector, answer, 'twin-accepted') }
  }
  const evidence = new Evidence()
  for (const { vector, answer, verdict } of vectors.filter(answers).map(judgedBy(answers)))
    evidence.add(vector, answer, verdict)
  const before = evidence.findings()
  const asked: Vector[] = []
  await evidence.decide(
    (methods: ReadonlySet<Method>) =>
      Promise.resolve(inOrder(generatedGroups({ count: 1000, seed: 3501, methods: [...methods] }))),
    (questions) => {
      asked.push(...questions)
      return Promise.resolve(questions.map(judgedBy(then)))
    },
  )
  return { before, after: evidence.findings(), asked }
}

const formsIn = ({ causes }: Findings) => causes.map(({ faults, forms }) => [faults, forms])
const OF_SIGNATURES = VECTORS.filter(({ question }) => question.method === 'token.signature')

/** A signer whose secret is another one; written out here, because the forms are what is tried. */
const signer =
  (secretOf: (secret: string) => string): Alteration =>
  () => ({
    mac: (key, message) =>
      createHmac('sha256', secretOf(Buffer.from(key).toString()))
        .update(message)
        .digest(),
  })
/** @param space a class of a regular expression */
const stripped = (text: string, space: string): string =>
  text.replace(new RegExp(`^[${space}]+|[${space}]+$`, 'gu'), '')
const answering =
  (...alterations: readonly Alteration[]): Answers =>
  ({ question }) =>
    answerOf(sdkWith(alterations), question)

describe('what is asked to decide', () => {
  test.each<[string, string]>([
    // Python: Unicode's white space, and U+001C to U+001F, for which str.isspace() is true.
    ['Python strip', '\\x1c-\\x1f\\p{White_Space}'],
    // Java: characters up to U+0020.
    ['Java trim', '\\0-\\x20'],
    ['PHP trim', ' \\n\\r\\t\\v\\0'],
  ])('tells the functions of languages apart: %s', async (name, space) => {
    const { before, after, asked } = await decided(
      answering(signer((secret) => stripped(secret, space))),
      OF_SIGNATURES,
    )
    expect(before.causes.map(({ faults }) => faults)).toEqual([['key-trimmed']])
    expect(before.causes[0]!.forms).not.toEqual([name])
    expect(formsIn(after)).toEqual([[['key-trimmed'], [name]]])
    expect(after.asked).toBe(asked.length)
    expect(asked.length).toBeLessThanOrEqual(MOST_ASKED)
    expect(after.causes[0]!.explains).toEqual(before.causes[0]!.explains)
  })

  test('names no function where the code does as none of them', async () => {
    // As Python, but for the no-break space.
    const odd = '\\x1c-\\x20\\x85\\t-\\r\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'
    const { after } = await decided(answering(signer((secret) => stripped(secret, odd))), OF_SIGNATURES)
    expect(after.causes.flatMap(({ forms = [] }) => forms)).not.toContain('Python strip')
  })

  test('changes nothing where no answer comes', async () => {
    const trimming = answering(signer((secret) => secret.trim()))
    const { before, after, asked } = await decided(trimming, OF_SIGNATURES, () => ({ kind: 'crashed' }))
    expect(asked.length).toBeGreaterThan(0)
    expect(after.asked).toBeUndefined()
    expect(formsIn(after)).toEqual(formsIn(before))
  })

  // Every thirteenth vector shows too little: both fit.
  const FEW = VECTORS.filter((_, at) => at % 13 === 0)
  test.each([
    [['text-trimmed', 'text-white-space-collapsed']],
    [['join-params-unchecked', 'types-unchecked']],
  ])('tells %j apart', async (both) => {
    for (const id of both) {
      const { before, after } = await decided(answering(mistake(id)), FEW)
      expect(before.causes.map(({ candidates }) => candidates)).toEqual([both.map((one) => [one])])
      expect(after.causes.map(({ faults }) => faults)).toEqual([[id]])
      expect(after.causes[0]!.explains.every((vector) => after.faultsOf(vector).join() === id)).toBe(true)
    }
  })

  test('takes away what was near by chance, and keeps what is', async () => {
    const questions = inOrder(generatedGroups({ count: 400, seed: 1, methods: ['token.signature'] }))
    const cutting = (isCut: (secret: string) => boolean) =>
      answering(signer((secret) => (isCut(secret) ? secret.trim() : secret)))
    const nearIn = ({ likely = [] }: Findings) => likely.map(({ fault }) => fault)
    const most = await decided(
      cutting(({ length }) => length % 5 > 0),
      questions,
    )
    expect([nearIn(most.before), nearIn(most.after)]).toEqual([['key-trimmed'], ['key-trimmed']])
    // A run that saw the others twice alone.
    const isEven = (secret: string) => secret.charCodeAt(0) % 2 === 0
    const isOther = ({ question }: Vector) =>
      'appSecret' in question.params &&
      question.params.appSecret.trim() !== question.params.appSecret &&
      isEven(question.params.appSecret)
    const others = questions.filter(isOther)
    const half = await decided(
      cutting((secret) => !isEven(secret)),
      questions.filter((one) => !others.slice(2).includes(one)),
    )
    expect([nearIn(half.before), nearIn(half.after)]).toEqual([['key-trimmed'], []])
  })

  test('is nothing where one cause in one form is left', async () => {
    const { after, asked } = await decided(answering(mistake('b64-urlsafe')), VECTORS)
    expect(after.causes.map(({ faults }) => faults)).toEqual([['b64-urlsafe']])
    expect(asked).toEqual([])
  })
})
