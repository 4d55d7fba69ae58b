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

/** Sections 1, 4 and 5 first, then RFC 8259, RFC 9112 and plain safety. */
export const REQUEST_ROWS: readonly RequestRule[] = [
  { check: 'route', level: 'required', rule: 'API-PATHS-BASE-URL', title: 'method and path' },
  { check: 'content-type', level: 'required', rule: 'HEADER-CONTENT-TYPE', title: 'Content-Type' },
  { check: 'authorization', level: 'required', rule: 'AUTH-HEADER-SCHEME', title: 'Authorization' },
  {
    check: 'tracking-id',
    level: 'required',
    rule: 'HEADER-TRACKING-ID-FORMAT',
    title: 'Tracking-Id, where sent',
  },
  { check: 'body', level: 'required', rule: 'API-REQUEST-BODY-JSON', title: 'the body' },
  {
    check: 'gained',
    level: 'required',
    rule: 'SDK-BODY-VALUES',
    title: 'no member that changes what the call does',
    needsQuestion: true,
  },
  { check: 'framing', level: 'recommended', rule: 'SDK-BODY-FRAMING', title: 'how the body is framed' },
  { check: 'encoding', level: 'recommended', rule: 'API-REQUEST-BODY-UTF8', title: 'UTF-8' },
  {
    check: 'unlisted',
    level: 'recommended',
    rule: 'SDK-BODY-NOTHING-ADDED',
    title: 'nothing beside what the interface lists',
  },
  {
    check: 'integers',
    level: 'recommended',
    rule: 'SDK-BODY-INTEGER-TEXT',
    title: 'integers written as such',
  },
  {
    check: 'repeated',
    level: 'recommended',
    rule: 'API-REQUEST-BODY-DUPLICATE-KEYS',
    title: 'no member twice',
  },
  {
    check: 'tracking-ids-differ',
    level: 'recommended',
    rule: 'SDK-TRACKING-ID-UNIQUE',
    title: 'a Tracking-Id of its own',
  },
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
