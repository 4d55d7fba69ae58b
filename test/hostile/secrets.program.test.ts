/** Credentials of ours in odd forms, and adapters that repeat what they inherit: no verdict changes, nothing leaks. */
import { describe, expect, test } from 'vitest'
import type { Report } from '../../src/report/report.ts'
import { cli, temporary } from '../support/cli.ts'
import { everyReport, FORMAT_NAMES } from '../support/report/everyFormat.ts'

const FEW = ['--filter', 'client/request/*-minimal', '--filter', 'client/response/streaming-stop-*']

describe('an Authorization that stands in other text by chance', () => {
  test.each(['SvcSign 1', 'SvcSign token', 'SvcSign 200', 'SvcSign POST'])(
    '%s accuses no right client, and crashes nothing',
    async (value) => {
      const { code, stdout, stderr } = await cli(
        ['sdk', ...FEW, '--authorization', 'env', '--level', 'recommended', '--report', 'json'],
        { env: { CHANNELPROOF_AUTHORIZATION: value } },
      )
      expect(stderr).not.toContain('bug')
      const report = JSON.parse(stdout) as Report
      expect(report.verdicts.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored')).toEqual(
        [],
      )
      expect(report.totals.passed).toBeGreaterThan(20)
      expect(code).toBe(0)
    },
  )
})

/** Repeats its environment and the parameters of every call, on stderr and in errors, and then ends. */
const GOSSIP = `
  process.stderr.write(JSON.stringify(process.env) + '\\n')
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    if (method === 'describe')
      return console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocol: 1,
        sdk: { name: 'gossip', version: '1', language: 'JavaScript' }, methods: ['client.call'], clock: 'system' } }))
    process.stderr.write(line + '\\n')
    if (id > 30) process.exit(1)
    console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: 3, message: line } }))
  })`

const CANARIES = {
  CHANNELPROOF_APP_SECRET: 'canary-app-secret-0123456789',
  CHANNELPROOF_AUTHORIZATION: 'SvcSign canary-signature-0123456789',
}

describe('an adapter that repeats all that it gets', () => {
  test.each([
    ['answers', GOSSIP],
    ['never answers', 'process.stderr.write(JSON.stringify(process.env)); process.exit(1)'],
  ])('and %s inherits no credential of ours, and none stands in any report', async (_, program) => {
    const { flags, texts } = everyReport(temporary(), FORMAT_NAMES)
    const args = ['sdk', ...FEW, '--authorization', 'env', ...flags, '--', process.execPath, '-e', program]
    const { code, stdout, stderr } = await cli(args, { env: CANARIES })
    expect(code).not.toBe(0)
    const written = Object.values(texts())
    expect(written).not.toContain('')
    for (const text of [stdout, stderr, ...written]) expect(text).not.toMatch(/canary-(?:app|signature)/)
  })

  test('what is passed to it by name it may repeat: on the way out it is masked', async () => {
    const args = ['sdk', ...FEW, '--pass-env', 'CHANNELPROOF_APP_SECRET', '--report', 'json']
    const { stdout, stderr } = await cli([...args, '--', process.execPath, '-e', GOSSIP], { env: CANARIES })
    expect(stdout).toContain('[secret]')
    expect(`${stdout}${stderr}`).not.toContain('canary-app')
  })
})
