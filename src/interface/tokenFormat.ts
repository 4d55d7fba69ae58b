/** Section 4.5 in one place: the format of a token. A new version of it is a new row, and the last row is issued. */
interface TokenFormat {
  /** Stands in front of the token, and in front of the signed message. */
  readonly version: string
  /** The digest of its HMAC, by the name that node:crypto has for it. */
  readonly digest: 'sha256' | 'sha512'
  /** Bytes of a digest, and of a block of its hash: longer keys are hashed first (RFC 2104 section 2). */
  readonly digestBytes: number
  readonly blockBytes: number
}

const TOKEN_FORMATS: readonly [TokenFormat, ...TokenFormat[]] = [
  { version: '02', digest: 'sha256', digestBytes: 32, blockBytes: 64 },
]

/** The format that tokens have today (section 9). TOKEN-VERSION, TOKEN-SIGNATURE-HMAC-SHA256 */
export const TOKEN_FORMAT: TokenFormat = TOKEN_FORMATS.at(-1) ?? TOKEN_FORMATS[0]
