import { isUtf8 } from 'node:buffer'
import { keysOf } from '../tables.ts'
import { latest } from '../latest.ts'
import { objectOrNothing } from '../members.ts'
import type { JsonObject, QuestionOf, VerifyReason } from '../model/index.ts'
import { base64Problem, encodeBase64 } from './base64.ts'
import { joinParamsViolations } from './joinParams.ts'
import { JOIN_DEFAULTS } from '../interface/joinParams.ts'
import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { hmac } from './sign.ts'

type ToVerify = QuestionOf<'token.verify'>['params']

/**
 * Every true reason to refuse a token: checks may run in any order, and each may be the first to find something. A
 * verifier may recompute the signature from the parts as they came, or with 02 and its own appId.
 */
export function trueReasons({ token, appId, appSecret, now }: ToVerify): VerifyReason[] {
  const parts = token.split('.')
  const [version, app, timestamp = '', params = '', signature = ''] = parts
  const signed = (text: string): boolean => encodeBase64(hmac(appSecret, text)) === signature
  const rest = `${timestamp}${params}`
  const content = contentOf(params)
  const checks: Readonly<Record<VerifyReason, boolean>> = {
    malformed: parts.length === 5 && /^[0-9]+$/.test(timestamp) && isBase64(params) && isBase64(signature),
    version: version === TOKEN_FORMAT.version,
    app: app === appId,
    signature: [...new Set([parts.slice(0, 4).join(''), `${TOKEN_FORMAT.version}${appId}${rest}`])].every(
      signed,
    ),
    params: joinParamsViolations(content ?? null).length === 0,
    expired: now <= Number(timestamp) + Number(content?.['duration'] ?? JOIN_DEFAULTS['duration']),
  }
  return keysOf(checks).filter((reason) => !checks[reason])
}

const isBase64 = (text: string): boolean => text !== '' && base64Problem(text) === undefined

/** What a reader of any base64 finds in it. */
const contentOf = latest((params): JsonObject | undefined => {
  const bytes = Buffer.from(params, 'base64')
  return isUtf8(bytes) ? objectOrNothing(bytes.toString('utf8')) : undefined
})
