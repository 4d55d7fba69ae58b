import { describe, expect, test } from 'vitest'
import { VARIANTS } from '../../runners/selfCheck/rightSubjects.ts'
import { requirements } from '../support/vectors/files.ts'

const rows = Object.values(VARIANTS).flat()
const decided = new Set(rows.flatMap(({ decides = [] }) => decides))

describe('the table of variants', () => {
  test('has a row for each rule that the interface leaves open and that shows', () => {
    const open = requirements().filter(
      ({ level, untestable }) => level === 'unspecified' && untestable === undefined,
    )
    expect(open.map(({ id }) => id).filter((id) => !decided.has(id))).toEqual([])
  })

  test('names rules of the right levels, and has ids of its own for each kind', () => {
    const levelOf = new Map(requirements().map(({ id, level }) => [id, level]))
    const departed = rows.flatMap(({ departs = [] }) => departs)
    expect([...decided].filter((id) => levelOf.get(id) !== 'unspecified')).toEqual([])
    expect(departed.filter((id) => levelOf.get(id) !== 'recommended')).toEqual([])
    for (const kind of Object.values(VARIANTS))
      expect(new Set(kind.map(({ id }) => id)).size).toBe(kind.length)
  })

  test('has at least 200 rows', () => {
    expect(rows.length).toBeGreaterThanOrEqual(200)
  })
})
