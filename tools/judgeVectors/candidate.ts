import { type TwinState, judge } from '../../src/judge/index.ts'
import type { Answer, Reply, Vector, Verdict } from '../../src/model/index.ts'
import { printYaml } from '../../src/vectors/format/print.ts'

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

/** What comes instead of an answer. */
const INSTEAD: readonly (readonly [made: string, reply: Reply<never>])[] = [
  ...(['crash', 'timeout', 'bad-line', 'not-reproduced'] as const).map(
    (reason) => [reason, { kind: 'broken', reason, message: `played: ${reason}` }] as const,
  ),
  ['not offered', { kind: 'unsupported', why: 'the adapter does not offer it' }],
  ['outside limits', { kind: 'unsupported', why: 'its size is outside', reason: 'outside-limits' }],
  ['error', { kind: 'failed', message: 'code 3: unexpected KeyError' }],
]

/** Gives each of them to one of these vectors. */
export const insteadOf = (vectors: readonly Vector[]): Candidate[] =>
  INSTEAD.map(([made, reply], at) => {
    const vector = vectors[at % vectors.length]!
    return { vector, answer: { askedAt: 0, answeredAt: 0, ...reply }, twin: beside(vector), made }
  })

export type JudgedCandidate = Candidate & { readonly verdict: Verdict }

/** Longer ones show nothing more and cost readers time. */
const LONGEST = 3500

/**
 * Chooses so many answers: a few for each verdict, kind of expectation and kind of answer, then more of each in turn,
 * with makers that differ where possible.
 */
export function chosenCandidates(candidates: readonly Candidate[], count: number): JudgedCandidate[] {
  const groups = new Map<string, JudgedCandidate[]>()
  for (const candidate of candidates) {
    const verdict = judge(candidate.vector, candidate.answer, candidate.twin)
    const key = keyOf(candidate, verdict)
    const group = groups.get(key) ?? []
    groups.set(key, group)
    if (!isKnown(group, candidate) && isReadable(candidate)) group.push({ ...candidate, verdict })
  }
  const found: JudgedCandidate[] = []
  const longest = Math.max(...[...groups.values()].map(({ length }) => length))
  for (let turn = 0; found.length < count && turn < longest; turn++)
    for (const group of groups.values()) found.push(...group.slice(turn, turn + 1))
  return found.toSorted((a, b) => (nameOfVerdict(a) < nameOfVerdict(b) ? -1 : 1))
}

/** One of each freedom. */
function keyOf({ vector, answer, twin, made, isFreedom }: Candidate, verdict: Verdict): string {
  const { outcome, reason, level } = verdict
  const facts = [outcome, reason, level, vector.expect.verdict, answer.kind, twin === 'twin-accepted']
  return isFreedom ? made : facts.join(' ')
}

const isKnown = (group: readonly JudgedCandidate[], { made, vector }: Candidate): boolean =>
  group.some((one) => one.made === made || one.vector.id === vector.id)

/** Short, and within what portable YAML can hold. */
function isReadable({ vector, answer }: Candidate): boolean {
  const { question, expect } = vector
  if (JSON.stringify([question, expect, answer]).length > LONGEST) return false
  try {
    return printYaml([question, expect, answer]) !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** The verdict on an answer, for its id: `failed-wrong-version`. */
export const nameOfVerdict = ({ verdict: { outcome, reason } }: Pick<JudgedCandidate, 'verdict'>): string =>
  reason === undefined ? outcome : `${outcome}-${reason}`
