import { REQUEST_CHECKS, REQUEST_RULES } from '../../../interface/requestRules.ts'
import { ROUTES } from '../../../interface/operations.ts'
import type { Operation, RequirementId } from '../../../model/index.ts'
import type { ClientRow } from '../../rows/client.ts'

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
  requirements: [ROUTES[operation].rule, ...rules, ...REQUEST_RULES],
  operation,
  checks: REQUEST_CHECKS,
  ...more,
})
