import type { Description } from '../model/index.ts'

/** What a subject says of itself that decides which questions it gets, and what is due. */
export const ASKED_BY = ['clock', 'joinParams', 'always', 'limits', 'operations', 'members', 'meets'] as const
export type AskedBy = Pick<Description, (typeof ASKED_BY)[number]>

export const askedBy = (said: AskedBy): AskedBy =>
  Object.fromEntries(
    ASKED_BY.flatMap((name) => (said[name] ? [[name, said[name]]] : [])),
  ) as unknown as AskedBy

/** Which part of the vectors a run judges, with what the merge of all parts needs to decide the gate. */
export interface Shard extends AskedBy {
  /** Counted from 1. */
  readonly index: number
  readonly of: number
  /** The globs of `--filter`: parts of another whole cannot be merged. */
  readonly filter: readonly string[]
  /** Methods that `--require` names, and the least number of cases: the merge of the shards decides by them. */
  readonly require: readonly string[]
  readonly minCases: number
}

/** Every n-th vector, beginning with the i-th: parts differ by one vector at most; neighbours cost about the same. */
export const inShard = <T>(vectors: readonly T[], { index, of }: Pick<Shard, 'index' | 'of'>): T[] =>
  vectors.filter((_, at) => at % of === index - 1)
