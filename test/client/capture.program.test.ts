import { connect } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { capture } from '../../runners/commands/capture.ts'
import { captureFlags, type RawCaptureFlags } from '../../runners/session/flags.ts'
import { schemaCheck } from '../../runners/suite/schemas.ts'
import type { Report } from '../../src/report/report.ts'
import { cli, cliStarted, temporary } from '../support/cli.ts'

const SECRET_VALUE = 'SvcSign CANARY-authorization-value'
const HEADERS = {
  'Content-Type': 'application/json',
  Authorization: SECRET_VALUE,
  'Tracking-Id': '0123456789abcdef0123456789abcdef',
}
const TOKEN = ['POST', '/auth/token', { channelId: 'c1', userId: 'u1' }] as const
const STOP = ['POST', '/streaming/stop', { channelId: 'c1' }] as const

type Sent = readonly [method: string, path: string, body: object, headers?: Record<string, string>]

interface CaptureRan {
  readonly code: number
  /** Both outputs. */
  readonly printed: string
  readonly report: Report
}

/**
 * Captures some requests in this process and reads the JSON report. The time without a request passes when all is
 * sent: a program would wait for it.
 */
async function captured(
  requests: readonly Sent[],
  { scheme = 'SvcSign', ...raw }: Partial<RawCaptureFlags> & { scheme?: string } = {},
  more: (url: string) => Promise<void> = () => Promise.resolve(),
): Promise<CaptureRan> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const file = join(temporary(), 'report.json')
  const flags = captureFlags({
    untilIdle: '3',
    expect: '',
    level: 'required',
    quiet: false,
    ...raw,
    report: [`json=${file}`, 'text'],
  })
  const app = { appId: 'app', appSecret: 'secret', status: 'active' } as const
  const ready = async (url: string): Promise<void> => {
    for (const [method, path, body, headers = HEADERS] of requests)
      await (await fetch(url + path, { method, headers, body: JSON.stringify(body) })).text()
    await more(url)
    // The clock starts after this.
    setImmediate(() => vi.advanceTimersByTime(3000))
  }
  const output = printed()
  const code = await capture({ ...flags, host: '127.0.0.1', port: 0, scheme, app, ready })
  return { code, printed: output(), report: JSON.parse(readFileSync(file, 'utf8')) as Report }
}

/** What is printed from now on. */
function printed(): () => string {
  let text = ''
  const write = (chunk: string | Uint8Array, ...[done]: unknown[]): boolean => {
    text += String(chunk)
    if (typeof done === 'function') done()
    return true
  }
  vi.spyOn(process.stdout, 'write').mockImplementation(write)
  vi.spyOn(process.stderr, 'write').mockImplementation(write)
  return () => text
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  // A program ends after one capture; this process has had several.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
})

const failures = ({ verdicts }: Report): string[] =>
  verdicts.filter(({ outcome }) => outcome === 'failed').map(({ vector, rule }) => `${vector} ${rule}`)

describe('serve --capture', () => {
  test('a known failure does not gate, and an entry that is stale does', async () => {
    const file = join(temporary(), 'baseline.yaml')
    const dashed = { ...HEADERS, 'Tracking-Id': '01234567-89ab-cdef-0123-456789abcdef' }
    const wrong: Sent = [...STOP, dashed]
    expect((await captured([TOKEN, wrong])).code).toBe(1)
    const excusedRun = await captured([TOKEN, wrong], { baseline: file, updateBaseline: true })
    expect(excusedRun.code).toBe(0)
    expect(excusedRun.report.totals).toMatchObject({ failed: 1, excused: 1 })
    const second = { ...HEADERS, 'Tracking-Id': 'ffffffffffffffffffffffffffffffff' }
    const repaired = await captured([TOKEN, [...STOP, second]], { baseline: file })
    expect(repaired.code).toBe(5)
  })

  test('known mistakes have their names, each where it shows, and others have none', async () => {
    const dashed = { 'Tracking-Id': '01234567-89ab-cdef-0123-456789abcdef' }
    const { report, printed } = await captured([
      [...TOKEN, { ...HEADERS, ...dashed, 'Content-Type': 'text/plain' }],
      [...STOP, { ...HEADERS, 'Tracking-Id': 'not-a-known-mistake' }],
      ['POST', '/streaming/update', { channelId: 'c1', streamList: [] }, { ...HEADERS, ...dashed }],
    ])
    const explains = Object.fromEntries(report.diagnosis!.map((cause) => [cause.faults[0], cause.explains]))
    expect(explains).toMatchObject({
      'content-type-text': ['client/capture/auth-token-content-type'],
      'tracking-id-dashed': [
        'client/capture/auth-token-tracking-id',
        'client/capture/streaming-update-tracking-id',
      ],
      'update-as-post': ['client/capture/streaming-update-route'],
    })
    expect(Object.keys(explains)).toHaveLength(3)
    expect(report.unexplained!.vectors).toContain('client/capture/streaming-stop-tracking-id')
    expect(schemaCheck('report')(report)).toEqual([])
    expect(printed).toContain('tracking-id-dashed')
  })

  test('a mistake in some of the wrong requests alone is not their cause', async () => {
    const { report } = await captured([
      [...TOKEN, { ...HEADERS, 'Tracking-Id': '01234567-89ab-cdef-0123-456789abcdef' }],
      [...TOKEN, { ...HEADERS, 'Tracking-Id': 'something else' }],
    ])
    expect(report.diagnosis).toEqual([])
  })

  test('right requests conform, and every one is told as it comes', async () => {
    const second = { ...HEADERS, 'Tracking-Id': 'ffffffffffffffffffffffffffffffff' }
    const { code, printed, report } = await captured([TOKEN, [...STOP, second]], {
      expect: 'auth.token,streaming.stop',
    })
    expect(failures(report)).toEqual([])
    expect(code).toBe(0)
    expect(report).toMatchObject({ conforms: true, exitCode: 0, subject: { kind: 'capture' } })
    expect(schemaCheck('report')(report)).toEqual([])
    expect(printed).toMatch(/1 POST \/auth\/token {2}ok\n2 POST \/streaming\/stop {2}ok/)
  })

  test('an operation that --expect names and that never came is too little: exit code 4', async () => {
    const { code, report } = await captured([TOKEN], { expect: 'auth.token,streaming.start' })
    expect(code).toBe(4)
    expect(report.tooLittle).toEqual(['--expect names streaming.start, and no such request came'])
  })

  test('silence is too little: exit code 4', async () => {
    const { code, report } = await captured([])
    expect(code).toBe(4)
    expect(report.conforms).toBe(false)
  })

  /** A wrong request, and the verdicts that must fail. */
  const WRONG: readonly (readonly [what: string, sent: Sent, failed: readonly string[]])[] = [
    [
      'another method',
      ['POST', '/streaming/update', { channelId: 'c1', streamList: [{ streamId: 1 }] }],
      ['streaming-update-route UPDATE-METHOD-PATH'],
    ],
    [
      'a version in the path',
      ['POST', '/v1/auth/token', TOKEN[2]],
      ['auth-token-route API-PATHS-UNVERSIONED'],
    ],
    ['an unknown path', ['POST', '/token', TOKEN[2]], ['unknown-route API-PATHS-BASE-URL']],
    [
      'a member of a wrong type',
      ['POST', '/auth/token', { channelId: 'c1', userId: 1 }],
      ['auth-token-body PARAM-USERID-STRING'],
    ],
    [
      'a member too many (recommended)',
      ['POST', '/auth/token', { ...TOKEN[2], role: 'x' }],
      ['auth-token-unlisted SDK-BODY-NOTHING-ADDED'],
    ],
    [
      'another scheme',
      [...TOKEN, { ...HEADERS, Authorization: 'Bearer x' }],
      ['auth-token-authorization AUTH-HEADER-SCHEME'],
    ],
    [
      'a Tracking-Id with dashes',
      [...TOKEN, { ...HEADERS, 'Tracking-Id': '0b8d5e6a-2ed3-4bd5-a1f7-a3f6d5c1b2e9' }],
      ['auth-token-tracking-id HEADER-TRACKING-ID-FORMAT'],
    ],
    [
      'no Content-Type of JSON',
      [...TOKEN, { ...HEADERS, 'Content-Type': 'text/plain' }],
      ['auth-token-content-type HEADER-CONTENT-TYPE'],
    ],
  ]
  test.for(WRONG)('%s fails', async ([, sent, failed], { expect }) => {
    const { code, report } = await captured([sent], { level: 'recommended' })
    expect(failures(report)).toEqual(failed.map((each) => `client/capture/${each}`))
    expect(code).toBe(1)
  })

  test('a request that is sent again keeps its Tracking-Id', async () => {
    expect(failures((await captured([TOKEN, TOKEN], { level: 'recommended' })).report)).toEqual([])
  })

  test('numbers within a layout are of any form, and integers that are listed are written as such', async () => {
    const start = (entry: object): Sent => [
      'POST',
      '/streaming/start',
      { channelId: 'c1', streamList: [{ streamId: 1, url: 'rtmp://h/1', flag: 3, type: 1, ...entry }] },
    ]
    const layout = await captured([start({ layout: { x: 0.5, cells: [{ y: 1e-3 }] } })], {
      level: 'recommended',
    })
    expect(failures(layout.report)).toEqual([])
    // JSON.stringify writes no 15.0, but an exponent.
    const large = await captured([start({ streamId: 1e21 })], { level: 'recommended' })
    expect(failures(large.report)).toEqual(['client/capture/streaming-start-integers SDK-BODY-INTEGER-TEXT'])
  })

  test('one Tracking-Id for two calls fails at level recommended', async () => {
    const other: Sent = ['POST', '/auth/token', { channelId: 'c1', userId: 'u2' }]
    const { report } = await captured([TOKEN, other])
    expect(failures(report)).toEqual(['client/capture/auth-token-tracking-ids-differ SDK-TRACKING-ID-UNIQUE'])
  })

  test.for<[string, string | Buffer, RegExp]>([
    ['TLS', Buffer.from('160301020001000a', 'hex'), /TLS, and this is plain HTTP/],
    ['the first byte of TLS', Buffer.from('16', 'hex'), /TLS, and this is plain HTTP/],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /HTTP\/2 .*this is HTTP\/1\.1/],
    ['two Host headers', 'POST /auth/token HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n', /it has 2 Host headers/],
    ['no Host', 'POST /auth/token HTTP/1.1\r\n\r\n', /it has no Host/],
    ['a Host that is a URL', 'POST /auth/token HTTP/1.1\r\nHost: http://x/\r\n\r\n', /names no host/],
    ['noise', '\u0001\u0002', /HPE_INVALID_METHOD/],
  ])('%s is named', async ([, bytes, says]) => {
    const { code, report } = await captured([TOKEN], {}, async (url) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(bytes)
      await new Promise((resolve) => socket.on('close', resolve))
    })
    const messages = report.verdicts.flatMap(({ outcome, message = '' }) =>
      outcome === 'failed' ? [message] : [],
    )
    expect(messages).toEqual([expect.stringMatching(says)])
    expect(code).toBe(1)
  })

  test('what is no HTTP request fails', async () => {
    const { code, report } = await captured([TOKEN], {}, async (url) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1')
      socket.on('error', () => undefined)
      socket.end(
        'POST /auth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      )
      await new Promise((resolve) => socket.on('close', resolve))
    })
    expect(failures(report)).toEqual(['client/capture/unknown-route SDK-BODY-FRAMING'])
    expect(code).toBe(1)
  })

  test('the scheme word can be set', async () => {
    const other = { ...HEADERS, Authorization: 'Other x' }
    expect((await captured([[...TOKEN, other]], { scheme: 'Other' })).code).toBe(0)
    expect((await captured([TOKEN], { scheme: 'Other' })).code).toBe(1)
  })

  test('no Authorization value is shown', async () => {
    const bad = { ...HEADERS, Authorization: 'Bearer CANARY-authorization-value' }
    const { printed, report } = await captured([TOKEN, [...STOP, bad]])
    expect(printed + JSON.stringify(report)).not.toContain('CANARY')
    expect(failures(report)).toContain('client/capture/streaming-stop-authorization AUTH-HEADER-SCHEME')
  })
})

describe('serve --capture, used wrongly', () => {
  test.for([
    [['--capture'], /--for <seconds> or --until-idle/],
    [['--capture', '--for', '0'], /above 0/],
    [['--capture', '--for', '1', '--expect', 'auth.tokens'], /use some of auth\.token/],
    [['--capture', '--for', '1', '--level', 'none'], /use required or recommended/],
    [['--capture', '--for', '1', '--report', 'pdf'], /unknown-format/],
  ] as const)('%j', async ([flags, says], { expect }) => {
    const { code, stderr } = await cli(['serve', ...flags])
    expect(stderr).toMatch(says)
    expect(code).toBe(2)
  })

  test('SIGINT writes a partial report and ends with 130', async () => {
    const file = join(temporary(), 'report.json')
    const { stop } = await cliStarted(['serve', '--capture', '--for', '60', '--report', `json=${file}`])
    expect((await stop('SIGINT')).code).toBe(130)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ partial: true, conforms: false })
  })

  test('it ends by itself', async () => {
    expect((await cli(['serve', '--capture', '--until-idle', '0.1'])).code).toBe(4)
  })
})
