import { caught, type Catch } from './catch.ts'

/** What services get wrong, and the exchanges that target it. */
export const ENDPOINT_CATCHES: readonly Catch[] = caught({
  'service-status-403-for-401': /^endpoint\/auth\/streaming-/,
  'service-token-elsewhere': /^endpoint\/token\/issues-minimal$/,
  'service-status-403-for-406': /^endpoint\/auth\/wrong-signature$/,
  'service-start-of-several-refused': /^endpoint\/streaming\/start-(?:two|three)$/,
  'service-start-single-refused': /^endpoint\/streaming\/start-single$/,
  'service-start-delay-refused': /^endpoint\/streaming\/start-every-member-but-layout$/,
  'service-stop-without-id-refused': /^endpoint\/streaming\/stop-all$/,
  'service-update-url-refused': /^endpoint\/streaming\/update-url$/,
  'service-update-userid-refused': /^endpoint\/streaming\/update-presenter$/,
  'service-update-fps-refused': /^endpoint\/streaming\/update-fps$/,
  'service-update-watermarks-refused': /^endpoint\/streaming\/update-watermarks$/,
  'service-status-400-for-404': /^endpoint\/streaming\/\w+-without-channel$/,
  'service-status-422-for-400': /^endpoint\/streaming\/\w+-refuses-(?!a-fourth|four-)/,
  'service-status-400-for-403':
    /^endpoint\/(?:token\/(?:refuses-(?!body-is|no-json)|error-)|auth\/(?:missing|wrong-scheme|malformed|disabled-app|unpaid-app|refusal-without-token)$)/,
  'service-status-201-for-token':
    /^endpoint\/(?:token\/(?:issues-|response-)|auth\/(?:right|lower-case-scheme)$|headers\/(?:names|authorization-in)-)/,
  'service-status-202-for-streaming': /^endpoint\/streaming\/(?:start|update|stop)-(?!refuses|without)/,
  'service-numbers-clamped':
    /^endpoint\/(?:token\/refuses-duration-(?:86401|2147483648)|streaming\/start-refuses-(?:flag-(?:16|17|31)|delay-close-(?:601|86400)))$/,
  'service-token-user-normalised': /^endpoint\/token\/issues-user-everything-at-once$/,
  'service-status-204-for-streaming': /^endpoint\/streaming\/(?:start|update|stop)-(?!refuses|without)/,
  'service-code-of-parameter': /^endpoint\/token\/(?:refuses-(?!body-is|no-json)|error-)/,
  'service-secret-of-any-app': /^endpoint\/auth\/(?:streaming-\w+-)?other-secret$/,
  'service-appid-case-ignored': /^endpoint\/auth\/other-case-app$/,
  'service-code-of-scheme': /^endpoint\/auth\/(?:missing|wrong-scheme)$/,
  'service-code-of-unknown-app': /^endpoint\/auth\/(?:unknown|other-case)-app$/,
  'service-code-of-disabled-app': /^endpoint\/auth\/disabled-app$/,
  'service-code-of-unpaid-app': /^endpoint\/auth\/unpaid-app$/,
  'service-code-of-signature': /^endpoint\/auth\/(?:wrong-signature|other-secret)$/,
  'service-status-always-200':
    /^endpoint\/(?:auth\/(?!right|lower|open)|token\/refuses-|streaming\/\w+-(?:refuses-(?!four-at-once)|without-channel))/,
  // Where a start is refused, nothing that needs one before it is judged.
  'service-status-always-403':
    /^endpoint\/(?:auth\/(?:right|lower-case-scheme)$|headers\/(?:names|authorization-in)-|token\/issues-|streaming\/start-(?!refuses|without|another))/,
  // Nothing more is started where a stop has no clear effect.
  'service-status-always-500':
    /^endpoint\/(?:auth\/(?!open|streaming-)|headers\/(?:names|authorization-in)-|token\/(?:issues|response|error)-|streaming\/(?:update|stop)-without-channel)/,
  'service-error-with-every-code':
    /^endpoint\/(?:token\/(?:refuses-(?!body-is|no-json)|error-)|auth\/(?!right|lower|streaming|open))/,
  'service-error-plain-text': /^endpoint\/(?:token\/(?:refuses|error)-|auth\/(?!right|lower|streaming|open))/,
  'service-error-with-token': /^endpoint\/(?:auth\/refusal|token\/error)-without-token$/,
  'service-secret-in-error': /^endpoint\/auth\/(?:wrong-signature|other-secret|refusal-without-secret)$/,
  'service-signature-in-error': /^endpoint\/auth\/(?:(?:wrong|refusal-without)-signature|other-secret)$/,
  'service-streaming-html': /^endpoint\/(?:streaming\/(?!open-)|auth\/streaming-)/,
  'service-token-ends-with-dot': /^endpoint\/token\/(?:issues|response)-/,
  'service-token-url-safe': /^endpoint\/token\/(?:issues|response)-/,
  'service-token-version-03': /^endpoint\/token\/(?:issues|response)-/,
  'service-token-of-another-app': /^endpoint\/token\/(?:issues|response)-/,
  'service-token-signature-wrong': /^endpoint\/token\/(?:issues|response)-/,
  'service-token-an-hour-old': /^endpoint\/token\/(?:issues|response)-/,
  'service-token-of-tomorrow': /^endpoint\/token\/(?:issues|response)-/,
  'service-token-without-duration': /^endpoint\/token\/issues-(?:every-member-but-privileges|duration-1)$/,
  'service-token-without-privileges': /^endpoint\/token\/issues-privileges$/,
  'service-token-user-lower-cased': /^endpoint\/token\/issues-user-(?:upper-case|everything-at-once)$/,
  'service-token-with-role': /^endpoint\/token\/(?:issues|response)-/,
  'service-token-fractions':
    /^endpoint\/token\/(?:issues-(?:every-|channel-duration|duration-|size-|delay-|privileges)|response-with-integers)/,
  'service-token-byte-order-mark': /^endpoint\/token\/(?:issues|response)-/,
  'service-token-member-twice': /^endpoint\/token\/(?:issues|response)-/,
  'service-token-twice': /^endpoint\/token\/response-without-duplicates$/,
  'service-token-beside-code': /^endpoint\/token\/(?:issues|response)-/,
  'service-authorization-optional': /^endpoint\/auth\/missing$/,
  'service-app-unknown-on-streaming': /^endpoint\/auth\/streaming-\w+-unknown-app$/,
  'service-body-no-object': /^endpoint\/token\/refuses-(?:body-is-|no-json$)/,
  'service-entry-first-only': /^endpoint\/streaming\/(?:start|update)-refuses-.*-in-entry-2$/,
  'service-fraction-cut-off':
    /^endpoint\/(?:token\/refuses-(?:privileges|channel-duration|duration|size|delay-close)-is-fraction|streaming\/\w+-refuses-(?:stream-id|flag|type|delay-close)-is-fraction)$/,
  'service-text-as-number':
    /^endpoint\/(?:token\/refuses-(?:privileges|channel-duration|duration|size|delay-close)-is-text|streaming\/\w+-refuses-(?:(?:stream-id|flag|type|fps|delay-close)-is-text|(?:fps|type)-\d+-as-text))$/,
  'service-boolean-as-number': /^endpoint\/streaming\/start-refuses-(?:flag|type)-is-boolean/,
  'service-body-type-unchecked': /^endpoint\/(?:token\/|streaming\/\w+-)refuses-(?!(?:type|fps)-).*-is-/,
  'service-body-required-unchecked':
    /^endpoint\/(?:token\/(?:refuses-.*-missing$|error-without-token$)|streaming\/\w+-refuses-(?:(?!url-scheme).*-missing(?:-in-entry-2)?|type-2-without-user-id)$)/,
  'service-body-maximum-unchecked': /^endpoint\/.*refuses-(?:duration|delay-close|flag)-\d/,
  'service-body-minimum-unchecked': /^endpoint\/streaming\/start-refuses-(?:flag|delay-close)-minus-1/,
  'service-body-enum-unchecked': /^endpoint\/streaming\/\w+-refuses-(?:type|fps)-(?!missing|2-without)/,
  'service-body-pattern-unchecked': /^endpoint\/streaming\/\w+-refuses-url-(?!is-|missing)/,
  'service-stop-all-ignored': /^endpoint\/streaming\/start-another-after-stop-all$/,
  'service-stop-one-stops-all': /^endpoint\/streaming\/stop-one-leaves-others$/,
  'service-stop-one-ignored': /^endpoint\/streaming\/start-another-after-stop-one$/,
  'service-stop-one-keeps-place': /^endpoint\/streaming\/start-another-after-stop-one$/,
  'service-limit-missing': /^endpoint\/streaming\/start-refuses-a-fourth-stream$/,
  'service-start-fps-30-refused': /^endpoint\/streaming\/start-another$/,
  'service-limit-two': /^endpoint\/streaming\/start-three$/,
})
