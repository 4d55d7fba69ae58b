import { defineConfig } from 'vitest/config'

/** What `npm run mutate` asks each mutant: tests that need no build and no process of ours. */
export default defineConfig({
  test: {
    include: [
      'test/body/{schemas,validate,vectors}.test.ts',
      'test/diagnose/diagnose.test.ts',
      'test/token/*.test.ts',
      'test/vectors/reference.test.ts',
      'test/judge/{judge,freedoms}.test.ts',
      'test/variants/body.test.ts',
    ],
  },
})
