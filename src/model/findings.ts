import type { FaultId, VectorId } from './base.ts'
import type { Method } from './question.ts'

/** Faults that together explain failures; without any, one of the candidates does. */
export interface Cause {
  readonly faults: readonly FaultId[]
  readonly candidates?: readonly (readonly FaultId[])[]
  readonly explains: readonly VectorId[]
  /** Of a token SDK: the methods whose code has the fault. */
  readonly methods?: readonly Method[]
  /** The methods that would show it, and are right. */
  readonly right?: readonly Method[]
  /** Language functions that have the only fault in the same way, such as `Python strip`: the code may call one. */
  readonly forms?: readonly string[]
  /** Stands in reports, beside likely causes. */
  readonly certainty?: 'proved'
}

export interface StagesOfAnswer {
  readonly vector: VectorId
  readonly stages: readonly { readonly stage: string; readonly expected: string; readonly got?: string }[]
}

/** What all of these failures share, and no right answer to the method has. */
export interface CommonTrait {
  readonly method: Method
  readonly has: string
  /** Of these failures alone: right questions that were refused, or whose values are wrong. */
  readonly among?: 'refused' | 'accepted'
  readonly vectors: readonly VectorId[]
}

/** When the wrong answers to a method come, whose failures come and go. */
export interface UnsteadyMethod {
  readonly method: Method
  /** Follows "is wrong": `in every 7th call of a process`. */
  readonly wrong: string
}

/** A fault that is near to what nothing explains; it is not proved, and a baseline never excuses by it. */
export interface LikelyCause {
  readonly certainty: 'likely'
  readonly fault: FaultId
  readonly method: Method
  /** Of the wrong answers that were looked at: those that it explains, and the others. */
  readonly explains: readonly VectorId[]
  readonly misses: readonly VectorId[]
  /** Right answers that it would have made wrong. */
  readonly predicts: readonly VectorId[]
}

/** What the search for causes found. */
export interface Findings {
  readonly causes: readonly Cause[]
  readonly unexplained: readonly VectorId[]
  readonly faultsOf: (id: VectorId) => readonly FaultId[]
  readonly stages: readonly StagesOfAnswer[]
  /** Of failures without a cause; absent or empty where they share nothing. */
  readonly common?: readonly CommonTrait[]
  /** Of failures without a cause; absent or empty where no fault is near. */
  readonly likely?: readonly LikelyCause[]
  /** So many questions more were answered, to tell causes apart. */
  readonly asked?: number
}
