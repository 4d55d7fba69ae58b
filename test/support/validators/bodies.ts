import { familyFiles } from '../vectors/files.ts'
import type { Blame, Expectation, QuestionOf, Vector } from '../../../src/model/index.ts'

/** One body, as every validator is asked. */
export type Body = QuestionOf<'body.validate'>['params']

/** The verdict of a validator on one body, with the errors that have no other cause. */
export interface Checked {
  readonly valid: boolean
  readonly errors: readonly Blame[]
}

export interface BodyVector {
  readonly id: string
  readonly body: Body
  readonly expect: Expectation
}

const bodyVector = ({ id, question, expect }: Vector): BodyVector[] =>
  question.method === 'body.validate' ? [{ id, body: question.params, expect }] : []

/** Every vector of a request body, of all families. */
export const bodyVectors = (): BodyVector[] =>
  familyFiles().flatMap(({ vectors }) => vectors.flatMap(bodyVector))
