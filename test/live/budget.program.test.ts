import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { costOf, RequestBudget } from '../../runners/live/rateLimit.ts'
import type { Exchange } from '../../src/model/index.ts'
import { CHANNEL, USER } from '../support/live/service.ts'
import { cli, temporary } from '../support/cli.ts'
import { liveOn } from '../support/live/wrapped.ts'

const ONE = { requests: 1, streams: 0 }
const start = (...streams: number[]): Exchange => ({
  operation: 'streaming.start',
  authorization: 'right',
  channel: 'open',
  body: JSON.stringify({
    streamList: streams.map((at) => ({ streamId: `{{stream${at}}}`, url: `{{pushUrl${at}}}` })),
  }),
})

describe('the cost of an exchange', () => {
  test('counts what comes before it, and two stops for each stream that it may start', () => {
    expect(costOf(start(1, 2))).toEqual({ requests: 1, streams: 2 })
    const before = [start(1), start(2)].map(({ operation, body }) => ({ operation, body }))
    expect(costOf({ ...start(3), before })).toEqual({ requests: 3, streams: 3 })
    // A streamId of a wrong type may start a push as well.
    expect(costOf({ ...start(), body: '{"streamId":"{{streamText1}}"}' })).toEqual({
      requests: 1,
      streams: 1,
    })
    // A push address ends with the id of its stream, which clean-up then knows.
    expect(costOf({ ...start(), body: '{"url":"{{pushUrl1}}"}' })).toEqual({ requests: 1, streams: 1 })
    expect(costOf({ ...start(1), operation: 'streaming.stop' })).toEqual({ requests: 1, streams: 0 })
  })
})

describe('a budget', () => {
  test('without a bound admits everything', async () => {
    expect(await new RequestBudget().admit({ requests: 1e9, streams: 1e9 })).toBe(true)
  })

  test('sets aside the stops of a stream before it is started', async () => {
    expect(await new RequestBudget(3).admit({ requests: 1, streams: 1 })).toBe(true)
    expect(await new RequestBudget(2).admit({ requests: 1, streams: 1 })).toBe(false)
  })

  test('waits for what is under way, which may need less than was set aside', async () => {
    const budget = new RequestBudget(4)
    const cost = { requests: 1, streams: 1 }
    expect(await budget.admit(cost)).toBe(true)
    const second = budget.admit(cost)
    budget.sent++
    budget.release(cost, 0)
    expect(await second).toBe(true)
  })

  test('keeps one stop for each stream that may remain', async () => {
    const budget = new RequestBudget(4)
    const cost = { requests: 1, streams: 1 }
    await budget.admit(cost)
    budget.sent++
    budget.sent++
    budget.release(cost, 1)
    expect(await budget.admit({ requests: 2, streams: 0 })).toBe(false)
    expect(await budget.admit(ONE)).toBe(true)
  })

  test('admits in the order of asking: a cheap exchange does not overtake', async () => {
    const budget = new RequestBudget(5)
    await budget.admit({ requests: 4, streams: 0 })
    const admitted: string[] = []
    const dear = budget.admit({ requests: 3, streams: 0 }).then(() => admitted.push('dear'))
    const cheap = budget.admit(ONE).then(() => admitted.push('cheap'))
    budget.sent++
    budget.release({ requests: 4, streams: 0 }, 0)
    await Promise.all([dear, cheap])
    expect(admitted).toEqual(['dear', 'cheap'])
  })
})

const OPEN = ['--channel', CHANNEL, '--channel-user', USER, '--exclusive-channel', '--seed', '1'] as const
const FILTER = ['--filter', 'endpoint/streaming/start-*', '--generated', '50'] as const

describe('--max-requests', () => {
  test.for([1, 2, 3, 7, 40, 111])('of %i is never exceeded, and leaves no stream running', async (most) => {
    const flags = [...OPEN, ...FILTER, '--max-requests', String(most)]
    const { paths, streams, report } = await liveOn((_, right) => right(), flags)
    expect(paths.length).toBeLessThanOrEqual(most)
    expect(report!.requests).toEqual({ sent: paths.length, most })
    expect(streams()).toEqual([])
    const skipped = report!.verdicts.filter(({ message = '' }) => message.startsWith('--max-requests'))
    expect(skipped.length).toBeGreaterThan(0)
    expect(skipped.every(({ outcome }) => outcome === 'skipped')).toBe(true)
  })

  test('leaves out the same vectors in every run', async () => {
    const flags = [...OPEN, ...FILTER, '--max-requests', '60']
    const [first, second] = [
      await liveOn((_, right) => right(), flags),
      await liveOn((_, right) => right(), flags),
    ]
    const outcomes = ({ report }: typeof first) =>
      report!.verdicts.map(({ vector, outcome }) => `${vector} ${outcome}`)
    expect(outcomes(first)).toEqual(outcomes(second))
    expect(first.paths.length).toBeGreaterThan(50)
  })

  test('holds for an endpoint that answers no stop: each stream was stopped as often as was set aside', async () => {
    const flags = [...OPEN, ...FILTER, '--max-requests', '60']
    const { paths, report } = await liveOn(
      ({ path }, right) => (path === '/streaming/stop' ? { status: 500 } : right()),
      flags,
    )
    expect(paths.length).toBeLessThanOrEqual(60)
    expect(report!.stopped!.code).toBe('streams-may-remain')
    // All that may remain were tried again at the end.
    const stops = paths.slice(-report!.stopped!.remaining!.length)
    expect(new Set(stops)).toEqual(new Set(['/streaming/stop']))
  })

  test('without it the same run sends more', async () => {
    const { paths, report } = await liveOn((_, right) => right(), [...OPEN, ...FILTER])
    expect(paths.length).toBeGreaterThan(111)
    expect(report!.requests).toEqual({ sent: paths.length })
  })

  test.for(['0', '-1', '1.5', 'x'])('%s is wrong usage', async (most) => {
    const { code, stderr, paths } = await liveOn((_, right) => right(), [`--max-requests=${most}`])
    expect(code).toBe(2)
    expect(stderr).toContain('--max-requests')
    expect(paths).toEqual([])
  })
})

describe('too little is no conformance', () => {
  const families = (tooLittle: readonly string[] = []): string[] =>
    tooLittle.flatMap((line) => /^endpoint\/\w+/.exec(line)?.[0] ?? [])

  test.concurrent.for([
    [2, ['endpoint/auth', 'endpoint/headers', 'endpoint/token', 'endpoint/streaming']],
    [60, ['endpoint/streaming']],
  ] as const)('--max-requests %i ends with 4 and names the families', async ([most, short], { expect }) => {
    const { code, report, stdout } = await liveOn((_, right) => right(), ['--max-requests', String(most)])
    expect(report!.totals).toMatchObject({ failed: 0, errored: 0 })
    expect(report!.totals.passed).toBeGreaterThan(0)
    expect(new Set(families(report!.tooLittle))).toEqual(new Set(short))
    expect([code, report!.conforms]).toEqual([4, false])
    expect(stdout).toMatch(
      /must be (accepted|refused), \d+ got a verdict; at least \d+ are needed: raise --max-requests/,
    )
  })

  test.concurrent.for([
    ['a budget that suffices', ['--max-requests', '2000']],
    ['no channel: what nobody permitted was not offered', []],
    ['a budget under --filter', ['--filter', 'endpoint/token/*', '--max-requests', '3']],
  ] as const)('0 with %s', async ([, flags], { expect }) => {
    const { code, report } = await liveOn((_, right) => right(), [...flags])
    expect([code, report!.tooLittle]).toEqual([0, undefined])
  })

  test('the merge of shards decides over the whole', async () => {
    const folder = temporary()
    const shard = async (index: number, most: string) => {
      const file = join(folder, `${index}-${most}.json`)
      await cli(['live', '--shard', `${index}/2`, '--max-requests', most, '--report', `json=${file}`])
      return file
    }
    const [first, second, little] = [await shard(1, '900'), await shard(2, '900'), await shard(2, '9')]
    expect((await cli(['merge', first, second])).code).toBe(0)
    const { code, stdout } = await cli(['merge', first, little])
    expect(stdout).toMatch(
      /^too little: endpoint\/token: of the requests that must be accepted.* raise --max-requests/m,
    )
    expect(code).toBe(4)
  })
})
