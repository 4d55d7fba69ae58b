import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts'],
    testTimeout: 180_000,
    // Most tests wait for programs that they have started; on two cores vitest would run one file at a time.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
})
