import { describe, expect, test } from 'vitest'
import { parseReports } from '../../runners/report/write.ts'
import { readText } from '../../runners/suite/files.ts'
import { filesBelow, importsOf } from '../support/imports.ts'
import { everyReport, FORMAT_NAMES } from '../support/report/everyFormat.ts'

/** A list of formats that a test wrote down for itself would lack the next one. */
const OWN_LIST = /\[[^\]]*'junit'[^\]]*'markdown'[^\]]*\]/

describe('the tests that look for secrets', () => {
  const files = filesBelow('test', '.program.test.ts').filter((file) => /\bsecrets\./.test(file))

  test('take the formats from the table of the program', () => {
    expect(files).toEqual(['test/hostile/secrets.program.test.ts', 'test/live/secrets.program.test.ts'])
    for (const file of files)
      expect(importsOf(file).map(({ to }) => to)).toContain('test/support/report/everyFormat.ts')
  })

  test('try every format that the command line takes, and a new one as soon as it stands in the table', () => {
    expect(parseReports(FORMAT_NAMES).map(({ format }) => format)).toEqual(FORMAT_NAMES)
    expect(() => parseReports(['made-up'])).toThrow('there is no format "made-up"')
    expect(everyReport('reports', [...FORMAT_NAMES, 'made-up']).flags.slice(-2)).toEqual([
      '--report',
      'made-up=reports/r.made-up',
    ])
  })

  test('and no other test has a list of its own', () => {
    const others = filesBelow('test', '.test.ts').filter((file) => file !== 'test/report/everyFormat.test.ts')
    expect(others.filter((file) => OWN_LIST.test(readText(file)))).toEqual([])
    expect(OWN_LIST.test("const FORMATS = ['text', 'junit', 'markdown'] as const")).toBe(true)
  })
})
