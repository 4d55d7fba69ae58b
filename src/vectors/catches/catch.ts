import type { FaultId } from '../../model/index.ts'

/** A fault, and the ids of vectors that were written for it, where the row of a vector does not say so itself. */
export type Catch = readonly [fault: FaultId, vectors: RegExp]
