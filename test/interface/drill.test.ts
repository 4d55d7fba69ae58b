/**
 * One fact, one place: a made-up member of each type, with other bounds, and a made-up format of tokens are put into
 * the tables of src/interface, and every place that follows from them must show them. Each row names the place.
 */
import { sample, type Arbitrary } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Json, JsonObject, Subject } from '../../src/model/index.ts'

const SCHEMAS = '../../src/interface/schemas.ts'
const TOKEN_FORMAT = '../../src/interface/tokenFormat.ts'
const JOIN_PARAMS = '../../src/interface/joinParams.ts'

/** No rule of vectors/requirements.yaml. */
const rule = (rest: string): string => `PARAM-${rest}`

/** As "npm run vectors" would write them out of the schema. */
const MADE_UP = {
  region: { type: 'string', required: false },
  rank: { type: 'integer', minimum: 3, maximum: 9, default: 4, required: false },
} as const
const WORDS = {
  region: { open: rule('REGION-NAMING'), sample: 'north' },
  rank: { open: rule('RANK-VALUES'), plain: [5, 7], sample: 6 },
} as const
const IDS = { channelId: 'c1', userId: 'u1' }
const SECRET = 'DO-NOT-USE-channelproof-drill'

interface Modules {
  readonly token: typeof import('../../src/token/index.ts')
  readonly limits: typeof import('../../src/limits.ts')
  readonly values: typeof import('../../src/interface/values.ts')
  readonly rules: typeof import('../../src/body/rules.ts')
  readonly shapes: typeof import('../../runners/adapter/shapes.ts')
  readonly generate: typeof import('../../src/generate/joinParams.ts')
  readonly wrongTokens: typeof import('../../src/generate/endpoint/refusals.ts')
  readonly traits: typeof import('../../src/diagnose/common.ts')
  readonly judged: typeof import('../../src/judge/joinParams.ts')
  readonly exact: typeof import('../../src/judge/exact.ts')
  readonly doctor: typeof import('../../runners/doctor/methods.ts')
  readonly configuration: typeof import('../../src/interface/joinParams.ts')
}

let at: Modules

beforeAll(async () => {
  vi.resetModules()
  vi.doMock(SCHEMAS, async (original) => {
    const schemas = await original<typeof import('../../src/interface/schemas.ts')>()
    return { ...schemas, JOIN_PARAM_SCHEMAS: { ...schemas.JOIN_PARAM_SCHEMAS, ...MADE_UP } }
  })
  vi.doMock(JOIN_PARAMS, async (original) => {
    const facts = await original<typeof import('../../src/interface/joinParams.ts')>()
    const rows = facts.JOIN_PARAMS.map((row) => ({ ...row, ...WORDS[row.name as keyof typeof WORDS] }))
    const named = (name: string): object | undefined => rows.find((row) => row.name === name)
    return {
      ...facts,
      JOIN_PARAMS: rows,
      INTEGER_JOIN_PARAMS: rows.filter(({ type, required }) => type === 'integer' && !required),
      joinParam: named,
    }
  })
  vi.doMock(TOKEN_FORMAT, async (original) => ({
    ...(await original<object>()),
    TOKEN_FORMAT: { version: '77', digest: 'sha512', digestBytes: 64, blockBytes: 128 },
  }))
  at = {
    token: await import('../../src/token/index.ts'),
    limits: await import('../../src/limits.ts'),
    values: await import('../../src/interface/values.ts'),
    rules: await import('../../src/body/rules.ts'),
    shapes: await import('../../runners/adapter/shapes.ts'),
    generate: await import('../../src/generate/joinParams.ts'),
    wrongTokens: await import('../../src/generate/endpoint/refusals.ts'),
    traits: await import('../../src/diagnose/common.ts'),
    judged: await import('../../src/judge/joinParams.ts'),
    exact: await import('../../src/judge/exact.ts'),
    doctor: await import('../../runners/doctor/methods.ts'),
    configuration: await import('../../src/interface/joinParams.ts'),
  }
})

afterAll(() => {
  for (const file of [SCHEMAS, TOKEN_FORMAT, JOIN_PARAMS]) vi.doUnmock(file)
  vi.resetModules()
})

const issueQuestion = (joinParams: JsonObject) =>
  ({
    method: 'token.issue',
    params: { appId: 'app', appSecret: SECRET, joinParams, timestamp: 1700000000 },
  }) as const

describe('a member that section 2.1 does not have yet', () => {
  test('the token code knows its type and its bounds', () => {
    const reasons = (more: JsonObject): string[] =>
      at.token.joinParamsViolations({ ...IDS, ...more }).map(({ message }) => message)
    expect(reasons({ region: 'north', rank: 9 })).toEqual([])
    expect(reasons({ region: 1 })).toEqual(['region must be string (section 2.1)'])
    expect(reasons({ rank: 10 })).toEqual(['rank must be at most 9 (section 8)'])
    expect(reasons({ rank: 2 })).toEqual(['rank must be at least 3 (section 8)'])
  })

  test('the rules of bodies name its rules', () => {
    expect(at.rules.rulesAt('auth-token', '/region')).toMatchObject({ type: [rule('REGION-STRING'), '2.1'] })
    expect(at.rules.rulesAt('auth-token', '/rank')).toMatchObject({
      type: [rule('RANK-INTEGER'), '2.1'],
      minimum: [rule('RANK-MINIMUM'), '8'],
      maximum: [rule('RANK-MAXIMUM'), '8'],
    })
  })

  test('limits hold it: an expression for a text, a minimum beside a maximum', () => {
    expect(at.values.LIMIT_SHAPES).toMatchObject({ region: 'expression', rank: 'minimum' })
    const found = at.limits.heldBy(issueQuestion({ ...IDS, region: 'x', rank: 5 }))
    expect(found).toEqual(
      expect.arrayContaining([
        ['region', 'x'],
        ['rank', 5],
      ]),
    )
  })

  test('the shape of describe takes its limits, and no others', () => {
    const described = (limits: Json): string | undefined =>
      at.shapes.resultProblem('describe', {
        protocol: 1,
        sdk: { name: 'x', version: '1', language: 'x' },
        methods: [],
        clock: 'injected',
        limits,
      })
    expect(described({ region: '[a-z]+', rank: { min: 4 } })).toBeUndefined()
    expect(described({ rank: { max: 4 } })).toMatch(/rank/)
    expect(described({ regions: '[a-z]+' })).toMatch(/there are .*region/)
  })

  test('what is plain, and the rule that leaves the rest open', () => {
    const open = (more: JsonObject): string | undefined =>
      at.limits.openRuleIn(issueQuestion({ ...IDS, ...more }))
    expect([open({ region: 'north' }), open({ rank: 5 }), open({ rank: 4 })]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect([open({ region: 'North!' }), open({ rank: 8 })]).toEqual([
      rule('REGION-NAMING'),
      rule('RANK-VALUES'),
    ])
  })

  test('the generators draw it, inside its plain range or its bounds', () => {
    const drawn = (values: Arbitrary<JsonObject>): JsonObject[] => sample(values, { numRuns: 300, seed: 7 })
    const plain = drawn(at.generate.plainJoinParams({})).flatMap(({ rank }) => rank ?? [])
    expect(new Set(plain)).toEqual(new Set([4, 5, 6, 7]))
    const any = drawn(at.generate.joinParamsOf({}))
    expect(any.some(({ region }) => typeof region === 'string' && /[^a-z0-9]/.test(region))).toBe(true)
    const ranks = new Set(any.flatMap(({ rank }) => rank ?? []))
    expect(ranks).toEqual(new Set([3, 4, 5, 6, 7, 8, 9]))
  })

  test('the generators make bodies wrong at it', () => {
    const rules = at.wrongTokens.wrongTokens.flatMap((vectors) =>
      sample(vectors, { numRuns: 1, seed: 7 }).flatMap(([one]) => one!.requirements),
    )
    expect(rules).toContain(rule('RANK-MAXIMUM'))
    expect(rules).toContain(rule('REGION-STRING'))
  })

  test('the diagnosis looks at its size and its characters', () => {
    const described = (name: string, value: string | number) => ({
      question: issueQuestion(IDS),
      held: [[name, value]] as const,
    })
    const many = <T>(count: number, make: (at: number) => T): T[] =>
      Array.from({ length: count }, (_, at) => make(at))
    const wrong = many(3, (n) => described('rank', 8 + n))
    const right = many(20, () => described('rank', 5))
    expect(at.traits.sharedNumber(wrong, right)).toBe('the value of rank: 8 or more; up to 5 is right')
    const odd = many(3, () => described('region', 'a b'))
    expect(
      at.traits.sharedText(
        odd,
        many(20, () => described('region', 'ab')),
      ),
    ).toMatch(/ in .*region/)
  })

  test('the judge knows its default and its bounds', () => {
    const found = (asked: JsonObject, value: JsonObject) =>
      at.judged.joinParamsFindings(asked, { value, inexact: [] }).map(({ reason, level }) => [reason, level])
    expect(found({}, { rank: 4 })).toEqual([])
    expect(found({}, { rank: 5 })).toEqual([['value-added', undefined]])
    expect(found({ rank: 12 }, { rank: 9 })).toEqual([['value-changed', 'recommended']])
    expect(found({ rank: 8 }, { rank: 7 })).toEqual([['value-changed', undefined]])
  })

  test('doctor asks for it, and says so where it is lost', async () => {
    const asked: JsonObject[] = []
    const subject = (keep: readonly string[]): Subject => ({
      description: {
        protocol: 1,
        sdk: { name: 'x', version: '1', language: 'x' },
        methods: ['token.issue'],
        clock: 'injected',
      },
      ask: async ({ params }) => {
        const { joinParams } = params as { joinParams: JsonObject }
        asked.push(joinParams)
        const kept = Object.fromEntries(Object.entries(joinParams).filter(([name]) => keep.includes(name)))
        const text = Buffer.from(JSON.stringify(kept)).toString('base64')
        return { kind: 'accepted', output: { token: `77.doctor.1.${text}.x` }, askedAt: 0, answeredAt: 0 }
      },
      close: async () => ({}),
    })
    const names = at.configuration.JOIN_PARAMS.map(({ name }) => name)
    expect(JSON.stringify(await at.doctor.joinParamsLines(subject(names)))).toMatch(/each of 7 optional ones/)
    expect(asked).toContainEqual(expect.objectContaining({ region: 'north' }))
    const lost = await at.doctor.joinParamsLines(subject(names.filter((name) => name !== 'region')))
    expect(JSON.stringify(lost)).toMatch(/a token for region has no such value/)
  })
})

describe('a format of tokens that section 4.5 does not have yet', () => {
  test('tokens are issued and verified in it', () => {
    const token = at.token.issue(IDS, { appId: 'app', appSecret: SECRET, timestamp: 1700000000 })
    expect(token).toMatch(/^77\.app\./)
    // 64 bytes of HMAC-SHA512 are 88 characters of base64.
    expect(token.split('.')[4]).toHaveLength(88)
    expect(at.token.verify(token, { appId: 'app', appSecret: SECRET, now: 1700000000 })).toMatchObject({
      valid: true,
    })
    const old = token.replace(/^77/, '02')
    expect(at.token.verify(old, { appId: 'app', appSecret: SECRET, now: 1700000000 })).toMatchObject({
      valid: false,
      reason: 'version',
    })
  })

  test('the judge measures its digest', () => {
    const short = Buffer.alloc(32).toString('base64')
    const [found] = at.exact.signatureFindings(Buffer.alloc(64, 1).toString('base64'), short, () => ({}))
    expect(found).toMatchObject({ reason: 'signature-of-wrong-length' })
    expect(found?.message).toMatch(/32 bytes instead of 64/)
  })
})
