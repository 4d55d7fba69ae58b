import { connect, type Socket } from 'node:net'
import type { Served } from '../../../runners/http/serve.ts'
import { until } from '../until.ts'
import { signed } from './requests.ts'

const now = (): number => Math.floor(Date.now() / 1000)

export const BODY = '{"channelId":"c1","userId":"u1"}'

/** A signed request as it goes over the wire. A header replaces the usual one, `null` leaves it out. */
export function wire(
  target = 'POST /auth/token',
  body: string | Uint8Array = BODY,
  headers: Readonly<Record<string, string | null>> = {},
  version = '1.1',
): Buffer {
  const all = {
    Host: '127.0.0.1',
    Authorization: signed('app', { at: now() }),
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}\r\n`],
  )
  return Buffer.concat([Buffer.from(`${target} HTTP/${version}\r\n${lines.join('')}\r\n`), Buffer.from(body)])
}

/** A client that writes the given bytes and keeps what comes back. */
export class Client {
  readonly socket: Socket
  received = ''
  readonly closed: Promise<void>

  constructor({ url }: Pick<Served, 'url'>) {
    const { hostname, port } = new URL(url)
    this.socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    this.socket.on('data', (data: Buffer) => (this.received += data.toString('latin1')))
    this.socket.on('error', () => undefined)
    // The service has closed its side; ours need not wait for anything.
    this.socket.on('end', () => this.socket.end())
    this.closed = new Promise((resolve) => this.socket.on('close', () => resolve()))
  }

  send(bytes: string | Uint8Array): this {
    this.socket.write(bytes)
    return this
  }

  /** Status lines of all answers so far. */
  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 ([0-9]{3}) /g)].map(([, status]) => Number(status))
  }

  /** Waits for so many answers. */
  async answers(count: number): Promise<number[]> {
    await until(`${count} answers`, () => this.statuses.length >= count || this.socket.destroyed)
    return this.statuses
  }
}
