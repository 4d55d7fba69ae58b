import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readText } from '../../runners/suite/files.ts'
import { typesAsText, writeLibraryTypes } from '../../tools/openapi.ts'
import { temporary } from '../support/cli.ts'

const folder = temporary()
beforeAll(() => writeLibraryTypes(folder, '--removeComments'), 120_000)

/** The types as they would be after a change in one file. */
function textWith(file: string, from: string, to: string): string {
  const path = join(folder, file)
  const right = readFileSync(path, 'utf8')
  expect(right).toContain(from)
  writeFileSync(path, right.replace(from, to))
  const text = typesAsText(folder)
  writeFileSync(path, right)
  return text
}

describe('docs/api.d.ts', () => {
  test('holds every type that the library exports; after a change run "npm run api"', () => {
    expect(typesAsText(folder)).toBe(readText('docs/api.d.ts'))
  })

  test.each([
    ['an export that is gone', 'runners/library/index.d.ts', ', type CheckOptions } from', ' } from'],
    ['an option that is gone', 'runners/library/check.d.ts', 'clock?:', 'time?:'],
    ['a member that may be missing now', 'src/model/vector.d.ts', 'readonly title:', 'readonly title?:'],
    ['an argument of another type', 'src/token/verify.d.ts', 'token: string', 'token: Uint8Array'],
  ])('shows %s', (_, file, from, to) => {
    expect(textWith(file, from, to)).not.toBe(readText('docs/api.d.ts'))
  })
})
