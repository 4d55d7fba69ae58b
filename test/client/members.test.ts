import { describe, expect, test } from 'vitest'
import { generatedGroups, inOrder } from '../../src/generate/index.ts'
import { Declined, type ClientSteps } from '../../src/faults/client/clientFault.ts'
import { clientNamed } from '../../runners/selfCheck/faultyClient.ts'
import { cannotBeAsked, questionFor } from '../../src/ask.ts'
import { canSet } from '../../src/interface/bodies.ts'
import { isBad } from '../../src/judge/index.ts'
import { entriesOf } from '../../src/members.ts'
import {
  OPERATIONS,
  callsOf,
  type BodyMembers,
  type ClientCall,
  type Description,
  type JsonObject,
  type Operation,
  type Vector,
  type Verdict,
} from '../../src/model/index.ts'
import { BODY_MEMBERS } from '../../src/interface/bodies.ts'
import { count } from '../../src/report/coverage.ts'
import { shortcomings } from '../../src/report/judged.ts'
import { SUITE, VECTORS, brokenRule, recognised, watch } from '../support/client/watch.ts'

/** A small server SDK: three members of a token, no presenter, no layout, no watermarks. */
const SMALL: BodyMembers = {
  'auth.token': ['channelId', 'userId', 'duration'],
  'streaming.start': ['fps'],
  'streaming.update': ['url'],
  'streaming.stop': [],
}
const METHODS = ['client.call']
const describing = (more: Partial<Description>): Description => ({
  protocol: 1,
  sdk: { name: 'small', version: '1', language: 'TypeScript' },
  methods: METHODS,
  clock: 'injected',
  ...more,
})

const callOf = ({ question }: Vector): ClientCall => question.params as ClientCall
const bodiesOf = (vector: Vector): (readonly [Operation, JsonObject])[] =>
  callsOf(callOf(vector)).flatMap(({ operation, body, nextBodies = [] }) =>
    [body, ...nextBodies].map((one) => [operation, one] as const),
  )
const namesIn = (body: JsonObject): string[] => [...new Set([body, ...entriesOf(body)].flatMap(Object.keys))]
const beyond = (vector: Vector, members: BodyMembers): string[] =>
  bodiesOf(vector).flatMap(([operation, body]) =>
    namesIn(body).filter((name) => !canSet({ members }, operation, name)),
  )

/** The bodies, and what carries no time limit. */
const REQUESTS = VECTORS.filter(({ id }) => id.startsWith('client/request/') && !id.endsWith('-twice'))
const asked = (members: BodyMembers, count = 120): readonly Vector[] =>
  inOrder(generatedGroups({ count, seed: 5, methods: METHODS, members }))

/** Its types have no place for other members. */
const typed = (members: BodyMembers, more: ClientSteps = {}): ClientSteps => ({
  ...more,
  says: { members, ...more.says },
  before: (call) => {
    const other = namesIn(call.body).filter((name) => !canSet({ members }, call.operation, name))
    if (other.length > 0) throw new Declined(2)
    return more.before?.(call)
  },
})

const told = (verdicts: readonly Verdict[]): string[] =>
  verdicts.map(({ vector, reason, message }) => `${vector}: ${reason} ${message}`)

describe('a client with a part of the members', () => {
  test('passes every shipped question that it can express, and is not asked the others', async () => {
    // Not every machine has IPv6.
    const everywhere = REQUESTS.filter(({ needs = [] }) => !needs.includes('ipv6'))
    const { verdicts } = await watch(typed(SMALL), everywhere)
    expect(told(verdicts.filter(isBad))).toEqual([])
    expect(count(verdicts)).toMatchInlineSnapshot(`
      {
        "errored": 0,
        "failed": 0,
        "observed": 3,
        "passed": 91,
        "skipped": 26,
      }
    `)
    const skipped = verdicts.filter(({ outcome }) => outcome === 'skipped')
    expect(skipped.map(({ message }) => message)).not.toContain('the types of the SDK cannot hold it')
    expect(skipped.find(({ vector }) => vector.endsWith('start-contents'))?.message).toBe(
      'the client cannot set layout, watermarks in the body of streaming.start',
    )
  })

  test('passes every generated question, none of which needs code 2', async () => {
    const { verdicts } = await watch(typed(SMALL), asked(SMALL))
    expect(told(verdicts.filter(isBad))).toEqual([])
    expect(verdicts.filter(({ outcome }) => outcome === 'skipped')).toEqual([])
    expect(verdicts.filter(({ outcome }) => outcome === 'passed').length).toBeGreaterThan(90)
  })

  test.for([
    // The first two look like other faults, so that no name is given.
    ['durations-in-minutes', 'SDK-BODY-VALUES', []],
    ['flag-by-name', 'SDK-BODY-VALUES', []],
    ['update-as-post', 'UPDATE-METHOD-PATH', ['update-as-post']],
    ['numbers-as-text', 'SDK-BODY-VALUES', ['numbers-as-text']],
    ['tracking-id-short', 'HEADER-TRACKING-ID-FORMAT', ['tracking-id-short']],
  ] as const)(
    'and with the fault %s fails by %s, and is named %j',
    async ([fault, rule, named], { expect }) => {
      const { verdicts, watched } = await watch(typed(SMALL, clientNamed(fault)), [
        ...REQUESTS,
        ...asked(SMALL, 60),
      ])
      expect(verdicts.filter(isBad).map(brokenRule)).toContain(rule)
      expect(recognised(watched)).toEqual(named)
    },
  )

  test.for([
    ['duration', 'auth.token'],
    ['fps', 'streaming.start'],
    ['url', 'streaming.update'],
  ] as const)('that drops %s of %s without a word fails', async ([name, operation], { expect }) => {
    const drops = (members: JsonObject): JsonObject =>
      Object.fromEntries(Object.entries(members).filter(([one]) => one !== name))
    const remembers: ClientSteps['remembers'] = (call) =>
      call.operation === operation
        ? {
            ...call,
            body: {
              ...drops(call.body),
              ...('streamList' in call.body && { streamList: entriesOf(call.body).map(drops) }),
            },
          }
        : call
    for (const vectors of [REQUESTS, asked(SMALL, 60)]) {
      const { verdicts } = await watch(typed(SMALL, { remembers }), vectors)
      expect(verdicts.filter(isBad).map(brokenRule)).toContain('SDK-BODY-VALUES')
    }
  })

  test('that refuses by type what it says it can set is not silent about it', async () => {
    const says = { members: { ...SMALL, 'streaming.stop': ['streamId'] } }
    const { verdicts } = await watch({ ...typed(SMALL), says }, asked(says.members))
    const skipped = verdicts.filter(({ outcome }) => outcome === 'skipped')
    expect(new Set(skipped.map(({ reason }) => reason))).toEqual(new Set(['unsupported']))
    expect(skipped.length).toBeGreaterThan(0)
  })
})

describe('what is judged of it', () => {
  const NOTHING = { description: describing({ members: SMALL }), level: 'required', partial: false } as const
  const facts = {
    ...NOTHING,
    subject: { kind: 'adapter' },
    require: [],
    requireOneOf: METHODS,
    minCases: 0,
    find: SUITE.find,
  }
  const verdictOn = ({ id, level, requirements }: Vector, isAnswered: boolean): Verdict => ({
    vector: id,
    level,
    requirements,
    millis: 1,
    ...(isAnswered
      ? { outcome: 'passed' as const }
      : { outcome: 'skipped' as const, reason: 'unsupported', message: 'code 2' }),
  })
  const isAsked = (vector: Vector): boolean =>
    cannotBeAsked({ ...vector, needs: [] }, facts.description) === undefined

  test('what it cannot set is no answer with code 2', () => {
    const verdicts = VECTORS.map((vector) => verdictOn(vector, isAsked(vector)))
    expect(shortcomings(facts, verdicts)).toEqual([])
  })

  test('code 2 for more than half of the rest is not green, and the line names members', () => {
    const verdicts = VECTORS.map((vector, at) => verdictOn(vector, isAsked(vector) && at % 5 < 2))
    expect(shortcomings(facts, verdicts)).toEqual([
      'no vector was judged',
      expect.stringMatching(
        /^client\.call: \d+ of \d+ questions were answered with code 2; .* or name the members that it can set in "members"$/,
      ),
      expect.stringContaining('client.call'),
    ])
  })
})

describe('questions for a part of the members', () => {
  test('hold no other members', () => {
    expect(asked(SMALL).flatMap((vector) => beyond(vector, SMALL))).toEqual([])
    const description = describing({ members: SMALL })
    const shipped = VECTORS.filter(
      (vector) => cannotBeAsked({ ...vector, needs: [] }, description) === undefined,
    )
    const questions = shipped.map((vector) => ({ ...vector, question: questionFor(vector, description) }))
    expect(questions.flatMap((vector) => beyond(vector, SMALL))).toEqual([])
    // All answers, and more than half of the requests.
    expect(questions.filter(({ id }) => id.startsWith('client/response/')).length).toBe(545)
    expect(questions.filter(({ id }) => id.startsWith('client/request/')).length).toBeGreaterThan(80)
  })

  test.for([
    SMALL,
    { 'auth.token': [], 'streaming.start': ['userId', 'delayClose'], 'streaming.update': ['watermarks'] },
    { layout: true },
    {},
  ] as const)('hold the fullest body of each operation: %j', (members, { expect }) => {
    const description = describing({ members })
    for (const operation of OPERATIONS) {
      const due = BODY_MEMBERS[operation]
        .filter(({ name, isShown }) => isShown && canSet({ members }, operation, name))
        .map(({ name }) => name)
        .toSorted()
      const full = VECTORS.find(({ id }) => id.endsWith(`${operation.replace('.', '-')}-full`))!
      const question = questionFor(full, description)
      expect(namesIn((question.params as ClientCall).body).toSorted()).toEqual(due)
      const bodies = asked(members).flatMap((vector) => bodiesOf(vector))
      const ofOperation = bodies.filter(([name]) => name === operation).map(([, body]) => namesIn(body))
      expect(ofOperation.some((names) => due.every((name) => names.includes(name)))).toBe(true)
    }
  })

  test('are those of before where a client says nothing', () => {
    const said = describing({})
    for (const vector of VECTORS) expect(questionFor(vector, said)).toBe(vector.question)
    const all = generatedGroups({ count: 60, seed: 5, methods: METHODS })
    expect(generatedGroups({ count: 60, seed: 5, methods: METHODS, members: undefined }).length).toBe(
      all.length,
    )
  })

  test('joinParams holds for auth.token where members does not name it', () => {
    const joinParams = ['channelId', 'userId', 'size']
    const why = (id: string, more: Partial<Description>): string | undefined =>
      cannotBeAsked(SUITE.find(`client/request/auth-token-${id}`)!, describing({ joinParams, ...more }))
    const beyondIt = 'the client cannot set privileges in the body of auth.token'
    expect(why('privileges', {})).toBe(beyondIt)
    expect(why('privileges', { members: { 'streaming.stop': [] } })).toBe(beyondIt)
    expect(why('privileges', { members: { 'auth.token': ['privileges'] } })).toBeUndefined()
    expect(why('size-zero', { members: { 'auth.token': ['privileges'] } })).toBe(
      'the client cannot set size in the body of auth.token',
    )
    const vectors = inOrder(generatedGroups({ count: 60, seed: 5, methods: METHODS, joinParams }))
    const names = vectors
      .flatMap(bodiesOf)
      .flatMap(([operation, body]) => (operation === 'auth.token' ? namesIn(body) : []))
    expect(new Set(names)).toEqual(new Set(joinParams))
  })
})
