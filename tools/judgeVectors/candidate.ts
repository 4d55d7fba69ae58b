import type { TwinState } from '../../src/judge/index.ts'
import type { Answer, Vector } from '../../src/model/index.ts'

/** An answer that may become a judge vector. */
export interface Candidate {
  readonly vector: Vector
  readonly answer: Answer
  readonly twin: TwinState
  /** The fault or variant that gives the answer, or what happened instead of an answer. */
  readonly made: string
  /** A right subject that uses a freedom of the text: its answer must pass. */
  readonly isFreedom?: boolean | undefined
}

/** Where a vector has a twin, it was accepted, unless the row says otherwise. */
export const beside = ({ twin }: Vector): TwinState => (twin === undefined ? 'no-twin' : 'twin-accepted')

const NO_TIMES = { askedAt: 0, answeredAt: 0 }

interface Instead {
  readonly made: string
  readonly answer: Answer
}

/** What comes instead of an answer. */
const INSTEAD: readonly Instead[] = [
  ...(['crash', 'timeout', 'bad-line', 'not-reproduced'] as const).map((reason): Instead => ({
    made: reason,
    answer: { ...NO_TIMES, kind: 'broken', reason, message: `played: ${reason}` },
  })),
  {
    made: 'not offered',
    answer: { ...NO_TIMES, kind: 'unsupported', why: 'the adapter does not offer it' },
  },
  {
    made: 'outside limits',
    answer: { ...NO_TIMES, kind: 'unsupported', why: 'its size is outside', reason: 'outside-limits' },
  },
  {
    made: 'error',
    answer: { ...NO_TIMES, kind: 'failed', message: 'code 3: unexpected KeyError' },
  },
]

/** Gives each of them to one of these vectors. */
export const insteadOf = (vectors: readonly Vector[]): Candidate[] =>
  INSTEAD.map(({ made, answer }, at) => {
    const vector = vectors[at % vectors.length]!
    return { vector, answer, twin: beside(vector), made }
  })
