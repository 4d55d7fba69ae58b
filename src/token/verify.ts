import { JOIN_DEFAULTS } from '../interface/joinParams.ts'
import type { JsonObject, VerifyReason } from '../model/index.ts'
import { decodeBase64 } from './base64.ts'
import { TokenError } from './errors.ts'
import { readJoinParams } from './joinParams.ts'
import { parse, type Parts } from './parse.ts'
import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { equalInConstantTime, sign } from './sign.ts'

/** Who verifies, and when: Unix seconds. */
export interface Verifier {
  readonly appId: string
  readonly appSecret: string
  readonly now: number
}

export type Verification =
  | { readonly valid: true; readonly joinParams: JsonObject }
  | { readonly valid: false; readonly reason: VerifyReason; readonly message: string }

/** The last second of validity: TOKEN-VALIDITY-END, TOKEN-VALIDITY-DEFAULT (section 4.5). */
export const expiryOf = ({ timestamp }: Pick<Parts, 'timestamp'>, { duration }: JsonObject): number =>
  Number(timestamp) + (typeof duration === 'number' ? duration : JOIN_DEFAULTS['duration']!)

/**
 * Is this a token of that app, signed with its secret, with right params, and not expired? A bad token is a result,
 * not an error.
 * @throws TokenError `empty-secret`: nothing can be verified, which says nothing about the token
 */
export function verify(token: string, verifier: Verifier): Verification {
  if (verifier.appSecret === '') throw new TokenError('empty-secret', 'the app secret is empty')
  try {
    return { valid: true, joinParams: check(parse(token), verifier) }
  } catch (error) {
    if (!(error instanceof TokenError)) throw error
    return { valid: false, reason: error.code as VerifyReason, message: error.message }
  }
}

function check(parts: Parts, { appId, appSecret, now }: Verifier): JsonObject {
  // TOKEN-VERIFY-VERSION, TOKEN-VERIFY-APPID
  if (parts.version !== TOKEN_FORMAT.version)
    throw new TokenError('version', `the version must be ${TOKEN_FORMAT.version} (section 9)`)
  if (parts.appId !== appId) throw new TokenError('app', 'the token is of another app')
  // TOKEN-VERIFY-SIGNATURE, over the params as received: re-serialised JSON would differ (section 4.5).
  if (!equalInConstantTime(sign(parts, appSecret), parts.signature))
    throw new TokenError('signature', 'the signature does not fit (section 4.5)')
  const joinParams = readJoinParams(decodeBase64(parts.params))
  // TOKEN-VERIFY-EXPIRED. The very second of expiry is still valid here: the text does not say.
  if (now > expiryOf(parts, joinParams))
    throw new TokenError('expired', 'the token has expired (section 2.1)')
  return joinParams
}
