import { ROUTES, type ClientCheck, type Operation, type RequirementId } from '../../../model/index.ts'
import type { ClientRow } from '../../rows/client.ts'

/** Every rule of the interface for a request (sections 1, 4 and 5). */
const REQUIRED: readonly ClientCheck[] = [
  'asked',
  'route',
  'content-type',
  'authorization',
  'tracking-id',
  'body',
]
const REQUIRED_RULES: readonly RequirementId[] = [
  'HEADER-CONTENT-TYPE',
  'AUTH-HEADER-PRESENT',
  'AUTH-HEADER-SCHEME',
  'HEADER-TRACKING-ID-FORMAT',
  'API-REQUEST-BODY-JSON',
  'SDK-BODY-VALUES',
]

/** A request that is judged by all of them. */
export const required = (
  operation: Operation,
  name: string,
  title: string,
  more: Partial<ClientRow> = {},
  rules: readonly RequirementId[] = [],
): ClientRow => ({
  name: `${operation.replace('.', '-')}-${name}`,
  title: `Sends ${operation}: ${title}`,
  requirements: [ROUTES[operation].rule, ...rules, ...REQUIRED_RULES],
  operation,
  checks: REQUIRED,
  ...more,
})
