import type { FaultId } from '../model/index.ts'

/** What is known of a mistake that real code makes. */
export interface FaultText {
  readonly id: FaultId
  /** One sentence: what the code does. */
  readonly does: string
  /** The usual origin: language and call. */
  readonly origin: string
  /** The repair, one sentence, imperative. */
  readonly repair: string
  /** Where it was seen: issues, or `known default`. */
  readonly reference: string
}
