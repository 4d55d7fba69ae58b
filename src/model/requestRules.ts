import type { ClientCheck } from './client.ts'

/** Every check of the interface for a request (sections 1, 4 and 5), and the rules behind them. */
export const REQUEST_CHECKS: readonly ClientCheck[] = [
  'asked',
  'route',
  'content-type',
  'authorization',
  'tracking-id',
  'body',
]
export const REQUEST_RULES: readonly string[] = [
  'HEADER-CONTENT-TYPE',
  'AUTH-HEADER-PRESENT',
  'AUTH-HEADER-SCHEME',
  'HEADER-TRACKING-ID-FORMAT',
  'API-REQUEST-BODY-JSON',
  'SDK-BODY-VALUES',
]
