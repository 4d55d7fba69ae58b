import { describe, expect, test } from 'vitest'
import type { Vector, Verdict } from '../../src/model/index.ts'
import { prometheusReport } from '../../src/report/prometheus.ts'
import type { Report } from '../../src/report/report.ts'
import { right } from '../support/report/examples.ts'

const verdict = (
  vector: string,
  outcome: Verdict['outcome'],
  millis: number,
  more: object = {},
): Verdict => ({
  vector,
  outcome,
  millis,
  level: 'required',
  requirements: ['TOKEN-VERSION'],
  ...more,
})
const EXCUSED = { excused: { reason: 'r', issue: 'i', expires: '2999-01-01' } }
/** Twenty starts that took 10 to 200 ms, in no order. */
const STARTS = Array.from({ length: 20 }, (_, at) =>
  verdict(`start-${at}`, 'passed', 10 * (1 + ((at * 7) % 20))),
)
const REPORT: Report = {
  ...right,
  verdicts: [
    ...STARTS,
    verdict('token-1', 'failed', 3, { unsteady: true }),
    verdict('token-2', 'failed', 1, { level: 'recommended' }),
    verdict('token-3', 'failed', 2, EXCUSED),
    // The time limit is no time of an answer.
    verdict('start-late', 'errored', 5000),
    verdict('start-left-out', 'skipped', 0),
  ],
  subject: { kind: 'endpoint', name: 'a "b" \\ \n{c}', baseUrl: 'https://staging.example/api' },
  requests: { sent: 77 },
  startedAt: '2026-01-31T10:00:00.500Z',
  seconds: 12.5,
  stopped: { code: 'streams-may-remain', message: 'm', remaining: ['curl 1', 'curl 2'] },
  conforms: false,
  exitCode: 3,
}
const find = (id: string): Vector =>
  ({
    question: {
      method: 'endpoint.exchange',
      params: { operation: id.startsWith('start') ? 'streaming.start' : 'auth.token' },
    },
  }) as Vector

/** The text format as its documentation has it: comments, and names with labels and a value. */
function samplesIn(text: string): Map<string, number> {
  const line =
    /^(?:# (?:HELP|TYPE) \w+ .+|([a-z_]+(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)*\})?) (-?[0-9.]+))$/
  const lines = text.split('\n')
  expect(lines.pop()).toBe('')
  expect(lines.filter((one) => !line.test(one))).toEqual([])
  return new Map(
    lines.flatMap((one) => {
      const [, name, value] = line.exec(one)!
      return name === undefined ? [] : [[name, Number(value)] as const]
    }),
  )
}

describe('the report for Prometheus', () => {
  const samples = samplesIn(prometheusReport(REPORT, find))

  test.for<[string, number]>([
    ['channelproof_exit_code', 3],
    ['channelproof_conforms', 0],
    ['channelproof_verdicts{outcome="passed"}', 20],
    ['channelproof_verdicts{outcome="failed"}', 3],
    ['channelproof_verdicts{outcome="errored"}', 1],
    ['channelproof_failures{level="required"}', 1],
    ['channelproof_failures{level="recommended"}', 1],
    ['channelproof_failures{level="unspecified"}', 0],
    ['channelproof_answer_seconds{operation="streaming.start",quantile="0.5"}', 0.1],
    ['channelproof_answer_seconds{operation="streaming.start",quantile="0.95"}', 0.19],
    ['channelproof_answer_seconds{operation="auth.token",quantile="0.5"}', 0.002],
    ['channelproof_answer_seconds{operation="auth.token",quantile="0.95"}', 0.003],
    ['channelproof_answers{operation="streaming.start"}', 20],
    ['channelproof_unsteady', 1],
    ['channelproof_stopped{code="streams-may-remain"}', 1],
    ['channelproof_streams_that_may_remain', 2],
    ['channelproof_requests', 77],
    ['channelproof_run_seconds', 12.5],
    ['channelproof_run_started_timestamp_seconds', 1769853600.5],
  ])('says %s %d', ([name, value]) => {
    expect(samples.get(name)).toBe(value)
  })

  test('escapes the values of labels', () => {
    const info = [...samples.keys()].find((name) => name.startsWith('channelproof_run_info'))
    expect(info).toContain(String.raw`,subject="a \"b\" \\ \\n{c}",base_url="https://staging.example/api",`)
    // What the reader here would find.
    const unescaped = prometheusReport(REPORT, find).replaceAll(String.raw`\"`, '"')
    expect(() => samplesIn(unescaped)).toThrow()
  })

  test('names each metric once, with its type before it', () => {
    const text = prometheusReport(REPORT, find)
    const types = [...text.matchAll(/^# TYPE (\w+) gauge$/gm)].map(([, name]) => name!)
    expect(new Set(types).size).toBe(types.length)
    expect(
      [...samples.keys()].map((name) => name.replace(/\{.*/s, '')).filter((name) => !types.includes(name)),
    ).toEqual([])
  })

  test('of a run that did not begin has no times of answers, and is one all the same', () => {
    const { requests: _, stopped: __, ...rest } = REPORT
    const none = samplesIn(prometheusReport({ ...rest, verdicts: [] }, find))
    expect([...none.keys()].filter((name) => /answer|requests|stopped/.test(name))).toEqual([])
    expect(none.get('channelproof_streams_that_may_remain')).toBe(0)
    expect(none.get('channelproof_unsteady')).toBe(0)
  })
})
