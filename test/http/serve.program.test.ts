import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { cli, cliStarted, type Started } from '../support/cli.ts'
import { signed } from '../support/service/requests.ts'
import { Client, wire } from '../support/service/sockets.ts'

const PUBLIC = 'DO-NOT-USE-channelproof-serve'
const OWN = 'DO-NOT-USE-canary-5b1f'
const startedPrograms: Started[] = []

/** Starts the service; it is stopped after the test. */
async function serve(
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Started & { url: string }> {
  const started = await cliStarted(['serve', ...args], env)
  startedPrograms.push(started)
  return { ...started, url: /http:\/\/\S+/.exec(started.out.stdout)?.[0] ?? '' }
}

afterEach(async () => {
  await Promise.all(startedPrograms.splice(0).map(({ stop }) => stop('SIGKILL')))
})

const authorization = (secret: string, appId = 'channelproof-app', scheme = 'SvcSign'): string =>
  signed(appId, { secret, scheme, at: Math.floor(Date.now() / 1000) })

/** The status that a request gets. */
async function ask(
  url: string,
  path: string,
  body: object,
  value: string,
): Promise<{ status: number; text: string }> {
  const headers = { Authorization: value, 'Content-Type': 'application/json' }
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, text: await response.text() }
}

const JOIN = { channelId: 'c1', userId: 'u1' }

describe('channelproof serve', () => {
  test('prints URL, app id, the public secret, the scheme, and that the Authorization is a stand-in', async () => {
    const { out } = await serve()
    expect(out.stdout).toMatch(/URL +http:\/\/127\.0\.0\.1:[0-9]+\n/)
    expect(out.stdout).toMatch(/app id +channelproof-app\n/)
    expect(out.stdout).toContain(`public default: ${PUBLIC}`)
    expect(out.stdout).toMatch(/scheme +SvcSign\n/)
    expect(out.stdout).toContain('stand-in')
    expect(out.stdout).toMatch(/open channels +none/)
    expect(out.stdout).not.toContain('warning')
  })

  test('answers with the public secret, and knows a disabled and an unpaid app', async () => {
    const { url } = await serve()
    const of = (appId: string) => ask(url, '/auth/token', JOIN, authorization(PUBLIC, appId))
    expect(await of('channelproof-app')).toMatchObject({ status: 200 })
    expect(await of('channelproof-disabled')).toMatchObject({
      status: 403,
      text: '{"code":"App.Status.Error"}',
    })
    expect(await of('channelproof-unpaid')).toMatchObject({
      status: 403,
      text: '{"code":"Org.Status.Error"}',
    })
  })

  test('takes app id and secret from the environment, and never shows the secret', async () => {
    const env = { CHANNELPROOF_APP_ID: 'my-app', CHANNELPROOF_APP_SECRET: OWN }
    const { url, out, stop } = await serve([], env)
    expect(out.stdout).toMatch(/app id +my-app\n[\s\S]*from CHANNELPROOF_APP_SECRET/)
    const value = authorization(OWN, 'my-app')
    const { status, text } = await ask(url, '/auth/token', JOIN, value)
    expect(status).toBe(200)
    const { token } = JSON.parse(text) as { token: string }
    await ask(url, `/${OWN}/${token}?${OWN}`, JOIN, value)
    await ask(url, '/auth/token', { ...JOIN, [OWN]: OWN }, `SvcSign ${OWN}`)
    const { stdout, stderr } = await stop('SIGTERM')
    expect(stderr.trim().split('\n')).toHaveLength(3)
    for (const secret of [OWN, value, token, token.split('.')[4]!, PUBLIC])
      expect(stdout + stderr).not.toContain(secret)
  })

  test('opens the channels of --open, and no other', async () => {
    const { url, out } = await serve(['--open', 'room-1', '--open', 'room-2'])
    expect(out.stdout).toMatch(/open channels +room-1, room-2\n/)
    const stopped = async (channelId: string): Promise<number> =>
      (await ask(url, '/streaming/stop', { channelId }, authorization(PUBLIC))).status
    expect([await stopped('room-1'), await stopped('room-2'), await stopped('room-3')]).toEqual([
      200, 200, 404,
    ])
  })

  test('takes another scheme', async () => {
    const { url, out } = await serve(['--scheme', 'HMAC-1'])
    expect(out.stdout).toMatch(/scheme +HMAC-1\n/)
    const of = async (scheme: string): Promise<number> =>
      (await ask(url, '/auth/token', JOIN, authorization(PUBLIC, 'channelproof-app', scheme))).status
    expect([await of('HMAC-1'), await of('SvcSign')]).toEqual([200, 403])
  })

  test('logs one line of JSON for each request', async () => {
    const { url, stop } = await serve()
    await ask(url, '/auth/token', JOIN, authorization(PUBLIC))
    await ask(url, '/streaming/stop', { channelId: 'c1' }, authorization(PUBLIC))
    const lines = (await stop('SIGINT')).stderr.trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ method: 'POST', path: '/auth/token', status: 200 }),
      expect.objectContaining({ method: 'POST', path: '/streaming/stop', status: 404 }),
    ])
  })

  test('listens elsewhere only where it is told to, with a warning', async () => {
    const { out } = await serve(['--host', '0.0.0.0'])
    expect(out.stdout).toMatch(/URL +http:\/\/0\.0\.0\.0:/)
    expect(out.stdout).toMatch(/warning +other machines can reach it/)
  })

  test.for([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('ends soon after %s with exit code %i, open connections too', async ([signal, code]) => {
    const { url, stop } = await serve()
    const [idle, busy] = [new Client({ url }).send(wire()), new Client({ url }).send(wire().subarray(0, -3))]
    await idle.answers(1)
    const ran = await stop(signal)
    expect(ran.code).toBe(code)
    await Promise.all([idle.closed, busy.closed])
  })

  test('goes on when nobody reads its log any more', async () => {
    const { url, closeStderr, stop } = await serve()
    closeStderr()
    // The first lines may still find room; it learns only by and by that they go nowhere.
    for (let index = 0; index < 20; index++)
      expect((await ask(url, '/auth/token', JOIN, authorization(PUBLIC))).status).toBe(200)
    expect((await stop('SIGTERM')).code).toBe(143)
  })
})

describe('channelproof serve ends with exit code 2', () => {
  test.for([
    [['--port', '65536'], {}, /invalid --port "65536": .*\[wrong-option\]/],
    [['--port', '-1'], {}, /invalid --port "-1": .*\[wrong-option\]/],
    [['--port', '80x'], {}, /\[wrong-option\]/],
    [['--scheme', 'two words'], {}, /invalid --scheme "two words": .*\[wrong-option\]/],
    [['--scheme', 'Svc:Sign'], {}, /\[wrong-option\]/],
    [['--scheme', ''], {}, /\[wrong-option\]/],
    [['--host', ''], {}, /\[wrong-option\]/],
    [['--host', '192.0.2.1'], {}, /192\.0\.2\.1:0 cannot be had \(EADDRNOTAVAIL\) \[host-not-possible\]/],
    [[], { CHANNELPROOF_APP_ID: 'my.app' }, /\[wrong-app-id\]/],
    [[], { CHANNELPROOF_APP_ID: '' }, /\[wrong-app-id\]/],
    [[], { CHANNELPROOF_APP_SECRET: '' }, /\[empty-secret\]/],
    [['--unknown'], {}, /unknown option/],
  ] as const)('%j %j', async ([args, env, says]) => {
    const { code, stdout, stderr } = await cli(['serve', ...args], { env })
    expect(stderr).toMatch(says)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })

  test('where the port is in use, and says what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const { code, stderr } = await cli(['serve', '--port', String(port)])
    other.close()
    expect(code).toBe(2)
    expect(stderr).toMatch(/cannot be had \(EADDRINUSE\) \[port-in-use\]\n.*--port/)
  })
})
