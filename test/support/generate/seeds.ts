/** Seeds for each variant; more of them: `SEEDS=1000 npx vitest run <file>`. */
export const SEEDS = Number(process.env['SEEDS'] ?? 1)

/** Each variant has seeds of its own: the same seeds for all would try fewer questions. */
export const seedsOf = (at: number, first = 1): number[] =>
  Array.from({ length: SEEDS }, (_, seed) => first + SEEDS * at + seed)

/** Milliseconds that the questions of one seed may take, on a busy machine. */
export const PATIENCE = 600_000

/** Runs of which each fault must be found in all but one of twenty; all twenty: `RUNS=20 npx vitest run <file>`. */
const RUNS = Number(process.env['RUNS'] ?? 5)
export const RUN_SEEDS = Array.from({ length: RUNS }, (_, at) => 100 + at)
export const LEAST_FOUND = RUNS - Math.ceil(RUNS / 20)
