import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { Recording } from '../../runners/client/recorder.ts'
import { ofClient } from '../../runners/client/seenRequests.ts'
import { TOO_LARGE, type ClientAnswer, type ClientCall, type SeenRequest } from '../../src/model/index.ts'
import { asked } from '../../src/judge/client/request.ts'

const CALL: ClientCall = {
  appId: 'app',
  appSecret: 'secret',
  timeoutMillis: 5000,
  basePath: '',
  operation: 'streaming.stop',
  body: { channelId: 'c1' },
  calls: 1,
  answers: [{ status: 200 }],
}
const MIB = 1024 * 1024

/** Sends a request with a body of so many MiB, and says how many of them were taken. */
async function sent({ port }: Recording, mebibytes: number, head = ''): Promise<number> {
  const socket = connect(port, '127.0.0.1')
  const event = (name: string) => new Promise<void>((done) => socket.once(name, () => done()))
  const closed = event('close')
  socket.on('error', () => undefined)
  let taken = 0
  socket.resume()
  const length = mebibytes * MIB
  socket.write(
    `POST / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${head}Content-Length: ${length}\r\nConnection: close\r\n\r\n`,
  )
  const chunk = Buffer.alloc(MIB, 'x')
  for (; taken < mebibytes && !socket.destroyed; taken++)
    if (!socket.write(chunk)) await Promise.race([event('drain'), closed])
  await closed
  return taken
}

/** Sends a text over a connection of its own, until the service ends it. */
async function over({ port }: Recording, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.resume()
  socket.write(text)
  await new Promise((done) => socket.once('close', done))
}

/** What the service says of a body in `bytes`, for which the head says `length`. */
async function said(body: string, length: number, head = ''): Promise<(string | undefined)[]> {
  const recording = await Recording.start(CALL)
  try {
    const host = `Host: 127.0.0.1:${recording.port}\r\n`
    await over(recording, `POST / HTTP/1.1\r\n${host}${head}Content-Length: ${length}\r\n\r\n${body}`)
    return recording.requests.map(({ unreadable }) => unreadable)
  } finally {
    await recording.close()
  }
}

const REQUEST = 'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n'

describe('what cannot be read as a request', () => {
  test.each([
    ['alone is what the client sent', ['hello\n'], 1, true],
    [
      'is a stray beside a request of another connection',
      ['hello\n', `${REQUEST}Connection: close\r\n\r\n{}`],
      1,
      false,
    ],
    ['after a request of the same connection is what the client sent', [`${REQUEST}\r\n{}more`], 2, true],
  ])('%s', async (_, texts, count, isUnreadable) => {
    const recording = await Recording.start(CALL)
    for (const text of texts) await over(recording, text)
    await recording.close()
    const requests = ofClient(recording.requests, recording.strays)
    expect(requests).toHaveLength(count)
    expect(requests.some(({ unreadable }) => unreadable !== undefined)).toBe(isUnreadable)
  })
})

describe('the recording service', () => {
  test('announces no end of an idle connection, on which a delayed second call would be lost', async () => {
    const recording = await Recording.start(CALL)
    const { headers } = await fetch(`http://127.0.0.1:${recording.port}/`, { method: 'POST', body: '{}' })
    await recording.close()
    expect(headers.get('keep-alive')).toBeNull()
  })

  test('keeps a body of 10 MiB as it came', async () => {
    const recording = await Recording.start(CALL)
    await sent(recording, 10)
    await recording.close()
    expect(recording.requests).toHaveLength(1)
    expect(recording.requests[0]!.unreadable).toBeUndefined()
    expect(Buffer.from(recording.requests[0]!.body, 'base64')).toHaveLength(10 * MIB)
  })

  // `$$` and `$&` mean something in a replacement, a quote and a backslash in JSON.
  test.each(['$$', "$&-$'", 'a"b', 'a\\b', 'app'])('hands out a token of the app %s', async (appId) => {
    for (const place of ['{{token}}', '{{escapedToken}}']) {
      const body = `{"token":"${place}"}`
      const recording = await Recording.start({ ...CALL, appId, answers: [{ status: 200, body }] })
      const response = await fetch(`http://127.0.0.1:${recording.port}/`, { method: 'POST' })
      const text = await response.text()
      await recording.close()
      expect(JSON.parse(text)).toEqual({ token: recording.tokens[0] })
      expect(recording.tokens[0]!.split('.')[1]).toBe(appId)
      // Its signature always ends with an equals sign.
      expect(text.includes(String.raw`\u003d"`)).toBe(place === '{{escapedToken}}')
    }
  })

  test.each([
    ['a body of a gigabyte', [1024]],
    ['many bodies that are as large together', [10, 10, 10]],
  ])('stops reading %s: that is a finding, and the memory does not grow', async (_, bodies) => {
    const recording = await Recording.start(CALL)
    const taken: number[] = []
    for (const mebibytes of bodies) taken.push(await sent(recording, mebibytes))
    await recording.close()
    // What the sockets hold comes on top of the 16.
    expect(taken.reduce((sum, one) => sum + one, 0)).toBeLessThan(64)
    const unread = recording.requests.filter(({ unreadable }) => unreadable !== undefined)
    expect(unread.map(({ unreadable }) => unreadable)).toEqual([TOO_LARGE])
    expect(recording.arrivals).toHaveLength(recording.requests.length)
    const answer = { reports: [], requests: recording.requests, millis: [], scheme: 'SvcSign', leaks: [] }
    expect(asked({ call: CALL, expected: {} as never, answer })[0]).toMatchObject({
      reason: 'unreadable-request',
      rule: 'SDK-BODY-VALUES',
      message: expect.stringContaining('more than 16 MiB'),
    })
  })
})

describe('the recording service and pages', () => {
  const asks = (port: number, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}/auth/token`, { method: 'OPTIONS', headers })
  const ORIGIN = 'http://page.example'

  test('answers what a browser asks before a request, and does not count it', async () => {
    const recording = await Recording.start({ ...CALL, answers: [{ status: 403 }, { status: 200 }] })
    const response = await asks(recording.port, {
      Origin: ORIGIN,
      'Access-Control-Request-Method': 'PUT',
      'Access-Control-Request-Headers': 'authorization,tracking-id',
    })
    const first = await fetch(`http://127.0.0.1:${recording.port}/`, { headers: { Origin: ORIGIN } })
    await recording.close()
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe(ORIGIN)
    expect(response.headers.get('access-control-allow-methods')).toBe('PUT')
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization,tracking-id')
    // The first answer of the question is still there for the first request.
    expect([first.status, first.headers.get('access-control-allow-origin')]).toEqual([403, ORIGIN])
    expect(recording.requests).toHaveLength(1)
  })

  test.each([
    ['without an origin', { 'Access-Control-Request-Method': 'PUT' }],
    ['that announces no request', { Origin: ORIGIN }],
  ])('counts OPTIONS %s: an SDK sent it', async (_, headers) => {
    const recording = await Recording.start(CALL)
    await asks(recording.port, headers)
    await recording.close()
    expect(recording.requests.map(({ method }) => method)).toEqual(['OPTIONS'])
  })

  test('says nothing of origins to a program that is no page', async () => {
    const recording = await Recording.start(CALL)
    const response = await fetch(`http://127.0.0.1:${recording.port}/`)
    await recording.close()
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
  })

  test('a request to the advertised host is not elsewhere, one to another host is', async () => {
    const reach = { host: 'localhost', bind: '127.0.0.1' }
    const recording = await Recording.start(CALL, reach)
    await fetch(`http://localhost:${recording.port}/`)
    await fetch(`http://127.0.0.1:${recording.port}/`)
    await recording.close()
    expect(recording.requests.map(({ elsewhere }) => elsewhere)).toEqual([false, true])
  })
})

describe('a Content-Length that counts characters', () => {
  const BODY = '{"channelId":"caf\u00e9\u00e9\u00e9"}'
  const bytes = Buffer.byteLength(BODY)

  test.each([
    ['on a connection that stays open', ''],
    ['on one that ends', 'Connection: close\r\n'],
  ])('is named %s', async (_, head) => {
    const found = (await said(BODY, BODY.length, head)).filter((what) => what !== undefined)
    expect(found).toEqual([expect.stringContaining(`Content-Length of ${BODY.length}`)])
    expect(found[0]).toMatch(/bytes of the body in UTF-8/)
  })

  test('one that counts bytes is right', async () => {
    expect(await said(BODY, bytes, 'Connection: close\r\n')).toEqual([undefined])
  })
})

describe('where a missing request went', () => {
  const answer = { reports: [], requests: [], millis: [], scheme: 'SvcSign', leaks: [] }
  const message = (more: Partial<ClientAnswer>, call = CALL): string | undefined =>
    asked({ call, expected: { checks: [] }, answer: { ...answer, ...more } })[0]?.message
  const elsewhere: SeenRequest = {
    elsewhere: true,
    method: 'POST',
    target: '/streaming/stop',
    headers: [['Host', 'localhost']],
    body: '',
  }

  test('under another host', () => {
    expect(message({ requests: [elsewhere] })).toMatch(/another one has Host: localhost\..*section 7\.2/)
  })

  test('not where the answer led there', () => {
    const led = { ...CALL, answers: [{ status: 307, elsewhere: true } as const] }
    expect(message({ requests: [elsewhere] }, led)).not.toMatch(/Host/)
  })

  test('to a cache', () => {
    expect(message({ reports: [{ ok: true, status: 200, token: '02.a' }] })).toMatch(/comes from a cache/)
    expect(message({ reports: [{ ok: true, status: 200 }] })).not.toMatch(/cache/)
  })
})
