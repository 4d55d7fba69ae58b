import type { QuestionOf, Vector } from '../../../src/model/index.ts'
import { familyFiles } from '../vectors/files.ts'

/** A vector about a request body. */
export type BodyVector = Vector & { readonly question: QuestionOf<'body.validate'> }

const isAboutBody = (vector: Vector): vector is BodyVector => vector.question.method === 'body.validate'

/** Every vector about a request body, out of the YAML. */
export const bodyVectors = (): BodyVector[] =>
  familyFiles()
    .flatMap(({ vectors }) => vectors)
    .filter(isAboutBody)
