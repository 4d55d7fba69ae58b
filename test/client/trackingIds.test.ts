import { describe, expect, test } from 'vitest'
import type { Called, WireSubject } from '../../runners/adapter/wire.ts'
import { clientInProcess } from '../../runners/selfCheck/clientInProcess.ts'
import type { JudgedVector } from '../../src/ask.ts'
import type { ClientSteps } from '../../src/faults/client/clientFault.ts'
import { recognised } from '../../src/diagnose/clientCauses.ts'
import type { WireCall } from '../../src/model/index.ts'
import { run } from '../../src/run.ts'
import { subjectOf, SUITE, VECTORS } from '../support/client/watch.ts'

/** One call each. */
const ASKED = VECTORS.filter(({ id }) => /^client\/request\/[a-z-]*-(?:minimal|full)$/.test(id))

const RULE = 'SDK-TRACKING-ID-UNIQUE'
const FIXED: ClientSteps = { trackingId: () => '4bf92f3577b34da6a3ce929d0e0e4736' }
const COUNTED: ClientSteps = { trackingId: (_random, count) => String(count).padStart(32, '0') }

const client = (steps: ClientSteps): WireSubject => clientInProcess(steps, () => undefined)

/** Several starts of a client that take turns, each of which begins anew. */
function inTurn(steps: ClientSteps, starts: number): WireSubject {
  const processes = Array.from({ length: starts }, () => client(steps))
  let calls = 0
  return {
    ...processes[0]!,
    call: async (params: WireCall): Promise<Called> => {
      const by = processes[calls++ % starts]!
      return { ...(await by.call(params)), by }
    },
  }
}

async function judged(inner: WireSubject, vectors = ASKED): Promise<JudgedVector[]> {
  const subject = (asked: WireSubject) => subjectOf(asked)
  const answers = new Map<string, JudgedVector['answer']>()
  const reader = run({
    vectors,
    find: SUITE.find,
    subject: subject(inner),
    level: 'recommended',
    judged: ({ id }, answer) => void answers.set(id, answer),
    again: { fresh: async () => subject(client(FIXED)), seconds: 30, now: () => 0 },
  })
  const all: JudgedVector[] = []
  for await (const verdict of reader)
    all.push({ vector: SUITE.find(verdict.vector)!, answer: answers.get(verdict.vector)!, verdict })
  return all
}

const failed = (all: readonly JudgedVector[]): JudgedVector[] =>
  all.filter(({ verdict }) => verdict.outcome === 'failed')

describe('one Tracking-Id in several calls of a run', () => {
  test('is found in each of them but the first, steadily, and known by name', async () => {
    const wrong = failed(await judged(client(FIXED)))
    expect(wrong).toHaveLength(ASKED.length - 1)
    for (const { verdict } of wrong) expect(verdict).toMatchObject({ rule: RULE, level: 'recommended' })
    expect(wrong.filter(({ verdict }) => verdict.unsteady)).toEqual([])
    const calls = wrong.map(({ vector, answer }) => ({ id: vector.id, question: vector.question, answer }))
    expect(recognised(calls).map(({ faults, explains }) => [faults, explains.length])).toEqual([
      [['tracking-id-repeated'], wrong.length],
    ])
  })

  test.each<[string, WireSubject]>([
    ['new at random', client({})],
    ['counted', client(COUNTED)],
    ['counted anew by each process', inTurn(COUNTED, 3)],
    ['absent', client({ trackingId: () => undefined })],
  ])('is not where it is %s', async (_, inner) => {
    expect(failed(await judged(inner))).toEqual([])
  })

  test('is found where one process counts anew', async () => {
    const [one, other] = [client(COUNTED), client(COUNTED)]
    let calls = 0
    const inner = { ...one, call: (params: WireCall) => (calls++ % 2 ? one : other).call(params) }
    expect(failed(await judged(inner))).not.toEqual([])
  })

  test('is not where a call is sent again', async () => {
    const answered500 = VECTORS.filter(({ id }) => /^client\/response\/.*-500$/.test(id)).slice(0, 3)
    expect(answered500).not.toEqual([])
    const retries: ClientSteps = { retries: (status) => status === 500, keepsTrackingId: true }
    expect(failed(await judged(client(retries), answered500))).toEqual([])
  })
})
