import { BROKEN_LINE, type SeenRequest } from '../../src/model/index.ts'

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

/** Bytes that were no whole HTTP request. */
export const brokenRequest = (why: string): SeenRequest => ({
  unreadable: why,
  elsewhere: false,
  method: '',
  target: '',
  headers: [],
  body: '',
})

/** The reason only: a malformed request may hold the Authorization value. */
export function unreadable({ code, rawPacket }: ParseError): SeenRequest {
  const packet = rawPacket?.toString('latin1') ?? ''
  return brokenRequest(SHOWN.find(([fits]) => fits(packet))?.[1] ?? `${code}`)
}

/**
 * The requests of the client. Any program may try a port of this machine: what cannot be read on a connection of its
 * own is not charged to a client whose request came over another one.
 */
export function ofClient(
  requests: readonly SeenRequest[],
  strays: ReadonlySet<SeenRequest>,
): readonly SeenRequest[] {
  const own = requests.filter((request) => !strays.has(request))
  return own.length > 0 ? own : requests
}
