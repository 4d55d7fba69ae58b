import { request } from 'node:http'
import { expect, test } from 'vitest'
import type { Called, WireSubject } from '../../runners/adapter/wire.ts'
import { ClientSubject } from '../../runners/client/subject.ts'
import { clientInProcess } from '../../runners/selfCheck/clientInProcess.ts'
import { ROUTES } from '../../src/interface/operations.ts'
import type { Verdict, WireCall } from '../../src/model/index.ts'
import { allVerdicts } from '../../src/run.ts'
import { subjectOf, SUITE, VECTORS } from '../support/client/watch.ts'

/** Sends the request, and leaves when the first byte of the answer comes. */
const begun = ({ baseUrl, operation, authorization, body }: WireCall): Promise<void> =>
  new Promise((resolve) => {
    const { method, path } = ROUTES[operation]
    const headers = { 'Content-Type': 'application/json', Authorization: authorization }
    const sent = request(baseUrl + path, { method, headers })
    sent.on('error', () => undefined)
    sent.on('socket', (socket) =>
      socket.once('data', () => {
        sent.destroy()
        resolve()
      }),
    )
    sent.end(JSON.stringify(body))
  })

/** A client whose call takes so long, by its own account: the test does not wait. */
async function asked(seconds: number): Promise<{ calls: number; verdicts: readonly Verdict[] }> {
  let calls = 0
  const inner: WireSubject = {
    ...clientInProcess({}, () => undefined),
    call: async (params): Promise<Called> => {
      calls++
      await begun(params)
      const answeredAt = Date.now() / 1000 + seconds
      return {
        askedAt: answeredAt - seconds,
        answeredAt,
        kind: 'accepted',
        output: { ok: false, kind: 'timeout' },
      }
    },
  }
  const subject = (): ClientSubject => subjectOf(inner, { isBusy: () => false })
  const verdicts = await allVerdicts({
    vectors: VECTORS.filter(({ id }) => id.includes('auth-token-dribble')),
    find: SUITE.find,
    subject: subject(),
    level: 'recommended',
    again: { fresh: async () => subject(), seconds: 30, now: () => 0 },
  })
  return { calls, verdicts }
}

test('an answer that takes longer than the limit is asked for once, and every vector on it fails', async () => {
  const { calls, verdicts } = await asked(3)
  expect(calls).toBe(1)
  expect(verdicts.length).toBeGreaterThan(3)
  for (const verdict of verdicts)
    expect(verdict).toMatchObject({ outcome: 'failed', rule: 'SDK-TIME-LIMIT', level: 'recommended' })
})

test('a client that keeps its limit is asked once too, and none fails', async () => {
  const { calls, verdicts } = await asked(1)
  expect(calls).toBe(1)
  expect(verdicts.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
})
