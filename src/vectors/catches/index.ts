import type { Written } from './catch.ts'
import type { FaultId } from '../../model/index.ts'
import { BODY_CATCHES } from './body.ts'
import { CLIENT_CATCHES } from './client.ts'
import { ENDPOINT_CATCHES } from './endpoint.ts'
import { VERIFY_CATCHES } from './verify.ts'
import { TOKEN_CATCHES } from './token.ts'

const CATCHES = [...TOKEN_CATCHES, ...VERIFY_CATCHES, ...BODY_CATCHES, ...CLIENT_CATCHES, ...ENDPOINT_CATCHES]

/** The faults that a vector targets. */
export const catchesOf = (vector: Written): FaultId[] => [
  ...new Set(
    CATCHES.filter(([, vectors]) =>
      vectors instanceof RegExp ? vectors.test(vector.id) : vectors(vector),
    ).map(([fault]) => fault),
  ),
]
