import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { familyNames, rootFile } from '../../runners/suite/files.ts'
import { families } from '../../src/vectors/index.ts'
import { FAMILY_NAMES, GROUPS } from '../../src/vectors/names.ts'

const tables = GROUPS.flatMap((group) =>
  readdirSync(rootFile('src', 'vectors', group))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${group}/${file.replace('.ts', '')}`),
)
const sorted = (names: readonly string[]): string[] => [...names].sort()

describe('a family', () => {
  test('is one table and one YAML file of the same name', () => {
    expect(sorted(tables)).toEqual(sorted(FAMILY_NAMES))
    expect(sorted(familyNames())).toEqual(sorted(FAMILY_NAMES))
  })

  test('is called as its table is, and so are its vectors', () => {
    for (const [at, { name, vectors }] of families().entries()) {
      expect(name).toBe(FAMILY_NAMES[at])
      expect(vectors.filter(({ id }) => !id.startsWith(`${name}/`))).toEqual([])
    }
  })
})
