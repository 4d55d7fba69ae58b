import { describe, expect, test } from 'vitest'
import { Declined, type ClientSteps } from '../../src/faults/client/clientFault.ts'
import { OPERATIONS, type Verdict } from '../../src/model/index.ts'
import { QUICK, watch } from '../support/client/watch.ts'

/** The plain calls and the errors of each operation, and what the text leaves open. */
const SOME = QUICK.filter(({ id }) =>
  /-(?:minimal|privileges|stream-id-0|500|500-server-error|base-prefix)$/.test(id),
)

const verdictsOf = async (steps: ClientSteps): Promise<readonly Verdict[]> =>
  (await watch(steps, SOME)).verdicts

const ids = (verdicts: readonly Verdict[], outcome: string, reason?: string): string[] =>
  verdicts
    .filter((verdict) => verdict.outcome === outcome && (reason === undefined || verdict.reason === reason))
    .map(({ vector }) => vector.replace(/^client\/\w+\//, ''))

describe('what a client says of itself is no way around a rule:', () => {
  test('one that tells success only has to tell it from failure', async () => {
    const verdicts = await verdictsOf({
      says: { tells: { status: false, code: false } },
      report: () => ({ ok: true }),
    })
    expect(ids(verdicts, 'failed', 'failure-reported-as-success')).toEqual([
      'auth-token-500-server-error',
      'streaming-start-500',
      'streaming-update-500',
      'streaming-stop-500',
    ])
  })

  test('an operation that it says it has is judged', async () => {
    const verdicts = await verdictsOf({
      says: { operations: ['auth.token', 'streaming.stop'] },
      before: ({ operation }) => {
        if (operation === 'streaming.stop') throw new Error('not offered')
        return undefined
      },
    })
    expect(ids(verdicts, 'failed')).toContain('streaming-stop-minimal')
    expect(ids(verdicts, 'failed').filter((id) => !id.startsWith('streaming-stop-'))).toEqual([])
    expect(ids(verdicts, 'skipped').every((id) => /^streaming-(?:start|update)-/.test(id))).toBe(true)
  })

  test('one that takes an origin only is judged for all that has no path', async () => {
    const verdicts = await verdictsOf({
      says: { baseUrl: 'origin' },
      url: (baseUrl, path) => `${new URL(baseUrl).origin}/v1${path}`,
    })
    expect(ids(verdicts, 'failed', 'wrong-path')).toEqual(
      expect.arrayContaining(OPERATIONS.map((operation) => `${operation.replace('.', '-')}-minimal`)),
    )
    expect(ids(verdicts, 'skipped')).toEqual(
      OPERATIONS.map((operation) => `${operation.replace('.', '-')}-base-prefix`),
    )
  })

  test('one that refuses what is open passes none of it', async () => {
    const verdicts = await verdictsOf({
      before: ({ body }) => {
        if ('privileges' in body || JSON.stringify(body).includes('"streamId":0'))
          throw new Declined(1, 'out-of-range')
        return undefined
      },
    })
    const open = [
      'auth-token-privileges',
      'streaming-start-stream-id-0',
      'streaming-update-stream-id-0',
      'streaming-stop-stream-id-0',
    ]
    expect(ids(verdicts, 'observed', 'refuses').toSorted()).toEqual(open.toSorted())
    expect(ids(verdicts, 'failed')).toEqual([])
    const freedom = verdicts.find(({ vector }) => vector.endsWith('auth-token-privileges'))!
    expect(freedom.open).toMatchObject([{ requirement: 'PARAM-PRIVILEGES-VALUES' }])
  })

  test('one that refuses everything passes nothing, and what is open fails beside it', async () => {
    const verdicts = await verdictsOf({
      before: () => {
        throw new Declined(1, 'malformed')
      },
    })
    expect(ids(verdicts, 'passed')).toEqual([])
    expect(ids(verdicts, 'failed', 'twin-not-accepted')).toContain('auth-token-privileges')
  })

  test('one that sends what is open, altered, fails', async () => {
    const verdicts = await verdictsOf({
      serialise: (body) => JSON.stringify({ ...body, ...('privileges' in body && { privileges: 3 }) }),
    })
    expect(ids(verdicts, 'failed')).toEqual(['auth-token-privileges'])
  })
})
