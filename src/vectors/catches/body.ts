import { blamesIn } from '../../model/index.ts'
import type { Catch } from './catch.ts'

/** A check that is missing, by the keyword that it would report. */
const UNCHECKED = [
  'required',
  'type',
  'maximum',
  'minimum',
  'enum',
  'pattern',
  'additionalProperties',
  'duplicate',
].map((keyword): Catch => [
  `body-${keyword.toLowerCase()}-unchecked`,
  ({ expect }) => blamesIn(expect)[0]?.keyword === keyword,
])

/** What validators of bodies get wrong. */
export const BODY_CATCHES: readonly Catch[] = [
  ...UNCHECKED,
  ['body-zero-refused', /^body\/auth-token\/(?:every-default|channel-duration-0|delay-close-0)$/],
  ['body-maximum-refused', /^body\/auth-token\/(?:every-default|duration-86400|delay-close-86400)$/],
  [
    'body-optionals-required',
    /^body\/(?:auth-token\/minimal|streaming-start\/mixed|streaming-stop\/all-pushes)/,
  ],
  ['body-values-refused', /^body\/streaming-start\/(?:flag-(?:[1-9]|1[0-5])|single|fps-30)$/],
  ['body-optionals-refused', /^body\/.*\/every-member/],
  ['body-empty-list-refused', /^body\/.*\/watermarks-empty/],
]
