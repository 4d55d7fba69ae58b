import { describe, expect, test } from 'vitest'
import { faultById } from '../../src/faults/catalogue.ts'
import { diagnosisText } from '../../src/report/diagnosis.ts'

const text = (report: Parameters<typeof diagnosisText>[0]): string => diagnosisText(report, faultById)

describe('the causes of a failed run', () => {
  test('say how many failures have one cause, and how it is repaired', () => {
    const found = text({
      diagnosis: [{ faults: ['b64-urlsafe'], explains: ['token/params/a', 'token/params/b'] }],
    })
    expect(found).toMatch(/^2 failures, one cause: b64-urlsafe\n/)
    expect(found).toContain('Use the standard alphabet (RFC 4648 section 4); Python: base64.b64encode')
  })

  test('name two faults together', () => {
    const found = text({
      diagnosis: [{ faults: ['b64-wrapped-76', 'key-trimmed'], explains: ['token/params/a'] }],
    })
    expect(found).toMatch(/^1 failure, two causes together: b64-wrapped-76, key-trimmed\n/)
  })

  test('list candidates where several explain the same, and claim none of them', () => {
    const candidates = [['key-trimmed'], ['key-cut-short']]
    const found = text({ diagnosis: [{ faults: [], candidates, explains: ['token/signature/a'] }] })
    expect(found).toMatch(/^1 failure, one cause, which is one of: key-trimmed; key-cut-short\n/)
  })

  test('show the first stage that differs where nothing explains it', () => {
    const stages = [
      { stage: 'JSON', expected: '{}', got: '{}' },
      { stage: 'params', expected: 'e30=', got: 'e30' },
      { stage: 'signature', expected: 'a', got: 'b' },
    ]
    const vectors = ['token/issue/minimal']
    const found = text({ unexplained: { vectors, stages: [{ vector: vectors[0]!, stages }] } })
    expect(found).toContain('1 failure that no known fault explains: token/issue/minimal')
    expect(found).toMatch(/JSON +as expected: \{\}/)
    expect(found).toMatch(/params +expected e30=\n +→ differs first +got +e30\n/)
    expect(found.match(/differs first/g)).toHaveLength(1)
  })

  test('are nothing for a run without failures', () => {
    expect(text({})).toBe('')
  })
})
