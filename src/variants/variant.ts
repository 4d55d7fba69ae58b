import type { RequirementId, Verdict } from '../model/index.ts'

/** A known way to be right: something that INTERFACE.md leaves open, and what a right subject does with it. */
export interface Variant {
  readonly id: string
  /** The section of INTERFACE.md that leaves it open. */
  readonly section: string
  /** What the text does not say, in one sentence. */
  readonly open: string
  readonly does: string
  /** Rules of level `unspecified` that it decides. */
  readonly decides?: readonly RequirementId[]
  /** Rules of level `recommended` that it departs from; a failure by any other rule is a false accusation. */
  readonly departs?: readonly RequirementId[]
}

/** What rows about one thing that the text leaves open have in common. */
export type Topic = Omit<Variant, 'id' | 'does'>

/** Rows about one thing that the text leaves open: they differ in the alteration, which is made of what each gives. */
export const waysAbout =
  <Given, Alteration>(prefix: string, topic: Topic, alterationOf: (given: Given) => Alteration) =>
  (name: string, does: string, given: Given, more?: Partial<Topic>) => ({
    ...topic,
    ...more,
    id: `${prefix}-${name}`,
    does,
    alteration: alterationOf(given),
  })

/**
 * Verdicts that accuse a right subject: at `required` it must fail nothing, and at `recommended` only a rule that one
 * of its variants departs from.
 */
export function accusations(verdicts: readonly Verdict[], variants: readonly Variant[]): Verdict[] {
  const departs = new Set(variants.flatMap((variant) => variant.departs ?? []))
  return verdicts.filter(
    ({ outcome, level, rule, requirements }) =>
      outcome === 'errored' ||
      (outcome === 'failed' && !(level === 'recommended' && departs.has(rule ?? requirements[0]!))),
  )
}

/** Each variant alone, and as many pairs: always the same pairs, of variants far from each other in the table. */
export function singlesAndPairs<V extends Variant>(variants: readonly V[]): V[][] {
  const pairs = variants.map((variant, at) => [variant, variants[(at * 7 + 3) % variants.length]!])
  return [...variants.map((variant) => [variant]), ...pairs.filter(([a, b]) => a !== b)]
}
