import { judge } from '../../src/judge/index.ts'
import type { Verdict } from '../../src/model/index.ts'
import { printYaml } from '../../src/vectors/format/print.ts'
import type { Candidate } from './candidate.ts'

export interface Judged extends Candidate {
  readonly verdict: Verdict
}

/** Longer ones show nothing more and cost readers time. */
const LONGEST = 3500

/**
 * Chooses so many answers: a few for each verdict, kind of expectation and kind of answer, then more of each in turn,
 * with makers that differ where possible.
 */
export function chosen(candidates: readonly Candidate[], count: number): Judged[] {
  const groups = new Map<string, Judged[]>()
  for (const candidate of candidates) {
    const verdict = judge(candidate.vector, candidate.answer, candidate.twin)
    const key = keyOf(candidate, verdict)
    const group = groups.get(key) ?? []
    groups.set(key, group)
    if (!isKnown(group, candidate) && isReadable(candidate)) group.push({ ...candidate, verdict })
  }
  const found: Judged[] = []
  for (
    let turn = 0;
    found.length < count && [...groups.values()].some((group) => turn < group.length);
    turn++
  )
    for (const group of groups.values()) found.push(...group.slice(turn, turn + 1))
  return found.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
}

/** One of each freedom. */
const keyOf = (
  { vector, answer, twin, made, isFreedom }: Candidate,
  { outcome, reason, level }: Verdict,
): string =>
  isFreedom
    ? made
    : [outcome, reason, level, vector.expect.verdict, answer.kind, twin === 'twin-accepted'].join(' ')

const isKnown = (group: readonly Judged[], { made, vector }: Candidate): boolean =>
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
export const nameOf = ({ verdict: { outcome, reason } }: Pick<Judged, 'verdict'>): string =>
  reason === undefined ? outcome : `${outcome}-${reason}`
