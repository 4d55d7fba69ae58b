import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ALL_ONLY } from './test/allOnly.ts'

/** `npm test` leaves out what test/allOnly.ts names; `npm run test:all`, which has the mode "all", runs everything. */
export default defineConfig(({ mode }) => ({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: mode === 'all' ? [] : Object.keys(ALL_ONLY),
    globalSetup: ['test/support/temporaries.ts', 'test/support/build.ts', 'test/support/leftOut.ts'],
    testTimeout: 180_000,
    // Each file would load the suite anew.
    isolate: false,
    // Most tests wait for programs that they have started, or for time limits: one file more than there are cores.
    maxWorkers: availableParallelism() + 1,
  },
}))
