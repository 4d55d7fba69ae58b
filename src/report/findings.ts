import type { Finding } from '../model/index.ts'

/** One finding beside the worst, in a line: what is wrong, its code, the rule and its level. */
export const findingText = ({ rule, level, reason, message }: Finding): string =>
  `${message} [${reason}] (${rule}, ${level})`
