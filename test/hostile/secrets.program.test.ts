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

/**
 * Writes its secret in a form by the id of the question, so that it is cut in the midst by whatever cuts a message, the
 * end of standard error or a line of noise.
 */
const CUT = `
  const secret = process.env.CHANNELPROOF_APP_SECRET
  const bytes = Buffer.from(secret)
  const forms = [secret, bytes.toString('base64'), bytes.toString('hex'), [...bytes].join(', '),
    [...secret].reverse().join(''), encodeURIComponent(secret), JSON.stringify(secret).replaceAll('/', '\\\\/')]
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    if (method === 'describe')
      return console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocol: 1,
        sdk: { name: 'cut', version: '1', language: 'JavaScript' }, methods: ['token.verify', 'token.issue'], clock: 'injected' } }))
    const form = forms[id % forms.length]
    process.stderr.write('log '.repeat(20) + form + ' ' + 'x'.repeat(500 - form.length / 2 - 1))
    if (id % 50 === 0) process.exit(1)
    if (id % 50 === 1) return console.log('noise '.padEnd(200 - form.length / 2, '.') + form)
    const message = 'm'.repeat(500 - form.length / 2) + form
    console.log(JSON.stringify({ jsonrpc: '2.0', id, error: { code: 3, message, data: { form } } }))
  })`

describe('a secret that is cut in the midst', () => {
  const secret = 'canary/of+the app"0123456789ABCDEF'
  const bytes = Buffer.from(secret)
  const forms = [
    secret,
    bytes.toString('base64'),
    bytes.toString('hex'),
    [...bytes].join(', '),
    Array.from(secret).reverse().join(''),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/'),
  ]
  const dozens = forms.flatMap((form) =>
    Array.from({ length: form.length - 11 }, (_, at) => form.slice(at, at + 12)).filter(
      (dozen) => new Set(dozen).size >= 3,
    ),
  )

  test('leaves no twelve characters of any of its forms in any report', async () => {
    const { flags, texts } = everyReport(temporary(), FORMAT_NAMES)
    const args = ['sdk', '--pass-env', 'CHANNELPROOF_APP_SECRET', '--generated', '0', ...flags]
    const filter = ['--filter', 'token/verify/*', '--filter', 'token/issue/*']
    const { code, stdout, stderr } = await cli([...args, ...filter, '--', process.execPath, '-e', CUT], {
      env: { CHANNELPROOF_APP_SECRET: secret },
    })
    expect(code).toBe(1)
    const written = [stdout, stderr, ...Object.values(texts())]
    expect(Object.values(texts())).not.toContain('')
    expect(texts().json).toContain('mmm[secret]')
    for (const text of written) expect(dozens.filter((dozen) => text.includes(dozen))).toEqual([])
  })
})

describe('token code that puts the secret into its errors', () => {
  const TELLS = (message: string): string => `
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line)
      if (method === 'describe')
        return console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { protocol: 1,
          sdk: { name: 'tells', version: '1', language: 'JavaScript' }, methods: ['token.issue'], clock: 'injected' } }))
      console.log(JSON.stringify({ jsonrpc: '2.0', id,
        error: { code: 1, message: ${message}, data: { reason: 'wrong-type' } } }))
    })`

  test.each([
    ["'x'.repeat(500) + params.appSecret", true],
    ["'invalid joinParams'", false],
  ])('%s: found, %s', async (message, isFound) => {
    const args = ['sdk', '--filter', 'token/issue/*', '--report', 'json', '--', process.execPath, '-e']
    const { stdout } = await cli([...args, TELLS(message)], {})
    const { verdicts } = JSON.parse(stdout) as Report
    const rules = verdicts.flatMap(({ findings = [] }) => findings.map(({ rule }) => rule))
    expect(rules.includes('SDK-SECRET-NOT-IN-ERRORS')).toBe(isFound)
  })
})

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
