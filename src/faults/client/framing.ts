import { clientRowsWith, type ClientSteps } from './clientFault.ts'

/** The chunked coding (RFC 9112 section 7.1), and readers that do not know all of it. */

const isChunked = (head: string): boolean => /^transfer-encoding: *chunked *$/im.test(head)

const HEX = /^[0-9a-f]+/i
type Reader = Readonly<Partial<{ radix: number; digits: RegExp; most: number }>>

/** The body, read from its chunks; if it ends before the last chunk, what came so far. */
function dechunked(bytes: Buffer, { radix = 16, digits = HEX, most = Infinity }: Reader = {}): Buffer {
  const parts: Buffer[] = []
  let rest = bytes
  while (parts.length < most) {
    const end = rest.indexOf('\r\n')
    const [written = ''] = digits.exec(rest.toString('latin1', 0, Math.max(0, end))) ?? []
    const size = Number.parseInt(written, radix)
    if (!(size > 0)) break
    parts.push(rest.subarray(end + 2, end + 2 + size))
    rest = rest.subarray(end + 2 + size + 2)
  }
  return Buffer.concat(parts)
}

/** The body of an answer that is read by hand. */
export const bodyAfterHead = (head: string, rest: Buffer): Buffer =>
  isChunked(head) ? dechunked(rest) : rest

const byHand = (steps: Pick<ClientSteps, 'piecesRead' | 'bodyRead'>): ClientSteps => ({
  byHand: (head) => head,
  ...steps,
})

const inChunks = (read: (rest: Buffer) => Buffer): ClientSteps =>
  byHand({ bodyRead: (head, rest) => (isChunked(head) ? read(rest) : rest) })

/** Nothing of an answer that it takes for broken. */
export const unlessBroken = (isBroken: (bytes: Buffer) => boolean): ClientSteps =>
  byHand({
    piecesRead: (pieces) => {
      const bytes = Buffer.concat(pieces)
      return isBroken(bytes) ? NOTHING : bytes
    },
  })

/** Nothing of an answer whose head has a name in this spelling. */
const unlessNamed = (spelt: RegExp): ClientSteps => unlessBroken((bytes) => spelt.test(headOf(bytes)))

const NOTHING = Buffer.alloc(0)
const hasLength = (head: string): boolean => /^content-length:/im.test(head)
const isFramed = (head: string): boolean => hasLength(head) || isChunked(head)
const headOf = (bytes: Buffer): string => bytes.toString('latin1').split('\r\n\r\n')[0]!

/** Faults of a client in framings that a service may choose for its answers (RFC 9112 section 6). */
export const CLIENT_FRAMING_ROWS = clientRowsWith({ by: 'generated' })({
  'chunks-not-read': {
    does: 'Of a chunked answer the sizes of the chunks are taken for a part of the body.',
    origin: 'Hand-written HTTP over a socket; microcontrollers; PHP fsockopen.',
    repair: 'Take the chunked coding off (RFC 9112 section 7.1), or use a library for HTTP.',
    steps: inChunks((rest) => rest),
  },
  'first-chunk-only': {
    does: 'Of a chunked answer the first chunk alone is read.',
    origin: 'Hand-written HTTP that was tried on small answers.',
    repair: 'Read chunks up to the one of size 0.',
    steps: inChunks((rest) => dechunked(rest, { most: 1 })),
  },
  'chunk-size-decimal': {
    does: 'The size of a chunk is read as a decimal number.',
    origin: 'C atoi or JavaScript parseInt without a base in hand-written HTTP.',
    repair: 'Read the size of a chunk as hexadecimal digits (RFC 9112 section 7.1).',
    steps: inChunks((rest) => dechunked(rest, { radix: 10 })),
  },
  'chunk-size-lower-case-only': {
    does: 'The size of a chunk is read up to its first upper-case letter.',
    origin: 'A table of digits in hand-written HTTP that knows a to f and not A to F.',
    repair: 'Read the size of a chunk as hexadecimal digits in both letter cases (RFC 9112 section 7.1).',
    steps: inChunks((rest) => dechunked(rest, { digits: /^[0-9a-f]+/ })),
  },
  'no-length-no-body': {
    does: 'An answer without Content-Length is taken for one without a body.',
    origin: 'A look at Content-Length before the reading; C# ContentLength -1; Android libraries.',
    repair: 'Read up to the last chunk or the end of the connection where there is no Content-Length.',
    steps: byHand({ bodyRead: (head, rest) => (hasLength(head) ? rest : NOTHING) }),
    others: [byHand({ bodyRead: (head, rest) => (isFramed(head) ? bodyAfterHead(head, rest) : NOTHING) })],
  },
  'chunk-extension-not-read': {
    does: 'A chunk whose size is followed by an extension ends the answer.',
    origin: 'Hand-written HTTP that takes the whole line for the size.',
    repair: 'Read the size of a chunk up to a semicolon (RFC 9112 section 7.1.1).',
    steps: inChunks((rest) => dechunked(rest, { digits: /^[0-9a-f]+$/i })),
  },
  'trailers-not-read': {
    does: 'An answer that has headers behind its last chunk is taken for one that is cut off.',
    origin: 'Hand-written HTTP that looks for an empty line right behind the last chunk.',
    repair: 'Read what follows the last chunk up to the empty line, and drop it (RFC 9112 section 7.1.2).',
    steps: inChunks((rest) =>
      rest.toString('latin1').endsWith('\r\n0\r\n\r\n') ? dechunked(rest) : NOTHING,
    ),
  },
  'head-in-one-read': {
    does: 'An answer whose head does not come in one piece is not understood.',
    origin: 'One recv() before the headers are parsed.',
    repair: 'Read up to the empty line, in however many pieces it comes.',
    steps: byHand({
      piecesRead: ([first = Buffer.alloc(0), ...others]) =>
        first.includes('\r\n\r\n') ? Buffer.concat([first, ...others]) : Buffer.alloc(0),
    }),
  },
  'header-names-as-written': {
    does: 'An answer is understood only where its header is spelt Content-Type, in these letters.',
    origin: 'A map of headers whose keys keep their letter case.',
    repair: 'Compare names of headers without regard to letter case (RFC 9110 section 5.1).',
    steps: unlessNamed(/^content-type:/m),
    others: [unlessNamed(/^CONTENT-TYPE:/m)],
  },
  'accepts-what-it-cannot-read': {
    does: 'Accept-Encoding names codings that the client cannot decode.',
    origin: 'Headers copied from a browser; Python requests without brotli; libcurl without zlib.',
    repair: 'Name in Accept-Encoding what the client decodes, or leave the header to the library.',
    steps: {
      allHeaders: (headers) => ({ ...headers, 'Accept-Encoding': 'gzip, deflate, br' }),
      decodes: ['gzip'],
    },
  },
  'answer-cut-at-2048': {
    does: 'Of an answer the first 2048 characters are read.',
    origin: 'A buffer of fixed size in C; a limit that was set against large answers.',
    repair: 'Read the whole answer.',
    steps: { received: (text) => text.slice(0, 2048) },
  },
})
