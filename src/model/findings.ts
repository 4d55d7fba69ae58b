import type { FaultId, VectorId } from './base.ts'

/** Faults that together explain failures; without any, one of the candidates does. */
export interface Cause {
  readonly faults: readonly FaultId[]
  readonly candidates?: readonly (readonly FaultId[])[]
  readonly explains: readonly VectorId[]
}

export interface StagesOfAnswer {
  readonly vector: VectorId
  readonly stages: readonly { readonly stage: string; readonly expected: string; readonly got?: string }[]
}

/** What was found out about the causes of failures. */
export interface Findings {
  readonly causes: readonly Cause[]
  readonly unexplained: readonly VectorId[]
  readonly faultsOf: (id: VectorId) => readonly FaultId[]
  readonly stages: readonly StagesOfAnswer[]
}
