/** A redirect that is answered 200: what a client may report, by what reached the place where it leads. */
import { expect, test } from 'vitest'
import { checkClient } from '../../src/judge/client/index.ts'
import type { ClientAnswer, ClientReport, SeenRequest } from '../../src/model/index.ts'

const call = {
  appId: 'a',
  appSecret: 's',
  operation: 'streaming.stop',
  body: {},
  basePath: '',
  timeoutMillis: 4000,
  answers: [{ status: 307, elsewhere: 'same-host', there: { status: 200, body: '{}' } }],
  calls: 1,
} as const

const SENT = {
  elsewhere: false,
  method: 'POST',
  target: '/streaming/stop',
  headers: [],
  body: 'e30=',
} as const
const THERE = { ...SENT, elsewhere: true, target: '/elsewhere/streaming/stop' } as const
const GET = { ...THERE, method: 'GET', body: '' } as const

const OK = { ok: true, status: 200 } as const
const FAILED = { ok: false, kind: 'http', status: 307 } as const

test.for<[string, ClientReport, readonly SeenRequest[], string | undefined]>([
  ['fails a success of which nothing reached that place', OK, [SENT], 'SDK-INCOMPLETE-NOT-SUCCESS'],
  ['fails a success of another request', OK, [SENT, GET], 'SDK-REDIRECT-METHOD'],
  ['takes the success of the call as it was', OK, [SENT, THERE], undefined],
  ['takes a failure where nothing was followed', FAILED, [SENT], undefined],
])('%s', ([, report, requests, rule]) => {
  const answer: ClientAnswer = { reports: [report], requests, millis: [1], scheme: 'SvcSign', leaks: [] }
  expect(checkClient('redirect-answered', { call, expected: { checks: [] }, answer })[0]?.rule).toBe(rule)
})
