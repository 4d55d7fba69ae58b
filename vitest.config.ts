import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ALL_ONLY } from './test/allOnly.ts'

/** Tests that need the built program or start processes have this ending; all others are unit tests. */
const PROGRAM = 'test/**/*.program.test.ts'

/** `npm test`, which has the mode "main", leaves out what test/allOnly.ts names; every other run may run everything. */
export default defineConfig(({ mode }) => {
  const leftOut = mode === 'main' ? Object.keys(ALL_ONLY) : []
  // Each file would load the suite anew.
  const shared = { testTimeout: 180_000, isolate: false }
  return {
    test: {
      globalSetup: ['test/support/temporaries.ts', 'test/support/leftOut.ts'],
      // Most tests of programs wait for them, or for time limits: one file more than there are cores.
      maxWorkers: availableParallelism() + 1,
      projects: [
        {
          test: {
            ...shared,
            name: 'unit',
            include: ['test/**/*.test.ts'],
            exclude: [PROGRAM, ...leftOut],
            setupFiles: 'test/support/noProcess.ts',
          },
        },
        {
          test: {
            ...shared,
            name: 'program',
            include: [PROGRAM],
            exclude: leftOut,
            globalSetup: 'test/support/build.ts',
          },
        },
      ],
    },
  }
})
