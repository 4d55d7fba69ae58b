import type { RequirementId } from '../model/index.ts'

/** A known way to be right: something that INTERFACE.md leaves open, and what a right subject does with it. */
export interface Variant {
  readonly id: string
  /** The section of INTERFACE.md that leaves it open. */
  readonly section: string
  /** What the text does not say, in one sentence. */
  readonly open: string
  /** What this subject does. */
  readonly does: string
  /** Rules of level `unspecified` that it decides. */
  readonly decides?: readonly RequirementId[]
  /** Rules of level `recommended` that it departs from; a failure by any other rule is a false accusation. */
  readonly departs?: readonly RequirementId[]
}
