import { catches, caught, type Catch } from './catch.ts'

/** Requests that are judged by every rule of the interface for requests. */
const REQUESTS =
  /^client\/request\/(?!.*-(?:tracking-ids|nothing-added|integers|no-member-twice|encoding|encoding-beyond-ascii|framing|no-secret-in-request|base-slash|base-prefix-slash|twice|tracking-id-sent|content-type-parameter)$)/
const EACH_REQUEST = `
  url-version tracking-id-dashed tracking-id-short tracking-id-rune tracking-id-from-clock authorization-malformed
  authorization-of-its-own authorization-missing content-type-missing content-type-text never-calls
`
const CODES = /^client\/response\/auth-token-(?:403|404|406|500)-[a-z-]+-code$/
const TOKENS = /^client\/response\/auth-token-(?:200|200-unknown-members|200-slow|200-gzip|103-then-200)$/
const NO_TOKENS =
  /^client\/response\/auth-token-200-(?:empty|truncated-json|html|no-token|(?:token|body)-(?:null|number|boolean|object|array|string))$/
const OTHER_TOKENS = /^client\/response\/auth-token-200-token-(?:number|boolean|object|array)$/

/** What HTTP clients get wrong, and the calls that target it. */
export const CLIENT_CATCHES: readonly Catch[] = [
  ...catches(REQUESTS, EACH_REQUEST),
  ...caught({
    'url-join': /^client\/request\/.*-base-(?:slash|prefix|prefix-slash)$/,
    'update-as-post': /^client\/request\/streaming-update-(?:minimal|full)$/,
    'tracking-id-repeated': /^client\/request\/.*-tracking-ids$/,
    'answers-from-a-cache': /^client\/request\/streaming-(?:update|stop)-twice$/,
    'member-added': /^client\/request\/.*-nothing-added$/,
    'member-repeated': /^client\/request\/.*-no-member-twice$/,
    'integer-as-fraction': /^client\/request\/.*-integers$/,
    'stream-id-0-dropped': /^client\/request\/streaming-stop-stream-id-0$/,
    'null-dropped': /^client\/request\/.*-null-within$/,
    'body-cut-at-64-kib': /^client\/request\/.*-one-mebibyte$/,
    'url-without-brackets': /^client\/request\/.*-base-ipv6$/,
    'closed-connection-used': /^client\/response\/.*-200-closed-after$/,
    'first-token-like-member': /^client\/response\/auth-token-200-other-tokens-before$/,
    'token-by-pattern': /^client\/response\/auth-token-200-other-tokens-before$/,
    'token-escapes-kept': /^client\/response\/auth-token-200-other-tokens-before$/,
    'first-token-stays': /^client\/response\/auth-token-200-(?:closed-after|newest-first)$/,
    'token-kept-after-expiry': /^client\/response\/auth-token-200-after-expiry$/,
    'start-sent-twice-when-slow': /^client\/response\/streaming-start-200-late$/,
    'limit-ends-with-head': /^client\/response\/.*-stalled-time-limit$/,
    'answers-in-order-of-calls': /^client\/response\/auth-token-200-newest-first$/,
    'redirect-renames-authorization': /^client\/response\/.*-(?:keeps-authorization|30[78]-answered)$/,
    'redirect-becomes-get': /^client\/response\/.*-30[78]-(?:answered|keeps-method)$/,
    'byte-order-mark': /^client\/request\/.*-encoding(?:-beyond-ascii)?$/,
    'length-and-chunked': /^client\/request\/.*-framing$/,
    'secret-in-header': /^client\/request\/.*-no-secret-in-request$/,
    'secret-in-query': /^client\/request\/.*-no-secret-in-request$/,
    'json-injection':
      /^client\/request\/.*-text-(?:everything-at-once|quotes|backslashes|line-feed-inside|tab-and-return|looks-like-json|within)$/,
    'numbers-as-text':
      /^client\/request\/(?:auth-token-(?:full|zeros|largest)|streaming-.*-(?:full|stream-id-0))$/,
    'empty-dropped': /^client\/request\/.*-(?:privileges-zero|size-zero|stream-id-0|empty-watermarks)$/,
    'length-in-characters':
      /^client\/request\/auth-token-text-(?:(?:two|three|four)-byte-characters|combining-mark|composed|right-to-left|line-separator)$/,
    latin1:
      /^client\/request\/auth-token-(?:encoding-beyond-ascii|text-(?:(?:three|four)-byte-characters|combining-mark|composed|right-to-left|line-separator))$/,
    'error-body-lost': CODES,
    'code-lowercased': CODES,
    'non-json-masks-status': /^client\/response\/(?:streaming-\w+-(?:400|401|404|500)|.*-502-html)-status$/,
    'error-swallowed':
      /^client\/response\/(?:auth-token-(?:403|404|406|500)-[a-z]+-|streaming-\w+-(?:400|401|404|500)(?:-json)?$|.*-(?:502-html|429|403-token)$)(?!.*(?:no-crash|no-secret|-status$|-code$))/,
    'success-member-demanded': /^client\/response\/(?:auth-token-200|streaming-\w+-200-json)$/,
    'empty-success-fails': /^client\/response\/streaming-\w+-200$/,
    'any-200-is-a-token': [TOKENS, NO_TOKENS],
    'token-made-text': OTHER_TOKENS,
    'token-trimmed': TOKENS,
    'interim-taken-for-final': /^client\/response\/.*-103-then-(?:200|500)$/,
    'http-1-0-refused': /^client\/response\/.*-200-http-1-0$/,
    'large-integer-refused': /^client\/response\/.*-200-large-integer$/,
    'cut-off-accepted': /^client\/response\/(?:auth-token|streaming-\w+)-cut-off$/,
    'head-cut-off-accepted': /^client\/response\/streaming-\w+-head-cut-off$/,
    'redirect-leaks-authorization': /^client\/response\/.*-keeps-authorization$/,
    'no-timeout': /^client\/response\/.*-time-limit$/,
    'limit-for-each-read': /^client\/response\/.*-dribble-time-limit$/,
    'retry-announced-only': /^client\/response\/streaming-start-404(?:-json|-html)?-then-200$/,
    'secret-logged': /^client\/response\/.*-no-secret-in-output$/,
    'secret-in-exception':
      /^client\/response\/.*-(?:refused|reset|silent|dribble|head-cut-off)-no-(?:crash|secret-in-error)$/,
    'refused-connection-panics': /^client\/response\/.*-refused(?:-no-crash|-no-secret-in-error)?$/,
  }),
]
