import type { ClientCheck, Level, RequirementId } from '../model/index.ts'

/** A rule that every request of a client keeps, whatever was asked. */
export interface RequestRule {
  readonly check: ClientCheck
  readonly level: Exclude<Level, 'unspecified'>
  readonly rule: RequirementId
  readonly title: string
  /** Judged only where the question is known: a capture has none. */
  readonly needsQuestion?: true
}

const required = (check: ClientCheck, rule: RequirementId, title: string): RequestRule => ({
  check,
  level: 'required',
  rule,
  title,
})
const recommended: typeof required = (...row) => ({ ...required(...row), level: 'recommended' })

/** Sections 1, 4 and 5 first, then RFC 8259, RFC 9112 and plain safety. */
export const REQUEST_ROWS: readonly RequestRule[] = [
  required('route', 'API-PATHS-BASE-URL', 'method and path'),
  required('content-type', 'HEADER-CONTENT-TYPE', 'Content-Type'),
  required('authorization', 'AUTH-HEADER-SCHEME', 'Authorization'),
  required('tracking-id', 'HEADER-TRACKING-ID-FORMAT', 'Tracking-Id, where sent'),
  required('body', 'API-REQUEST-BODY-JSON', 'the body'),
  {
    ...required('gained', 'SDK-BODY-VALUES', 'no member that changes what the call does'),
    needsQuestion: true,
  },
  recommended('framing', 'SDK-BODY-FRAMING', 'how the body is framed'),
  recommended('encoding', 'API-REQUEST-BODY-UTF8', 'UTF-8'),
  recommended('unlisted', 'SDK-BODY-NOTHING-ADDED', 'nothing beside what the interface lists'),
  recommended('integers', 'SDK-BODY-INTEGER-TEXT', 'integers written as such'),
  recommended('repeated', 'API-REQUEST-BODY-DUPLICATE-KEYS', 'no member twice'),
  recommended('tracking-ids-differ', 'SDK-TRACKING-ID-UNIQUE', 'a Tracking-Id of its own'),
]

/** What the vectors of a whole request name: every check of the interface itself, and the rules behind them. */
export const REQUEST_CHECKS: readonly ClientCheck[] = [
  'asked',
  'route',
  'content-type',
  'authorization',
  'tracking-id',
  'body',
]
export const REQUEST_RULES: readonly RequirementId[] = [
  'HEADER-CONTENT-TYPE',
  'AUTH-HEADER-PRESENT',
  'AUTH-HEADER-SCHEME',
  'HEADER-TRACKING-ID-FORMAT',
  'API-REQUEST-BODY-JSON',
  'SDK-BODY-VALUES',
]
