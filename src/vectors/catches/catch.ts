import type { FaultId, Vector } from '../../model/index.ts'

/** What decides which faults a vector targets. */
export type Written = Pick<Vector, 'id' | 'expect'>

/** A fault, and the vectors that target it: a pattern of their ids, or a rule. */
export type Catch = readonly [fault: FaultId, vectors: RegExp | ((vector: Written) => boolean)]

/** The same vectors for several faults, whose ids stand in a text with white space between them. */
export const catches = (vectors: Catch[1], faults: string): Catch[] =>
  faults
    .trim()
    .split(/\s+/)
    .map((fault) => [fault, vectors])

/** Faults by their names, each with what targets it. */
export const caught = (table: Readonly<Record<FaultId, Catch[1] | readonly Catch[1][]>>): Catch[] =>
  Object.entries(table).flatMap(([fault, vectors]) => [vectors].flat().map((one): Catch => [fault, one]))
