import { setImmediate as turnOfLoop } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AdapterPool, type Jobs, type Process } from '../../runners/adapter/pool.ts'
import type { CallReply } from '../../runners/adapter/wire.ts'
import type { Answer, Description, Question, Timed, Turn, WireCall } from '../../src/model/index.ts'

const DESCRIPTION: Description = {
  protocol: 1,
  sdk: { name: 'sdk', version: '1', language: 'none' },
  methods: ['token.params', 'client.call'],
  clock: 'injected',
}
const QUESTION: Question = { method: 'token.params', params: { joinParamsJson: '{}' } }
const CALL = {} as WireCall
const apart = (): Turn => ({ id: 'token/params/apart', isTogether: false })
const TOGETHER: Turn = { id: 'token/params/together', isTogether: true }

/** A process whose calls are answered when the test says so. */
class Played implements Process {
  readonly description: Description
  answeredOutOfOrder = false
  asked = 0
  isClosed = false
  readonly open: (() => void)[] = []

  constructor(more: Partial<Description> = {}) {
    this.description = { ...DESCRIPTION, ...more }
  }

  ask(): Promise<Answer> {
    this.asked++
    return Promise.resolve({ askedAt: 0, answeredAt: 0, kind: 'unsupported', why: 'played' })
  }

  call(): Promise<Timed<CallReply>> {
    this.asked++
    return new Promise((resolve) => {
      const answer = (): void => resolve({ askedAt: 0, answeredAt: 0, kind: 'unsupported', why: 'played' })
      if (this.isClosed) answer()
      else this.open.push(answer)
    })
  }

  close(): Promise<object> {
    this.isClosed = true
    for (const answer of this.open.splice(0)) answer()
    return Promise.resolve({})
  }
}

let started: Played[] = []
let startsLeft = Infinity
async function pool(jobs: Jobs, more: Partial<Description> = {}): Promise<AdapterPool> {
  started = []
  return AdapterPool.start(() => {
    if (started.length >= startsLeft) return Promise.reject(new Error('no more'))
    started.push(new Played(more))
    return Promise.resolve(started.at(-1)!)
  }, jobs)
}
const asked = (): number[] => started.map((one) => one.asked)

/** Long enough to see whether a call overtakes another one. */
const PATIENCE = 250

describe('the processes of an adapter', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    startsLeft = Infinity
  })
  afterEach(() => void vi.useRealTimers())

  test('are more than one where of several calls none is answered for a while', async () => {
    const all = await pool('as-needed')
    for (let count = 0; count < 5; count++) void all.call(CALL, apart())
    await turnOfLoop()
    // Three until it is known; the others wait.
    expect(asked()).toEqual([3])
    vi.advanceTimersByTime(PATIENCE)
    await turnOfLoop()
    expect(asked().reduce((sum, count) => sum + count)).toBe(5)
    expect(started).toHaveLength(3)
    await all.close()
  })

  test('stay one where a call is answered before an older one', async () => {
    const all = await pool('as-needed')
    for (let count = 0; count < 50; count++) void all.call(CALL, apart())
    await turnOfLoop()
    started[0]!.answeredOutOfOrder = true
    started[0]!.open[1]!()
    await turnOfLoop()
    vi.advanceTimersByTime(10 * PATIENCE)
    await turnOfLoop()
    expect(asked()).toEqual([50])
    await all.close()
  })

  test('are never more than were asked for', async () => {
    for (const jobs of [1, 3]) {
      const all = await pool(jobs)
      for (let count = 0; count < 50; count++) void all.call(CALL, apart())
      await turnOfLoop()
      vi.advanceTimersByTime(10 * PATIENCE)
      await turnOfLoop()
      expect(started).toHaveLength(jobs)
      await all.close()
    }
  })

  test('take a call each from the beginning where the adapter says maxInFlight 1', async () => {
    const all = await pool('as-needed', { maxInFlight: 1 })
    for (let count = 0; count < 4; count++) void all.call(CALL, apart())
    await turnOfLoop()
    expect(asked()).toEqual([1, 1, 1, 1])
    await all.close()
  })

  test('share questions, but for what belongs together', async () => {
    const all = await pool(3)
    await Promise.all(Array.from({ length: 30 }, () => all.ask(QUESTION, TOGETHER)))
    expect(asked()).toEqual([30, 0, 0])
    await Promise.all(Array.from({ length: 30 }, () => all.ask(QUESTION, apart())))
    expect(asked()).toEqual([40, 10, 10])
    await all.close()
  })

  test('keep the calls of one question', async () => {
    const all = await pool(4)
    const turn = apart()
    for (let count = 0; count < 3; count++) {
      void all.call(CALL, turn)
      await turnOfLoop()
    }
    expect(asked().filter(Boolean)).toEqual([3])
    await all.close()
  })

  test('do with those that start', async () => {
    startsLeft = 2
    const all = await pool(5)
    expect(started).toHaveLength(2)
    const answers = Array.from({ length: 20 }, () => all.call(CALL, apart()))
    await turnOfLoop()
    expect(started).toHaveLength(2)
    await all.close()
    expect(await Promise.all(answers)).toHaveLength(20)
  })

  test('leave no call without an answer when they end', async () => {
    const all = await pool('as-needed')
    const answers = Array.from({ length: 20 }, () => all.call(CALL, apart()))
    await turnOfLoop()
    await all.close()
    expect(await Promise.all(answers)).toHaveLength(20)
  })
})
