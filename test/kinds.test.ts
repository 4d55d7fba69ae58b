import { fork, spawn, spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { readText } from '../runners/suite/files.ts'
import { built } from './support/cli.ts'
import { filesBelow, importsOf } from './support/imports.ts'

const OTHER_NAME = /name this file \*\.program\.test\.ts/
const NEEDED = /'node:child_process'|BUILT_PROGRAM/

/** Files whose answer is known, and those that are being looked at. */
const KNOWN = new Map<string, boolean>()

/** Does this file, or one that it imports, start processes or run the built program? */
function needsProgram(file: string): boolean {
  const known = KNOWN.get(file)
  if (known !== undefined) return known
  KNOWN.set(file, false)
  const text = readText(file)
  const needs = NEEDED.test(text) || importsOf(file, text).some(({ to }) => needsProgram(to))
  KNOWN.set(file, needs)
  return needs
}

describe('the two kinds of tests', () => {
  test.each([
    ['spawn', () => spawn(process.execPath)],
    ['spawnSync', () => spawnSync(process.execPath)],
    ['fork', () => fork('x.mjs')],
    ['the built program', () => built('runners/cli.js')],
  ])('a unit test that needs %s fails, and says how to name it', (_, start) => {
    expect(start).toThrow(OTHER_NAME)
  })

  test('each program test needs a process or the built program', () => {
    const programs = filesBelow('test', '.program.test.ts')
    expect(programs.length).toBeGreaterThan(0)
    expect(programs.filter((file) => !needsProgram(file))).toEqual([])
    expect(needsProgram('test/token/base64.test.ts')).toBe(false)
  })
})
