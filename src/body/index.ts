export type { BodyMistake } from './mistake.ts'
export type * from './types.ts'
export { gatingMistakes, readBody, rightBody, validateBody } from './validate.ts'
