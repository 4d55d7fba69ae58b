/** Checks access tokens of the Real-Time Channel Service (sections 2.1, 2.2, 4.5). */
import { isUtf8 } from 'node:buffer'
import { timingSafeEqual } from 'node:crypto'
import { readStrictly } from './json.ts'
import { checkJoinParams, DAY, sign, standardBase64, VERSION, type JoinParams, type Signed } from './token.ts'

/** Who verifies, and when: Unix seconds. */
export interface Verifier {
  readonly appId: string
  readonly appSecret: string
  readonly now: number
}

type Reason = 'malformed' | 'version' | 'app' | 'signature' | 'params' | 'expired'

export type Verification =
  | { readonly valid: true; readonly joinParams: JoinParams }
  | { readonly valid: false; readonly reason: Reason }

/** @throws Refused `empty-secret`: then nothing can be verified */
export function verify(token: string, { appId, appSecret, now }: Verifier): Verification {
  const parts = split(token)
  if (!parts) return invalid('malformed')
  if (parts.version !== VERSION) return invalid('version')
  if (parts.appId !== appId) return invalid('app')
  // Section 4.5: over the parts as received; a second JSON encoding may differ.
  if (!areEqual(sign(parts, appSecret), parts.signature)) return invalid('signature')
  const joinParams = readParams(parts.params)
  if (!joinParams) return invalid('params')
  // Section 2.1: validity starts at the token's timestamp.
  if (now > Number(parts.timestamp) + ((joinParams['duration'] as number | undefined) ?? DAY))
    return invalid('expired')
  return { valid: true, joinParams }
}

const invalid = (reason: Reason): Verification => ({ valid: false, reason })

/** The five parts of a token (section 2.2), unless its form is wrong. */
function split(token: string): (Signed & { signature: string }) | undefined {
  const [version = '', appId = '', timestamp = '', params = '', signature = '', ...more] = token.split('.')
  // [0-9]: Number takes '', '1e9' and white space.
  const isTime = /^[0-9]+$/.test(timestamp) && Number.isSafeInteger(Number(timestamp))
  const isBase64 = [params, signature].every(isStandardBase64)
  return isTime && isBase64 && more.length === 0
    ? { version, appId, timestamp, params, signature }
    : undefined
}

// Buffer.from also takes the URL-safe alphabet, line breaks, missing padding and unused bits (RFC 4648 section 3.5).
const isStandardBase64 = (text: string): boolean =>
  text !== '' && standardBase64(Buffer.from(text, 'base64')) === text

/** In a time that depends on the lengths only. */
function areEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function readParams(params: string): JoinParams | undefined {
  const bytes = Buffer.from(params, 'base64')
  // toString would put U+FFFD in the place of bytes that are no UTF-8.
  if (!isUtf8(bytes)) return undefined
  try {
    const joinParams = readStrictly(bytes.toString())
    checkJoinParams(joinParams)
    return joinParams
  } catch {
    return undefined
  }
}
