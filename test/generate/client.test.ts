import { describe, expect, test } from 'vitest'
import { RIGHT_CLIENT } from '../../runners/selfCheck/faultyClient.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import { isBad } from '../../src/judge/index.ts'
import { outside } from '../../src/limits.ts'
import { callsOf, type ClientCall, type ClientReport, type Vector } from '../../src/model/index.ts'
import { CLIENT_VARIANTS } from '../../src/variants/client/index.ts'
import { accusations } from '../../src/variants/variant.ts'
import { callsOfSeed, failuresOf } from '../support/client/generated.ts'
import { RULES } from '../support/client/rules.ts'
import { GENERATED_FORMS, SUITE, VECTORS, watch } from '../support/client/watch.ts'

const callOf = ({ question }: Vector): ClientCall => question.params as ClientCall
const ALL = [1, 2, 3].flatMap((seed) => callsOfSeed(seed)).flatMap((vector) => callsOf(callOf(vector)))

/** Those whose first answer is no redirect. */
const DIRECT = ALL.filter(({ answers }) => !answers[0]!.elsewhere)

/** What the drawn calls show of something, each once. */
const shown = (of: (call: ClientCall) => unknown, calls = ALL): string[] =>
  [...new Set(calls.map((call) => JSON.stringify(of(call))))].toSorted()

describe('generated calls', () => {
  test('reach every operation with every status of section 7, and every framing', () => {
    const statuses = shown(({ operation, answers }) => [operation, answers[0]!.status], DIRECT)
    expect(statuses).toEqual(
      [
        ...[200, 403, 404, 406, 500].map((status) => ['auth.token', status]),
        ...['start', 'stop', 'update'].flatMap((name) =>
          [200, 400, 401, 404, 500].map((status) => [`streaming.${name}`, status]),
        ),
      ].map((pair) => JSON.stringify(pair)),
    )
    expect(shown(({ answers }) => answers[0]!.framing?.ends ?? 'none')).toHaveLength(4)
    expect(shown(({ answers }) => answers[0]!.framing?.coding ?? 'none')).toHaveLength(4)
  })

  test('reach every redirect of RFC 9110 section 15.4 that a client may follow by itself', () => {
    const statuses = ALL.flatMap(({ answers }) =>
      answers.flatMap(({ elsewhere, status }) => (elsewhere ? [status] : [])),
    )
    expect(new Set(statuses)).toEqual(new Set([301, 302, 303, 307, 308]))
  })

  test('reach bodies without any optional member, and with all of them', () => {
    const members = shown(({ operation, body }) => {
      const [entry = {}] = (body['streamList'] ?? []) as object[]
      return `${operation} ${[...Object.keys(body), ...Object.keys(entry)].toSorted().join(' ')}`
    })
    for (const text of [
      'auth.token channelId userId',
      'auth.token channelDuration channelId delayClose duration size userId',
      'streaming.update channelId streamId streamList',
      'streaming.update channelId fps layout streamId streamList url userId watermarks',
      'streaming.stop channelId',
      'streaming.stop channelId streamId',
    ])
      expect(members).toContain(JSON.stringify(text))
  })

  test('are vectors as the schema has them', () => {
    const check = schemaCheck('vectors#/$defs/vector')
    // A name is the digest of a question.
    const named = callsOfSeed(2).map((vector) => ({ ...vector, id: 'client/call/x' }))
    expect(named.flatMap((vector) => check(JSON.parse(JSON.stringify(vector))))).toEqual([])
    expect(check({ ...named[0], question: { method: 'client.call', params: {} } })).not.toEqual([])
  })

  test('are drawn from inside the limits of a client, and of the operations that it has', () => {
    const limits = {
      channelId: '[A-Z]{4}',
      userId: '[0-9]{3}',
      appId: 'x-[a-z]{8}',
      streamId: { min: 7, max: 9 },
    }
    const operations = ['auth.token', 'streaming.stop'] as const
    const groups = generatedGroups({ count: 60, seed: 3, methods: ['client.call'], limits, operations })
    const vectors = inOrder(groups)
    const matches = (expression: string, text: string): boolean =>
      new RegExp(`^(?:${expression})$`, 'u').test(text)
    expect(vectors.flatMap(({ question }) => outside(question, limits, matches) ?? [])).toEqual([])
    expect(
      new Set(vectors.flatMap((vector) => callsOf(callOf(vector)).map(({ operation }) => operation))),
    ).toEqual(new Set(operations))
  })

  test('that ask for a token are each for an app of their own: a client may keep one for app, channel and user', () => {
    const keys = [1, 2, 3].flatMap((seed) =>
      callsOfSeed(seed)
        .filter(({ id }) => !id.endsWith('-again'))
        .map((vector) => callOf(vector).appId),
    )
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('a right client passes', () => {
  test.for([1, 2, 3])('every question of seed %i', async (seed) => {
    const { verdicts } = await watch(RIGHT_CLIENT, callsOfSeed(seed))
    expect(verdicts.filter(isBad)).toEqual([])
    expect(verdicts.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(200)
  })

  // Every eighth; clientAll.test.ts asks all of them more.
  test.for(CLIENT_VARIANTS.filter((_, at) => at % 8 === 0))('and so does $id', async (row) => {
    const { verdicts } = await watch(row.id, callsOfSeed(4, 60))
    expect(accusations(verdicts, [row])).toEqual([])
  })
})

describe('the kind of a failure is seen, and none is wrong', () => {
  const FAILURES = callsOfSeed(6).filter(({ requirements: [rule] }) => rule === 'SDK-FAILURE-KIND')
  const seenOf = async (client: Parameters<typeof watch>[0]): Promise<string[]> => {
    const { verdicts } = await watch(client, FAILURES)
    expect(verdicts.map(({ outcome }) => outcome)).toEqual(FAILURES.map(() => 'observed'))
    return [...new Set(verdicts.flatMap(({ open = [] }) => open.map(({ does }) => does)))]
  }

  test('of a client that tells them apart', async () => {
    expect(await seenOf(RIGHT_CLIENT)).toEqual([
      'reports an answer with status 500 as http',
      'reports a call whose connection broke as network',
      'reports a call without an answer in time as timeout',
    ])
  })

  test('of one that exchanges them', async () => {
    expect(await seenOf('failures-are-network')).toEqual([
      'reports an answer with status 500 as network, which the protocol calls http',
      'reports a call whose connection broke as network',
      'reports a call without an answer in time as network, which the protocol calls timeout',
    ])
  })
})

describe('a start whose connection broke is seen: whether it is sent again', () => {
  const BROKEN = callsOfSeed(6).filter(({ requirements: [rule] }) => rule === 'START-AGAIN-AFTER-BREAK')

  test.for([
    [RIGHT_CLIENT, 'does not send a start again whose connection broke (RFC 9110 section 9.2.2)'],
    [
      'retries-after-network-failure',
      'sends a start again whose connection broke, though POST is not idempotent (RFC 9110 section 9.2.2)',
    ],
  ])('%s %s', async ([client, does]) => {
    const { verdicts } = await watch(client!, BROKEN)
    expect(verdicts.length).toBeGreaterThan(0)
    for (const { outcome, open } of verdicts)
      expect([outcome, open]).toEqual(['observed', [{ requirement: 'START-AGAIN-AFTER-BREAK', does }]])
  })

  test('and no start at all is no use of the freedom', async () => {
    const { verdicts } = await watch({ before: () => ({ ok: true }) }, BROKEN)
    expect(verdicts.flatMap(({ open = [] }) => open)).toEqual([])
  })
})

describe('a wrong client', () => {
  test('that answers from the vectors, without a request, fails every call', async () => {
    const vectorOfBody = new Map(VECTORS.map((vector) => [JSON.stringify(callOf(vector).body), vector]))
    const lookedUp = ({ body }: { body: object }): ClientReport =>
      vectorOfBody.has(JSON.stringify(body))
        ? { ok: true, status: 200, token: 'x' }
        : { ok: false, kind: 'network' }
    const { verdicts } = await watch({ before: lookedUp }, callsOfSeed(5, 40))
    expect(verdicts.filter(({ outcome }) => outcome === 'passed')).toEqual([])
  })

  // Each is a fault that vectors do not see (test/client/everyFaulty.test.ts); clientFaultsAll.test.ts asks several.
  test.for(GENERATED_FORMS)('is found by what it breaks, and by no other name: %s', async ([name, fault]) => {
    const { rules, causes } = await failuresOf(name, 7)
    expect(rules.size).toBeGreaterThan(0)
    expect(RULES[name] ?? RULES[fault.id]).toEqual(expect.arrayContaining([...rules]))
    expect([...rules].filter((rule) => SUITE.requirement(rule) === undefined)).toEqual([])
    // Not every wrong answer shows it beyond doubt.
    expect(fault.recognises ? [fault.id] : []).toEqual(expect.arrayContaining([...causes]))
  })
})
