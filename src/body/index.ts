export type { BodyViolation } from './violation.ts'
export type * from './types.ts'
export { gatingViolations, readBody, rightBody, validateBody } from './validate.ts'
