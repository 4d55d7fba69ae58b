import { EventEmitter } from 'node:events'
import type { Server } from 'node:net'
import { expect, test } from 'vitest'
import { Ports } from '../../runners/client/reach.ts'

/** Gets the next number of the system where it names none; the ports in `taken` belong to others. */
class Numbered extends EventEmitter {
  static next = 1
  #port = 0
  readonly #taken: readonly number[]

  constructor(taken: readonly number[] = []) {
    super()
    this.#taken = taken
  }

  listen(port: number, _host: string, done: () => void): void {
    this.#port = port === 0 ? Numbered.next++ : port
    queueMicrotask(() =>
      this.#taken.includes(port)
        ? this.emit('error', Object.assign(new Error('in use'), { code: 'EADDRINUSE' }))
        : done(),
    )
  }

  address(): object {
    return { address: '127.0.0.1', port: this.#port, family: 'IPv4' }
  }
}

test('recorders get new ports, then the oldest again, and another where a program has it by now', async () => {
  const ports = new Ports(3)
  const given: number[] = []
  for (const taken of [[], [], [], [], [2], []])
    given.push(await ports.listen(new Numbered(taken) as unknown as Server))
  expect(given).toEqual([1, 2, 3, 1, 4, 3])
})
