import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTls } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { Report } from '../../src/report/report.ts'
import { cli, temporary, type Ran } from '../support/cli.ts'
import { needsTool } from '../support/programs.ts'
import { rightService } from '../support/live/rightService.ts'
import { CHANNEL, ENV } from '../support/live/service.ts'
import { event } from '../support/until.ts'

const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close().closeAllConnections()))

const listen = (server: Server): Promise<number> =>
  new Promise((done) => {
    servers.push(server)
    server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port))
  })

type Hostile = (request: IncomingMessage, response: ServerResponse, socket: Socket, body: Buffer) => void

/** A service that is hostile from the second request on: the first is the probe. */
function hostileServer(hostile: Hostile, from = 2): Promise<number> {
  const right = rightService()
  let count = 0
  return listen(
    createServer((request, response) => {
      const isHostile = ++count >= from
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const body = Buffer.concat(chunks)
        if (isHostile) hostile(request, response, request.socket, body)
        else right.answer(request, body, response)
      })
    }),
  )
}

async function live(
  port: number,
  flags: readonly string[] = [],
  options: Parameters<typeof cli>[1] = {},
): Promise<Ran & { report?: Report }> {
  const file = join(temporary(), 'report.json')
  const args = [
    'live',
    '--base-url',
    `http://127.0.0.1:${port}`,
    '--timeout',
    '1000',
    '--report',
    `json=${file}`,
    '--report',
    'text',
    ...flags,
  ]
  const ran = await cli(args, { ...options, env: { ...ENV, ...options.env } })
  try {
    return { ...ran, report: JSON.parse(readFileSync(file, 'utf8')) as Report }
  } catch {
    return ran
  }
}

const json = (response: ServerResponse, body: string, headers = {}): void =>
  void response.writeHead(200, { 'Content-Type': 'application/json', ...headers }).end(body)

interface Row {
  readonly what: string
  readonly hostile: Hostile
  readonly exit: number
  readonly outcome: 'errored' | 'failed'
  readonly says: RegExp
}

const BOMB = gzipSync(Buffer.alloc(64 * 1024 * 1024))

const ROWS: readonly Row[] = [
  {
    what: 'falls silent',
    hostile: () => undefined,
    exit: 3,
    outcome: 'errored',
    says: /no whole answer within 1000 ms/,
  },
  {
    what: 'sends headers byte by byte',
    hostile: (_, __, socket) => {
      const text = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'
      let at = 0
      const timer = setInterval(
        () => (at < text.length && socket.writable ? socket.write(text[at++]!) : clearInterval(timer)),
        30,
      )
    },
    exit: 3,
    outcome: 'errored',
    says: /no whole answer within 1000 ms/,
  },
  {
    what: 'resets in the midst of an answer',
    hostile: (_, __, socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"tok', () => socket.resetAndDestroy()),
    exit: 1,
    outcome: 'errored',
    says: /connection broke/,
  },
  {
    what: 'announces more than it sends',
    hostile: (_, __, socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}'),
    exit: 1,
    outcome: 'errored',
    // A busy machine may be late for the end of the connection.
    says: /connection broke|no HTTP|no whole answer/,
  },
  {
    what: 'announces less than it sends',
    hostile: (_, __, socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{"token":"02.app"}'),
    exit: 1,
    outcome: 'failed',
    says: /without a JSON object that holds token/,
  },
  {
    what: 'never ends its body',
    hostile: (_, response) => {
      response.writeHead(200)
      const more = (): void =>
        void (response.writable && response.write('x'.repeat(65536), () => setImmediate(more)))
      more()
    },
    exit: 1,
    outcome: 'errored',
    says: /larger than 1048576 bytes/,
  },
  {
    what: 'sends a gzip bomb',
    hostile: (_, response) => void response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(BOMB),
    exit: 1,
    outcome: 'failed',
    says: /without a JSON object that holds token/,
  },
  {
    what: 'says 100 Continue for ever',
    hostile: (_, __, socket) => {
      const timer = setInterval(
        () => (socket.writable ? socket.write('HTTP/1.1 100 Continue\r\n\r\n') : clearInterval(timer)),
        10,
      )
    },
    exit: 1,
    outcome: 'errored',
    says: /connection broke|no whole answer|no HTTP/,
  },
  {
    what: 'sends HTML with 200',
    hostile: (_, response) => json(response, '<html>OK</html>', { 'Content-Type': 'text/html' }),
    exit: 1,
    outcome: 'failed',
    says: /without a JSON object/,
  },
  {
    what: 'sends no HTTP',
    hostile: (_, __, socket) => void socket.end('SSH-2.0-OpenSSH\r\n'),
    exit: 1,
    outcome: 'errored',
    says: /no HTTP|connection broke/,
  },
  {
    what: 'sends a token that is a number',
    hostile: (_, response) => json(response, '{"token":1}'),
    exit: 1,
    outcome: 'failed',
    says: /holds token as a string/,
  },
]

describe('misbehaving endpoints', () => {
  test.for(ROWS)('one that $what', async ({ hostile, exit, outcome, says }, { expect }) => {
    const port = await hostileServer(hostile)
    const { code, report, stdout, stderr } = await live(port, ['--filter', 'endpoint/token/*'])
    expect(`${stdout}${stderr}`).toMatch(says)
    expect(code).toBe(exit)
    expect(report!.totals[outcome]).toBeGreaterThan(20)
    expect(report!.totals.passed).toBe(0)
  })

  test('one that refuses connections ends with exit code 3', async () => {
    const port = await listen(createServer())
    await new Promise<void>((done) => servers.pop()!.close(() => done()))
    const { code, stderr } = await live(port)
    expect(stderr).toMatch(/endpoint-not-reachable/)
    expect(code).toBe(3)
  })

  test('one that accepts connections and is silent from the start ends with exit code 3', async () => {
    const { code, stderr } = await live(await hostileServer(() => undefined, 1))
    expect(stderr).toMatch(/no whole answer within 1000 ms.*endpoint-not-reachable/)
    expect(code).toBe(3)
  })

  test('one that does not take the credentials ends with exit code 3', async () => {
    const { code, stderr } = await live(await hostileServer(() => undefined, 99), [], {
      env: { CHANNELPROOF_APP_SECRET: 'another' },
    })
    expect(stderr).toMatch(/answered 406 Sign\.Error.*credentials-not-accepted/)
    expect(code).toBe(3)
  })

  test('one that redirects to another host: the other host sees nothing', async () => {
    let seen = 0
    const other = await listen(createServer((_, response) => void (seen++, response.end())))
    const port = await hostileServer(
      (_, response) => void response.writeHead(302, { Location: `http://127.0.0.1:${other}/` }).end(),
    )
    const { code, report } = await live(port, ['--filter', 'endpoint/token/*'])
    expect(code).toBe(1)
    expect(report!.totals.passed).toBe(0)
    expect(seen).toBe(0)
  })

  test('one that goes away midway ends with exit code 3, and the streams that may remain are listed', async () => {
    // Answers a start with success, and is gone before the stop.
    const right = rightService()
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        right.answer(request, Buffer.concat(chunks), response)
        if (request.url === '/streaming/start' && response.statusCode === 200)
          response.on('finish', () => server.close().closeAllConnections())
      })
    })
    const port = await listen(server)
    const { code, report, stdout } = await live(port, [
      '--channel',
      CHANNEL,
      '--filter',
      'endpoint/streaming/*',
    ])
    expect(code).toBe(3)
    expect(report).toMatchObject({ partial: true, conforms: false })
    expect(stdout).toMatch(/these streams may remain:.*curl -sS -i -X POST .*\/streaming\/stop/s)
    expect(stdout).toMatch(/"Authorization: \$CHANNELPROOF_AUTHORIZATION"/)
  })

  test('a run that is interrupted leaves no stream behind', async () => {
    const right = rightService()
    const { happened, happens } = event()
    let stops = 0
    const answer: Hostile = (request, response, _, body) => {
      right.answer(request, body, response)
      // Vectors that start a stream run one after the other: with the third stop one is over.
      if (request.url === '/streaming/stop' && ++stops === 3) happens()
    }
    const port = await hostileServer(answer, 1)
    // The rate makes the run much longer than a signal takes.
    const flags = [
      '--channel',
      CHANNEL,
      '--exclusive-channel',
      '--filter',
      'endpoint/streaming/*',
      '--rate',
      '20',
    ]
    const { code, report } = await live(port, flags, { signal: ['SIGINT', happened] })
    expect(code).toBe(130)
    expect(report).toMatchObject({ partial: true })
    expect(report!.totals.passed).toBeGreaterThan(0)
    expect([...right.state.channels.values()].flatMap(({ streams }) => streams)).toEqual([])
  })
})

describe.skipIf(!needsTool('openssl'))('certificates', () => {
  const folder = temporary()
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  spawnSync('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-keyout',
    key,
    '-out',
    cert,
    ...subject,
  ])

  async function secured(): Promise<number> {
    const right = rightService()
    const server = createTls({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => right.answer(request, Buffer.concat(chunks), response))
    })
    return listen(server)
  }

  const run = async (...flags: string[]): Promise<Ran> =>
    cli(
      [
        'live',
        '--base-url',
        `https://127.0.0.1:${await secured()}`,
        '--filter',
        'endpoint/token/*',
        ...flags,
      ],
      { env: ENV },
    )

  test('one that nobody vouches for ends with exit code 3', async () => {
    const { code, stderr } = await run()
    expect(stderr).toMatch(/self-signed certificate.*--ca-file/s)
    expect(code).toBe(3)
  })

  test('NODE_TLS_REJECT_UNAUTHORIZED=0 does not make it taken', async () => {
    const base = `https://127.0.0.1:${await secured()}`
    const env = { ...ENV, NODE_TLS_REJECT_UNAUTHORIZED: '0' }
    const { code, stderr } = await cli(['live', '--base-url', base], { env })
    expect(stderr).toMatch(/self-signed certificate/)
    expect(code).toBe(3)
  })

  test('one that --ca-file vouches for is taken', async () => {
    expect((await run('--ca-file', cert)).code).toBe(0)
  })
})
