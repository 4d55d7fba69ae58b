import { BROKEN_LINE, type SeenRequest } from '../../src/model/index.ts'

/** What node:http says of what it cannot read. */
export type ParseError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer }

/** A line break within the value, such as base64 of some libraries has at its end. */
const BROKEN_AUTHORIZATION = /\nauthorization:[^\r\n]*(?:\r(?!\n)|(?<!\r)\n|\r\n[ \t])/i

/** What a packet shows that is no request of HTTP/1.1; latin1. */
const SHOWN: readonly (readonly [fits: (packet: string) => boolean, what: string])[] = [
  // RFC 8446 section 5.1: a record of a handshake, of version 3.x. The second byte may come later.
  [
    (packet) => packet === '\x16' || packet.startsWith('\x16\x03'),
    'TLS, and this is plain HTTP: the base URL begins with http://, not https://',
  ],
  [(packet) => packet.startsWith('PRI * HTTP/2'), 'HTTP/2 (RFC 9113 section 3.4), and this is HTTP/1.1'],
  [(packet) => BROKEN_AUTHORIZATION.test(packet), BROKEN_LINE],
]

/** Something that was no whole HTTP request. */
export const broken = (why: string): SeenRequest => ({
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
  return broken(SHOWN.find(([fits]) => fits(packet))?.[1] ?? `${code}`)
}
