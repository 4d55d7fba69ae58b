import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { rootFile } from '../runners/suite/files.ts'
import { ALL_ONLY, LONG, PROGRAMS, RELEASE, WAITS } from './allOnly.ts'
import { leftOut } from './support/leftOut.ts'

describe('what a run of the tests left out', () => {
  test('the files that npm test leaves out exist', () => {
    const all = [...Object.keys(ALL_ONLY), ...LONG]
    expect(all.filter((file) => !existsSync(rootFile(file)))).toEqual([])
    expect(new Set(all).size).toBe(all.length)
    const parts = [...RELEASE, ...WAITS, ...PROGRAMS]
    expect(parts.filter((file) => !all.includes(file))).toEqual([])
    expect(new Set(parts).size).toBe(parts.length)
  })

  test('npm test names each of them, and why', () => {
    const lines = leftOut('test', []).split('\n')
    for (const [file, why] of Object.entries(ALL_ONLY)) expect(lines).toContain(`  ${file}: ${why}`)
    for (const file of LONG) expect(lines).toContain(`  ${file}: takes five seconds or more`)
  })

  test('npm run test:all names what it leaves to others', () => {
    const lines = leftOut('test:all', []).split('\n')
    for (const file of PROGRAMS) expect(lines).toContain(`  ${file}: asks programs beside Node`)
    for (const file of RELEASE) expect(lines).toContain(`  ${file}: takes minutes`)
  })

  test('missing programs are named once, with the test files that need them', () => {
    const missing = [
      'ruby\ttest/b.test.ts',
      'go\ttest/a.test.ts',
      'ruby\ttest/a.test.ts',
      'go\ttest/a.test.ts',
    ]
    expect(leftOut(undefined, missing)).toBe(
      '\nSkipped, because a program or library is missing:\n  go: test/a.test.ts\n  ruby: test/a.test.ts, test/b.test.ts\n',
    )
  })

  test('where nothing was left out, nothing is printed', () => {
    expect(leftOut(undefined, [])).toBe('')
  })
})
