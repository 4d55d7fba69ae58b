/** Charsets in which some languages write JSON instead of UTF-8 (RFC 8259 section 8.1). */
const CHARSETS = ['utf-16le', 'utf-16be', 'windows-1252'] as const

/** These bytes as text of other charsets than UTF-8, a byte order mark left out. */
export const decodedOtherwise = (bytes: Uint8Array): string[] =>
  CHARSETS.flatMap((charset) => {
    try {
      return new TextDecoder(charset, { fatal: true }).decode(bytes)
    } catch {
      return []
    }
  })
