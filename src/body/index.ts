export type { BodyMistake } from './mistake.ts'
export type * from './types.ts'
export { gatingMistakes, validateBody } from './validate.ts'
