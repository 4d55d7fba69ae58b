import type { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { CHANNEL } from '../support/live/service.ts'
import { liveOn, type WrappedRequest, type Wrong } from '../support/live/wrapped.ts'

const TOKENS = ['--filter', 'endpoint/token/*']
const STREAMS = ['--channel', CHANNEL, '--filter', 'endpoint/streaming/*']

/** Requests that were seen, by Tracking-Id, and how each connection was used. */
function watched(): { seen: string[]; times: (socket: Socket) => number } {
  const used = new WeakMap<Socket, number>()
  const times = (socket: Socket): number => {
    used.set(socket, (used.get(socket) ?? 0) + 1)
    return used.get(socket)!
  }
  return { seen: [], times }
}

const twice = (ids: readonly string[]): string[] => ids.filter((id, at) => ids.indexOf(id) !== at)

/** Closes each connection at its second request, without an answer, where `applies`. */
function closing(
  close: (asked: WrappedRequest) => void,
  applies: (asked: WrappedRequest) => boolean,
): { wrong: Wrong; seen: string[] } {
  const { seen, times } = watched()
  const wrong: Wrong = (asked, right) => {
    seen.push(asked.trackingId)
    if (times(asked.raw.socket) < 2 || !applies(asked)) return right()
    close(asked)
    return undefined
  }
  return { wrong, seen }
}

const isStart = ({ path }: WrappedRequest): boolean => path === '/streaming/start'
const CLOSINGS: [string, (asked: WrappedRequest) => void][] = [
  ['closes', ({ raw }) => raw.socket.destroy()],
  ['resets', ({ raw }) => raw.socket.resetAndDestroy()],
]

describe('an endpoint that ends a kept connection without an answer', () => {
  test.for(CLOSINGS)('%s: a token is requested once more', async ([, close], { expect }) => {
    const { wrong, seen } = closing(close, () => true)
    const { code, report } = await liveOn(wrong, TOKENS)
    expect(report!.totals).toMatchObject({ failed: 0, errored: 0 })
    expect(twice(seen).length).toBeGreaterThan(0)
    expect(code).toBe(0)
  })

  test.for(CLOSINGS)('%s: so are updates and stops', async ([, close], { expect }) => {
    const { wrong, seen } = closing(close, (asked) => !isStart(asked))
    const { code, report, streams } = await liveOn(wrong, STREAMS)
    expect(report!.totals).toMatchObject({ failed: 0, errored: 0 })
    expect(twice(seen).length).toBeGreaterThan(0)
    expect(streams()).toEqual([])
    expect(code).toBe(0)
  })

  test.for(CLOSINGS)(
    '%s: a start is not repeated, and its stream is listed',
    async ([, close], { expect }) => {
      const { wrong, seen } = closing(close, isStart)
      const { code, report } = await liveOn(wrong, STREAMS)
      const errored = report!.verdicts.filter(({ outcome }) => outcome === 'errored')
      expect(errored.length).toBeGreaterThan(0)
      for (const { message } of errored) expect(message).toMatch(/kept connection.*a start is not repeated/)
      expect(twice(seen)).toEqual([])
      expect(report!.stopped!.remaining!.length).toBeGreaterThan(0)
      expect(code).toBe(3)
    },
  )
})

describe('what is no kept connection closed unanswered is not repeated', () => {
  test('an answer that was begun', async () => {
    const { wrong, seen } = closing(
      ({ raw }) => raw.socket.write('HTTP/1.1 200', () => raw.socket.destroy()),
      () => true,
    )
    const { code, report } = await liveOn(wrong, TOKENS)
    expect(report!.totals.errored).toBeGreaterThan(0)
    expect(twice(seen)).toEqual([])
    expect(code).toBe(1)
  })

  test('a new connection', async () => {
    const seen: string[] = []
    const wrong: Wrong = ({ raw, response, trackingId }, right) => {
      seen.push(trackingId)
      // The probe is answered, and its connection not kept.
      response.setHeader('Connection', 'close')
      return seen.length === 1 ? right() : void raw.socket.destroy()
    }
    const { code, report } = await liveOn(wrong, TOKENS)
    expect(report!.totals.errored).toBeGreaterThan(0)
    expect(twice(seen)).toEqual([])
    expect(code).toBe(1)
  })
})
