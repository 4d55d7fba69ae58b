import { catches, caught, type Catch } from './catch.ts'

/** Bytes of the JSON in `token/params/length-<bytes>`. */
const lengthIs =
  (fits: (bytes: number) => boolean): Catch[1] =>
  ({ id }) => {
    const [, bytes] = /^token\/params\/length-(\d+)$/.exec(id) ?? []
    return bytes !== undefined && fits(Number(bytes))
  }

/** `user` and `channel` are asked the same texts. */
const ids = (names: string): RegExp => new RegExp(`^token/issue/(?:user|channel)-id-(?:${names})$`)

const BEYOND_ASCII =
  /^token\/params\/(?:(?:two|three|four)-byte|combining|composed|line-sep|right-to|delete-)/

/** Every fault in what is signed, with which key, and in how the result is written. */
const SIGNING = `
  message-dotted message-newlines message-raw-json message-without-version message-without-appid
  message-without-timestamp message-without-params message-reordered message-trailing-newline
  hmac-arguments-swapped hash-not-hmac hmac-sha1 hmac-sha512 signature-hex b64-of-hex
  b64-newline-on-signature key-extra-newline message-separated message-with-secret message-version-number
  message-params-unpadded message-lowercased message-base64 message-percent-encoded message-quoted
  hmac-other-digest hmac-of-hash hmac-twice key-hex-decoded key-base64-encoded key-hashed key-utf16
  key-case-changed key-quoted signature-bytes-as-text signature-truncated timestamp-grouped
  timestamp-local-digits timestamp-hex timestamp-iso
`

const BYTES = `
  b64-bytes-repr b64-quoted b64-twice b64-line-feed b64-nul-ended params-raw-json params-hex params-utf16
  params-nul-ended params-line-feed
`

const WHOLE = `
  json-null-optional json-key-case signature-hex message-dotted json-serialised-twice token-other-version
  token-other-separator token-parts-reordered token-part-missing token-prefixed token-base64 token-quoted
  token-trailing-dot token-line-feed token-with-secret json-other-names json-wrapped json-members-added
  json-own-defaults ids-exchanged timestamp-off timestamp-rounded
`

const CLOCKS = `
  timestamp-milliseconds timestamp-millisecond-part timestamp-local-time timestamp-fraction
  timestamp-exponent timestamp-microseconds timestamp-nanoseconds timestamp-ticks timestamp-other-epoch
  timestamp-zero timestamp-of-expiry
`

const MEMBERS = `
  json-number-as-string json-key-case duration-absolute json-number-as-float json-optional-ignored
  durations-exchanged duration-other-unit channelduration-other-unit
`

const EVERYTHING = `
  b64-urlsafe json-concatenated json-failed-encode-ignored text-trimmed text-html-escaped text-normalised
`

/** What code that mints tokens gets wrong, and the vectors that target it. */
export const TOKEN_CATCHES: readonly Catch[] = [
  ...caught({
    'b64-unpadded': [
      lengthIs((bytes) => bytes % 3 !== 0),
      /^token\/signature\/second-/,
      ids('one-byte|two-bytes'),
    ],
    // An encoder that wraps puts a break at the end too, or only where another line follows: a longer text shows both.
    'b64-wrapped-60': lengthIs((bytes) => bytes > 45),
    'b64-wrapped-64': lengthIs((bytes) => bytes > 48),
    'b64-wrapped-76': [lengthIs((bytes) => bytes > 57), ids('4096-characters')],
  }),
  ...catches(/^token\/params\/alphabet-shift-/, 'b64-urlsafe b64-plus-to-space'),
  ...catches(ids('tildes-and-question-marks'), 'b64-urlsafe b64-plus-to-space'),
  ...catches(ids('everything-at-once'), EVERYTHING),
  ...caught({
    'params-latin1': [/^token\/params\/(?:two|three)-byte-characters$/, ids('(?:two|three)-byte-characters')],
    'params-bom': /^token\/params\/byte-order-mark-inside$/,
    'json-surrogate-lost': /^token\/params\/(?:four-byte-characters|noncharacters)$/,
  }),
  ...catches(ids('four-byte-characters'), 'json-surrogate-lost json-failed-encode-ignored'),
  ...caught({
    'text-normalised': [
      /^token\/params\/(?:combining-marks|composed-characters)$/,
      ids('combining-mark|composed'),
    ],
    'text-trimmed': [
      /^token\/params\/(?:white-space-outside|trailing-line-feed)$/,
      ids('spaces-outside|tab-and-return'),
    ],
    'text-html-escaped': ids('quotes|looks-like-html'),
    'text-separators-tightened': ids('looks-like-yaml'),
    'text-lowercased': ids('upper-case|sharp-s-and-dotted-i'),
    'json-concatenated': ids('quotes|backslashes|line-feed-inside|tab-and-return|looks-like-json|nul'),
    'json-userid-as-number': /^token\/issue\/user-id-leading-zeros$/,
  }),
  ...catches(/^token\/params\/length-45$/, BYTES),
  ...caught({
    'b64-percent-encoded': /^token\/params\/length-44$/,
    'params-ascii': BEYOND_ASCII,
    'params-utf8-twice': BEYOND_ASCII,
    'bytes-counted-as-characters':
      /^token\/params\/(?:(?:two|three|four)-byte-characters|combining-marks|composed-characters|line-separators)$/,
    'buffer-zeros-included': lengthIs((bytes) => bytes > 9),
    'params-cesu8': /^token\/params\/(?:four-byte-characters|noncharacters)$/,
    'params-reserialised':
      /^token\/params\/(?:latin-|astral-|solidus-|spaced|indented|tabs|white-space|trailing|keys-|every-member-)/,
  }),

  ...catches(/^token\/signature\/plain$/, SIGNING),
  ...caught({
    'message-separated': /^token\/signature\/border-/,
    'key-over-block-truncated': /^token\/signature\/secret-(?:of-(?:65|74|200)-bytes|over-block-)/,
    'key-of-one-block-hashed': /^token\/(?:signature|issue)\/secret-of-64-bytes$/,
    'key-normalised': /^token\/(?:signature|issue)\/secret-combining-mark$/,
    'key-platform-charset': /^token\/signature\/secret-(?:(?:two|three|four)-byte|combining)-/,
    'key-high-bytes-mangled': /^token\/signature\/secret-(?:two|three|four)-byte-characters$/,
    'key-base64-decoded': /^token\/(?:signature|issue)\/secret-like-(?!a-number)/,
    'key-url-decoded': /^token\/signature\/secret-with-percent-and-plus$/,
    'key-trimmed':
      /^token\/(?:signature\/secret-with-(?:leading-space|trailing-(?:space|line-feed))|verify\/secret-with-line-feed)$/,
    'timestamp-int32':
      /^token\/(?:(?:signature|issue)\/timestamp-3[23]-bits|verify\/expiry-(?:beyond-31|timestamp-33)-bits)$/,
    'message-charset': /^token\/signature\/app-not-ascii$/,
    'message-cut-short': /^token\/signature\/params-of-10-kilobytes$/,
    'key-cut-short': /^token\/signature\/secret-of-(?:63|64)-bytes$/,
    'key-cut-at-nul': /^token\/signature\/secret-with-a-nul-inside$/,
    'key-as-number': /^token\/signature\/secret-like-a-number$/,
    'key-white-space-removed': /^token\/signature\/secret-with-inner-spaces$/,
    'timestamp-exponent': /^token\/signature\/timestamp-(?:0|1|of-9-digits|of-10-digits)$/,
    'timestamp-grouped': /^token\/(?:signature|issue)\/timestamp-31-bits$/,
  }),

  ...catches(/^token\/issue\/minimal$/, WHOLE),
  ...catches(/^token\/issue\/timestamp-now$/, CLOCKS),
  ...catches(/^token\/issue\/every-member$/, MEMBERS),
  ...caught({
    'timestamp-milliseconds': /^token\/issue\/timestamp-1$/,
    'delayclose-bounds-confused': /^token\/issue\/delay-close-86400$/,
    'zero-dropped': /^token\/issue\/size-0$/,
    'json-integers-wrapped': /^token\/issue\/(?:duration|delay-close)-86400$/,
    'json-number-as-string':
      /^token\/issue\/(?:privileges-[01]|channel-duration-(?:0|1|1440)|duration-(?:1|86400)|size-(?:1|100)|delay-close-(?:0|1|86400))$/,
    'token-with-secret': /^token\/issue\/secret-stays-out-of-the-token$/,
    'message-params-urlsafe': ids('tildes-and-question-marks'),
    'bound-off-by-one': /^token\/issue\/(?:every-default-asked|duration-86400|delay-close-86400)$/,
    'appid-changed': /^token\/issue\/app-(?!of-digits)/,
    'appid-hyphens-removed': /^token\/issue\/app-with-hyphen/,
    'message-charset': /^token\/issue\/app-not-ascii$/,
    'json-userid-as-number': /^token\/issue\/(?:channel-id-leading-zeros|.*-id-(?:digits-|exponent))/,
    'text-percent-encoded': /^token\/issue\/.*-id-(?:right-to-left|looks-like-(?!null)|percent-and-plus)/,
    'text-url-decoded': ids('percent-and-plus'),
    'text-escaped-twice': ids('quotes|backslashes'),
    'text-cut-at-nul': ids('nul'),
    'text-control-removed': /^token\/issue\/.*-id-(?:line-feed|tab-and|delete-and|right-to|byte-order)/,
    'text-ascii-only': /^token\/issue\/(?:user|channel)-id-(?:(?:two|three|four)-byte-c|right-to|line-sep)/,
    'text-white-space-collapsed': /^token\/issue\/(?:user|channel)-id-(?:spaces-|line-)/,
    'text-cut-short': /^token\/issue\/(?:user|channel)-id-(?:255|4096)-characters$/,
    'text-null-as-null': ids('looks-like-null'),
    'text-trimmed': ids('byte-order-mark-inside'),
  }),

  ...caught({
    'json-null-optional': /^token\/refusal\/(?:channel-duration|duration|size|delay-close)-null$/,
    'duration-absolute': /^token\/refusal\/duration-1700086400$/,
    'duration-unbounded': /^token\/refusal\/duration-(?:86401|1700086400)$/,
    'key-empty-accepted': /^token\/refusal\/secret-empty-(?:issue|signature)$/,
    'join-params-unchecked': /^token\/refusal\/(?!secret-|whole-|.*(?<!id)-null$)/,
    'missing-unchecked': /^token\/refusal\/(?:channel|user)-id-missing$/,
    'types-unchecked': /^token\/refusal\/(?!whole-).*-(?:text|number|fraction|boolean|array|object)$/,
    'types-coerced':
      /^token\/refusal\/(?:(?:channel|user)-id-number|(?:privileges|channel-duration|duration|size|delay-close)-(?:text|fraction|boolean))$/,
    'bounds-unchecked': /^token\/refusal\/(?:duration|delay-close)-\d+$/,
    'bounds-clamped': /^token\/refusal\/(?:duration|delay-close)-\d+$/,
  }),
]

/** What code that verifies tokens gets wrong, and the vectors that target it. */
export const VERIFY_CATCHES: readonly Catch[] = caught({
  'verify-reserialises':
    /^token\/verify\/json-(?:spaced|indented|ascii-escaped|upper-case-escapes|solidus-escaped|html-escaped)$/,
  'parse-crash': [
    /^token\/verify\/(?:version-missing|app-id-missing|(?:timestamp|params)-(?:missing|empty)|timestamp-(?:plus-sign|minus-sign|fraction|exponent|hexadecimal|space-before|line-feed-after|underscores|full-width-digits|arabic-digits|word))(?:-old-signature)?$/,
    /^token\/verify\/token-(?:empty|no-dots|dots-only|thousand-dots|trailing-dot|colons-for-dots|twice)$/,
    /^token\/verify\/params-json-/,
  ],
  'version-unchecked': /^token\/verify\/version-(?:2|03|002|v02|arabic-digits|space-before|space-after)$/,
  'base64-lenient': [
    /^token\/verify\/(?:params|signature)-(?:url-safe|unpadded|padded-twice|wrapped|line-feed-after)$/,
    /^token\/verify\/params-(?:wrapped-with-returns|space-inside)$/,
    /^token\/verify\/(?:unused-bits-(?:params|signature)|token-trailing-(?:line-feed|space))$/,
  ],
  'expiry-wrong':
    /^token\/verify\/expiry-(?:one-second-late|hours-late|after-one-second|seconds-not-minutes|default-last-second)$/,
  'expiry-leeway': /^token\/verify\/expiry-(?:one-second-late|after-one-second|default-late)$/,
  'expiry-unchecked':
    /^token\/verify\/expiry-(?:one-second-late|hours-late|years-late|after-one-second|seconds-not-minutes)$/,
  'expiry-default-missing': /^token\/verify\/expiry-default-(?:years-)?late$/,
  'app-unchecked': /^token\/verify\/app-(?:wrong|in-upper-case|longer)$/,
  'signature-case-ignored': /^token\/verify\/signature-lower-case$/,
  'signature-unchecked': /^token\/verify\/signature-(?:all-zero|one-bit-changed|hex|first-half)$/,
  'parts-ignored': /^token\/verify\/(?:signature-doubled|token-trailing-dot|token-twice)$/,
  'timestamp-lenient': /^token\/verify\/timestamp-(?:plus-sign|exponent|hexadecimal|space-before)$/,
  'verify-values-changed': /^token\/verify\/(?:every-member|json-reordered)$/,
  'params-duplicates-unchecked': /^token\/verify\/params-member-twice$/,
  'params-unchecked': /^token\/verify\/params-(?:rule-|member-twice)/,
  'utf8-lenient': /^token\/verify\/params-json-(?:invalid-utf-8|latin-1|surrogates-as-utf-8|overlong-utf-8)$/,
})
