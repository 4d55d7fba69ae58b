import { describe, expect, test } from 'vitest'
import { tallies } from '../../src/report/ruleStates.ts'
import { textReport } from '../../src/report/text.ts'
import { context, reportOf } from '../support/report/reports.ts'

const paint = (_: unknown, line: string): string => line

describe('the text of a run with many failures of one cause', async () => {
  const report = await reportOf(['message-dotted'], { joinParams: ['channelId', 'userId', 'duration'] })
  const text = textReport(report, { ...context, paint })
  const told = text.match(/^FAILED .*$/gm)!

  test('shows the cause, three examples and how to see the rest, then what was skipped', () => {
    expect(report.totals.failed).toBeGreaterThan(100)
    expect(report.diagnosis).toHaveLength(1)
    expect(told).toHaveLength(3)
    const offsets = [
      'one cause: message-dotted',
      told[0],
      `… and ${report.totals.failed - 3} more; --report html=FILE`,
      'skipped ',
      'does not conform',
    ].map((part) => text.indexOf(part ?? ''))
    expect(offsets).not.toContain(-1)
    expect(offsets).toEqual([...offsets].sort((a, b) => a - b))
  })

  test('shows failures that nothing explains beside them', () => {
    const id = report.verdicts.findLast(({ outcome }) => outcome === 'failed')!.vector
    const diagnosis = report.diagnosis!.map((cause) => ({
      ...cause,
      explains: cause.explains.filter((one) => one !== id),
    }))
    const other = textReport({ ...report, diagnosis }, { ...context, paint })
    expect(other.match(/^FAILED .*$/gm)).toHaveLength(4)
    expect(other).toContain(`FAILED ${id}`)
  })
})

describe('coverage', async () => {
  const report = await reportOf(['b64-urlsafe'])

  test('is unclear where the pages say so', () => {
    const pages = [...tallies(report.verdicts)].flatMap(([id, { unclear = 0 }]) =>
      unclear ? [[id, unclear]] : [],
    )
    expect(pages.length).toBeGreaterThan(0)
    for (const [id, unclear] of pages) expect(report.coverage[id as string]).toMatchObject({ unclear })
  })

  test('never says so of the rule that the failure broke', () => {
    const blamed = report.verdicts.find(({ outcome, rule }) => outcome === 'failed' && rule !== undefined)!
    const { failed, unclear } = report.coverage[blamed.rule!]!
    expect(failed).toBeGreaterThan(unclear)
  })
})
