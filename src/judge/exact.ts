import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import type { Intermediates } from '../model/index.ts'
import { base64Problem, base64Rule, hasUnusedBits } from '../token/index.ts'
import { differenceOf, listOf, type Found } from './finding.ts'

const STANDARD = 'Use standard base64 with padding and without line breaks (RFC 4648 section 4).'

const notBase64 = (part: 'params' | 'signature', text: string, problem: string): Found => ({
  reason: `${part}-not-standard-base64`,
  rule: `TOKEN-${part.toUpperCase()}-${base64Rule(text)}`,
  message: `${part} is not standard base64: ${problem}. ${STANDARD}`,
})

/** RFC 4648 section 3.5: a decoder may refuse it. */
const unusedBits = (part: 'params' | 'signature'): Found => ({
  reason: `${part}-unused-bits`,
  rule: `TOKEN-${part.toUpperCase()}-UNUSED-BITS`,
  level: 'recommended',
  message: `unused bits at the end of ${part} are not zero (RFC 4648 section 3.5).`,
})

/** Length of a decoded signature that is not 32 bytes → the algorithm that makes it. */
const DIGESTS: Readonly<Record<number, string>> = {
  16: 'MD5 makes 16 bytes',
  20: 'SHA-1 makes 20 bytes',
  64: 'SHA-512 makes 64 bytes, and so does SHA-256 written in hex',
}

/** Params, byte for byte (section 4.5): their base64, and the bytes that they decode to. */
export function paramsFindings(expected: string, got: string): Found[] {
  if (got === expected) return []
  const difference = differenceOf(expected, got)
  const found = [...formFindings('params', got), ...listOf(bytesFinding(expected, got))]
  return found.map((one) => ({ ...one, difference }))
}

/** The form of a part, whatever it decodes to. */
export function formFindings(part: 'params' | 'signature', text: string): Found[] {
  if (hasUnusedBits(text)) return [unusedBits(part)]
  const problem = base64Problem(text)
  return problem === undefined ? [] : [notBase64(part, text, problem)]
}

function bytesFinding(expected: string, got: string): Found | undefined {
  // Lenient: white space, the URL-safe alphabet and missing padding are findings of their own.
  const [right, wrong] = [Buffer.from(expected, 'base64'), Buffer.from(got, 'base64')]
  if (right.equals(wrong)) return undefined
  if (decodedOtherwise(wrong).includes(right.toString('utf8'))) return OTHER_CHARSET
  const at = right.findIndex((byte, index) => byte !== wrong[index])
  const message =
    `params decodes to other bytes than the UTF-8 of the JSON text given: they differ from byte ${at === -1 ? right.length : at}. ` +
    'Encode the bytes as they are: no trimming, no re-serialising, UTF-8.'
  return { reason: 'params-of-other-bytes', message }
}

const OTHER_CHARSET: Found = {
  reason: 'params-not-utf8',
  level: 'recommended',
  message: 'params encodes the JSON text in another charset; use UTF-8 (RFC 8259 section 8.1).',
}

/** Signature, byte for byte (section 4.5): its base64, and the 32 bytes that it decodes to. */
export function signatureFindings(expected: string, got: string, steps: () => Intermediates): Found[] {
  if (got === expected) return []
  const difference = differenceOf(expected, got)
  const found = [...formFindings('signature', got), ...listOf(digestFinding(expected, got, steps()))]
  return found.map((one) => ({ ...one, difference }))
}

function digestFinding(expected: string, got: string, { message, keyHex }: Intermediates): Found | undefined {
  const bytes = Buffer.from(got, 'base64')
  if (bytes.equals(Buffer.from(expected, 'base64'))) return undefined
  const { length } = bytes
  if (length !== TOKEN_FORMAT.digestBytes)
    return {
      reason: 'signature-of-wrong-length',
      message: `signature decodes to ${length} bytes instead of ${TOKEN_FORMAT.digestBytes}${DIGESTS[length] ? ` (${DIGESTS[length]})` : ''}: use the raw bytes of HMAC-SHA256.`,
    }
  return {
    reason: 'signature-of-other-message-or-key',
    message:
      'signature has the right form but was made over another message or with another key. ' +
      `The message must be ${JSON.stringify(shorten(message ?? ''))} without separators, the key the bytes ${shorten(keyHex ?? '')} (hex).`,
  }
}

const shorten = (text: string): string =>
  text.length > 160 ? `${text.slice(0, 120)}…${text.slice(-20)}` : text

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
