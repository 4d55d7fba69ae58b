import type { Intermediates, Json } from '../model/index.ts'
import { encodeBase64 } from './base64.ts'
import { TokenError } from './errors.ts'
import { checkJoinParams } from './joinParams.ts'
import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { messageOf, sign } from './sign.ts'

/** Who issues a token, and when: Unix seconds. */
export interface Issuer {
  readonly appId: string
  readonly appSecret: string
  readonly timestamp: number
}

/** The params part: standard base64 of the UTF-8 bytes of a JSON text. TOKEN-PARAMS-BASE64, TOKEN-PARAMS-UTF8 */
export const encodeParams = (joinParamsJson: string): string => encodeBase64(Buffer.from(joinParamsJson))

/**
 * Issues the token of section 4.5: `02.<appId>.<timestamp>.<params>.<signature>`.
 * @throws TokenError `missing-field`, `wrong-type`, `out-of-range`, `empty-secret`, `malformed`
 */
export function issue(joinParams: Json, issuer: Issuer): string {
  checkJoinParams(joinParams)
  return issueText(JSON.stringify(joinParams), issuer)
}

/** The same for join parameters that are JSON already; it does not look at their text. */
export function issueText(joinParamsJson: string, { appId, appSecret, timestamp }: Issuer): string {
  if (!Number.isSafeInteger(timestamp) || timestamp < 0)
    // TOKEN-TIMESTAMP-SECONDS, TOKEN-TIMESTAMP-DECIMAL
    throw new TokenError('malformed', 'the timestamp must be whole seconds since 1970 (section 4.5)')
  const params = encodeParams(joinParamsJson)
  const signature = sign({ version: TOKEN_FORMAT.version, appId, timestamp, params }, appSecret)
  // TOKEN-FIVE-PARTS, TOKEN-PART-ORDER, TOKEN-SEPARATOR
  return [TOKEN_FORMAT.version, appId, timestamp, params, signature].join('.')
}

/** The same with every value on the way, for vectors and for people who compare step by step. */
export function trace(joinParamsJson: string, issuer: Issuer): Required<Intermediates> {
  const { appId, appSecret, timestamp } = issuer
  const params = encodeParams(joinParamsJson)
  const signed = { version: TOKEN_FORMAT.version, appId, timestamp, params }
  const message = messageOf(signed)
  const keyHex = Buffer.from(appSecret).toString('hex')
  // Signed once: thousands of generated questions are traced.
  const token = issueText(joinParamsJson, issuer)
  const signature = token.slice(token.lastIndexOf('.') + 1)
  return {
    joinParamsJson,
    params,
    message,
    keyHex,
    hmacHex: Buffer.from(signature, 'base64').toString('hex'),
    signature,
    token,
  }
}
