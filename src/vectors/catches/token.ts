import type { Catch } from './catch.ts'

const plain = (vectors: RegExp, faults: readonly string[]): Catch[] => faults.map((fault) => [fault, vectors])

/** Every mistake in what is signed, with what, and in how the result is written. */
const SIGNING = [
  'message-separated',
  'message-with-secret',
  'message-version-number',
  'message-params-unpadded',
  'message-lowercased',
  'message-base64',
  'message-percent-encoded',
  'message-quoted',
  'hmac-other-digest',
  'hmac-of-hash',
  'hmac-twice',
  'key-hex-decoded',
  'key-base64-encoded',
  'key-hashed',
  'key-utf16',
  'key-case-changed',
  'key-quoted',
  'signature-bytes-as-text',
  'signature-truncated',
  'timestamp-grouped',
  'timestamp-local-digits',
  'timestamp-hex',
  'timestamp-iso',
]

const BYTES = [
  'b64-bytes-repr',
  'b64-quoted',
  'b64-twice',
  'b64-line-feed',
  'b64-nul-ended',
  'params-raw-json',
  'params-hex',
  'params-utf16',
  'params-nul-ended',
  'params-line-feed',
]

const WHOLE = [
  'token-other-version',
  'token-other-separator',
  'token-parts-reordered',
  'token-part-missing',
  'token-prefixed',
  'token-base64',
  'token-quoted',
  'token-trailing-dot',
  'token-line-feed',
  'token-with-secret',
  'json-other-names',
  'json-wrapped',
  'json-members-added',
  'json-own-defaults',
  'ids-exchanged',
]

const CLOCKS = [
  'timestamp-microseconds',
  'timestamp-nanoseconds',
  'timestamp-ticks',
  'timestamp-other-epoch',
  'timestamp-zero',
  'timestamp-of-expiry',
]

const MEMBERS = [
  'json-number-as-float',
  'json-optional-ignored',
  'durations-exchanged',
  'duration-other-unit',
  'channelduration-other-unit',
]

export const TOKEN_CATCHES: readonly Catch[] = [
  ...plain(/^token\/params\/length-45$/, BYTES),
  ['b64-percent-encoded', /^token\/params\/length-44$/],
  [
    'params-ascii',
    /^token\/params\/(?:two|three|four)-byte|^token\/params\/(?:combining|composed|line-sep|right-to|delete-)/,
  ],
  [
    'params-utf8-twice',
    /^token\/params\/(?:two|three|four)-byte|^token\/params\/(?:combining|composed|line-sep|right-to|delete-)/,
  ],
  ['params-cesu8', /^token\/params\/(?:four-byte-characters|noncharacters)$/],
  [
    'params-reserialised',
    /^token\/params\/(?:latin-|astral-|solidus-|spaced|indented|tabs|white-space|trailing|keys-|every-member-)/,
  ],

  ...plain(/^token\/signature\/plain$/, SIGNING),
  ['message-separated', /^token\/signature\/border-/],
  ['message-charset', /^token\/signature\/app-not-ascii$/],
  ['message-cut-short', /^token\/signature\/params-of-10-kilobytes$/],
  ['key-cut-short', /^token\/signature\/secret-of-(?:63|64)-bytes$/],
  ['key-cut-at-nul', /^token\/signature\/secret-with-a-nul-inside$/],
  ['key-as-number', /^token\/signature\/secret-like-a-number$/],
  ['key-white-space-removed', /^token\/signature\/secret-with-inner-spaces$/],
  ['timestamp-exponent', /^token\/signature\/timestamp-(?:0|1|of-9-digits|of-10-digits)$/],
  ['timestamp-grouped', /^token\/(?:signature|issue)\/timestamp-31-bits$/],

  ...plain(/^token\/issue\/minimal$/, WHOLE),
  ...plain(/^token\/issue\/timestamp-now$/, CLOCKS),
  ...plain(/^token\/issue\/every-member$/, MEMBERS),
  ['token-with-secret', /^token\/issue\/secret-stays-out-of-the-token$/],
  ['message-params-urlsafe', /^token\/issue\/(?:user|channel)-id-tildes-and-question-marks$/],
  ['bound-off-by-one', /^token\/issue\/(?:every-default-asked|duration-86400|delay-close-86400)$/],
  ['appid-changed', /^token\/issue\/app-/],
  ['message-charset', /^token\/issue\/app-not-ascii$/],
  ['json-userid-as-number', /^token\/issue\/channel-id-(?:digits-|leading-zeros|exponent)/],
  ['json-userid-as-number', /^token\/issue\/user-id-(?:digits-|exponent)/],
  [
    'text-percent-encoded',
    /^token\/issue\/(?:user|channel)-id-(?:right-to-left|looks-like-|percent-and-plus)(?!.*null)/,
  ],
  ['text-url-decoded', /^token\/issue\/(?:user|channel)-id-percent-and-plus$/],
  ['text-escaped-twice', /^token\/issue\/(?:user|channel)-id-(?:quotes|backslashes)$/],
  ['text-cut-at-nul', /^token\/issue\/(?:user|channel)-id-nul$/],
  [
    'text-control-removed',
    /^token\/issue\/(?:user|channel)-id-(?:line-feed|tab-and|delete-and|right-to|byte-order)/,
  ],
  ['text-ascii-only', /^token\/issue\/(?:user|channel)-id-(?:(?:two|three|four)-byte-c|right-to|line-sep)/],
  ['text-white-space-collapsed', /^token\/issue\/(?:user|channel)-id-(?:spaces-|line-)/],
  ['text-cut-short', /^token\/issue\/(?:user|channel)-id-(?:255|4096)-characters$/],
  ['text-null-as-null', /^token\/issue\/(?:user|channel)-id-looks-like-null$/],
  ['text-trimmed', /^token\/issue\/(?:user|channel)-id-byte-order-mark-inside$/],

  ['join-params-unchecked', /^token\/refusal\/(?!secret-|whole-|.*(?<!id)-null$)/],
  ['missing-unchecked', /^token\/refusal\/(?:channel|user)-id-missing$/],
  ['types-unchecked', /^token\/refusal\/(?!whole-).*-(?:text|number|fraction|boolean|array|object)$/],
  [
    'types-coerced',
    /^token\/refusal\/(?:(?:channel|user)-id-number|(?:privileges|channel-duration|duration|size|delay-close)-(?:text|fraction|boolean))$/,
  ],
  ['bounds-unchecked', /^token\/refusal\/(?:duration|delay-close)-\d+$/],
  ['bounds-clamped', /^token\/refusal\/(?:duration|delay-close)-\d+$/],

  [
    'expiry-unchecked',
    /^token\/verify\/expiry-(?:one-second-late|years-late|after-one-second|seconds-not-minutes)$/,
  ],
  ['expiry-default-missing', /^token\/verify\/expiry-default-late$/],
  ['app-unchecked', /^token\/verify\/app-(?:wrong|in-upper-case|longer)$/],
  ['signature-case-ignored', /^token\/verify\/signature-lower-case$/],
  ['signature-unchecked', /^token\/verify\/signature-(?:all-zero|one-bit-changed|hex|first-half)$/],
  ['parts-ignored', /^token\/verify\/(?:signature-doubled|token-trailing-dot|token-twice)$/],
  ['timestamp-lenient', /^token\/verify\/timestamp-(?:plus-sign|exponent|hexadecimal|space-before)$/],
  ['params-unchecked', /^token\/verify\/params-(?:rule-|member-twice)/],
  [
    'utf8-lenient',
    /^token\/verify\/params-json-(?:invalid-utf-8|latin-1|surrogates-as-utf-8|overlong-utf-8)$/,
  ],
]
