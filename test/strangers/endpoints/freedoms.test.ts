import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readText } from '../../../runners/suite/files.ts'
import { loadSuite } from '../../../runners/suite/index.ts'

const ROWS = parse(readText('test', 'strangers', 'endpoints', 'freedoms.yaml')) as {
  readonly name: string
  readonly requirement: string
}[]

describe('what a writer called wrong and the interface leaves open', () => {
  test('is a requirement that nothing can fail', async () => {
    const suite = await loadSuite([])
    const levels = ROWS.map(({ requirement }) => [requirement, suite.requirement(requirement)?.level])
    expect(levels.filter(([, level]) => level !== 'unspecified')).toEqual([])
    expect(suite.requirement('STOP-ONE')?.level).toBe('required')
  })

  test('names endpoints of the table, each once', () => {
    const table = readText('test', 'strangers', 'endpoints', 'endpoints.mjs')
    expect(ROWS.filter(({ name }) => !table.includes(`('${name}', `))).toEqual([])
    expect(new Set(ROWS.map(({ name }) => name)).size).toBe(ROWS.length)
  })
})
