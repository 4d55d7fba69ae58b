import { listen } from '../../runners/http/server.ts'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { serve } from '../../runners/http/serve.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import type { Report } from '../../src/report/report.ts'
import { cli, temporary } from '../support/cli.ts'
import { standIn } from '../../src/service/index.ts'
import { openService } from '../support/live/openService.ts'
import { CHANNEL, endpointVectors, ENV, SECRET } from '../support/live/service.ts'

const { live, reportOf, close } = await openService()
afterAll(close)

describe('live', () => {
  test('without a base URL runs every endpoint vector on the embedded service, and conforms', async () => {
    const { code, stdout } = await cli(['live', '--level', 'recommended', '--report', 'json'])
    const report = JSON.parse(stdout) as Report
    expect(schemaCheck('report')(report)).toEqual([])
    expect(report.totals).toMatchObject({ failed: 0, errored: 0, skipped: 0 })
    expect(report.verdicts.map(({ vector }) => vector).toSorted()).toEqual(
      endpointVectors.map(({ id }) => id).toSorted(),
    )
    expect(code).toBe(0)
  })

  test('touches no running channel by default, and names what it skips', async () => {
    const { CHANNELPROOF_APP_ID, CHANNELPROOF_APP_SECRET } = ENV
    const report = await reportOf([], { CHANNELPROOF_APP_ID, CHANNELPROOF_APP_SECRET })
    expect(report.conforms).toBe(true)
    const skipped = report.verdicts
      .filter(({ outcome }) => outcome === 'skipped')
      .map(({ message }) => message)
    expect(new Set(skipped)).toEqual(
      new Set([
        'it needs open-channel',
        'it needs open-channel, exclusive-channel',
        'it needs open-channel, channel-user',
        'it needs open-channel, other-app',
        'it needs other-app',
        'it needs open-channel, disabled-app',
        'it needs open-channel, unpaid-app',
        'it needs disabled-app',
        'it needs unpaid-app',
      ]),
    )
    expect(
      report.verdicts.find(({ vector }) => vector === 'endpoint/streaming/start-without-channel')!.outcome,
    ).toBe('passed')
  })

  test('without the secret no token passes: its signature was not checked', async () => {
    const value = standIn({ appId: 'active', appSecret: SECRET }, Math.floor(Date.now() / 1000))
    const env = { CHANNELPROOF_APP_ID: 'active', CHANNELPROOF_AUTHORIZATION: value }
    const { verdicts, conforms } = await reportOf(['--authorization', 'env'], env)
    const issued = verdicts.filter(({ vector }) => vector.startsWith('endpoint/token/issues-'))
    expect(new Set(issued.map(({ outcome, message }) => `${outcome}: ${message}`))).toEqual(
      new Set(['observed: the signature was not checked: the secret is not known.']),
    )
    // One value for all requests: what needs another app or another secret is not asked, at no level.
    expect(verdicts.filter(({ outcome }) => outcome === 'failed').map(({ vector }) => vector)).toEqual([])
    expect(conforms).toBe(true)
  })

  test('--dry-run prints the plan and sends nothing', async () => {
    const { code, stdout } = await cli(['live', '--base-url', 'http://127.0.0.1:9', '--dry-run'], {
      env: ENV,
    })
    expect(stdout).toMatch(/^plan for http:\/\/127\.0\.0\.1:9\/: nothing is sent\n/)
    expect(stdout).toMatch(/\nendpoint\/auth\/right\tPOST \/auth\/token \(unopened channel\)/)
    expect(stdout).toMatch(/endpoint\/streaming\/start-mixed\tskipped: it needs open-channel/)
    expect(code).toBe(0)
  })

  test.for([
    [['--base-url', 'http://staging.example'], /plain-http/],
    [['--base-url', 'ftp://127.0.0.1'], /no http or https address/],
    [['--base-url', 'http://user:word@127.0.0.1'], /neither credentials nor query/],
    [['--authorization', 'guess'], /invalid --authorization "guess": use stand-in/],
    [['--authorization', 'env'], /CHANNELPROOF_AUTHORIZATION/],
    [['--skew', 'much'], /invalid --skew "much"/],
    [['--config', 'nowhere.yaml'], /nowhere\.yaml: there is no such file \[input-unreadable\]/],
    [['--config', '/dev/zero'], /\/dev\/zero: it is larger than 1048576 bytes \[input-too-large\]/],
  ] as const)('wrong usage ends with 2: %j', async ([args, says], { expect }) => {
    const { code, stderr } = await live(args)
    expect(stderr).toMatch(says)
    expect(code).toBe(2)
  })

  test('without credentials nothing is sent', async () => {
    const { code, stderr } = await live([], {})
    expect(stderr).toMatch(/CHANNELPROOF_APP_ID is not set/)
    expect(code).toBe(2)
  })

  test('settings come from channelproof.yaml, secrets from the variables that it names', async () => {
    const folder = temporary()
    writeFileSync(
      join(folder, 'channelproof.yaml'),
      'channel: "openchannel"\napp:\n  appId: "STAGING_APP"\n  appSecret: "STAGING_SECRET"\n',
    )
    const { code, stdout } = await live(
      ['--report', 'json'],
      { STAGING_APP: 'active', STAGING_SECRET: SECRET },
      folder,
    )
    expect(code).toBe(0)
    expect(
      (JSON.parse(stdout) as Report).verdicts.find(
        ({ vector }) => vector === 'endpoint/streaming/start-mixed',
      )!.outcome,
    ).toBe('passed')
    writeFileSync(join(folder, 'channelproof.yaml'), 'secret: "never here"\n')
    const wrong = await live([], ENV, folder)
    expect(wrong.stderr).toMatch(/channelproof\.yaml: .*additional properties.*secret/)
    expect(wrong.code).toBe(2)
  })

  test('the sample configuration fits its schema and names every setting', async () => {
    const { parse } = await import('yaml')
    const sample = parse(readFileSync('channelproof.sample.yaml', 'utf8')) as { sdk: object }
    expect(schemaCheck('configuration')(sample)).toEqual([])
    const schema = JSON.parse(readFileSync('schemas/configuration.schema.json', 'utf8')) as {
      properties: { sdk: { properties: object } }
    }
    expect(Object.keys(sample).toSorted()).toEqual(Object.keys(schema.properties).toSorted())
    expect(Object.keys(sample.sdk).toSorted()).toEqual(
      Object.keys(schema.properties.sdk.properties).toSorted(),
    )
  })

  test('a command makes the signature: request on stdin, secret in its environment', async () => {
    const folder = temporary()
    const file = join(folder, 'sign.mjs')
    writeFileSync(file, signer('process.env.CHANNELPROOF_APP_SECRET', 'JSON.parse(readFileSync(0, "utf8"))'))
    chmodSync(file, 0o755)
    // A program a request.
    const few = ['--filter', 'endpoint/token/issues-m*']
    expect((await live(['--authorization', `command:${file}`, ...few])).code).toBe(0)
    writeFileSync(file, '#!/bin/sh\nexit 3\n')
    const { code, stderr } = await live(['--authorization', `command:${file}`])
    expect(stderr).toMatch(/sign\.mjs ended with 3/)
    expect(code).toBe(2)
  })

  test('a module makes the signature', async () => {
    const file = join(temporary(), 'sign.mjs')
    writeFileSync(
      file,
      `import { createHmac } from 'node:crypto'
       export default ({ appId }, appSecret) => {
         const now = Math.floor(Date.now() / 1000)
         const signature = createHmac('sha256', appSecret).update(appId + now).digest('base64')
         return \`SvcSign \${appId}.\${now}.\${signature}\`
       }`,
    )
    expect((await live(['--authorization', `module:${file}`, '--filter', 'endpoint/token/*'])).code).toBe(0)
  })

  test('a module that is not there or throws ends with 2, and what it throws is not shown', async () => {
    const file = join(temporary(), 'sign.mjs')
    const { code, stderr } = await live(['--authorization', `module:${file}`])
    expect(stderr).toMatch(/sign\.mjs could not make it \(there is no such file/)
    expect(code).toBe(2)
    writeFileSync(file, 'export default (request, secret) => { throw new Error(`no ${secret}`) }')
    const thrown = await live(['--authorization', `module:${file}`])
    expect(thrown.stderr).toMatch(/could not make it \(Error\)/)
    expect(`${thrown.stdout}${thrown.stderr}`).not.toContain(SECRET)
  })

  test('what is on this machine is not reached through a proxy, other hosts are', async () => {
    const proxies = { http_proxy: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' }
    expect((await live(['--filter', 'endpoint/token/issues-minimal'], { ...ENV, ...proxies })).code).toBe(0)
    const args = ['live', '--base-url', 'http://staging.invalid', '--allow-plain-http']
    const { code, stderr } = await cli(args, { env: { ...ENV, ...proxies } })
    expect(stderr).toMatch(/ECONNREFUSED 127\.0\.0\.1:9/)
    expect(code).toBe(3)
  })

  test('the time limit of the file holds unless a flag says otherwise', async () => {
    const folder = temporary()
    writeFileSync(join(folder, 'channelproof.yaml'), 'timeout: 150\n')
    const silent = createServer(() => undefined)
    await listen(silent)
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    expect((await cli(['live', '--base-url', url], { env: ENV, cwd: folder })).stderr).toMatch(
      /within 150 ms/,
    )
    expect(
      (await cli(['live', '--base-url', url, '--timeout', '200'], { env: ENV, cwd: folder })).stderr,
    ).toMatch(/within 200 ms/)
    silent.close().closeAllConnections()
  })

  test('a start that is answered 404 on the open channel is repeated for --wait-for-channel seconds, nothing else is', async () => {
    const entries: string[] = []
    const counted = await serve({
      host: '127.0.0.1',
      port: 0,
      apps: [{ appId: 'active', appSecret: SECRET, status: 'active' }],
      open: [],
      scheme: 'SvcSign',
      log: ({ path }) => void entries.push(path),
    })
    await cli(
      [
        'live',
        '--base-url',
        counted.url,
        '--wait-for-channel',
        '2',
        '--channel',
        CHANNEL,
        '--filter',
        'endpoint/streaming/start-mixed',
        '--filter',
        'endpoint/streaming/*-without-channel',
      ],
      { env: ENV },
    )
    await counted.close()
    const times = (path: string): number => entries.filter((entry) => entry === path).length
    // One of them on the channel that does not exist.
    expect(times('/streaming/start')).toBeGreaterThan(2)
    // The vector's own, and the clean-up of the start.
    expect(times('/streaming/stop')).toBe(2)
    expect(times('/streaming/update')).toBe(1)
  })

  test('--rate spreads the requests', async () => {
    const { seconds } = await reportOf(['--rate', '100', '--filter', 'endpoint/token/refuses-*'])
    // More than 55 vectors and the probe at 100 a second take more than 0.55 s.
    expect(seconds).toBeGreaterThan(0.5)
  })
})

const signer = (secret: string, request: string): string => `#!/usr/bin/env node
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
const { appId } = ${request}
const time = Math.floor(Date.now() / 1000)
console.log(\`SvcSign \${appId}.\${time}.\${createHmac('sha256', ${secret}).update(\`\${appId}\${time}\`).digest('base64')}\`)
`
