import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ALL_ONLY, LONG, PROGRAMS, RELEASE, WAITS } from './test/allOnly.ts'

/** Tests that need the built program or start processes have this ending; all others are unit tests. */
const ENDING = '.program.test.ts'
const PROGRAM = `test/**/*${ENDING}`

/**
 * What each mode runs: "main" is `npm test`, "all" is `npm run test:all`, "programs" is `npm run test:programs`; .ci/run runs
 * "waits", beside other work, and "rest" after it; "release" is for .ci/release. Without a mode what is named runs, or everything.
 */
const ALL = [...Object.keys(ALL_ONLY), ...LONG]
const ONLY: Readonly<Record<string, readonly string[]>> = {
  waits: WAITS,
  programs: PROGRAMS,
  release: RELEASE,
  rest: ALL.filter((file) => !WAITS.includes(file) && !RELEASE.includes(file)),
}
const LEFT_OUT: Readonly<Record<string, string[]>> = {
  main: ALL,
  all: [...PROGRAMS, ...RELEASE],
}

export default defineConfig(({ mode }) => {
  const only = ONLY[mode]
  const leftOut = LEFT_OUT[mode] ?? []
  // Each file would load the suite anew.
  // A limit for tests that hang, far above what a busy machine takes; and a message that says what differs, for whoever
  // sees one line of it.
  const shared = {
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // An event of a page, such as hashchange, comes when its browser gets to it.
    expect: { poll: { timeout: 60_000 } },
    isolate: false,
    chaiConfig: { truncateThreshold: 250 },
  }
  return {
    test: {
      globalSetup: ['test/support/temporaries.ts', 'test/support/leftOut.ts'],
      // Most tests of programs wait for them, or for time limits: one file more than there are cores. Those of a release
      // keep a core busy each, and the clients in them have time limits.
      maxWorkers: availableParallelism() + (mode === 'release' ? 0 : 1),
      projects: [
        {
          test: {
            ...shared,
            name: 'unit',
            include: only?.filter((file) => !file.endsWith(ENDING)) ?? ['test/**/*.test.ts'],
            exclude: [PROGRAM, ...leftOut],
            setupFiles: 'test/support/noProcess.ts',
          },
        },
        {
          test: {
            ...shared,
            name: 'program',
            include: only?.filter((file) => file.endsWith(ENDING)) ?? [PROGRAM],
            exclude: leftOut,
            globalSetup: 'test/support/build.ts',
          },
        },
      ],
    },
  }
})
