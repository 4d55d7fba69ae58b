import { EventEmitter } from 'node:events'
import type { Server } from 'node:net'
import { describe, expect, test } from 'vitest'
import { listen } from '../../runners/http/server.ts'

/** A server that finds no free port so many times. */
class Busy extends EventEmitter {
  attempts = 0
  readonly #failures: number

  constructor(failures: number) {
    super()
    this.#failures = failures
  }

  listen(_port: number, _host: string, done: () => void): void {
    const fails = this.attempts++ < this.#failures
    queueMicrotask(() =>
      fails ? this.emit('error', Object.assign(new Error('in use'), { code: 'EADDRINUSE' })) : done(),
    )
  }

  address(): object {
    return { address: '127.0.0.1', port: 4711, family: 'IPv4' }
  }
}

const as = (busy: Busy): Server => busy as unknown as Server

describe('listen', () => {
  test('waits for a port while all are in use: closed connections keep theirs for a minute', async () => {
    const busy = new Busy(2)
    expect((await listen(as(busy))).url).toBe('http://127.0.0.1:4711')
    expect(busy.attempts).toBe(3)
  })

  test('does not wait for a port that is named', async () => {
    const busy = new Busy(2)
    await expect(listen(as(busy), { port: 80 })).rejects.toThrow('in use')
    expect(busy.attempts).toBe(1)
  })
})
