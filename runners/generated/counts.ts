/** How many questions a run generates where neither flag nor lock says it. */
export const COUNTS = { adapter: 10_000, endpoint: 67 } as const
