import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Turns } from '../../runners/live/rateLimit.ts'
import { verdictsOfClient } from '../../runners/selfCheck/clientInProcess.ts'
import type { JudgedVector } from '../../src/ask.ts'
import { clientCauses, type Play } from '../../src/diagnose/clientCauses.ts'
import type { ClientFault, ClientSteps } from '../../src/faults/client/clientFault.ts'
import { CLIENT_FAULTS } from '../../src/faults/client/index.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import { isBad } from '../../src/judge/index.ts'
import type { Vector } from '../../src/model/index.ts'
import { some, SUITE, WAITING } from '../support/client/watch.ts'

/** The code of section 7.1, wherever it stands. */
const codeIn = (text: string): string => /[A-Z][A-Za-z]+(?:\.[A-Z][A-Za-z]+)+/.exec(text)?.[0] ?? ''

const GENERATED = inOrder(generatedGroups({ count: 200, seed: 3, methods: ['client.call'] }))
const byId = new Map(GENERATED.map((vector) => [vector.id, vector]))
const find = (id: string): Vector | undefined => byId.get(id) ?? SUITE.find(id)
const turns = new Turns(12)
const play: Play = (steps, calls) => turns.take(() => verdictsOfClient(steps, calls, { find }))

/** The mistakes that a run of this client names, and how many failures have none. */
async function named(
  steps: ClientSteps,
  vectors: readonly Vector[],
): Promise<{ faults: string[]; left: number; total: number }> {
  const calls: JudgedVector[] = []
  const judged = (vector: Vector, answer: JudgedVector['answer'], verdict: JudgedVector['verdict']): void =>
    void calls.push({ vector, answer, verdict })
  await verdictsOfClient(steps, vectors, { find, judged })
  const wrong = calls.filter(({ verdict }) => isBad(verdict))
  const right = calls.filter(({ verdict }) => verdict.outcome === 'passed').map(({ vector }) => vector)
  const found = await clientCauses(wrong, right, play)
  const explained = new Set(found.flatMap(({ explains }) => explains))
  const left = wrong.filter(({ vector }) => !explained.has(vector.id)).length
  expect(wrong.length).toBeGreaterThan(0)
  return {
    faults: found.map(({ faults, candidates = [] }) => [...faults, ...candidates.flat()].join(' or ')),
    left,
    total: wrong.length,
  }
}

const stepsOf = (id: string): ClientSteps => CLIENT_FAULTS.find((fault) => fault.id === id)!.steps
const vectorsFor = (fault: ClientFault): readonly Vector[] => (fault.by ? GENERATED : some(0, fault))

describe('a client with one mistake of the catalogue has its name, and no other', () => {
  // Another second makes another token: what depends on its characters would show in one run and not in its replay.
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_795_000_000_000 }))
  afterAll(() => void vi.useRealTimers())

  // To every question they give the same answers.
  const ALIKE: Readonly<Record<string, string>> = {
    'chunk-size-decimal': 'chunks-not-read or chunk-size-decimal',
    // Calls that are neither streaming nor of equal arguments tell them apart.
    'token-kept-after-expiry': 'answers-from-a-cache or token-kept-after-expiry',
    // Where only calls failed whose answer comes byte by byte.
    'limit-for-each-read': 'no-timeout or limit-for-each-read',
    'limit-ends-with-head': 'no-timeout or limit-ends-with-head',
    // A third of the vectors does not hold what tells them apart.
    'token-escapes-kept': 'first-token-like-member or token-by-pattern or token-escapes-kept',
    'chunks-not-read': 'chunks-not-read or chunk-size-decimal',
    'trailers-not-read':
      'chunks-not-read or chunk-size-decimal or chunk-extension-not-read or trailers-not-read',
  }
  // On a busy machine two pieces of a head come as one: the fault then shows in fewer calls than in the replay, which
  // rightly is no proof. Its name may be missing there, and no other may stand in its place.
  const BY_PIECES = new Set(['head-in-one-read'])
  // What hangs or crashes gives no answer: that is trouble of the adapter.
  const NAMED = CLIENT_FAULTS.filter(({ id }) => id !== 'refused-connection-panics').filter(
    // Every third one: each is played against all others.
    (_, at) => at % 3 === 0,
  )
  test.for(NAMED.filter(({ id }) => !BY_PIECES.has(id)))('$id', async (fault) => {
    const { faults, left, total } = await named(fault.steps, vectorsFor(fault))
    expect(faults).toEqual([ALIKE[fault.id] ?? fault.id])
    // Another second makes another value: what fails once may pass.
    expect(left).toBeLessThan(total)
  })
  test.for(NAMED.filter(({ id }) => BY_PIECES.has(id)))('$id, or none', async (fault) => {
    const { faults } = await named(fault.steps, vectorsFor(fault))
    expect([[], [fault.id]]).toContainEqual(faults)
  })
})

/** Written from the text, not from the catalogue. */
describe('a client of another make', () => {
  const FEW = [...some(1), ...some(2)]

  test.each<[string, ClientSteps, readonly string[]]>([
    [
      'a scheme word of its own',
      { authorization: (given) => given.replace(/^\S+/, 'Token') },
      ['authorization-malformed'],
    ],
    [
      'milliseconds',
      { trackingId: (_, count) => String(1760000000123 + 7 * count) },
      ['tracking-id-from-clock'],
    ],
    [
      'characters beyond one byte',
      { trackingId: (_, count) => Buffer.from(String.fromCodePoint(0x100 + count)).toString('latin1') },
      ['tracking-id-rune'],
    ],
    [
      'two mistakes in one request',
      { ...stepsOf('tracking-id-dashed'), ...stepsOf('content-type-text') },
      ['tracking-id-dashed', 'content-type-text'],
    ],
    [
      'a member more beside a wrong Tracking-Id',
      { ...stepsOf('tracking-id-dashed'), ...stepsOf('member-added') },
      ['tracking-id-dashed', 'member-added'],
    ],
  ])('%s', async (_, steps, faults) => {
    const found = await named(steps, FEW)
    expect(found.faults.toSorted()).toEqual(faults.toSorted())
    expect(found.left).toBe(0)
  })

  test.each<[string, readonly string[]]>([
    ['one that shows in every request', ['tracking-id-dashed', 'flag-by-name']],
    ['another one of the body', ['flag-by-name', 'stream-delay-a-byte']],
  ])('whose worst finding hides another: a fault of the body beside %s', async (_, faults) => {
    // The second of two faults of the body alters what the first one wrote.
    const bodies = faults.flatMap((id) => stepsOf(id).serialise ?? [])
    const serialise: ClientSteps['serialise'] = (body) =>
      bodies.reduce((text, step) => step(JSON.parse(text) as typeof body), JSON.stringify(body))
    const steps = Object.assign({}, ...faults.map(stepsOf)) as ClientSteps
    const starts = GENERATED.filter(({ question }) => JSON.stringify(question).includes('streaming.start'))
    const found = await named({ ...steps, serialise }, starts)
    expect(found.faults.toSorted()).toEqual(faults.toSorted())
  })

  test('that ignores every result is named once', async () => {
    const success = () => ({ ok: true, status: 200, token: '' }) as const
    const ignoring: ClientSteps = { failure: success, broken: success, success }
    expect(await named(ignoring, [...FEW, ...WAITING.slice(0, 2)])).toMatchObject({
      faults: ['error-swallowed'],
      left: 0,
    })
  })

  test.each<[string, ClientSteps]>([
    ['another path', { url: (baseUrl, path) => baseUrl.replace(/\/+$/, '') + path.replace('stop', 'halt') }],
    ['another type', { contentType: () => 'application/xml' }],
    ['base64 for hexadecimal', { trackingId: (random) => Buffer.from(random(16)).toString('base64') }],
    [
      'a wrong status',
      { failure: (status, text) => ({ ok: false, kind: 'http', status: status + 1, code: codeIn(text) }) },
    ],
  ])('with a mistake that the catalogue lacks has no name: %s', async (_, steps) => {
    const { faults, left } = await named(steps, FEW)
    expect(faults).toEqual([])
    expect(left).toBeGreaterThan(0)
  })
})
