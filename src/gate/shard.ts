import type { Description } from '../model/index.ts'

/** What a subject says of itself that decides which questions it is asked, and what is due. */
export const ASKED_BY = ['clock', 'joinParams', 'always', 'limits', 'operations', 'meets'] as const
export type AskedBy = Pick<Description, (typeof ASKED_BY)[number]>

export const askedBy = ({ clock, joinParams, always, limits, operations, meets }: AskedBy): AskedBy => ({
  clock,
  ...(joinParams && { joinParams }),
  ...(always && { always }),
  ...(limits && { limits }),
  ...(operations && { operations }),
  ...(meets && { meets }),
})

/** Which part of the vectors a run judges; what decides the gate is kept for the merge of all parts. */
export interface Shard extends AskedBy {
  /** Counted from 1. */
  readonly index: number
  readonly of: number
  /** The globs of `--filter`: parts of another whole cannot be merged. */
  readonly filter: readonly string[]
  /** Methods that `--require` names, and the least number of cases: decided when the shards are merged. */
  readonly require: readonly string[]
  readonly minCases: number
}

/** Every n-th vector, beginning with the i-th: parts differ by one vector at most, and neighbours cost alike. */
export const inShard = <T>(vectors: readonly T[], { index, of }: Pick<Shard, 'index' | 'of'>): T[] =>
  vectors.filter((_, at) => at % of === index - 1)
