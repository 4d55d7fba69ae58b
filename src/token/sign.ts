import { createHmac, timingSafeEqual, type Hmac } from 'node:crypto'
import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import type { QuestionParams } from '../model/index.ts'
import { TokenError } from './errors.ts'

/** What is signed: four parts of a token; the timestamp as the text that stands in it. */
export type Signed = Omit<QuestionParams['token.signature'], 'appSecret' | 'timestamp'> & {
  timestamp: number | string
}

/**
 * The message of section 4.5: plain concatenation.
 * TOKEN-SIGNATURE-MESSAGE-PARTS, TOKEN-SIGNATURE-MESSAGE-ORDER, TOKEN-SIGNATURE-MESSAGE-NO-SEPARATORS
 */
export const messageOf = ({ version, appId, timestamp, params }: Signed): string =>
  `${version}${appId}${timestamp}${params}`

/**
 * HMAC-SHA256 (RFC 2104, FIPS 180-4); 32 bytes. TOKEN-SIGNATURE-HMAC-SHA256, TOKEN-SIGNATURE-KEY-SECRET,
 * TOKEN-SIGNATURE-KEY-UTF8, TOKEN-SIGNATURE-MESSAGE-UTF8.
 */
export const hmac = (appSecret: string, message: string): Uint8Array => mac(appSecret, message).digest()

/** Texts are UTF-8 for both. */
const mac = (appSecret: string, message: string): Hmac =>
  createHmac(TOKEN_FORMAT.digest, appSecret).update(message)

/**
 * The signature part of section 4.5: 44 characters.
 * @throws TokenError `empty-secret`: a signature with an empty key protects nothing
 */
export function sign(signed: Signed, appSecret: string): string {
  // SDK-REFUSES-EMPTY-SECRET
  if (appSecret === '') throw new TokenError('empty-secret', 'the app secret is empty')
  // Standard base64 with padding, as encodeBase64 makes it.
  return mac(appSecret, messageOf(signed)).digest('base64')
}

/** Compares two texts in a time that depends only on their lengths. */
export function equalInConstantTime(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
