import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { Recording } from '../../runners/client/recorder.ts'
import {
  exchangeByHand,
  exchange,
  type ClientReceived,
  type ClientSent,
} from '../../runners/selfCheck/faultyExchange.ts'
import { BODY_ENDS, CODINGS, type ClientCall, type Framing } from '../../src/model/index.ts'

const TEXT = `{"list":"${'0123456789'.repeat(40)}"}`

const callWith = (framing: Framing): ClientCall => ({
  appId: 'app',
  appSecret: 'secret',
  timeoutMillis: 5000,
  basePath: '',
  operation: 'streaming.stop',
  body: { channelId: 'c1' },
  calls: 1,
  answers: [{ status: 200, body: TEXT, framing }],
})

/** Asks for an answer in this framing. */
async function asked(
  framing: Framing,
  ask: (sent: ClientSent) => Promise<ClientReceived>,
  headers = {},
): Promise<ClientReceived> {
  const recording = await Recording.start(callWith(framing))
  try {
    const url = `http://127.0.0.1:${recording.port}/`
    return await ask({ url, method: 'POST', headers, bytes: undefined, millis: 5000 })
  } finally {
    await recording.close()
  }
}

/** The bytes that come back for a request of this version of HTTP. */
async function bytesOf(framing: Framing, version: string, more = ''): Promise<string> {
  const recording = await Recording.start(callWith(framing))
  const socket = connect(recording.port, '127.0.0.1')
  const pieces: Buffer[] = []
  socket.on('data', (piece) => pieces.push(piece))
  socket.write(
    `POST / HTTP/${version}\r\nHost: 127.0.0.1:${recording.port}\r\n${more}Content-Length: 0\r\n\r\n`,
  )
  await once(socket, 'close')
  await recording.close()
  return Buffer.concat(pieces).toString('latin1')
}

describe('an answer in any framing', () => {
  const framings = BODY_ENDS.flatMap((ends): Framing[] => [
    { ends },
    { ends, cuts: [1, 300, 301, 999] },
    { ends, chunks: [1, 16, 255], cuts: [500] },
  ])

  test.for(framings)('is read by an HTTP library and by hand: %j', async (framing) => {
    const right = { status: 200, text: TEXT, complete: true }
    expect(await asked(framing, (sent) => exchange(sent, {}))).toMatchObject(right)
    expect(await asked(framing, (sent) => exchangeByHand(sent, (head) => head))).toMatchObject(right)
  })

  test.for(CODINGS)('is compressed as %s where Accept-Encoding names it', async (coding) => {
    const framing = { ends: 'length', coding } as const
    const named = await asked(framing, (sent) => exchange(sent, {}), {
      'Accept-Encoding': `x, ${coding};q=0.5`,
    })
    expect(named).toMatchObject({ text: TEXT, headers: { 'content-encoding': coding } })
    for (const refused of ['identity', `${coding};q=0`, `x-${coding}`]) {
      const plain = await asked(framing, (sent) => exchange(sent, {}), { 'Accept-Encoding': refused })
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.text).toBe(TEXT)
    }
  })
})

describe('on the wire', () => {
  test('chunks have these lengths, again from the first', async () => {
    const bytes = await bytesOf({ ends: 'chunks', chunks: [100, 16] }, '1.1')
    const sizes = [...bytes.matchAll(/\r\n([0-9a-f]+)\r\n/gi)].map(([, size]) => size)
    // 411 bytes: 100 + 16 + 100 + 16 + 100 + 16 + 63, in hexadecimal digits.
    expect(sizes).toEqual(['64', '10', '64', '10', '64', '10', '3F', '0'])
  })

  test('sizes of chunks have upper-case and lower-case letters in turn', async () => {
    const bytes = await bytesOf({ ends: 'chunks', chunks: [170] }, '1.1')
    // 411 bytes: 170 + 170 + 71.
    expect([...bytes.matchAll(/\r\n([0-9a-f]{2})\r\n/gi)].map(([, size]) => size)).toEqual(['AA', 'aa', '47'])
  })

  test('HTTP/1.0 gets no chunks (RFC 9112 section 6.1)', async () => {
    const bytes = await bytesOf({ ends: 'chunks' }, '1.0')
    expect(bytes).not.toMatch(/transfer-encoding/i)
    expect(bytes.endsWith(`\r\n\r\n${TEXT}`)).toBe(true)
  })

  test('an answer that the connection ends has no length', async () => {
    expect(await bytesOf({ ends: 'close' }, '1.1')).not.toMatch(/content-length|transfer-encoding/i)
    expect(await bytesOf({ ends: 'length' }, '1.1')).toMatch(/\r\nContent-Length: 411\r\n/)
  })
})

describe('an answer that is not sent whole', () => {
  /** Longer than any test. */
  const PAUSE = 600_000

  test('is known with its time, once, whether the client has left or waits', async () => {
    const recording = await Recording.start(callWith({ ends: 'length', cuts: [500], pause: PAUSE }))
    const ask = async (): Promise<Socket> => {
      const socket = connect(recording.port, '127.0.0.1')
      socket.write(`POST / HTTP/1.1\r\nHost: 127.0.0.1:${recording.port}\r\nContent-Length: 0\r\n\r\n`)
      await once(socket, 'data')
      return socket
    }
    const left = await ask()
    left.destroy()
    const waiting = await ask()
    const unfinished = recording.takeUnfinished()
    expect(unfinished).toHaveLength(2)
    expect(unfinished.every((millis) => millis >= 0 && millis < PAUSE)).toBe(true)
    expect(recording.takeUnfinished()).toEqual([])
    waiting.destroy()
    await recording.close()
  })

  test('and one that was sent whole is none of them', async () => {
    const recording = await Recording.start(callWith({ ends: 'length', cuts: [500] }))
    const url = `http://127.0.0.1:${recording.port}/`
    await exchange({ url, method: 'POST', headers: {}, bytes: undefined, millis: 5000 }, {})
    expect(recording.takeUnfinished()).toEqual([])
    await recording.close()
  })
})
