import type { Written } from './catch.ts'
import type { FaultId, Level, Vector } from '../../model/index.ts'
import { BODY_CATCHES } from './body.ts'
import { CLIENT_CATCHES } from './client.ts'
import { ENDPOINT_CATCHES } from './endpoint.ts'
import { VERIFY_CATCHES } from './verify.ts'
import { TOKEN_CATCHES } from './token.ts'

const CATCHES = [...TOKEN_CATCHES, ...VERIFY_CATCHES, ...BODY_CATCHES, ...CLIENT_CATCHES, ...ENDPOINT_CATCHES]

/** The faults that a vector was written for. */
export const catchesOf = (vector: Written): FaultId[] => [
  ...new Set(
    CATCHES.filter(([, vectors]) =>
      vectors instanceof RegExp ? vectors.test(vector.id) : vectors(vector),
    ).map(([fault]) => fault),
  ),
]

/** What a vector is for that was written for no fault. */
export function purposeOf(level: Level, { verdict }: Vector['expect']): string {
  if (level === 'unspecified')
    return 'what the interface leaves open: observed and reported, failed for nobody'
  if (verdict === 'accept')
    return 'what is right and has to be taken as it is: the counterpart of what is refused'
  return 'one more way to be wrong: it must not be let through, whichever check is the first to see it'
}
