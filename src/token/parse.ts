import { decodeBase64 } from './base64.ts'
import { TokenError } from './errors.ts'

/** The five parts of a token (section 2.2), as the texts that stand in it. */
export interface Parts {
  readonly version: string
  readonly appId: string
  readonly timestamp: string
  readonly params: string
  readonly signature: string
}

/** TOKEN-VERIFY-TIMESTAMP */
const DECIMAL = /^[0-9]+$/

/**
 * Takes a token apart. Only the form is checked: five parts (so an appId holds no dot), a decimal timestamp,
 * standard base64. It accepts leading zeros of the timestamp: the text does not mention them.
 * @throws TokenError `malformed`
 */
export function parse(token: string): Parts {
  // Untyped code may pass anything.
  if (typeof token !== 'string') throw new TokenError('malformed', 'a token is a string (section 2.2)')
  const [version, appId, timestamp, params, signature, ...more] = token.split('.')
  // TOKEN-VERIFY-FIVE-PARTS
  if (!version || !appId || !timestamp || !params || !signature || more.length > 0)
    throw new TokenError(
      'malformed',
      'a token has five parts joined by dots, none of them empty (section 4.5)',
    )
  if (!DECIMAL.test(timestamp) || !Number.isSafeInteger(Number(timestamp)))
    throw new TokenError('malformed', 'the timestamp must be whole seconds in decimal digits (section 4.5)')
  // TOKEN-VERIFY-BASE64, TOKEN-VERIFY-LINE-BREAKS
  decodeBase64(params)
  decodeBase64(signature)
  return { version, appId, timestamp, params, signature }
}
