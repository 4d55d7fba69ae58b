import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { EndpointSubject } from '../../runners/live/endpoint.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import { run } from '../../src/run.ts'
import { CHANNEL, configFor, endpointVectors } from '../support/live/service.ts'
import { liveOn, wrapped, type Wrong } from '../support/live/wrapped.ts'
import { event } from '../support/until.ts'

const OPEN = ['--channel', CHANNEL]
const MIXED = [...OPEN, '--filter', 'endpoint/streaming/start-mixed']

const isStart = (path: string, json: Record<string, unknown>): boolean =>
  path === '/streaming/start' && json['channelId'] === CHANNEL

describe.concurrent('no stream is left running without being listed', () => {
  test.for([201, 202, 204])('a start that is answered %i is stopped', async (status, { expect }) => {
    const wrong: Wrong = ({ path }, right) => {
      const answer = right()
      return path === '/streaming/start' && answer.status === 200 ? { status } : answer
    }
    const { code, streams } = await liveOn(wrong, OPEN)
    expect(code).toBe(1)
    expect(streams()).toEqual([])
  })

  test('a start that is refused with 400 but carried out in part is stopped', async () => {
    let parts = 0
    const wrong: Wrong = ({ path, json }, right) => {
      const answer = right()
      const list = json['streamList']
      if (isStart(path, json) && answer.status === 400 && Array.isArray(list) && list.length > 1)
        parts += right({ ...json, streamList: list.slice(0, 1) }).status === 200 ? 1 : 0
      return answer
    }
    const { code, streams } = await liveOn(wrong, [...OPEN, '--exclusive-channel'])
    expect(parts).toBeGreaterThan(0)
    expect(code).toBe(0)
    expect(streams()).toEqual([])
  })

  test('a start that is carried out after its time limit may remain, although an earlier stop was answered 200', async () => {
    const wrong: Wrong = async ({ path, json, response }, right) => {
      // The client goes away when its time is over.
      if (isStart(path, json)) await once(response, 'close')
      return right()
    }
    const { code, report, stdout } = await liveOn(wrong, [...MIXED, '--timeout', '1000'])
    expect(code).toBe(3)
    expect(report!.stopped!.code).toBe('streams-may-remain')
    expect(report!.stopped!.remaining).toHaveLength(1)
    expect(stdout).toContain(`\n  ${report!.stopped!.remaining![0]}\n`)
  })

  test('such a start is stopped again at the end of the run', async () => {
    let stops = 0
    const wrong: Wrong = ({ path, json }, right) => {
      if (path === '/streaming/stop') stops++
      return isStart(path, json) ? undefined : right()
    }
    await liveOn(wrong, [...MIXED, '--timeout', '1000'])
    expect(stops).toBe(2)
  })

  test('a stop that is answered 500 after a start that was answered 200 is none', async () => {
    const wrong: Wrong = ({ path }, right) => (path === '/streaming/stop' ? { status: 500 } : right())
    const { code, report, streams } = await liveOn(wrong, MIXED)
    expect(code).toBe(3)
    expect(streams()).toHaveLength(1)
    expect(report!.stopped!.remaining).toEqual([expect.stringContaining(`"streamId":${streams()[0]}`)])
  })

  test.for([400, 404])(
    'an endpoint that answers %i to the stop of a stream that it does not know leaves none',
    async (status, { expect }) => {
      const startedIds = new Set<number>()
      const wrong: Wrong = ({ path, json }, right) => {
        const { channelId, streamId, streamList } = json
        const answer = right()
        if (isStart(path, json) && answer.status === 200)
          for (const entry of streamList as { streamId: number }[]) startedIds.add(entry.streamId)
        if (path !== '/streaming/stop' || answer.status !== 200 || channelId !== CHANNEL) return answer
        if (streamId === undefined) return (startedIds.clear(), answer)
        return startedIds.delete(streamId as number) ? answer : { status }
      }
      const { code, report, streams } = await liveOn(wrong, [...OPEN, '--exclusive-channel'])
      expect(report!.stopped).toBeUndefined()
      expect(code).toBe(0)
      expect(streams()).toEqual([])
    },
  )

  test('each start that is repeated has a Tracking-Id of its own, and only the open channel is waited for', async () => {
    const ids: string[] = []
    const unopened: string[] = []
    const wrong: Wrong = ({ path, json, trackingId }, right) => {
      if (path !== '/streaming/start') return right()
      if (!isStart(path, json)) return (unopened.push(trackingId), right())
      ids.push(trackingId)
      return ids.length < 3 ? { status: 404 } : right()
    }
    const flags = ['--wait-for-channel', '5', '--filter', 'endpoint/streaming/start-without-channel']
    const { code, streams } = await liveOn(wrong, [...MIXED, ...flags])
    expect(code).toBe(0)
    expect(new Set(ids).size).toBe(3)
    expect(unopened).toHaveLength(1)
    expect(streams()).toEqual([])
  })

  test('an endpoint that falls silent midway is gone after five time-outs in a row, and what may remain is listed', async () => {
    let started = 0
    const wrong: Wrong = ({ path, json }, right) => {
      if (isStart(path, json)) started++
      return started > 3 ? undefined : right()
    }
    const { code, report } = await liveOn(wrong, [...OPEN, '--timeout', '1000'])
    expect(code).toBe(3)
    expect(report!.stopped!.message).toMatch(/fell silent: 5 requests in a row/)
    expect(report!.stopped!.remaining!.length).toBeGreaterThan(0)
  })

  test('time-outs with answers between them do not end the run', async () => {
    const wrong: Wrong = ({ path, raw }, right) =>
      path === '/auth/token' && raw.headers['content-type'] === undefined ? undefined : right()
    const { report } = await liveOn(wrong, ['--timeout', '1000'])
    expect(JSON.stringify(report)).toMatch(/no whole answer within 1000 ms/)
    expect(report!.stopped).toBeUndefined()
  })
})

describe.concurrent('a signal', () => {
  test('ends a slow run at once: nothing but clean-up is sent after it', async () => {
    const { happened, happens } = event()
    let requests = 0
    const wrong: Wrong = (_, right) => {
      // The probe, and the first of a vector; the next one would come two seconds later.
      if (++requests === 2) happens()
      return right()
    }
    const { code, report, paths, streams } = await liveOn(
      wrong,
      [...OPEN, '--rate', '0.5', '--filter', 'endpoint/streaming/*'],
      { signal: ['SIGINT', happened] },
    )
    expect(code).toBe(130)
    expect(report!.exitCode).toBe(130)
    expect(report!.conforms).toBe(false)
    expect(schemaCheck('report')(report)).toEqual([])
    expect(paths.slice(2).filter((path) => path !== '/streaming/stop')).toEqual([])
    expect(streams()).toEqual([])
  })

  test('ends an exchange between its steps', async () => {
    const controller = new AbortController()
    let updates = 0
    const service = await wrapped(({ path }, right) => {
      if (path === '/streaming/update') updates++
      if (path === '/streaming/start') controller.abort()
      return right()
    })
    const verdicts = run({
      vectors: endpointVectors.filter(({ id }) => id === 'endpoint/streaming/update-fps'),
      find: () => undefined,
      subject: new EndpointSubject(configFor(service.url)),
      level: 'required',
      signal: controller.signal,
    })
    while (!(await verdicts.next()).done);
    expect(updates).toBe(0)
    expect(service.paths).toContain('/streaming/start')
    expect(service.streams()).toEqual([])
    await service.close()
  })

  test('during the probe ends with 130', async () => {
    const { happened, happens } = event()
    const silent: Wrong = () => {
      happens()
      return undefined
    }
    const { code, stderr } = await liveOn(silent, [], { signal: ['SIGINT', happened] })
    expect(stderr).toMatch(/ended by a signal/)
    expect(code).toBe(130)
  })

  test('ends with 3, as the report says, where streams may remain', async () => {
    const { happened, happens } = event()
    let starts = 0
    const wrong: Wrong = ({ path, json }, right) => {
      if (isStart(path, json)) starts++
      if (path !== '/streaming/stop') return right()
      if (starts > 0) happens()
      return { status: 500 }
    }
    const flags = [...OPEN, '--rate', '20', '--filter', 'endpoint/streaming/*']
    const { code, report } = await liveOn(wrong, flags, { signal: ['SIGTERM', happened] })
    expect(report!.stopped!.code).toBe('streams-may-remain')
    expect(report!.exitCode).toBe(3)
    expect(code).toBe(3)
  })
})
