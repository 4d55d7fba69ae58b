import { sample, type Arbitrary } from 'fast-check'
import type { Vector } from '../model/index.ts'
import { clientQuestion } from './client/calls.ts'
import { clientSequence } from './client/sequences.ts'
import { issueQuestion, issueSequence, paramsQuestion, signatureQuestion } from './tokens.ts'
import { verifyQuestion } from './verify.ts'

/** What to generate: how many questions, out of which seed. */
export interface Generated {
  readonly count: number
  readonly seed: number
}

/** What a question or a sequence is drawn from, and how often; by method. */
const SOURCES: readonly (readonly [method: string, share: number, source: Arbitrary<readonly Vector[]>])[] = [
  ['token.params', 2, paramsQuestion.map((one) => [one])],
  ['token.signature', 3, signatureQuestion.map((one) => [one])],
  ['token.issue', 3, issueQuestion.map((one) => [one])],
  ['token.issue', 2, issueSequence],
  ['token.verify', 4, verifyQuestion.map((one) => [one])],
  ['client.call', 5, clientQuestion.map((one) => [one])],
  ['client.call', 2, clientSequence.map((one) => [one])],
]

/**
 * Questions that did not exist before, each with what is due; the same seed and methods give the same ones. A sequence
 * stands together. The first ones come again at the end: an SDK that has worn out answers them otherwise.
 */
export function generatedVectors({ count, seed }: Generated, methods: readonly string[]): Vector[] {
  const sources = SOURCES.filter(([method]) => methods.includes(method))
  const shares = sources.reduce((sum, [, share]) => sum + share, 0)
  const drawn = sources.flatMap(([, share, source], at) => {
    const numRuns = Math.max(1, Math.ceil((count * share) / shares))
    return atMost(sample(source, { numRuns, seed: seed + at }), numRuns)
  })
  return unique(withFirstAgain(drawn))
}

const AGAIN = 20

/** Whole sequences until there are enough questions. */
function atMost(groups: readonly (readonly Vector[])[], count: number): Vector[] {
  const taken: Vector[] = []
  for (const group of groups) if (taken.length < count) taken.push(...group)
  return taken
}

const withFirstAgain = (vectors: readonly Vector[]): Vector[] => [
  ...vectors,
  ...vectors
    .filter((_, at) => at % Math.max(1, Math.floor(vectors.length / AGAIN)) === 0)
    .map((vector) => ({ ...vector, id: `${vector.id}-again` })),
]

const unique = (vectors: readonly Vector[]): Vector[] => [
  ...new Map(vectors.map((vector) => [vector.id, vector])).values(),
]
