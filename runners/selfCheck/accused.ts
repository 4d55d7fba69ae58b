import { isBad } from '../../src/judge/index.ts'
import type { Verdict } from '../../src/model/index.ts'
import type { Variant } from '../../src/variants/variant.ts'

/** Failures that a right subject does not owe: all but those by the recommended rules from which its row departs. */
export const accusationsOf = (
  verdicts: readonly Verdict[],
  { departs = [] }: Pick<Variant, 'departs'>,
): Verdict[] =>
  verdicts.filter(isBad).filter(({ outcome, level, rule, requirements }) => {
    const broken = rule === undefined ? requirements : [rule]
    return outcome === 'errored' || level === 'required' || !broken.some((id) => departs.includes(id))
  })
