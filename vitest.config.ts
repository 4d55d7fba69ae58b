import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ALL_ONLY, WAITS } from './test/allOnly.ts'

/** Tests that need the built program or start processes have this ending; all others are unit tests. */
const ENDING = '.program.test.ts'
const PROGRAM = `test/**/*${ENDING}`

/**
 * What each mode leaves out: "main" is `npm test`, "busy" is what .ci/run runs beside busy loops, and "rest" is what
 * "busy" leaves out. Without a mode everything runs, or what is named.
 */
const ALL = Object.keys(ALL_ONLY)
const REST = ALL.filter((file) => !WAITS.includes(file))
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = { main: ALL, busy: REST }

export default defineConfig(({ mode }) => {
  const leftOut = LEFT_OUT[mode] ?? []
  const included = (files: string, isOne: (file: string) => boolean): string[] =>
    mode === 'rest' ? REST.filter(isOne) : [files]
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
            include: included('test/**/*.test.ts', (file) => !file.endsWith(ENDING)),
            exclude: [PROGRAM, ...leftOut],
            setupFiles: 'test/support/noProcess.ts',
          },
        },
        {
          test: {
            ...shared,
            name: 'program',
            include: included(PROGRAM, (file) => file.endsWith(ENDING)),
            exclude: [...leftOut],
            globalSetup: 'test/support/build.ts',
          },
        },
      ],
    },
  }
})
