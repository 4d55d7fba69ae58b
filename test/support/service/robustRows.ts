import { BODY, wire } from './sockets.ts'

const MEBIBYTE = 1024 * 1024

const chunked = (...chunks: string[]): string =>
  [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('')
const CHUNKED = { 'Content-Length': null, 'Transfer-Encoding': 'chunked' }
const BIG = { 'Content-Length': String(MEBIBYTE + 1) }
const MANY = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`X-Header-${index}`, 'x']))

export interface Row {
  readonly what: string
  readonly bytes: readonly (string | Uint8Array)[]
  readonly statuses: readonly number[]
  /** A part of the answer. */
  readonly says?: RegExp
  /** The state of the connection after the answers. */
  readonly connection: 'stays' | 'closes'
}

/** The table of runners/http/serve.ts, row by row. */
export const ROWS: readonly Row[] = [
  {
    what: 'a right request',
    bytes: [wire()],
    statuses: [200],
    says: /"token":"02\.app\./,
    connection: 'stays',
  },
  {
    what: 'an announced body above 1 MiB for a token: 403 Invalid.Parameter.Value',
    bytes: [wire('POST /auth/token', '', BIG)],
    statuses: [403],
    says: /Connection: close[\s\S]*Invalid\.Parameter\.Value/,
    connection: 'closes',
  },
  {
    what: 'an announced body above 1 MiB for streaming: 400',
    bytes: [wire('POST /streaming/start', '', BIG)],
    statuses: [400],
    says: /Connection: close/,
    connection: 'closes',
  },
  {
    what: 'an announced body above 1 MiB without Authorization: 401',
    bytes: [wire('POST /streaming/start', '', { ...BIG, Authorization: null })],
    statuses: [401],
    connection: 'closes',
  },
  {
    what: 'a chunked body above 1 MiB: 403',
    bytes: [wire('POST /auth/token', '', CHUNKED), chunked('x'.repeat(MEBIBYTE), 'xx')],
    statuses: [403],
    says: /Invalid\.Parameter\.Value/,
    connection: 'closes',
  },
  {
    what: 'a body of 1 MiB that says 100-continue beyond the limit: no 100',
    bytes: [wire('POST /auth/token', '', { ...BIG, Expect: '100-continue' })],
    statuses: [403],
    connection: 'closes',
  },
  {
    what: '100 headers',
    bytes: [wire('POST /auth/token', BODY, MANY)],
    statuses: [200],
    connection: 'stays',
  },
  {
    what: 'a header of 20 KiB: 431',
    bytes: [wire('POST /auth/token', BODY, { 'X-Long': 'x'.repeat(20 * 1024) })],
    statuses: [431],
    connection: 'closes',
  },
  {
    what: 'pipelined requests, in order',
    bytes: [
      Buffer.concat([wire(), wire('POST /nowhere'), wire('POST /streaming/stop'), wire('GET /auth/token')]),
    ],
    statuses: [200, 404, 400, 405],
    says: /Allow: POST/,
    connection: 'stays',
  },
  {
    what: 'a right request with garbage after it: its answer, then 400',
    bytes: [Buffer.concat([wire(), Buffer.from('garbage')])],
    statuses: [200, 400],
    connection: 'closes',
  },
  {
    what: 'a request in single bytes',
    bytes: Array.from(wire(), (byte) => Buffer.from([byte])),
    statuses: [200],
    connection: 'stays',
  },
  {
    what: 'a chunked body',
    bytes: [wire('POST /auth/token', '', CHUNKED), chunked(BODY.slice(0, 5), BODY.slice(5))],
    statuses: [200],
    connection: 'stays',
  },
  {
    what: 'a chunk with 20 KiB of extensions: 413',
    bytes: [wire('POST /auth/token', '', CHUNKED), `1;${'x'.repeat(20 * 1024)}\r\n`],
    statuses: [413],
    connection: 'closes',
  },
  {
    what: 'a chunk whose size is no number: 400',
    bytes: [wire('POST /auth/token', '', CHUNKED), 'zz\r\n'],
    statuses: [400],
    connection: 'closes',
  },
  {
    what: 'a Content-Length that is too short: cut off, and 400 for the rest',
    bytes: [wire('POST /auth/token', BODY, { 'Content-Length': '5' })],
    statuses: [403, 400],
    connection: 'closes',
  },
  {
    what: 'a Content-Length that is too long: 408',
    bytes: [wire('POST /auth/token', BODY, { 'Content-Length': '100' })],
    statuses: [408],
    connection: 'closes',
  },
  {
    what: 'a Content-Length that is no number: 400',
    bytes: [wire('POST /auth/token', BODY, { 'Content-Length': '-1' })],
    statuses: [400],
    connection: 'closes',
  },
  {
    what: 'Content-Length together with Transfer-Encoding: 400',
    bytes: [wire('POST /auth/token', BODY, { 'Transfer-Encoding': 'chunked' })],
    statuses: [400],
    connection: 'closes',
  },
  { what: 'a connection that says nothing: 408', bytes: [], statuses: [408], connection: 'closes' },
  { what: 'half a header: 408', bytes: ['POST /auth/token HT'], statuses: [408], connection: 'closes' },
  {
    what: 'Expect: 100-continue: 100 first',
    bytes: [wire('POST /auth/token', BODY, { Expect: '100-continue' })],
    statuses: [100, 200],
    connection: 'stays',
  },
  {
    what: 'another Expect: 417',
    bytes: [wire('POST /auth/token', BODY, { Expect: 'miracles' })],
    statuses: [417],
    connection: 'stays',
  },
  {
    what: 'HTTP/1.0',
    bytes: [wire('POST /auth/token', BODY, {}, '1.0')],
    statuses: [200],
    connection: 'closes',
  },
  {
    what: 'HTTP/1.1 without Host: 400',
    bytes: [wire('POST /auth/token', BODY, { Host: null })],
    statuses: [400],
    connection: 'closes',
  },
  {
    what: 'two Host headers: 400',
    bytes: [wire('POST /auth/token', BODY, { host: '127.0.0.1' })],
    statuses: [400],
    connection: 'closes',
  },
  {
    what: 'two Host headers of HTTP/1.0: 400',
    bytes: [wire('POST /auth/token', BODY, { host: 'other' }, '1.0')],
    statuses: [400],
    connection: 'closes',
  },
  {
    what: 'two Host headers and Expect: 400, and not 100 before',
    bytes: [wire('POST /auth/token', BODY, { host: '127.0.0.1', Expect: '100-continue' })],
    statuses: [400],
    connection: 'closes',
  },
  {
    what: 'a Host with a space: 400',
    bytes: [wire('POST /auth/token', BODY, { Host: '127.0.0.1 other' })],
    statuses: [400],
    connection: 'closes',
  },
  {
    what: 'a Host that is a URL: 400',
    bytes: [wire('POST /auth/token', BODY, { Host: 'http://127.0.0.1/' })],
    statuses: [400],
    connection: 'closes',
  },
  {
    what: 'a Host with two ports: 400',
    bytes: [wire('POST /auth/token', BODY, { Host: '127.0.0.1:80:81' })],
    statuses: [400],
    connection: 'closes',
  },
  ...['127.0.0.1:8080', '[::1]:8080', 'localhost', 'a-b.example', ''].map((host): Row => ({
    what: `the Host "${host}"`,
    bytes: [wire('POST /auth/token', BODY, { Host: host })],
    statuses: [200],
    connection: 'stays',
  })),
  {
    what: 'the absolute form of RFC 9112 section 3.2.2',
    bytes: [wire('POST http://127.0.0.1/auth/token')],
    statuses: [200],
    connection: 'stays',
  },
  { what: 'garbage: 400', bytes: ['\u0000\u0001 garbage\r\n\r\n'], statuses: [400], connection: 'closes' },
  {
    what: 'a TLS hello: 400',
    bytes: [Buffer.from('160301020001000a', 'hex')],
    statuses: [400],
    connection: 'closes',
  },
  { what: 'HTTP/2: 400', bytes: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], statuses: [400], connection: 'closes' },
  {
    what: 'HEAD: 405 without a body',
    bytes: [wire('HEAD /auth/token', '')],
    statuses: [405],
    connection: 'stays',
  },
  {
    what: 'a line feed in a header: 400',
    bytes: [wire('POST /auth/token', BODY, { 'X-Split': 'a\nContent-Length: 0\r\n b' })],
    statuses: [400],
    connection: 'closes',
  },
]
