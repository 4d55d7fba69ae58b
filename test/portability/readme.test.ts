import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { familyNames, readText } from '../../runners/suite/files.ts'
import type { Family, Vector } from '../../src/model/index.ts'
import { codeBlocks, VECTORS_README } from '../support/portability/readme.ts'

const EXAMPLES = codeBlocks(VECTORS_README, 'yaml').flatMap((block) => parse(block) as Vector[])

describe('vectors/README.md', () => {
  test.each(familyNames())('has %s in its table', (name) => {
    expect(VECTORS_README).toContain(`\n| \`${name}\``)
  })

  test('shows one vector of each verdict', () => {
    expect(EXAMPLES.map(({ expect: { verdict } }) => verdict).sort()).toEqual(['accept', 'either', 'refuse'])
  })

  test.each(EXAMPLES.map((vector) => [vector.id, vector] as const))('shows %s as it is', (id, shown) => {
    const { vectors } = parse(readText('vectors', `${id.replace(/\/[^/]*$/, '')}.yaml`)) as Family
    expect(shown).toStrictEqual(vectors.find((vector) => vector.id === id))
  })
})
