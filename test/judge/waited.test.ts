import { expect, test } from 'vitest'
import { checkClient } from '../../src/judge/client/index.ts'
import type { ClientAnswer, ClientReport } from '../../src/model/index.ts'

const call = {
  appId: 'a',
  appSecret: 's',
  operation: 'streaming.stop',
  body: {},
  basePath: '',
  timeoutMillis: 30000,
  answers: [],
  calls: 1,
} as const

const found = (report: ClientReport, unfinished?: readonly number[]): string | undefined => {
  const answer: ClientAnswer = {
    reports: [report],
    requests: [],
    millis: [1],
    scheme: 'SvcSign',
    leaks: [],
    ...(unfinished && { unfinished }),
  }
  return checkClient('waited', { call, expected: { checks: [] }, answer })[0]?.reason
}

const FAILED = { ok: false, kind: 'timeout' } as const

test.for<[string, ClientReport, number[] | undefined, string | undefined]>([
  ['fails a call that was given up long before its limit', FAILED, [1000], 'gave-up-early'],
  ['whatever it says of it', { error: 'aborted' }, [1000], 'gave-up-early'],
  ['also where a second attempt was given up late', FAILED, [20000, 1000], 'gave-up-early'],
  ['but none that waited for its limit', FAILED, [29990], undefined],
  ['nor one whose answer had been sent whole: that is for other checks', FAILED, undefined, undefined],
  ['nor a success that needs no body', { ok: true, status: 200 }, [3], undefined],
])('%s', ([, report, unfinished, reason]) => {
  expect(found(report, unfinished)).toBe(reason)
})
