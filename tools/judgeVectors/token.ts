import { isDeepStrictEqual } from 'node:util'
import { asAsked } from '../../src/ask.ts'
import { GENERATED_FAULTS, OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import type { Alteration, FaultyAnswer } from '../../src/faults/fault.ts'
import { answerOf, sdkWith, showsIn } from '../../src/faults/faultySdk/index.ts'
import { stamped } from '../../src/faults/killMatrix.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import type { Method, Question, Vector } from '../../src/model/index.ts'
import { TOKEN_VARIANTS } from '../../src/variants/token/index.ts'
import { beside, insteadOf, type Candidate } from './candidate.ts'

interface Row {
  readonly made: string
  readonly alteration: Alteration
  readonly isFreedom?: boolean
}

/** The fault puts the secret where the appId stands, which is wrong by itself. */
const secretAs =
  (written: (secret: string) => string): Alteration =>
  (sdk) => {
    let secret = ''
    return {
      key: (appSecret) => sdk.key((secret = appSecret)),
      resend: (_, joinParams, encode) => encode(JSON.stringify({ ...joinParams, note: written(secret) })),
    }
  }

const ROWS: readonly Row[] = [
  { made: 'right', alteration: () => ({}) },
  { made: 'secret in the params', alteration: secretAs((secret) => secret) },
  {
    made: 'secret in the params, in base64',
    alteration: secretAs((secret) => Buffer.from(`:${secret}`).toString('base64')),
  },
  ...TOKEN_VARIANTS.flatMap(({ id, alteration }) =>
    alteration ? [{ made: id, alteration, isFreedom: true }] : [],
  ),
  ...[...OUTPUT_FAULTS, ...GENERATED_FAULTS].flatMap(({ id, alteration, others = [] }) =>
    [alteration, ...others].map((form) => ({ made: id, alteration: form })),
  ),
]

/** How many vectors of each method every row is asked, in addition to those that name it. */
const PLAIN = 6

/** Answers of right and of faulty SDKs to the vectors of one method. */
export function tokenCandidates(method: Method, vectors: readonly Vector[]): Candidate[] {
  const first = spread(vectors, PLAIN)
  const answered = ROWS.flatMap((row) => {
    if (row.made !== 'right' && !showsIn(row.alteration, method)) return []
    const naming = vectors.filter(({ catches }) => catches?.includes(row.made)).slice(0, PLAIN)
    const asked = row.made === 'right' ? vectors : [...new Set([...naming, ...first])]
    return asked.flatMap((vector) => candidateOf(row, vector))
  })
  return [
    ...answered,
    ...insteadOf(first),
    ...(method === 'token.issue' ? carrying() : []),
    ...lonely(vectors),
    ...leaking(vectors),
    ...refusing(vectors),
    ...withoutReason(vectors),
  ]
}

function spread<T>(list: readonly T[], count: number): T[] {
  const length = Math.min(count, list.length)
  return Array.from({ length }, (_, at) => list[Math.floor((at * list.length) / count)]!)
}

const given = (vector: Vector, answer: FaultyAnswer, made: string): Candidate => ({
  vector,
  answer: stamped(answer),
  twin: beside(vector),
  made,
})

/** An answer that does not show the fault says nothing about the judge. */
function candidateOf({ made, alteration, isFreedom }: Row, vector: Vector): Candidate[] {
  const answer = answerOf(sdkWith([alteration]), vector.question)
  if (!answer || (made !== 'right' && isDeepStrictEqual(answer, right(vector.question)))) return []
  return [{ ...given(vector, answer, made), isFreedom }, ...ownClock(vector, answer, made)]
}

/** The same SDK with its own clock: it was asked and has answered at about the timestamp of the question. */
function ownClock(vector: Vector, answer: FaultyAnswer, made: string): Candidate[] {
  const { question, needs = [] } = vector
  if (question.method !== 'token.issue' || needs.length > 0) return []
  const { timestamp = 0 } = question.params
  const times = { askedAt: timestamp - 0.25, answeredAt: timestamp + 0.5 }
  const asked = asAsked(vector, { clock: 'system' })
  const plain = given(vector, answer, `${made}, own clock`)
  return [{ ...plain, vector: asked, answer: { ...plain.answer, ...times } }]
}

/** The same each time. Only generated questions follow one that asked for more. */
const GENERATED = { count: 200, seed: 1, methods: ['token.issue'] } as const

/** Tokens with what an earlier question asked for. */
const carrying = (): Candidate[] =>
  inOrder(generatedGroups(GENERATED)).flatMap((vector) => {
    const { expect, question } = vector
    if (expect.verdict === 'refuse' || !('earlier' in expect.output)) return []
    const { earlier } = expect.output
    const carried: Alteration = (usual) => ({
      prepare: (asked, second) => usual.prepare({ ...asked, ...earlier }, second),
    })
    return [given(vector, answerOf(sdkWith([carried]), question)!, 'privileges-stay')]
  })

const right = (question: Question): FaultyAnswer | undefined => answerOf(sdkWith([]), question)

/** Right answers that show the app secret. */
function leaking(vectors: readonly Vector[]): Candidate[] {
  const withSecret = vectors.filter(({ question }) => 'appSecret' in question.params)
  return spread(withSecret, 4).map((vector) => {
    const plain = given(vector, right(vector.question)!, 'right, and shows the secret')
    return { ...plain, answer: { ...plain.answer, leak: true } }
  })
}

/** Right refusals whose twin was refused as well, broke, or was not judged. */
function lonely(vectors: readonly Vector[]): Candidate[] {
  const refusals = vectors.filter(({ twin }) => twin !== undefined)
  return (['no-twin', 'twin-broken', 'twin-not-judged'] as const).flatMap((twin) =>
    spread(refusals, 2).map((vector) => ({ ...given(vector, right(vector.question)!, 'right'), twin })),
  )
}

/** Refusals of everything, and for a reason that is never true. */
const refusing = (vectors: readonly Vector[]): Candidate[] =>
  (['malformed', 'out-of-range'] as const).flatMap((reason) =>
    spread(vectors, 12).map((vector) => given(vector, { kind: 'refused', reason }, 'refuses everything')),
  )

/** A verifier may say no without a reason. */
function withoutReason(vectors: readonly Vector[]): Candidate[] {
  const verified = vectors.filter(({ question }) => question.method === 'token.verify')
  return spread(verified, 24).map((vector) => given(vector, { kind: 'refused' }, 'verify-without-reason'))
}
