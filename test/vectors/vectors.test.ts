import { describe, expect, test } from 'vitest'
import { readJsonFile } from '../../runners/suite/files.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import * as checks from '../support/vectors/checks.ts'
import { familyFiles, requirements, sources, vectorFiles } from '../support/vectors/files.ts'

interface RequirementsSchema {
  readonly $defs: {
    readonly requirement: { readonly properties: { readonly id: { readonly pattern: string } } }
  }
}

const files = vectorFiles()
const families = familyFiles()
const vectors = families.flatMap((family) => family.vectors)
const rules = requirements()
const ruleIds = new Set(rules.map(({ id }) => id))
const { pattern } = readJsonFile<RequirementsSchema>('schemas', 'requirements.schema.json').$defs.requirement
  .properties.id

describe('files', () => {
  test.each(files)('$path names its schema in line 1 and keeps it', (file) => {
    expect(checks.fileProblems(file, schemaCheck)).toEqual([])
  })

  test('are all YAML, and all families are there', () => {
    expect(files.filter(({ path }) => !path.endsWith('.yaml'))).toEqual([])
    expect(families.map(({ family }) => family)).toEqual(
      expect.arrayContaining([
        'token/params',
        'token/signature',
        'token/issue',
        'token/refusal',
        'token/verify',
      ]),
    )
  })

  test('hold the family that their path says', () => {
    const paths = files.map(({ path }) => path).filter((path) => checks.schemaNameOf(path) === 'vectors')
    expect(families.map(({ family }) => `vectors/${family}.yaml`)).toEqual(paths)
  })
})

test('hold nothing that is empty, and each file says who asks its vectors', () => {
  for (const { path, text } of files.filter((file) => checks.schemaNameOf(file.path) === 'vectors')) {
    expect(text.match(/: (?:\{\}|"")$/gm)?.filter((line) => line.includes('intermediates')) ?? []).toEqual([])
    expect(text, path).toMatch(/^use: ".*(?:asked by|no command asks them)/m)
  }
})

test('ids are unique over all families and begin with the name of theirs', () => {
  expect(checks.idProblems(families)).toEqual([])
})

describe('requirements', () => {
  test('have unique ids', () => {
    expect(checks.repeated(rules.map(({ id }) => id))).toEqual([])
  })

  test('every id that stands anywhere is one of vectors/requirements.yaml', () => {
    const unknown = sources().flatMap(({ path, text }) =>
      checks.requirementIds(text, pattern).flatMap((id) => (ruleIds.has(id) ? [] : [`${path}: ${id}`])),
    )
    expect([...new Set(unknown)]).toEqual([])
  })

  test('each has vectors, or is untestable, or is planned for a family that does not exist yet', () => {
    const covered = new Set(vectors.flatMap((vector) => vector.requirements))
    const names = families.map(({ family }) => family)
    expect(checks.coverageProblems(rules, covered, names)).toEqual([])
  })
})

test('every refusal has an accepted twin that asks the same method and differs in one property', () => {
  expect(checks.twinProblems(vectors)).toEqual([])
})
