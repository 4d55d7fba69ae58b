import type { Intermediates } from '../model/index.ts'
import { base64Problem, hasUnusedBits } from '../token/index.ts'
import { decodedOtherwise } from './charsets.ts'
import { differenceOf, type Finding } from './finding.ts'

const STANDARD = 'Use standard base64 with padding and without line breaks (RFC 4648 section 4).'

/** A text that is not the standard base64 of anything. */
export const notBase64 = (part: 'params' | 'signature', problem: string): Finding => ({
  reason: `${part}-not-standard-base64`,
  message: `${part} is not standard base64: ${problem}. ${STANDARD}`,
})

/** RFC 4648 section 3.5: a decoder may refuse it. */
export const unusedBits = (part: 'params' | 'signature'): Finding => ({
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

/** Params, byte for byte (section 4.5). */
export function paramsFinding(expected: string, got: string): Finding | undefined {
  if (got === expected) return undefined
  const difference = differenceOf(expected, got)
  const problem = base64Problem(got)
  const [right, wrong] = [Buffer.from(expected, 'base64'), Buffer.from(got, 'base64')]
  if (hasUnusedBits(got) && right.equals(wrong)) return { ...unusedBits('params'), difference }
  if (problem !== undefined) return { ...notBase64('params', problem), difference }
  if (decodedOtherwise(wrong).includes(right.toString('utf8'))) return { ...OTHER_CHARSET, difference }
  const at = right.findIndex((byte, index) => byte !== wrong[index])
  const message =
    `params decodes to other bytes than the UTF-8 of the JSON text given: they differ from byte ${at === -1 ? right.length : at}. ` +
    'Encode the bytes as they are: no trimming, no re-serialising, UTF-8.'
  return { reason: 'params-of-other-bytes', message, difference }
}

const OTHER_CHARSET: Finding = {
  reason: 'params-not-utf8',
  level: 'recommended',
  message: 'params encodes the JSON text in another charset; use UTF-8 (RFC 8259 section 8.1).',
}

/** Signature, byte for byte (section 4.5). */
export function signatureFinding(
  expected: string,
  got: string,
  steps: () => Intermediates,
): Finding | undefined {
  if (got === expected) return undefined
  if (hasUnusedBits(got) && Buffer.from(got, 'base64').equals(Buffer.from(expected, 'base64')))
    return { ...unusedBits('signature'), difference: differenceOf(expected, got) }
  return { ...signatureProblem(got, steps()), difference: differenceOf(expected, got) }
}

function signatureProblem(got: string, { message, keyHex }: Intermediates): Finding {
  const problem = base64Problem(got)
  if (problem !== undefined) return notBase64('signature', problem)
  const { length } = Buffer.from(got, 'base64')
  if (length !== 32)
    return {
      reason: 'signature-of-wrong-length',
      message: `signature decodes to ${length} bytes instead of 32${DIGESTS[length] ? ` (${DIGESTS[length]})` : ''}: use the raw bytes of HMAC-SHA256.`,
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
