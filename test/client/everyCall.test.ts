import { describe, expect, test } from 'vitest'
import { call as plainCall } from '../../runners/adapters/typescript/client.ts'
import type { Called, WireSubject } from '../../runners/adapter/wire.ts'
import { clientInProcess } from '../../runners/selfCheck/clientInProcess.ts'
import { isObject } from '../../src/json.ts'
import { Declined, type ClientSteps } from '../../src/faults/client/clientFault.ts'
import { judge } from '../../src/judge/index.ts'
import type {
  ClientAnswer,
  ClientCall,
  ClientReport,
  JsonObject,
  Vector,
  Verdict,
  WireCall,
} from '../../src/model/index.ts'
import { allVerdicts, gates } from '../../src/run.ts'
import { recognised, type Seen, subjectOf, SUITE, VECTORS, watch } from '../support/client/watch.ts'

const named = (expression: RegExp): Vector[] => VECTORS.filter(({ id }) => expression.test(id))

/** What the text leaves open, as the report says it. */
const openIn = (verdicts: readonly Verdict[]): string[] => [
  ...new Set(verdicts.flatMap(({ open = [] }) => open.map(({ does }) => does))),
]
const rulesIn = (verdicts: readonly Verdict[]): (string | undefined)[] => [
  ...new Set(
    verdicts
      .filter(({ outcome }) => outcome === 'failed')
      .map(({ rule, requirements }) => rule ?? requirements[0]),
  ),
]

describe('a client that cannot express the full body is looked at in what it sends', () => {
  const FEW: ReadonlySet<string> = new Set([
    'channelId',
    'userId',
    'streamList',
    'streamId',
    'url',
    'flag',
    'type',
  ])
  const isFew = (value: unknown): boolean =>
    Array.isArray(value)
      ? value.every(isFew)
      : !isObject(value) || Object.entries(value).every(([name, member]) => FEW.has(name) && isFew(member))
  /** An entry of a start has a flag. */
  const withLayout = (entry: JsonObject): JsonObject => ('flag' in entry ? { ...entry, layout: {} } : entry)
  const HABITS: ClientSteps = {
    before: ({ body }) => {
      if (!isFew(body)) throw new Declined(2)
      return undefined
    },
    serialise: ({ streamList, ...rest }) =>
      JSON.stringify({
        ...rest,
        ...(streamList && { streamList: (streamList as JsonObject[]).map(withLayout) }),
      }),
    // Two calls of one second share it.
    trackingId: (_random, count, { operation }) =>
      operation === 'streaming.stop' ? undefined : String(count >> 1).padStart(32, '0'),
  }
  const ASKED = named(/^client\/request\/[a-z-]*-(?:minimal|full)$/)

  test('three defects at once are all in the report', async () => {
    const { verdicts } = await watch(HABITS, ASKED)
    expect(verdicts.filter(({ outcome }) => outcome === 'skipped').length).toBeGreaterThan(0)
    const findings = verdicts.flatMap(({ rule, findings = [] }) => [rule, ...findings.map((one) => one.rule)])
    expect(findings).toEqual(expect.arrayContaining(['SDK-BODY-NOTHING-ADDED', 'SDK-TRACKING-ID-UNIQUE']))
    expect(openIn(verdicts)).toEqual(['sends streaming.stop without a Tracking-Id'])
  })

  test('one without a defect has none', async () => {
    const { verdicts } = await watch({ before: HABITS.before! }, ASKED)
    expect([rulesIn(verdicts), openIn(verdicts)]).toEqual([[], []])
  })
})

describe('two requests for one call are in the report', () => {
  const again = async (retries: ClientSteps['retries'], asked: RegExp): Promise<readonly Verdict[]> =>
    (await watch({ ...(retries && { retries }) }, named(asked))).verdicts

  const POST = ', though POST is not idempotent (RFC 9110 section 9.2.2)'
  test.each<[string, NonNullable<ClientSteps['retries']>, RegExp, string]>([
    [
      'after an error status',
      (status) => status === 500,
      /streaming-start-500$/,
      `sends streaming.start again after status 500${POST}`,
    ],
    [
      'after a reset',
      (status) => status === undefined,
      /streaming-stop-reset$/,
      `sends streaming.stop again after a broken connection${POST}`,
    ],
    [
      'of a PUT, which is idempotent',
      (status) => status === 500,
      /streaming-update-500$/,
      'sends streaming.update again after status 500',
    ],
    [
      'after Retry-After',
      (status) => status === 429,
      /streaming-update-429-then-200$/,
      'sends streaming.update again after status 429 with Retry-After',
    ],
  ])('%s', async (_, retries, asked, does) => {
    const repeating = await again(retries, asked)
    expect([rulesIn(repeating), openIn(repeating)]).toEqual([[], [does]])
    const once = openIn(await again(undefined, asked))
    expect(once.filter((said) => !said.startsWith('does not send '))).toEqual([])
  })

  test('after 200 too, which is a failure', async () => {
    const verdicts = await again((status) => status === 200, /response\/streaming-stop-200-json$/)
    expect(rulesIn(verdicts)).toEqual(['SDK-CALL-ONCE'])
  })
})

describe('a query behind the path', () => {
  test('is in the report of every call, and breaks no rule', async () => {
    const url: ClientSteps['url'] = (baseUrl, path) => `${baseUrl}${path}?t=1`
    const { verdicts } = await watch({ url }, named(/request\/streaming-stop-minimal$/))
    expect([rulesIn(verdicts), openIn(verdicts)]).toEqual([
      [],
      ['sends streaming.stop with a query behind the path'],
    ])
  })
})

describe('a call without an end', () => {
  const seenOf = (report: ClientReport, millis: number): ClientAnswer => {
    const request = { elsewhere: false, method: 'PUT', target: '/streaming/update', headers: [], body: '' }
    return { reports: [report], requests: [request], millis: [millis], scheme: 'SvcSign', leaks: [] }
  }
  const answered = (vector: Vector, report: ClientReport, millis: number): Verdict =>
    judge(vector, { kind: 'accepted', output: seenOf(report, millis), askedAt: 0, answeredAt: 0 }, 'no-twin')
  const all = ({ rule, level, message, findings = [] }: Verdict) => [
    { rule, level, message },
    ...findings.map((one) => ({ rule: one.rule, level: one.level, message: one.message })),
  ]
  const [limited] = named(/streaming-update-429$/)
  const [ok] = named(/request\/streaming-update-minimal$/)

  test('breaks the rule of the time limit, and names Retry-After', () => {
    const found = all(answered(limited!, { unanswered: 12_000 }, 12_000))
    const late = found.find(({ rule }) => rule === 'SDK-TIME-LIMIT')
    expect(late).toMatchObject({ level: 'recommended', message: expect.stringContaining('Retry-After: 1') })
    expect(found.map(({ rule }) => rule)).not.toContain('SDK-ERROR-NO-CRASH')
  })

  test('tells its caller of no success where there was one: required', () => {
    const found = all(answered(ok!, { unanswered: 12_000 }, 12_000))
    expect(found).toContainEqual(
      expect.objectContaining({ rule: 'SDK-SUCCESS-TO-CALLER', level: 'required' }),
    )
  })

  test('is named no-timeout where the service was silent, and not where it answered', () => {
    const endless = seenOf({ unanswered: 12_000 }, 12_000)
    const callOf = ({ question }: Vector): ClientCall => question.params as ClientCall
    const [silent] = named(/streaming-update-silent$/)
    expect(recognised([[callOf(silent!), endless]])).toContain('no-timeout')
    expect(recognised([[callOf(ok!), endless]])).not.toContain('no-timeout')
  })

  test('is not one that ends within its limit', () => {
    const told = { ok: false, kind: 'http', status: 429 } as const
    expect(all(answered(limited!, told, 4000)).map(({ rule }) => rule)).not.toContain('SDK-TIME-LIMIT')
  })
})

/** What HTTP libraries do by default, over fetch: the client is the sample's. */
const right = (params: WireCall): ReturnType<typeof plainCall> =>
  plainCall(params, params.operation, params.body)

/** As ky and urllib3 with Retry: a PUT that is answered 429 is sent again after Retry-After. */
const obeysRetryAfter = async (params: WireCall): Promise<ClientReport> => {
  let told = await right(params)
  for (let left = 2; left > 0 && 'status' in told && told.status === 429; left--) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    told = await right(params)
  }
  return told as ClientReport
}

/** As got: the limit is for each attempt, and a PUT that reached it is sent again. */
const limitsAttempts = async (params: WireCall): Promise<ClientReport> => {
  let told = await right(params)
  for (let left = 2; left > 0 && 'kind' in told && told.kind === 'timeout'; left--) told = await right(params)
  return told as ClientReport
}

async function verdictsOn(client: (params: WireCall) => Promise<ClientReport>, asked: RegExp): Promise<Seen> {
  const watched: Seen['watched'][number][] = []
  const inner: WireSubject = {
    ...clientInProcess({}, () => undefined),
    call: async (params): Promise<Called> => {
      const askedAt = Date.now() / 1000
      const output = await client(params)
      return { askedAt, answeredAt: Date.now() / 1000, kind: 'accepted', output }
    },
  }
  const subject = subjectOf(inner, { isBusy: () => false, trace: (...seen) => void watched.push(seen) })
  const verdicts = await allVerdicts({
    vectors: named(asked),
    find: SUITE.find,
    subject,
    level: 'recommended',
  })
  return { verdicts, watched }
}

describe('the default of an HTTP library', () => {
  test('that waits for Retry-After conforms, and the report says that it asks again', async () => {
    const { verdicts } = await verdictsOn(obeysRetryAfter, /streaming-update-429(?:-status|-then-200)?$/)
    expect(rulesIn(verdicts)).toEqual([])
    expect(openIn(verdicts)).toEqual(['sends streaming.update again after status 429 with Retry-After'])
  })

  test('that limits each attempt is named, conforms at required, and is no error', async () => {
    const { verdicts, watched } = await verdictsOn(limitsAttempts, /streaming-update-silent$/)
    expect(verdicts).toMatchObject([
      { outcome: 'failed', rule: 'SDK-TIME-LIMIT', message: expect.stringContaining('each attempt') },
    ])
    expect(verdicts.filter((verdict) => gates(verdict, 'required'))).toEqual([])
    // It has a limit.
    expect(recognised(watched)).not.toContain('no-timeout')
    expect(openIn(verdicts)).toEqual(['sends streaming.update again after no answer'])
  })
})
