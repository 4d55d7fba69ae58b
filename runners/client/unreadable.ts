import { BROKEN_LINE, type SeenRequest } from '../../src/model/index.ts'

/** What node:http says of what it cannot read. */
export type ParseError = NodeJS.ErrnoException & { readonly rawPacket?: Buffer }

/** What a packet shows that is no request of HTTP/1.1; latin1. */
const SHOWN: readonly (readonly [pattern: RegExp, what: string])[] = [
  // RFC 8446 section 5.1: a record of a handshake, of version 3.x. The second byte may come later.
  [/^\x16(?:\x03|$)/, 'TLS, and this is plain HTTP: the base URL begins with http://, not https://'],
  [/^PRI \* HTTP\/2/, 'HTTP/2 (RFC 9113 section 3.4), and this is HTTP/1.1'],
  // A line break within the value, such as base64 of some libraries has at its end.
  [/\nauthorization:[^\r\n]*(?:\r(?!\n)|(?<!\r)\n|\r\n[ \t])/i, BROKEN_LINE],
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
  return broken(SHOWN.find(([pattern]) => pattern.test(packet))?.[1] ?? `${code}`)
}
