import { describe, expect, test } from 'vitest'
import { OUTPUT_FAULTS } from '../../src/faults/catalogue.ts'
import { answerOf, sdkWith } from '../../src/faults/faultySdk/index.ts'
import { outputFailures, stamped } from '../../src/faults/killMatrix.ts'
import { Drawer, generatedGroups, inOrder } from '../../src/generate/index.ts'
import { judge } from '../../src/judge/index.ts'
import { ADAPTER_METHODS, type Question, type Vector } from '../../src/model/index.ts'
import { families } from '../../src/vectors/index.ts'

const METHODS = ['token.params', 'token.signature', 'token.issue', 'token.verify']
const SHIPPED = families().flatMap(({ vectors }) => vectors)
const generated = (seed: number, count = 600): Vector[] =>
  inOrder(generatedGroups({ count, seed, methods: METHODS }))

describe('generated questions about tokens', () => {
  test('are the same for the same seed, and others for another', () => {
    expect(generated(1, 50)).toEqual(generated(1, 50))
    expect(generated(1, 50)).not.toEqual(generated(2, 50))
  })

  test('have an id each, of the question that they ask', () => {
    const vectors = generated(3)
    expect(new Set(vectors.map(({ id }) => id)).size).toBe(vectors.length)
    expect(
      vectors.filter(
        ({ id }) => !/^generated\/token-[a-z]+\/[0-9a-f]{16}(?:-in-[0-9])?(?:-again)?$/.test(id),
      ),
    ).toEqual([])
  })

  test('verify tokens that ended within an hour, within a day and within a month', () => {
    const verifying = inOrder(generatedGroups({ count: 2000, seed: 1, methods: ['token.verify'] }))
    const ends = verifying.flatMap(({ question: { method, params }, expect: expected }) => {
      const isExpired = expected.verdict === 'refuse' && expected.reasons.join() === 'expired'
      if (method !== 'token.verify' || !isExpired) return []
      const [, , timestamp, content] = params.token.split('.')
      const { duration = 86400 } = JSON.parse(Buffer.from(content!, 'base64').toString()) as {
        duration?: number
      }
      return [params.now - Number(timestamp) - duration]
    })
    const HOUR = 3600
    const within = (from: number, to: number) => ends.filter((late) => late > from && late <= to).length
    expect(Math.min(within(0, HOUR), within(HOUR, 24 * HOUR), within(24 * HOUR, 720 * HOUR))).toBeGreaterThan(
      3,
    )
  })

  test.for<[readonly string[], readonly string[]]>([
    [METHODS, ADAPTER_METHODS],
    [ADAPTER_METHODS, METHODS],
    [['token.issue'], ADAPTER_METHODS],
    [['client.call'], ADAPTER_METHODS],
    [ADAPTER_METHODS, ['token.verify', 'client.call']],
  ])('do not depend on what was drawn before: %j, then %j', ([first, then]) => {
    for (const [few, many] of [
      [80, 2000],
      [2000, 80],
    ] as const) {
      const drawer = new Drawer({ seed: 6 })
      drawer.groups({ methods: first, count: few })
      const after = inOrder(drawer.groups({ methods: then, count: many }))
      expect(after).toEqual(inOrder(generatedGroups({ seed: 6, methods: then, count: many })))
    }
  })

  // Groups are whole, and two of the same question are one: some rows about endpoints differ in white space alone.
  test.for([1, 10, 30, 100, 600, 3000])('are as many as were asked for, but for a few: %d', (count) => {
    for (const methods of [METHODS, ['token.signature'], METHODS.slice(0, 3), ['endpoint.exchange']]) {
      const most = methods[0] === 'endpoint.exchange' ? 30 : 50
      const groups = generatedGroups({ count, seed: 4, methods })
      const asked = groups.reduce((sum, { vectors }) => sum + vectors.length, 0)
      expect(Math.abs(asked - count)).toBeLessThanOrEqual(Math.max(4, count / most))
    }
  })

  test('reach every residue of the params modulo 3 and every length of a short message modulo 64', () => {
    const residues = new Set<number>()
    const messages = new Set<number>()
    for (const { question } of [1, 2, 3, 4, 5, 6].flatMap((seed) => generated(seed))) {
      if (question.method === 'token.params')
        residues.add(Buffer.byteLength(question.params.joinParamsJson) % 3)
      if (question.method !== 'token.signature') continue
      const { version, appId, timestamp, params } = question.params
      messages.add(Buffer.byteLength(`${version}${appId}${timestamp}${params}`) % 64)
    }
    expect(residues.size).toBe(3)
    expect(messages.size).toBe(64)
  })
})

describe('a wrong SDK', () => {
  test('that only looks the answers up fails nearly everything', () => {
    const shippedDue = new Map(SHIPPED.map(({ question, expect: due }) => [JSON.stringify(question), due]))
    const answer = (question: Question) => {
      const due = shippedDue.get(JSON.stringify(question))
      return due?.verdict === 'accept'
        ? stamped({ kind: 'accepted', output: due.output as never })
        : stamped({ kind: 'refused', reason: 'malformed' })
    }
    const failed = generated(7).filter(
      (vector) => judge(vector, answer(vector.question), 'twin-accepted').outcome === 'failed',
    )
    expect(failed.length).toBeGreaterThan(150)
  })

  /** What shows only where somebody thought of it, and generated questions do. */
  const KILLED = OUTPUT_FAULTS.filter(({ group }) =>
    ['base64', 'hmac', 'message', 'token', 'time'].includes(group),
  )

  test('with a fault of the catalogue is found by most of them alone', () => {
    const vectors = generated(1)
    const some = Array.from({ length: Math.ceil(vectors.length / 50) }, (_, at) =>
      vectors.slice(at * 50, at * 50 + 50),
    )
    const alive = KILLED.filter(
      ({ alteration }) => !some.some((few) => outputFailures([alteration], few).length > 0),
    )
    expect(alive.length).toBeLessThan(KILLED.length / 10)
  })

  test('fails a question that is shrunk to the one thing that matters', async () => {
    const fault = OUTPUT_FAULTS.find(({ id }) => id === 'text-control-removed')!
    const sdk = sdkWith([fault.alteration])
    const fails = (vectors: readonly Vector[]): Vector | undefined =>
      vectors.find(
        (vector) =>
          judge(vector, stamped(answerOf(sdk, vector.question)!), 'twin-accepted').reason === 'value-changed',
      )
    const groups = [1, 2, 3].flatMap((seed) =>
      generatedGroups({ count: 600, seed, methods: ['token.issue'] }),
    )
    const group = groups.find(({ vectors }) => fails(vectors))!
    const smallest = await group.smallest((vectors) => Promise.resolve(fails(vectors) !== undefined))
    const { params } = fails(smallest)!.question as Extract<Question, { method: 'token.issue' }>
    expect(Object.keys(params.joinParams as object)).toEqual(['channelId', 'userId'])
    expect(JSON.stringify(params).length).toBeLessThan(160)
  })
})
