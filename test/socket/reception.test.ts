import { describe, expect, test } from 'vitest'
import type { AdapterChannel, ChannelEvents } from '../../runners/adapter/channel.ts'
import { isLoopback } from '../../runners/http/server.ts'
import { Reception } from '../../runners/socket/listen.ts'

const CODE = '0123456789ab'
const never = new AbortController().signal

/** A connection without a socket. */
class Fake implements AdapterChannel {
  readonly stderrTail = ''
  isKilled = false
  #events: ChannelEvents | undefined

  listen(events: ChannelEvents | undefined): void {
    this.#events = events
  }
  write(): void {}
  kill(): void {
    this.isKilled = true
  }
  async finish(): Promise<void> {}

  says(line: string): this {
    this.#events?.line({ bytes: Buffer.from(line) })
    return this
  }
  goes(): void {
    this.#events?.gone('it closed the connection', undefined)
  }
}

function reception(): { room: Reception; told: string[]; arrive: () => Fake } {
  const told: string[] = []
  const room = new Reception(CODE, (text) => told.push(text))
  const arrive = (): Fake => {
    const fake = new Fake()
    room.arrived(fake)
    return fake
  }
  return { room, told, arrive }
}

const take = (room: Reception): Promise<unknown> => room.take(never, () => undefined)

describe('who calls in', () => {
  test.each([[CODE], [`${CODE}\r`]])('is the device of the run after the code %j', async (line) => {
    const { room, arrive } = reception()
    const taken = take(room)
    const device = arrive().says(line)
    expect(await taken).toBe(device)
    expect(device.isKilled).toBe(false)
  })

  test.each([[''], ['0123456789aB'], [` ${CODE}`], [`${CODE}0`], [CODE.slice(1)], [`{"code":"${CODE}"}`]])(
    'is closed after %j, and the user hears of it',
    (line) => {
      const { room, told, arrive } = reception()
      expect(arrive().says(line).isKilled).toBe(true)
      expect(told).toEqual(['a connection began with a wrong code, and was closed'])
      room.close()
    },
  )

  test('cannot fill the log by guessing', () => {
    const { told, arrive } = reception()
    for (let count = 0; count < 100; count++) arrive().says('guess')
    expect(told).toHaveLength(5)
  })

  test('waits with the code given, until a device is wanted', async () => {
    const { room, arrive } = reception()
    const first = arrive().says(CODE)
    const second = arrive().says(CODE)
    expect([await take(room), await take(room)]).toEqual([first, second])
  })

  test('and has gone meanwhile, or speaks before it is asked, is not taken', async () => {
    const { room, arrive } = reception()
    arrive().says(CODE).goes()
    expect(arrive().says(CODE).says('noise').isKilled).toBe(true)
    const third = arrive().says(CODE)
    expect(await take(room)).toBe(third)
  })

  test('without the code makes room for others: the oldest goes first', () => {
    const { room, arrive } = reception()
    const strangers = Array.from({ length: 17 }, arrive)
    expect(strangers.map(({ isKilled }) => isKilled)).toEqual([
      true,
      ...Array.from({ length: 16 }, () => false),
    ])
    room.close()
    expect(strangers.every(({ isKilled }) => isKilled)).toBe(true)
  })

  test('as one too many is sent away', () => {
    const { room, arrive } = reception()
    const guests = Array.from({ length: 5 }, () => arrive().says(CODE))
    expect(guests.map(({ isKilled }) => isKilled)).toEqual([false, false, false, false, true])
    room.close()
  })

  test('too late finds that nothing is waited for', async () => {
    const { room, arrive } = reception()
    const time = new AbortController()
    const taken = room.take(time.signal, () => undefined)
    time.abort()
    expect(await taken).toEqual({ problem: 'no device called in with the code in time' })
    const late = arrive().says(CODE)
    expect(await take(room)).toBe(late)
  })
})

test.each([
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['localhost', true],
  ['[::1]', true],
  ['0.0.0.0', false],
  ['::', false],
  ['192.0.2.1', false],
  ['localhost.example', false],
])('%s is loopback: %s', (host, is) => {
  expect(isLoopback(host)).toBe(is)
})
