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
  /** Questions that are made in the run find it; no shipped vector does. */
  readonly by?: 'generated'
}

/** The text of a row; without a reference it is a well-known default of a language or library. */
export type FaultWords = Omit<FaultText, 'reference'> & Partial<Pick<FaultText, 'reference'>>

/** A row of the catalogue as a fault of a group. */
export const faultOf = <R extends FaultWords, G, S>(row: R, group: G, shows: S) => ({
  reference: 'known default',
  ...row,
  group,
  shows,
})
