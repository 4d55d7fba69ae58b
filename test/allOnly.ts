/**
 * Test files that only `npm run test:all` runs, and why: `npm test` takes a minute. What they prove in full, a file that
 * `npm test` runs proves on one example.
 */
export const ALL_ONLY: Readonly<Record<string, string>> = {
  'test/library/languages.test.ts': 'compiles and runs the tests of other languages, once for each mistake',
}
