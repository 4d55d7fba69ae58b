import type { Difference, RequirementId } from '../model/index.ts'

/** Something that differs from the expectation. */
export interface Finding {
  /** A stable code. */
  readonly reason: string
  /** What is wrong and what to do about it. */
  readonly message: string
  readonly difference?: Difference
  /** The rule that is broken, where it is known; else see rules.ts. */
  readonly rule?: RequirementId | undefined
  /** The level at which it counts, where that is weaker than the level of its vector. */
  readonly level?: 'recommended'
  /** The interface leaves it open: observed, not failed. The rest of the answer is judged as usual. */
  readonly observed?: 'answer' | 'member' | 'unchecked'
}

/** The longest text that a report repeats, in characters: answers may have any length. */
const LONGEST = 20000

/** Expected and got in one line, with the first UTF-8 byte that differs. */
export function differenceOf(expected: string, got: string): Difference {
  const [left, right] = [Buffer.from(expected, 'utf8'), Buffer.from(got, 'utf8')]
  const at = left.findIndex((byte, index) => byte !== right[index])
  const firstDifferentByte = at === -1 ? left.length : at
  return { expected: expected.slice(0, LONGEST), got: got.slice(0, LONGEST), firstDifferentByte }
}

export const listOf = (finding: Finding | undefined): Finding[] => (finding ? [finding] : [])

/** The finding that decides: rules of the interface come before those of standards, and both before what is open. */
export const worstOf = (findings: readonly Finding[]): Finding | undefined =>
  findings.find(({ level, observed }) => !level && !observed) ??
  findings.find(({ observed }) => !observed) ??
  findings.find(({ observed }) => observed !== 'member')
