import { listen } from '../../runners/http/server.ts'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkSettings } from '../../runners/live/load.ts'
import { fromCommand, fromModule } from '../../runners/live/authorization.ts'
import { cli, temporary } from '../support/cli.ts'
import { CHANNEL, ENV, SECRET } from '../support/live/service.ts'
import { liveOn } from '../support/live/wrapped.ts'
import { isAlive } from '../support/processes.ts'
import { until } from '../support/until.ts'

const folder = temporary()
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
mkdirSync(join(folder, 'directory'))

/** Nobody listens there, and nobody is asked. */
const NOWHERE = ['live', '--base-url', 'http://127.0.0.1:9']
const STAGING = ['live', '--base-url', 'http://staging.invalid', '--allow-plain-http']

describe('settings that cannot be meant end with 2, before anything is sent', () => {
  test.for<[readonly string[], RegExp]>([
    [['--ca-file', join(folder, 'nowhere.pem')], /nowhere\.pem: ENOENT \[file-not-read\]/],
    [['--ca-file', join(folder, 'directory')], /directory: EISDIR \[file-not-read\]/],
    [
      ['--ca-file', file('empty.pem', 'no certificate')],
      /empty\.pem holds no certificate \[no-certificate\]/,
    ],
    [
      ['--ca-file', file('bad.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')],
      /bad\.pem holds a certificate that is none \[no-certificate\]/,
    ],
    [['--error-code-pointer', 'code'], /--error-code-pointer code is no JSON Pointer/],
    [['--error-code-pointer', '/a~2'], /is no JSON Pointer/],
    [['--scheme', 'Svc Sign'], /invalid --scheme "Svc Sign": give one word/],
    [['--scheme', ''], /invalid --scheme "": give one word/],
    [['--signature-encoding', 'base32'], /invalid --signature-encoding "base32": give base64, hex or none/],
    [['--channel', ''], /--channel is empty/],
    [['--exclusive-channel'], /--exclusive-channel without --channel/],
  ])('%j', async ([args, says], { expect }) => {
    const { code, stderr } = await cli([...NOWHERE, ...args], { env: ENV })
    expect(stderr).toMatch(says)
    expect(stderr).not.toMatch(/\n {4}at /)
    expect(code).toBe(2)
  })

  test.for<[readonly string[], RegExp]>([
    [['--channel', 'mine'], /--channel without --base-url/],
    [['--scheme', ''], /--scheme/],
    [['--authorization', 'env'], /invalid --authorization "env": use stand-in/],
  ])('also for the embedded service: %j', async ([args, says], { expect }) => {
    const { code, stderr } = await cli(['live', ...args])
    expect(stderr).toMatch(says)
    expect(code).toBe(2)
  })

  test.for<[string, Record<string, string>, readonly string[]]>([
    [
      'CHANNELPROOF_AUTHORIZATION',
      { CHANNELPROOF_AUTHORIZATION: 'SvcSign canary\n' },
      ['--authorization', 'env'],
    ],
    ['CHANNELPROOF_APP_ID', { CHANNELPROOF_APP_ID: 'canary\r\nX: y' }, []],
    ['CHANNELPROOF_DISABLED_APP_ID', { CHANNELPROOF_DISABLED_APP_ID: 'canary\u00e9' }, []],
    [
      'GATEWAY',
      { GATEWAY: 'canary\n' },
      ['--config', file('gateway.yaml', 'headers:\n  X-Gateway: "GATEWAY"\n')],
    ],
  ])('%s with characters that no header can carry', async ([variable, env, args], { expect }) => {
    const { code, stdout, stderr } = await cli([...NOWHERE, ...args], { env: { ...ENV, ...env } })
    expect(stderr).toMatch(
      new RegExp(`${variable} holds characters that no header can carry \\[not-printable\\]`),
    )
    expect(`${stdout}${stderr}`).not.toContain('canary')
    expect(code).toBe(2)
  })

  test('a gateway header whose name is none', async () => {
    const config = file('name.yaml', 'headers:\n  "X Gateway": "GATEWAY"\n')
    const { code, stderr } = await cli([...NOWHERE, '--config', config], { env: { ...ENV, GATEWAY: 'x' } })
    expect(stderr).toMatch(/"X Gateway" is no name of a header/)
    expect(code).toBe(2)
  })

  test.for(['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'])(
    '%s that is no address is named, and not shown',
    async (variable, { expect }) => {
      const { code, stderr } = await cli(STAGING, { env: { ...ENV, [variable]: 'canary:x' } })
      expect(stderr).toMatch(new RegExp(`${variable} is no address of a proxy \\[wrong-proxy\\]`))
      expect(stderr).not.toContain('canary:x')
      expect(code).toBe(2)
    },
  )

  test('right ones are taken', () => {
    const baseUrl = 'https://staging.example'
    expect(() => checkSettings({ baseUrl, errorCodePointer: '/error/~0code~1' })).not.toThrow()
    expect(() => checkSettings({ baseUrl, errorCodePointer: '', channel: 'c' })).not.toThrow()
    expect(() => checkSettings({ baseUrl, channel: 'c', exclusiveChannel: true })).not.toThrow()
  })
})

test('ALL_PROXY is the proxy where no other is named', async () => {
  const seen: string[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url }, socket) => {
    seen.push(url!)
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  })
  await listen(proxy)
  const ALL_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  await cli(STAGING, { env: { ...ENV, ALL_PROXY } })
  proxy.close().closeAllConnections()
  expect(seen).toEqual(['staging.invalid:80'])
})

test('--dry-run shows what is sent beside the vectors, the channel and the push address', async () => {
  const push = ['--push-url', 'rtmp://push.example/live']
  const { stdout } = await cli([...NOWHERE, '--dry-run', '--channel', CHANNEL, ...push], { env: ENV })
  expect(stdout).toMatch(/\nprobe\tPOST \/auth\/token/)
  expect(stdout).toMatch(/\nclean-up\tPOST \/streaming\/stop/)
  expect(stdout).toMatch(
    /\nchannel\topenchannel: only streams of the run are stopped; where a start is refused, plain starts show/,
  )
  expect(stdout).toMatch(
    /\npush URL\trtmp:\/\/push\.example\/live: each stream to a path of its own below it\n/,
  )
  const none = await cli([...NOWHERE, '--dry-run'], { env: ENV })
  expect(none.stdout).toMatch(/\nchannel\tnone: no running channel is touched\n/)
})

describe('the probe shows nothing of an answer but codes', () => {
  test('an Authorization value that comes back, a forged line and a long text are not shown', async () => {
    const { code, stderr } = await liveOn(({ raw }) => {
      const texts = {
        echo: raw.headers.authorization!,
        line: '\u001b[31m\nconforms',
        long: 'x'.repeat(300_000),
      }
      return { status: 403, body: { code: 'Sign.Error', ...texts } }
    }, [])
    expect(code).toBe(3)
    expect(stderr).toMatch(/answered 403 Sign\.Error \[credentials-not-accepted\]\n/)
    // active.<10 digits>.<44 characters of base64>: 6 + 1 + 10 + 1 + 44
    expect(stderr).toMatch(
      /Sent was POST \/auth\/token with the Authorization SvcSign and 62 characters\. Check/,
    )
    expect(stderr).not.toMatch(/SvcSign active|conforms|\[31m/)
    expect(stderr.length).toBeLessThan(500)
  })

  test('a code of any length is cut at 200 characters', async () => {
    const { stderr } = await liveOn(() => ({ status: 403, body: { code: `A.${'b'.repeat(1000)}` } }), [])
    expect(stderr).toMatch(/answered 403 A\.b{198}… \[/)
  })
})

describe('makers of signatures that go wrong', () => {
  const signer = (name: string, text: string): string => {
    const path = file(name, text)
    chmodSync(path, 0o755)
    return path
  }
  const run = (source: string): ReturnType<typeof cli> =>
    cli([...NOWHERE, '--authorization', source], { env: ENV })

  const REQUEST = { method: 'POST', path: '/auth/token', body: '{}', appId: 'active' }

  describe('and take more than 10 s', () => {
    // The time passes when the test says so.
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
    afterEach(() => void vi.useRealTimers())

    test('a module that never answers is given up', async () => {
      const path = file('never.mjs', 'export default () => new Promise(() => {})')
      const failed = expect(fromModule(path, REQUEST, SECRET)).rejects.toThrow(
        /never\.mjs took more than 10 s/,
      )
      await vi.advanceTimersByTimeAsync(10_000)
      await failed
    })

    test('a command whose child goes on is given up, and the child ends with it', async () => {
      const pids = join(folder, 'pids')
      const command = signer(
        'hang.sh',
        `#!/bin/sh\n'${process.execPath}' -e 'setInterval(() => {}, 1000)' &\necho $! > '${pids}'\nwait\n`,
      )
      const failed = expect(fromCommand(command, REQUEST, SECRET)).rejects.toThrow(
        /hang\.sh took more than 10 s/,
      )
      const child = (): number => Number(readFileSync(pids, 'utf8'))
      await until('the child', () => existsSync(pids) && child() > 0)
      expect(isAlive(child())).toBe(true)
      await vi.advanceTimersByTimeAsync(10_000)
      await failed
      await until('its end', () => !isAlive(child()))
    })
  })

  test.skipIf(!existsSync('/proc/self/stat'))(
    'a command that has answered leaves nothing behind, in a session of its own neither',
    async () => {
      const pids = join(folder, 'left-behind')
      const script = `#!/bin/sh
sleep 300 >/dev/null 2>&1 & echo $! >>'${pids}'
setsid sleep 300 >/dev/null 2>&1 & echo $! >>'${pids}'
echo 'SvcSign x'
`
      await run(`command:${signer('leaves.sh', script)}`)
      const left = readFileSync(pids, 'utf8').trim().split('\n').map(Number)
      expect(left.length).toBeGreaterThan(1)
      expect(left.filter(isAlive)).toEqual([])
    },
  )

  test('a command that prints for ever is ended at 64 KiB', async () => {
    const { code, stderr } = await run(
      `command:${signer('yes.sh', '#!/bin/sh\nwhile :; do echo yes; done\n')}`,
    )
    expect(stderr).toMatch(/yes\.sh printed more than 65536 bytes/)
    expect(code).toBe(2)
  })

  test.for([
    ['throw null', /it threw no Error/],
    ['const error = new Error("x"); error.code = secret; throw error', /\(Error\)/],
    ['const error = new Error("x"); error.name = secret; throw error', /\(Error\)/],
    ['const error = new Error("x"); error.code = "ECONNREFUSED"; throw error', /\(ECONNREFUSED\)/],
    ['return undefined', /gave no text/],
  ] as const)('a module that does "%s" ends with 2 and shows no secret', async ([what, says], { expect }) => {
    const path = file(
      `${what.replaceAll(/\W+/g, '-').slice(0, 80)}.mjs`,
      `export default (request, secret) => { ${what} }`,
    )
    const { code, stderr } = await run(`module:${path}`)
    expect(stderr).toMatch(says)
    expect(stderr).toMatch(/\[authorization-failed\]/)
    expect(stderr).not.toContain(SECRET)
    expect(code).toBe(2)
  })

  test('one that fails only for the probe is told as such, not as an endpoint that is not there', async () => {
    const once =
      'let count = 0\nexport default () => { if (count++ > 0) throw new Error("x"); return "SvcSign x" }'
    const { code, stderr } = await run(`module:${file('once.mjs', once)}`)
    expect(stderr).toMatch(/once\.mjs could not make it \(Error\) \[authorization-failed\]/)
    expect(code).toBe(2)
  })
})
