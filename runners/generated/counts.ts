import { ENDPOINT_QUESTIONS, MOST_CALLS } from '../../src/model/index.ts'

/** How many questions a run generates where neither flag nor lock says it; `calls`: of a subject with a client alone. */
export const COUNTS = { adapter: 10_000, calls: MOST_CALLS, endpoint: ENDPOINT_QUESTIONS } as const
