import { blamesIn, type FaultId } from '../../model/index.ts'
import { caught, type Catch, type Written } from './catch.ts'
import { CLIENT_CATCHES } from './client.ts'
import { ENDPOINT_CATCHES } from './endpoint.ts'
import { TOKEN_CATCHES, VERIFY_CATCHES } from './token.ts'

const BODY_CATCHES: readonly Catch[] = [
  // A check that is missing, by the keyword that it would report.
  ...['required', 'type', 'maximum', 'minimum', 'enum', 'pattern', 'additionalProperties', 'duplicate'].map(
    (keyword): Catch => [
      `body-${keyword.toLowerCase()}-unchecked`,
      ({ expect }) => blamesIn(expect)[0]?.keyword === keyword,
    ],
  ),
  ...caught({
    'body-zero-refused': /^body\/auth-token\/(?:every-default|channel-duration-0|delay-close-0)$/,
    'body-maximum-refused': /^body\/auth-token\/(?:every-default|duration-86400|delay-close-86400)$/,
    'body-optionals-required': /^body\/.*\/(?:minimal|mixed|all-pushes)/,
    'body-values-refused': /^body\/streaming-start\/(?:flag-(?:[1-9]|1[0-5])|single|fps-30)$/,
    'body-optionals-refused': /^body\/.*\/every-member/,
    'body-empty-list-refused': /^body\/.*\/watermarks-empty/,
  }),
]

const CATCHES = [...TOKEN_CATCHES, ...VERIFY_CATCHES, ...BODY_CATCHES, ...CLIENT_CATCHES, ...ENDPOINT_CATCHES]

/** The faults that a vector targets. */
export const catchesOf = (vector: Written): FaultId[] => [
  ...new Set(
    CATCHES.filter(([, vectors]) =>
      vectors instanceof RegExp ? vectors.test(vector.id) : vectors(vector),
    ).map(([fault]) => fault),
  ),
]
