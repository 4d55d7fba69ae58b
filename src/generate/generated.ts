import { hash } from 'node:crypto'
import type { Arbitrary } from 'fast-check'
import { openRuleIn } from '../limits.ts'
import type { ExpectedOutputs, Intermediates, Method, Question, Vector, VectorId } from '../model/index.ts'

export type Vectors = readonly Vector[]

/** What draws questions that belong together, in their order: one, or several. */
export type Questions = Arbitrary<Vectors>

/** A question that did not exist before: the same question always has the same id. */
const generatedId = (family: string, question: Question): VectorId =>
  `generated/${family}/${hash('sha256', JSON.stringify(question)).slice(0, 16)}`

/** The same under an id of its own: where it stands in a sequence. */
export const suffixed = (vector: Vector, suffix: string) => ({ ...vector, id: `${vector.id}${suffix}` })

const REASONS = ['missing-field', 'wrong-type', 'out-of-range', 'malformed'] as const

/**
 * What is due where a right subject accepts: what is not plain it may refuse as well.
 * @param steps the values on the way, which are computed where somebody looks at them: after a failure
 */
export function acceptedOrOdd<M extends Method>(
  question: Question,
  output: ExpectedOutputs[M],
  steps: () => Intermediates = () => ({}),
): Vector['expect'] {
  const open = openRuleIn(question)
  if (open === undefined)
    return {
      verdict: 'accept',
      output,
      get intermediates() {
        return steps()
      },
    }
  return {
    verdict: 'either',
    reasons: question.method === 'token.verify' ? ['malformed', 'app', 'params'] : REASONS,
    open,
    output,
    get intermediates() {
      return steps()
    },
  }
}

/** A vector of a generated question. */
export const generatedVector = (
  family: string,
  title: string,
  requirements: Vector['requirements'],
  rest: Pick<Vector, 'question' | 'expect'> & Partial<Pick<Vector, 'level' | 'twin' | 'needs'>>,
): Vector => ({ id: generatedId(family, rest.question), title, requirements, level: 'required', ...rest })
