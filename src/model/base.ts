export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export type JsonObject = { readonly [name: string]: Json }

/** `required`: the interface says it. `recommended`: a cited standard says it. `unspecified`: neither does. */
export const LEVELS = ['required', 'recommended', 'unspecified'] as const
export type Level = (typeof LEVELS)[number]

/** Path of the vector file and a name: `token/signature/secret-of-64-bytes`. Never renumbered, never reused. */
export type VectorId = string
export type RequirementId = string
export type FaultId = string

/** One rule of INTERFACE.md, as it stands in vectors/requirements.yaml. */
export interface Requirement {
  readonly id: RequirementId
  readonly section: string
  readonly level: Level
  readonly statement: string
  /** The standard that a `recommended` rule comes from. */
  readonly source?: string
  /** Why no vector can exist. */
  readonly untestable?: string
  /** The family that is going to test it. */
  readonly planned?: string
}
