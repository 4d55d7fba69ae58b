export type { BodyMistake } from './mistake.ts'
export type * from './types.ts'
export { gatingMistakes, readBody, validateBody } from './validate.ts'
