import { isUtf8 } from 'node:buffer'
import { latest } from '../text.ts'
import { objectOrNothing } from '../members.ts'
import { VERIFY_REASONS, type JsonObject, type QuestionOf, type VerifyReason } from '../model/index.ts'
import { base64Problem, encodeBase64 } from './base64.ts'
import { joinParamsViolations } from './joinParams.ts'
import { JOIN_DEFAULTS } from '../interface/joinParams.ts'
import { TOKEN_FORMAT } from '../interface/tokenFormat.ts'
import { hmac } from './sign.ts'

type ToVerify = QuestionOf<'token.verify'>['params']

/** The five parts of a token as one reader finds them. */
type Reading = readonly [version: string, app: string, timestamp: string, params: string, signature: string]

/**
 * How a token may be taken apart: from the left; and from the right, because an appId may hold dots (its rules are not
 * shown), so that of six parts the two in the middle may be one appId.
 */
function readingsOf(parts: readonly string[]): readonly Reading[] {
  const five = (some: readonly string[]): Reading =>
    Array.from({ length: 5 }, (_, at) => some[at] ?? '') as unknown as Reading
  if (parts.length <= 5) return [five(parts)]
  const fromRight = parts.toSpliced(1, parts.length - 4, parts.slice(1, -3).join('.'))
  return [five(parts), five(fromRight)]
}

/**
 * Every true reason to refuse a token, by every reading that the text allows: checks may run in any order, and each may
 * be the first to find something. A verifier may recompute the signature from the parts as they came, or with the
 * version and the appId that are due; and a part of the wrong shape may be called malformed.
 */
export function trueReasons(question: ToVerify): VerifyReason[] {
  const parts = question.token.split('.')
  const found = new Set(readingsOf(parts).flatMap((reading) => reasonsIn(reading, question)))
  return VERIFY_REASONS.filter(
    (reason) => found.has(reason) || (reason === 'malformed' && parts.length !== 5),
  )
}

function reasonsIn(
  [version, app, timestamp, params, signature]: Reading,
  { appId, appSecret, now }: ToVerify,
): VerifyReason[] {
  const signed = (text: string): boolean => encodeBase64(hmac(appSecret, text)) === signature
  const rest = `${timestamp}${params}`
  const content = contentOf(params)
  const duration = content?.['duration'] ?? JOIN_DEFAULTS['duration']
  const checks: Readonly<Record<VerifyReason, boolean>> = {
    malformed:
      /^[0-9]{2}$/.test(version) &&
      app !== '' &&
      /^[0-9]+$/.test(timestamp) &&
      isBase64(params) &&
      isBase64(signature),
    version: version === TOKEN_FORMAT.version,
    app: app === appId,
    signature: [`${version}${app}${rest}`, `${TOKEN_FORMAT.version}${appId}${rest}`].every(signed),
    params: joinParamsViolations(content ?? null).length === 0,
    expired: now <= Number(timestamp) + Number(duration),
  }
  return VERIFY_REASONS.filter((reason) => !checks[reason])
}

const isBase64 = (text: string): boolean => text !== '' && base64Problem(text) === undefined

/** What a reader of any base64 finds in it. */
const contentOf = latest((params): JsonObject | undefined => {
  const bytes = Buffer.from(params, 'base64')
  return isUtf8(bytes) ? objectOrNothing(bytes.toString('utf8')) : undefined
})
