/** Endpoints that are too busy, or do nothing for a while; chaos.program.test.ts has more bad days of right ones. */
import { describe, test } from 'vitest'
import type { Report } from '../../src/report/report.ts'
import { CHANNEL } from '../support/live/service.ts'
import { liveOn, type Answered, type Wrong } from '../support/live/wrapped.ts'

const OPEN = ['--channel', CHANNEL, '--exclusive-channel', '--generated', '0', '--rate', '0']

const failedIn = ({ verdicts }: Report): string[] =>
  verdicts
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')
    .map(({ vector, message }) => `${vector}: ${message}`)

const busy = (status: number, retryAfter?: string): Answered => ({
  status,
  body: { reason: 'busy' },
  ...(retryAfter !== undefined && { headers: { 'Retry-After': retryAfter } }),
})

describe.concurrent('an endpoint that is too busy', () => {
  test.for<[string, (count: number) => Answered | undefined]>([
    ['every tenth request, with Retry-After', (count) => (count % 10 === 9 ? busy(429, '0') : undefined)],
    [
      'every seventh request, with a date',
      (count) => (count % 7 === 6 ? busy(503, new Date().toUTCString()) : undefined),
    ],
  ])('for %s is accused of nothing', async ([, tooBusy], { expect }) => {
    let count = 0
    const { code, report, streams } = await liveOn((_, right) => tooBusy(count++) ?? right(), OPEN)
    expect(failedIn(report!)).toEqual([])
    expect([code, streams(), report!.stopped]).toEqual([0, [], undefined])
    expect(report!.totals.passed).toBeGreaterThan(300)
  })

  test.for([busy(429, '0'), busy(503, '3600')])(
    'for good ends the run with a sentence, and accuses nobody: %j',
    async (answer, { expect }) => {
      let count = 0
      const wrong: Wrong = (_, right) => (count++ < 100 ? right() : answer)
      const { code, report, paths } = await liveOn(wrong, OPEN)
      expect(failedIn(report!).filter((text) => !text.includes('Not asked'))).toEqual([])
      expect(code).toBe(3)
      expect(JSON.stringify(report!.stopped)).toContain('too busy')
      expect(paths.length).toBeLessThan(250)
    },
  )
})

test('an endpoint that refuses every start proves nothing: exit code 4', async ({ expect }) => {
  const wrong: Wrong = ({ path, json }, right) => {
    const answer = right()
    const isStarted = path === '/streaming/start' && json['channelId'] === CHANNEL && answer.status === 200
    return isStarted ? { status: 400 } : answer
  }
  const { code, report } = await liveOn(wrong, ['--channel', CHANNEL, '--generated', '0'])
  expect([failedIn(report!), code]).toEqual([[], 4])
  expect(report!.tooLittle!.join()).toContain('no stream could be started in the channel')
})

test('nor does one that answers 503 to each start, and refuses what is sent again', async ({ expect }) => {
  const seen = new Set<string>()
  const wrong: Wrong = ({ path, json, body }, right) => {
    if (path !== '/streaming/start' || json['channelId'] !== CHANNEL) return right()
    const text = Buffer.from(body).toString()
    return { status: seen.size < seen.add(text).size ? 503 : 400 }
  }
  const few = ['start-mixed', 'start-two'].flatMap((name) => ['--filter', `endpoint/streaming/${name}`])
  const { code, report } = await liveOn(wrong, [...OPEN, ...few])
  expect([failedIn(report!), code]).toEqual([[], 4])
  expect(report!.tooLittle!.join()).toContain('no stream could be started in the channel')
})

test('an endpoint whose stops are answered 503 gets no more streams than two', async ({ expect }) => {
  const wrong: Wrong = ({ path, json }, right) =>
    path === '/streaming/stop' && json['channelId'] === CHANNEL ? { status: 503 } : right()
  const { code, report, streams } = await liveOn(wrong, OPEN)
  expect([1, 3]).toContain(code)
  expect(streams().length).toBeLessThanOrEqual(2)
  expect(report!.stopped!.remaining!.length).toBeLessThanOrEqual(2)
  expect(report!.verdicts.filter(({ reason }) => reason === 'not-judged').length).toBeGreaterThan(10)
})
