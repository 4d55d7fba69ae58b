import type { RequirementId, Verdict } from '../model/index.ts'
import type { Variant } from './variant.ts'

/** The rule that a failed verdict names. */
export const brokenRule = ({ rule, requirements }: Verdict): RequirementId | undefined =>
  rule ?? requirements[0]

/**
 * Verdicts that accuse a right subject. At level `required` it fails nothing; at `recommended` only by the rules that
 * its row departs from. What is errored has no level.
 */
export const accusations = (
  { departs = [] }: Pick<Variant, 'departs'>,
  verdicts: readonly Verdict[],
): readonly Verdict[] =>
  verdicts.filter((verdict) => {
    const mayFail = verdict.level === 'recommended' && departs.includes(brokenRule(verdict) ?? '')
    return verdict.outcome === 'errored' || (verdict.outcome === 'failed' && !mayFail)
  })
