import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT_FOLDER, rootFile } from '../../runners/suite/files.ts'
import { temporary } from '../support/cli.ts'

const FAILED = {
  status: 'failed',
  fullName: 'a rule holds',
  failureMessages: ['\u001b[31mError: expected 1\u001b[39m\n    at somewhere'],
}
const PASSED = { status: 'passed', fullName: 'another rule holds', failureMessages: [] }

const file = (name: string, status: string, assertionResults: readonly object[], message = ''): object => ({
  name: join(ROOT_FOLDER, 'test', name),
  status,
  message,
  assertionResults,
})

function told(testResults: readonly object[], name = 'tests.json'): string {
  const path = join(temporary(), name)
  writeFileSync(path, JSON.stringify({ testResults }))
  return failures(path)
}

const failures = (path: string): string =>
  spawnSync(process.execPath, [rootFile('.ci/failures.mjs'), path], { cwd: ROOT_FOLDER, encoding: 'utf8' })
    .stdout

test('names each failed test with the first line of its message', () => {
  expect(told([file('a.test.ts', 'failed', [FAILED, PASSED])])).toBe(
    'FAILED TEST: test/a.test.ts > a rule holds: Error: expected 1\n',
  )
})

test('names a file that could not be run', () => {
  expect(told([file('b.test.ts', 'failed', [], 'SyntaxError: no\nmore')])).toBe(
    'FAILED TEST: test/b.test.ts (the whole file): SyntaxError: no\n',
  )
})

test('says nothing where all passed', () => {
  expect(told([file('c.test.ts', 'passed', [PASSED])])).toBe('')
})

test('says so where the tests left no results', () => {
  expect(failures('/nowhere/tests.json')).toMatch(/^FAILED TEST: unknown/)
})

test('says under which version of Node', () => {
  expect(told([file('a.test.ts', 'failed', [FAILED])], 'node26.json')).toMatch(
    /^FAILED TEST under node26: test\/a\.test\.ts > a rule holds/,
  )
})
