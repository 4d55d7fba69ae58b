import type { Catch } from './catch.ts'

/** What code that verifies tokens gets wrong, and the vectors that target it. */
export const VERIFY_CATCHES: readonly Catch[] = [
  [
    'verify-reserialises',
    /^token\/verify\/json-(?:spaced|indented|ascii-escaped|upper-case-escapes|solidus-escaped|html-escaped)$/,
  ],
  [
    'parse-crash',
    /^token\/verify\/(?:version-missing|app-id-missing|(?:timestamp|params)-(?:missing|empty)|timestamp-(?:plus-sign|minus-sign|fraction|exponent|hexadecimal|space-before|line-feed-after|underscores|full-width-digits|arabic-digits|word))(?:-old-signature)?$/,
  ],
  [
    'parse-crash',
    /^token\/verify\/token-(?:empty|no-dots|dots-only|thousand-dots|trailing-dot|colons-for-dots|twice)$/,
  ],
  ['parse-crash', /^token\/verify\/params-json-/],
  ['version-unchecked', /^token\/verify\/version-(?:2|03|002|v02|arabic-digits|space-before|space-after)$/],
  [
    'base64-lenient',
    /^token\/verify\/(?:params|signature)-(?:url-safe|unpadded|padded-twice|wrapped|line-feed-after)$/,
  ],
  ['base64-lenient', /^token\/verify\/params-(?:wrapped-with-returns|space-inside)$/],
  [
    'base64-lenient',
    /^token\/verify\/(?:unused-bits-(?:params|signature)|token-trailing-(?:line-feed|space))$/,
  ],
  [
    'expiry-wrong',
    /^token\/verify\/expiry-(?:one-second-late|hours-late|after-one-second|seconds-not-minutes|default-last-second)$/,
  ],
  ['expiry-leeway', /^token\/verify\/expiry-(?:one-second-late|after-one-second|default-late)$/],
  [
    'expiry-unchecked',
    /^token\/verify\/expiry-(?:one-second-late|hours-late|years-late|after-one-second|seconds-not-minutes)$/,
  ],
  ['expiry-default-missing', /^token\/verify\/expiry-default-(?:years-)?late$/],
  ['app-unchecked', /^token\/verify\/app-(?:wrong|in-upper-case|longer)$/],
  ['signature-case-ignored', /^token\/verify\/signature-lower-case$/],
  ['signature-unchecked', /^token\/verify\/signature-(?:all-zero|one-bit-changed|hex|first-half)$/],
  ['parts-ignored', /^token\/verify\/(?:signature-doubled|token-trailing-dot|token-twice)$/],
  ['timestamp-lenient', /^token\/verify\/timestamp-(?:plus-sign|exponent|hexadecimal|space-before)$/],
  ['verify-values-changed', /^token\/verify\/(?:every-member|json-reordered)$/],
  ['params-duplicates-unchecked', /^token\/verify\/params-member-twice$/],
  ['params-unchecked', /^token\/verify\/params-(?:rule-|member-twice)/],
  [
    'utf8-lenient',
    /^token\/verify\/params-json-(?:invalid-utf-8|latin-1|surrogates-as-utf-8|overlong-utf-8)$/,
  ],
]
