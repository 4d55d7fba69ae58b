/** Right endpoints on a bad day, through a proxy that brings it about. What `live` must find all the same stands beside. */
import { describe, test, type ExpectStatic } from 'vitest'
import { temporary } from '../support/cli.ts'
import { isStart, isStop, silent } from '../support/live/chaos.ts'
import { chaosProxy, type Fate, type When } from '../support/live/chaosProxy.ts'
import { of, OWN, ROWS, SHARED, type Day, type Due, type Row } from '../support/live/chaosRows.ts'
import { liveAt } from '../support/live/wrapped.ts'
import { event } from '../support/until.ts'

/** A run of `live` through the proxy. */
async function after({ chaos = () => [], service, flags, others = 0 }: Day) {
  const proxy = await chaosProxy(chaos(), { others, ...(service && { service: service() }) })
  const { code, report, stdout, stderr } = await liveAt(proxy.url, flags)
  const left = proxy.streams(1000).filter((id) => id > others)
  await proxy.close()
  const failed = report!.verdicts.filter(({ outcome }) => outcome === 'failed')
  return { code, failed, said: `${stdout}${stderr}${JSON.stringify(report)}`, left, log: proxy.log }
}

function checkWords(expect: ExpectStatic, said: string, { says = /^/, neverSays = /(?!)/ }: Due): void {
  expect(said).toMatch(says)
  expect(said).not.toMatch(neverSays)
}

/** The line that stops it. */
const lineOf = (streamId: number): RegExp => new RegExp(`\n  curl .*"streamId":${streamId}`)

const dayIn = ({ flags, chaos = () => [], service = () => (_, right) => right(), others = 0 }: Row): Day => ({
  flags,
  chaos,
  service,
  others,
})

describe.concurrent('a right endpoint', () => {
  test.for(ROWS)('$situation', async (row, { expect }) => {
    const { code, failed, said, left, log } = await after(row)
    expect([code, failed.map(({ vector }) => vector)]).toEqual([row.code, row.fails ?? []])
    checkWords(expect, said, row)
    expect(left.length).toBeLessThanOrEqual(row.left ?? 0)
    for (const id of left) expect(said).toMatch(lineOf(id))
    expect(log.some(row.sees ?? (() => true))).toBe(true)
    expect(log.length).toBeLessThanOrEqual(row.requests)
  })

  test.for(ROWS)('$situation; but $unexcused.but', async ({ unexcused, ...row }, { expect }) => {
    const { code, failed, said, left } = await after({ ...dayIn({ ...row, unexcused }), ...unexcused })
    const { fails = [], rule = [] } = unexcused
    expect([code, left.length]).toEqual([unexcused.code, unexcused.left ?? 0])
    expect(failed.map(({ vector }) => vector)).toEqual(expect.arrayContaining([...fails]))
    expect(failed.flatMap(({ requirements }) => requirements)).toEqual(expect.arrayContaining([rule].flat()))
    checkWords(expect, said, unexcused)
  })
})

/** Where no push can be reached this looks like pushes that end by themselves; but here they take room. */
test.concurrent('4: an endpoint that refuses every update fails, wherever pushes go', async ({ expect }) => {
  const flags = [...OWN, ...of('start-mixed start-refuses-a-fourth-stream update-fps update-url')]
  const { code, failed } = await after({
    flags,
    service: () => (asked, right) => (asked.path === '/streaming/update' ? { status: 404 } : right()),
  })
  expect(failed.map(({ vector }) => vector).toSorted()).toEqual([
    'endpoint/streaming/update-fps',
    'endpoint/streaming/update-url',
  ])
  expect(code).toBe(1)
})

const ONE_PUSH = of('start-mixed')

/** Once for a start in the open channel that was carried out. */
const signals =
  (happens: () => void): Fate =>
  async (_, carry) => {
    const answer = await carry()
    happens()
    return answer
  }

/** Of one push. */
const isOneStop: When = (asked) => isStop(asked) && asked.json['streamId'] !== undefined

describe.concurrent('9: a second Ctrl+C in clean-up', () => {
  const interrupted = async (isTwice: boolean) => {
    const [started, inCleanUp] = [event(), event()]
    const proxy = await chaosProxy([
      [isStart, signals(started.happens)],
      [
        (asked) => isTwice && isOneStop(asked),
        (...asked) => {
          inCleanUp.happens()
          return silent(...asked)
        },
      ],
    ])
    const ran = await liveAt(proxy.url, [...OWN, ...ONE_PUSH], {
      signal: ['SIGINT', started.happened],
      second: ['SIGINT', inCleanUp.happened],
    })
    await proxy.close()
    return { ...ran, left: proxy.streams() }
  }
  test('leaves the list of what may remain, and the report', async ({ expect }) => {
    const { code, stderr, report, left } = await interrupted(true)
    expect(left).toHaveLength(1)
    expect(stderr).toMatch(/these streams may remain; each line stops one:\n/)
    expect(stderr).toMatch(lineOf(left[0]!))
    expect(report!.stopped).toMatchObject({
      code: 'streams-may-remain',
      remaining: [expect.stringMatching(`${left[0]}`)],
    })
    expect([code, report!.exitCode]).toEqual([3, 3])
  })

  test('is what ends it: after one alone clean-up goes on, and nothing remains', async ({ expect }) => {
    const { code, stderr, report, left } = await interrupted(false)
    expect([code, report!.exitCode, left, report!.stopped]).toEqual([130, 130, [], undefined])
    expect(stderr).not.toContain('may remain')
  })
})

describe.concurrent('10: after kill -9', () => {
  /** A run that was killed while its push ran, and the next one. */
  const killed = async (journal: string, nextJournal: string) => {
    const started = event()
    const proxy = await chaosProxy([
      [isStart, async (asked, carry) => (await carry(), started.happens(), silent(asked, carry))],
    ])
    const run = (folder: string, options = {}) =>
      liveAt(proxy.url, [...SHARED, ...ONE_PUSH], { ...options, env: { XDG_STATE_HOME: folder } })
    await run(journal, { signal: ['SIGKILL', started.happened] })
    const [left, before] = [proxy.streams(), proxy.log.length]
    proxy.turn([])
    const next = await run(nextJournal)
    await proxy.close()
    return { ...next, left, streams: proxy.streams(), log: proxy.log.slice(before) }
  }

  test('the stream remains; the next run says so, and stops it before it starts anything', async ({
    expect,
  }) => {
    const journal = temporary()
    const { code, stderr, left, streams, log } = await killed(journal, journal)
    expect(left).toHaveLength(1)
    expect(stderr).toMatch(new RegExp(`process \\d+\\) has ended, and may have left ${left[0]} in `))
    const paths = log.map(({ path }) => path).filter((path) => path.startsWith('/streaming'))
    expect(paths.slice(0, 2)).toEqual(['/streaming/stop', '/streaming/start'])
    expect([code, streams]).toEqual([0, []])
  })

  test('a run that does not find the journal lets it run', async ({ expect }) => {
    const { code, stderr, left, streams } = await killed(temporary(), temporary())
    expect(stderr).not.toContain('may have left')
    expect([code, streams]).toEqual([0, left])
  })
})
