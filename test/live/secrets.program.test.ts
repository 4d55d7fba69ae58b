import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listen } from '../../runners/http/server.ts'
import { serve } from '../../runners/http/serve.ts'
import { secretForms } from '../../src/secretForms.ts'
import { cli, temporary } from '../support/cli.ts'
import { rightService } from '../support/live/rightService.ts'
import { CHANNEL, ENV, SECRET } from '../support/live/service.ts'
import { everyReport, FORMAT_NAMES } from '../support/report/everyFormat.ts'

describe('secrets of a live run', () => {
  test('neither secret nor Authorization value nor issued token stands in any output, report or error', async () => {
    const canary = 'canary-0d9f7c3b5a1e8642'
    const issued: string[] = []
    const wrong = await serve({
      host: '127.0.0.1',
      port: 0,
      apps: [{ appId: 'active', appSecret: canary, status: 'active' }],
      open: [CHANNEL],
      scheme: 'SvcSign',
      log: (entry) => void issued.push(JSON.stringify(entry)),
    })
    const folder = temporary()
    const { flags, texts } = everyReport(folder, FORMAT_NAMES)
    const env = {
      GITHUB_ACTIONS: 'true',
      GITHUB_STEP_SUMMARY: join(folder, 'r.summary'),
      CHANNELPROOF_APP_ID: 'active',
      CHANNELPROOF_APP_SECRET: canary,
      GATEWAY: 'canary-gateway-77',
    }
    const config = join(temporary(), 'channelproof.yaml')
    writeFileSync(config, 'headers:\n  X-Gateway: "GATEWAY"\n')
    // A wrong pointer makes failures, so that everything that a failure shows is shown.
    const failing = await cli(
      [
        'live',
        '--base-url',
        wrong.url,
        '--config',
        config,
        '--channel',
        CHANNEL,
        '--error-code-pointer',
        '/nowhere',
        '--report',
        'text',
        ...flags,
      ],
      { env },
    )
    const refused = await cli(['live', '--base-url', wrong.url, '--config', config], {
      env: { ...env, CHANNELPROOF_APP_SECRET: `${canary}-wrong` },
    })
    await wrong.close()
    expect(failing.code).toBe(1)
    expect(failing.stdout).toMatch(/curl .*"X-Gateway: \$GATEWAY"/)
    const written = Object.values(texts())
    expect(written).not.toContain('')
    const all = [
      failing.stdout,
      failing.stderr,
      refused.stdout,
      refused.stderr,
      ...written,
      readFileSync(env.GITHUB_STEP_SUMMARY, 'utf8'),
      ...issued,
    ].join('\n')
    expect(all).not.toContain(canary)
    expect(all).not.toContain('canary-gateway')
    expect(all).not.toMatch(/SvcSign active\.\d+\.[A-Za-z0-9+/]{43}=/)
    expect(all).not.toMatch(/02\.active\.\d{10}\.[A-Za-z0-9+/=]+\.[A-Za-z0-9+/]{43}=/)
  })

  test.each([
    ['as it is', SECRET],
    ['in hex', Buffer.from(SECRET).toString('hex')],
  ])('the secret in the path of the base URL, %s, stands in none of them either', async (_, path) => {
    const right = rightService()
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.url = request.url!.slice(path.length + 1)
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => right.answer(request, Buffer.concat(chunks), response))
    })
    const { url } = await listen(server)
    const folder = temporary()
    const reports = FORMAT_NAMES.flatMap((format) => ['--report', `${format}=${join(folder, format)}`])
    const args = ['live', '--base-url', `${url}/${path}`, '--error-code-pointer', '/nowhere', ...reports]
    const ran = await cli([...args, '--report', 'ndjson'], { env: ENV })
    const planned = await cli([...args, '--dry-run'], { env: ENV })
    server.close()
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    const all = [ran.stdout, ran.stderr, planned.stdout, planned.stderr, ...files]
    expect(ran.stdout).toContain('"type":"run"')
    expect(ran.code).toBe(1)
    expect(secretForms(SECRET).flatMap((form) => all.filter((text) => text.includes(form)))).toEqual([])
  })
})
