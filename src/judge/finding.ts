import type { Difference, RequirementId } from '../model/index.ts'

/** Something that is not as expected. */
export interface Finding {
  /** A stable code. */
  readonly reason: string
  /** What is wrong and what to do about it. */
  readonly message: string
  readonly difference?: Difference
  /** The rule that is broken, where it is known; else see rules.ts. */
  readonly rule?: RequirementId | undefined
  /** A cited standard says it, and the interface does not: it counts at that level, whatever the vector tests. */
  readonly level?: 'recommended'
  /** The interface leaves it open: seen, not failed. */
  readonly observed?: true
}

const weightOf = ({ observed, level }: Finding): number => (observed ? 2 : level ? 1 : 0)

/** The finding that counts most: what is only recommended or observed must not hide what is wrong. */
export const gravest = (findings: readonly (Finding | undefined)[]): Finding | undefined =>
  findings.filter((finding) => finding !== undefined).toSorted((a, b) => weightOf(a) - weightOf(b))[0]

/** Longest text that a report repeats, in characters: answers may be of any length. */
const LONGEST = 20000

/** Expected and got side by side, with the first UTF-8 byte that differs. */
export function differenceOf(expected: string, got: string): Difference {
  const [left, right] = [Buffer.from(expected, 'utf8'), Buffer.from(got, 'utf8')]
  const at = left.findIndex((byte, index) => byte !== right[index])
  const firstDifferentByte = at === -1 ? left.length : at
  return { expected: expected.slice(0, LONGEST), got: got.slice(0, LONGEST), firstDifferentByte }
}
