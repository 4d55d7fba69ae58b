import { expect, test } from 'vitest'
import { agentReport } from '../../src/report/agent.ts'
import { examplesOf } from '../../src/report/text.ts'
import type { Verdict } from '../../src/model/index.ts'
import { wrong } from '../support/report/examples.ts'
import { context } from '../support/report/reports.ts'

const failed = (vector: string, ...diagnosis: string[]): Verdict =>
  ({ vector, outcome: 'failed', ...(diagnosis.length > 0 && { diagnosis }) }) as unknown as Verdict

test('shows three failures of each fault of a cause, and all without one', () => {
  const urlSafe = [1, 2, 3, 4, 5].map((at) => failed(`a/${at}`, 'b64-urlsafe'))
  const trimmed = [1, 2, 3, 4].map((at) => failed(`b/${at}`, 'key-trimmed'))
  const unknown = [1, 2, 3, 4].map((at) => failed(`c/${at}`))
  const explains = [...urlSafe, ...trimmed].map(({ vector }) => vector)
  const report = { ...wrong, diagnosis: [{ faults: ['b64-urlsafe', 'key-trimmed'], explains }] }
  const shown = examplesOf([...urlSafe, ...trimmed, ...unknown], report)
  expect(shown.map(({ vector }) => vector).join(' ')).toBe('a/1 a/2 a/3 b/1 b/2 b/3 c/1 c/2 c/3 c/4')
})

test('the example for an agent is a failure that gates, with a cause and without one', () => {
  const failures = wrong.verdicts.filter(({ outcome }) => outcome === 'failed').map(({ vector }) => vector)
  const [first, second] = failures
  const verdicts = wrong.verdicts.map((verdict) =>
    verdict.vector === first ? { ...verdict, level: 'recommended' as const } : verdict,
  )
  for (const diagnosis of [[{ faults: ['b64-urlsafe'], explains: failures }], []]) {
    const text = agentReport({ ...wrong, verdicts, diagnosis }, context)
    expect(text).toContain(second)
    expect(text).not.toContain(first)
  }
})
