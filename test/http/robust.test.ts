import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LogEntry } from '../../runners/http/serve.ts'
import { serve, type Served } from '../../runners/http/serve.ts'
import { SECRET, signed } from '../support/service/requests.ts'
import { ROWS } from '../support/service/robustRows.ts'
import { BODY, Client, wire } from '../support/service/sockets.ts'
import { until } from '../support/until.ts'

const MEBIBYTE = 1024 * 1024
/** Milliseconds for a request, in the place of 10 seconds. */
const SHORT = 400

let service: Served
const log: LogEntry[] = []

const started = (requestTimeout?: number): Promise<Served> =>
  serve({
    host: '127.0.0.1',
    port: 0,
    apps: [{ appId: 'app', appSecret: SECRET, status: 'active' }],
    open: ['open'],
    scheme: 'SvcSign',
    ...(requestTimeout !== undefined && { requestTimeout }),
    log: (entry) => log.push(entry),
  })

beforeAll(async () => {
  service = await started(SHORT)
})

afterAll(() => service.close())

describe('the embedded service answers', () => {
  test.concurrent.for(ROWS)('$what', async ({ bytes, statuses, says, connection }, { expect }) => {
    const client = new Client(service)
    client.socket.setNoDelay(true)
    for (const piece of bytes) client.send(piece)
    expect(await client.answers(statuses.length)).toEqual(statuses)
    if (says) expect(client.received).toMatch(says)
    if (connection === 'closes') await client.closed
    // The connection stays: it takes another request.
    else
      expect((await client.send(wire()).answers(statuses.length + 1)).slice(statuses.length)).toEqual([200])
    client.socket.destroy()
  })

  test('a client that closes its side after the request', async () => {
    const client = new Client(service)
    client.socket.end(Buffer.concat([wire(), wire('POST /streaming/stop', '{"channelId":"open"}')]))
    expect(await client.answers(2)).toEqual([200, 200])
    await client.closed
  })

  test('a client that closes its side in midst of the body: 400', async () => {
    const client = new Client(service)
    client.socket.end(wire('POST /auth/token', BODY, { 'Content-Length': '100' }))
    expect(await client.answers(1)).toEqual([400])
    await client.closed
  })

  test('a slow body: 408, and what comes later changes nothing', async () => {
    const client = new Client(service)
    const body = '{"channelId":"open","streamList":[{"streamId":77,"url":"rtmp://h/p","flag":1,"type":1}]}'
    const bytes = wire('POST /streaming/start', body)
    client.send(bytes.subarray(0, -1))
    expect(await client.answers(1)).toEqual([408])
    client.send(bytes.subarray(-1))
    // Were 77 running, an update of it would be answered 200.
    const other = new Client(service)
    const update = '{"channelId":"open","streamList":[{"streamId":77}]}'
    expect(await other.send(wire('PUT /streaming/update', update)).answers(1)).toEqual([400])
    other.socket.destroy()
    await client.closed
  })

  test('a body without end, of which it does not read much more than its limit', async () => {
    const client = new Client(service)
    client.send(wire('POST /auth/token', '', { 'Content-Length': String(1024 * MEBIBYTE) }))
    let taken = 0
    while (taken < 1000 && (await isTaken(client, Buffer.alloc(MEBIBYTE, 0x20)))) taken++
    expect(client.statuses).toEqual([403])
    await client.closed
    // 8 MiB, and what the buffers of the kernel hold.
    expect(taken).toBeLessThan(40)
  })
})

const isTaken = ({ socket, closed }: Client, bytes: Buffer): Promise<boolean> =>
  Promise.race([
    new Promise<boolean>((resolve) => {
      socket.write(bytes, (error) => resolve(!error))
    }),
    closed.then(() => false),
  ])

describe('after all of that', () => {
  const haveConnected = (count: number, to = service): Promise<void> =>
    until(`${count} connections`, async () => (await to.connections()) === count)

  test('clients that disconnect in midst of a request leave nothing behind', async () => {
    // On a busy machine the first could have no time left before the last is there.
    const patient = await started()
    const clients = Array.from({ length: 50 }, () => new Client(patient).send(wire().subarray(0, -5)))
    await haveConnected(50, patient)
    for (const [index, { socket }] of clients.entries()) {
      if (index % 2 === 0) socket.resetAndDestroy()
      else socket.destroy()
    }
    await haveConnected(0, patient)
    await patient.close()
    await haveConnected(0)
  })

  test('the service answers', async () => {
    const client = new Client(service)
    expect(await client.send(wire()).answers(1)).toEqual([200])
    client.socket.destroy()
    await haveConnected(0)
  })

  test('nothing secret stands in the log, whatever a client puts where', async () => {
    const client = new Client(service)
    const canary = signed('app', { at: Math.floor(Date.now() / 1000) })
    client.send(wire(`POST /auth/token?secret=${SECRET}`))
    client.send(wire(`POST /auth/${SECRET}/${encodeURIComponent(canary)}`))
    client.send(wire('POST /auth/token/lowercase/v1'))
    client.send(wire('POST /auth/token', BODY, { 'Tracking-Id': SECRET }))
    client.send(wire('POST /auth/token', BODY, { 'Tracking-Id': '0123456789abcdef0123456789ABCDEF' }))
    await client.answers(5)
    client.socket.destroy()
    const text = log.map((entry) => JSON.stringify(entry)).join('\n')
    const token = /"token":"([^"]+)"/.exec(client.received)![1]!
    for (const secret of [SECRET, canary, canary.split('.').at(-1)!, token, token.split('.')[3]!])
      expect(text).not.toContain(secret)
    expect(log.slice(-5).map(({ path, status, trackingId }) => [path, status, trackingId])).toEqual([
      ['/auth/token?…', 404, undefined],
      ['/auth/…/…', 404, undefined],
      ['/auth/token/…/…', 404, undefined],
      ['/auth/token', 200, '…'],
      ['/auth/token', 200, '0123456789abcdef0123456789ABCDEF'],
    ])
  })
})
