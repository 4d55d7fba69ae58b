import type { Description } from '../model/index.ts'

/** Which part of the vectors a run judges; what decides the gate is kept for the merge of all parts. */
export interface Shard {
  /** Counted from 1. */
  readonly index: number
  readonly of: number
  /** The globs of `--filter`: parts of another whole cannot be merged. */
  readonly filter: readonly string[]
  /** Whether the subject has a clock of its own: then questions are asked without a timestamp. */
  readonly clock: Description['clock']
  /** The only join parameters that the subject can set, where it says so. */
  readonly joinParams?: readonly string[]
  /** Methods that `--require` names, and the least number of cases: decided when the shards are merged. */
  readonly require: readonly string[]
  readonly minCases: number
}

/** Every n-th vector, beginning with the i-th: parts differ by one vector at most, and neighbours cost alike. */
export const inShard = <T>(vectors: readonly T[], { index, of }: Pick<Shard, 'index' | 'of'>): T[] =>
  vectors.filter((_, at) => at % of === index - 1)
