import type { IncomingMessage } from 'node:http'
import { BROKEN_LINE, type SeenRequest } from '../../src/model/index.ts'
import { valuesOf } from '../../src/judge/client/seen.ts'

/** The messages of node:http about what it cannot read. */
export type ParseError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer }

/** The code of node:http for a client that closed the connection in the middle of its request. */
export const CUT_OFF = 'HPE_INVALID_EOF_STATE'

/** A line break within the value; the base64 of some libraries ends with one. */
const BROKEN_AUTHORIZATION = /\nauthorization:[^\r\n]*(?:\r(?!\n)|(?<!\r)\n|\r\n[ \t])/i

/** Bytes that are no request of HTTP/1.1 show what they are; latin1. */
const SHOWN: readonly (readonly [fits: (packet: string) => boolean, what: string])[] = [
  // RFC 8446 section 5.1: a record of a handshake, of version 3.x. The second byte may come later.
  [
    (packet) => packet === '\x16' || packet.startsWith('\x16\x03'),
    'TLS, and this is plain HTTP: the base URL begins with http://, not https://',
  ],
  [(packet) => packet.startsWith('PRI * HTTP/2'), 'HTTP/2 (RFC 9113 section 3.4), and this is HTTP/1.1'],
  [(packet) => BROKEN_AUTHORIZATION.test(packet), BROKEN_LINE],
]

export const brokenRequest = (why: string): SeenRequest => ({
  unreadable: why,
  elsewhere: false,
  method: '',
  target: '',
  headers: [],
  body: '',
})

/** The codes of node:http for bytes that begin no request: where one came before, they belong to its body. */
const BEHIND: ReadonlySet<string | undefined> = new Set(['HPE_CLOSED_CONNECTION', 'HPE_INVALID_METHOD'])

const tooShort = (length: string): string =>
  `more bytes follow than its Content-Length of ${length}: count the bytes of the body in UTF-8, not its characters (RFC 9110 section 8.6)`

/** The reason only: a malformed request may hold the Authorization value. @param before it, on the same connection */
export function unreadableRequest({ code, rawPacket }: ParseError, before?: IncomingMessage): SeenRequest {
  const packet = rawPacket?.toString('latin1') ?? ''
  const shown = SHOWN.find(([fits]) => fits(packet))?.[1]
  const length = before?.headers['content-length']
  const behind = BEHIND.has(code) && length !== undefined ? tooShort(length) : undefined
  return brokenRequest(shown ?? behind ?? `${code}`)
}

/** Any program may try a port: what is unreadable on a connection of its own is no fault of a client with another one. */
export function ofClient(requests: readonly SeenRequest[], strays: ReadonlySet<SeenRequest>) {
  const own = requests.filter((request) => !strays.has(request))
  return own.length > 0 ? own : requests
}

/** How many it remembers; after more it still knows these, and no newer one. */
const REMEMBERED = 100_000

/** The Tracking-Ids that one client has sent, each with the call that it came with first. */
export class TrackingIds {
  readonly #first = new Map<string, string | number>()

  /** Did another call carry its Tracking-Id? A call may be sent again. */
  isOfAnother(request: SeenRequest, call: string | number): boolean {
    return valuesOf(request, 'tracking-id').filter((id) => this.#firstOf(id, call) !== call).length > 0
  }

  #firstOf(id: string, call: string | number): string | number {
    const first = this.#first.get(id) ?? call
    if (this.#first.size < REMEMBERED) this.#first.set(id, first)
    return first
  }
}
