/** The chunked coding (RFC 9112 section 7.1), and readers that do not know all of it. */

export interface ChunkReader {
  /** Of the sizes: 16. */
  readonly radix?: number
  /** What a size looks like: hexadecimal digits. */
  readonly digits?: RegExp
  /** The most chunks that are read. */
  readonly most?: number
}

export const isChunked = (head: string): boolean => /^transfer-encoding: *chunked *$/im.test(head)

/** The body, read from its chunks; if it ends before the last chunk, what came so far. */
export function dechunked(
  bytes: Buffer,
  { radix = 16, digits = /^[0-9a-f]+/i, most = Infinity }: ChunkReader = {},
): Buffer {
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
export const bodyOf = (head: string, rest: Buffer): Buffer => (isChunked(head) ? dechunked(rest) : rest)
