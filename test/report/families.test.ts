import { describe, expect, test } from 'vitest'
import type { Outcome, Verdict } from '../../src/model/index.ts'
import { familySection } from '../../src/report/html/sections.ts'
import { right } from '../support/report/examples.ts'

const verdicts = (family: string, outcome: Outcome, count: number): Verdict[] =>
  Array.from({ length: count }, (_, at) => ({
    ...right.verdicts[0]!,
    vector: `${family}/x${at}-${outcome}`,
    outcome,
  }))

const rowsOf = (...own: readonly (readonly Verdict[])[]): string[] =>
  familySection({ ...right, verdicts: own.flat() })
    .text.split('<tr>')
    .slice(2)

/** Width of each piece, by its colour. */
const widths = (row: string): Record<string, number> =>
  Object.fromEntries(
    [...row.matchAll(/<rect class="(\w+)" x="\d+" width="(\d+)"/g)].map(([, colour, width]) => [
      colour!,
      Number(width),
    ]),
  )

describe('the bars of the families', () => {
  test('are as long as the shares of their outcomes, with the counts beside them', () => {
    const [first, second] = rowsOf(
      verdicts('token/params', 'passed', 30),
      verdicts('token/params', 'failed', 10),
      verdicts('token/issue', 'skipped', 4),
    )
    // 30 and 10 of 40, of 1000 units.
    expect(widths(first!)).toEqual({ good: 750, bad: 250 })
    expect(first).toContain('10 failed, 30 passed')
    expect(widths(second!)).toEqual({ muted: 1000 })
    expect(second).toContain('4 skipped')
  })

  test('show one failure among thousands', () => {
    const [row] = rowsOf(verdicts('token/params', 'passed', 5000), verdicts('token/params', 'failed', 1))
    expect(widths(row!)['bad']).toBeGreaterThan(5)
    expect(row).toContain('1 failed, 5000 passed')
  })
})
