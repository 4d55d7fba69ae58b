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

/** How many failures a text shows or counts. */
function toldIn(text: string): number {
  const more = [...text.matchAll(/^(?: {2}|… )and (\d+) more/gm)].map(([, count]) => Number(count))
  return text.match(/^FAILED /gm)!.length + more.reduce((sum, count) => sum + count)
}

describe('the text of a run that nothing explains', async () => {
  const { diagnosis: _, ...report } = await reportOf(['channelid-trimmed-end', 'message-dotted'])

  test('shows three failures of each rule, and counts every other', () => {
    const text = textReport(report, { ...context, paint })
    const kinds = [
      ...text.matchAll(/^FAILED \S+ (\(.*\))[\s\S]*?^ {2}rule +(\S+)[\s\S]*?^ {2}wrong .*(\[\S+\])$/gm),
    ].map(([, level, rule, reason]) => `${rule} ${reason} ${level}`)
    const shown = [...new Set(kinds)].map((kind) => kinds.filter((one) => one === kind).length)
    expect(Math.max(...shown)).toBe(3)
    expect(text).toMatch(/more of this rule: token\//)
    expect(toldIn(text)).toBe(report.totals.failed)
  })

  test('counts every failure of many rules', () => {
    const verdicts = report.verdicts.map((verdict, at) => ({ ...verdict, rule: `RULE-${at % 12}` }))
    const text = textReport({ ...report, verdicts }, { ...context, paint })
    expect(text.match(/^FAILED /gm)).toHaveLength(25)
    expect(toldIn(text)).toBe(report.totals.failed)
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
