import type { Excuse } from '../model.ts'

/** A known failure: schemas/baseline.schema.json. */
export interface BaselineEntry extends Excuse {
  /** Id of a vector, or a glob over ids. */
  readonly vector: string
  /** First and last line in the file, counted from 1. */
  readonly lines?: readonly [number, number]
}

export const BASELINE_PROBLEMS = [
  'baseline-passes',
  'baseline-matches-nothing',
  'baseline-too-wide',
  'baseline-expired',
] as const

/** What is wrong with an entry, and the lines to take out (`-`) and to put in (`+`). */
export interface BaselineProblem {
  readonly code: (typeof BASELINE_PROBLEMS)[number]
  readonly entry: string
  readonly line?: number
  readonly message: string
  readonly edit: readonly string[]
}

/** What a report says of the baseline of its run. */
export interface BaselineNews {
  readonly file: string
  readonly entries: number
  readonly problems: readonly BaselineProblem[]
  /** How many entries name no issue yet. */
  readonly unfiled: number
}
