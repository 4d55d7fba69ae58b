import { ruleOfReason } from './rules.ts'
import type { Difference, Finding, Level, RequirementId } from '../model/index.ts'

/** Something that differs from the expectation: a finding before its rule and its level are settled. */
export interface Found extends Pick<Finding, 'reason' | 'message' | 'difference'> {
  /** The rule that is broken, where it is known; else see rules.ts. */
  readonly rule?: RequirementId | undefined
  /** The level at which it counts, where that is not the level of its vector. */
  readonly level?: Finding['level']
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

export const listOf = (found: Found | undefined): Found[] => (found ? [found] : [])

/** Everything found, sorted: what counts, the worst first, and what is only observed. */
export interface Sorted {
  readonly findings: readonly (Found & { readonly level: Finding['level'] })[]
  readonly observed: readonly Found[]
}

/** The rule that is broken, where the finding or its reason names it. @param of the rules of the vector */
export const ruleOf = (
  { rule, reason = '' }: { readonly rule?: string | undefined; readonly reason?: string },
  of: readonly RequirementId[] = [],
): RequirementId | undefined => rule ?? ruleOfReason(reason, of)

/**
 * Without a level of its own a finding has that of its vector. Where the vector is only observed, the text leaves open
 * what was asked, and not the other rules of an answer: they count there too.
 */
const levelOf = (found: Found, level: Level): Level =>
  found.level ?? (level === 'unspecified' && ruleOf(found) !== undefined ? 'required' : level)

/** Rules of the interface come before those of standards. */
export function sorted(all: readonly Found[], level: Level): Sorted {
  const counts = all.flatMap((found) => {
    const own = levelOf(found, level)
    return found.observed || own === 'unspecified' ? [] : [{ ...found, level: own }]
  })
  return {
    findings: [
      ...counts.filter((one) => one.level === 'required'),
      ...counts.filter((one) => one.level === 'recommended'),
    ],
    observed: all.filter((one) => one.observed !== undefined || levelOf(one, level) === 'unspecified'),
  }
}
