import type { Catch } from './catch.ts'

/** What validators of bodies get wrong; the check that is left out follows from the keyword that is blamed. */
export const BODY_CATCHES: readonly Catch[] = [
  [
    'body-text-ascii-only',
    /^body\/.*-(?:everything-at-once|(?:two|three|four)-byte-characters|combining-mark|composed|right-to-left|line-separator)$/,
  ],
  [
    'body-zero-refused',
    /^body\/auth-token\/(?:every-default|privileges-0|channel-duration-0|delay-close-0)$/,
  ],
  ['body-maximum-refused', /^body\/auth-token\/(?:every-default|duration-86400|delay-close-86400)$/],
  ['body-optionals-refused', /^body\/.*\/every-member/],
  ['body-empty-list-refused', /^body\/.*\/watermarks-empty/],
]
