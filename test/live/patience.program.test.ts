/** Endpoints that are right, on a bad day: too busy for a while, or with answers that were lost on the way. */
import { describe, test } from 'vitest'
import type { Report } from '../../src/report/report.ts'
import { CHANNEL } from '../support/live/service.ts'
import { event } from '../support/until.ts'
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
    [
      'thirty requests in the middle, and names no time',
      (count) => (count > 60 && count <= 90 ? busy(503) : undefined),
    ],
  ])('for %s is accused of nothing', async ([, tooBusy], { expect }) => {
    let count = 0
    const { code, report, streams } = await liveOn((_, right) => tooBusy(count++) ?? right(), OPEN)
    expect(failedIn(report!)).toEqual([])
    expect([code, streams(), report!.stopped]).toEqual([0, [], undefined])
    expect(report!.totals.passed).toBeGreaterThan(300)
  })

  test.for([busy(503), busy(429, '0'), busy(503, '3600')])(
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

  test('only for one question, and answers others meanwhile, is wrong', async ({ expect }) => {
    const wrong: Wrong = ({ json }, right) => (json['duration'] === 86401 ? busy(503) : right())
    const { code, report } = await liveOn(wrong, ['--filter', 'endpoint/token/*', '--generated', '0'])
    expect(code).toBe(1)
    expect(failedIn(report!).length).toBeGreaterThan(0)
  })
})

describe.concurrent('a channel in which two streams of others run', () => {
  const NEIGHBOURS = [1, 2].map((streamId) => ({
    streamId,
    url: `rtmp://neighbour.example/live/${streamId}`,
    flag: 3,
    type: 1,
  }))
  /** They have begun before the first request of the run. */
  const occupied = (): Wrong => {
    let isOccupied = false
    return ({ path, json }, right) => {
      if (isOccupied || path !== '/streaming/start' || json['channelId'] !== CHANNEL) return right()
      isOccupied = right({ channelId: CHANNEL, streamList: NEIGHBOURS }).status === 200
      return right()
    }
  }

  test('is no fault of the endpoint: what finds no room is not judged', async ({ expect }) => {
    const { code, report, streams } = await liveOn(occupied(), ['--channel', CHANNEL, '--generated', '0'])
    expect([failedIn(report!), code, streams()]).toEqual([[], 0, [1, 2]])
    const notJudged = report!.verdicts.filter(({ reason }) => reason === 'not-judged')
    expect(notJudged.map(({ vector }) => vector)).toContain('endpoint/streaming/start-two')
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

  test('with --exclusive-channel they are stopped first', async ({ expect }) => {
    let started = 0
    const wrong: Wrong = (_, right) => {
      if (started === 0)
        started = right({ channelId: CHANNEL, streamList: NEIGHBOURS }, '/streaming/start').status
      return right()
    }
    const { code, report, streams } = await liveOn(wrong, OPEN)
    expect([started, failedIn(report!), code, streams()]).toEqual([200, [], 0, []])
  })

  test('an endpoint that takes one stream of a start alone fails where nobody else runs', async ({
    expect,
  }) => {
    const wrong: Wrong = ({ path, json }, right) =>
      path === '/streaming/start' && Array.isArray(json['streamList']) && json['streamList'].length > 1
        ? { status: 400 }
        : right()
    const { code, report } = await liveOn(wrong, OPEN)
    expect(code).toBe(1)
    expect(failedIn(report!).join()).toContain('endpoint/streaming/start-two')
  })
})

describe.concurrent('an endpoint that frees the place of a stream a little after its stop', () => {
  /** Carries a stop out a little later than it says. */
  const slow: Wrong = ({ path, json }, right) => {
    if (path !== '/streaming/stop' || json['channelId'] !== CHANNEL) return right()
    setTimeout(() => void right(), 30)
    return { status: 200 }
  }
  const few = ['three', 'another-after-stop-all', 'mixed', 'refuses-a-fourth-stream'].flatMap((name) => [
    '--filter',
    `endpoint/streaming/start-${name}`,
  ])

  test('is right where --settle waits for that', async ({ expect }) => {
    const { code, report } = await liveOn(slow, [...OPEN, ...few, '--settle', '1500'])
    expect([failedIn(report!), code]).toEqual([[], 0])
  })

  /** Carries a stop out when the next start has had its answer, however fast that comes. */
  const behind = (): Wrong => {
    const due: (() => void)[] = []
    return ({ path, json }, right) => {
      if (path === '/streaming/stop' && json['channelId'] === CHANNEL) {
        due.push(right)
        return { status: 200 }
      }
      const answer = right()
      if (path === '/streaming/start') for (const stop of due.splice(0)) stop()
      return answer
    }
  }

  test('fails without it', async ({ expect }) => {
    const { report } = await liveOn(behind(), [...OPEN, ...few])
    expect(report!.totals.passed).toBeLessThan(4)
  })
})

test('a second signal in clean-up prints the lines that stop what may remain', async ({ expect }) => {
  const [started, inCleanUp] = [event(), event()]
  const wrong: Wrong = ({ path, json }, right) => {
    if (json['channelId'] !== CHANNEL) return right()
    if (path === '/streaming/start') started.happens()
    if (path !== '/streaming/stop' || json['streamId'] === undefined) return right()
    inCleanUp.happens()
    return undefined
  }
  const { code, stderr } = await liveOn(wrong, [...OPEN, '--filter', 'endpoint/streaming/start-mixed'], {
    signal: ['SIGINT', started.happened],
    second: ['SIGTERM', inCleanUp.happened],
  })
  // Ended by the signal itself.
  expect(code).toBe(null)
  expect(stderr).toMatch(/these streams may remain; each line stops one:\n {2}curl .*"streamId":[0-9]+/)
})

describe.concurrent('an endpoint whose stops have no effect that is known', () => {
  test.for([500, 503])('answered %i, gets no more streams than two', async (status, { expect }) => {
    const wrong: Wrong = ({ path, json }, right) =>
      path === '/streaming/stop' && json['channelId'] === CHANNEL ? { status } : right()
    const { code, report, streams } = await liveOn(wrong, OPEN)
    expect([1, 3]).toContain(code)
    expect(streams().length).toBeLessThanOrEqual(5)
    expect(report!.stopped!.remaining!.length).toBeLessThanOrEqual(5)
    expect(report!.verdicts.filter(({ reason }) => reason === 'not-judged').length).toBeGreaterThan(10)
  })

  test('and that closes kept connections: 404 to a repeated stop is no failure', async ({ expect }) => {
    let stops = 0
    const wrong: Wrong = ({ path, raw }, right) => {
      const answer = right()
      if (path !== '/streaming/stop' || stops++ % 3 !== 1) return answer
      raw.socket.destroy()
      return undefined
    }
    const { report } = await liveOn(wrong, OPEN)
    expect(failedIn(report!).filter((text) => !text.includes('No answer'))).toEqual([])
  })
})
