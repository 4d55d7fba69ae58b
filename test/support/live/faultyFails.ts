import { expect } from 'vitest'
import type { WaitingAlteration } from '../../../src/faults/service/serviceFault.ts'
import type { Exchange, ExpectedExchange, Vector } from '../../../src/model/index.ts'
import { costOf } from '../../../runners/live/rateLimit.ts'
import { failedWith, gating } from './service.ts'

/** Which of the vectors that gate a faulty service fails. */
export type Fails = RegExp | ((vector: Vector) => boolean)

const EVERY_TOKEN =
  /^endpoint\/(?:token\/(?:issues|response)-|auth\/(?:right|lower-case-scheme)$|headers\/(?:names|authorization-in)-)/
const EVERY_PARAMETER = /^endpoint\/token\/(?:refuses-(?!body-is|no-json)|error-)/

const exchangeOf = ({ question }: Vector): Exchange => question.params as Exchange

/** Success of streaming. */
const needsStreaming = (vector: Vector): boolean => {
  const { answers } = (vector.expect as unknown as { output: ExpectedExchange }).output
  return (
    exchangeOf(vector).operation !== 'auth.token' &&
    answers.some(({ status, open }) => status === 200 && !open)
  )
}

/** Nothing has to succeed before it. */
const comesFirst = (vector: Vector): boolean => exchangeOf(vector).before === undefined

/** What a service is still asked whose starts and stops end with 500: their effect is unknown. */
const STARTING = gating.filter((vector) => costOf(exchangeOf(vector)).streams > 0)
const startsNothing = (vector: Vector): boolean => !STARTING.includes(vector) || vector === STARTING[0]

/** Each question stops its pushes one by one, so that those of earlier ones leave no room until all are stopped. */
const STOP_ONE = /^endpoint\/streaming\/start-(?:two|every-member-but-layout|three|another-after-stop-one)$/

/** By the id of the fault. */
export const FAILS: Readonly<Record<string, Fails>> = {
  'service-status-403-for-401': /^endpoint\/auth\/streaming-/,
  'service-status-400-for-404': /-without-channel$/,
  'service-status-422-for-400': /^endpoint\/streaming\/\w+-refuses-(?!a-fourth|four-)/,
  'service-status-400-for-403':
    /^endpoint\/(?:token\/(?:refuses-(?!body-is|no-json)|error-)|auth\/(?:missing|wrong-scheme|malformed|disabled-app|unpaid-app|refusal-without-token)$)/,
  'service-status-201-for-token':
    /^endpoint\/(?:token\/(?:issues-|response-)|auth\/(?:right|lower-case-scheme)$|headers\/(?:names|authorization-in)-)/,
  'service-status-202-for-streaming': needsStreaming,
  'service-status-204-for-streaming': needsStreaming,
  'service-numbers-clamped':
    /^endpoint\/(?:token\/refuses-duration-(?:86401|2147483648)|streaming\/start-refuses-(?:flag-(?:16|17|31)|delay-close-(?:601|86400)))$/,
  'service-token-user-normalised': /^endpoint\/token\/issues-user-everything-at-once$/,
  'service-code-of-parameter': EVERY_PARAMETER,
  'service-secret-of-any-app': /^endpoint\/auth\/(?:streaming-\w+-)?other-secret$/,
  'service-appid-case-ignored': /^endpoint\/auth\/other-case-app$/,
  'service-code-of-scheme': /^endpoint\/auth\/(?:missing|wrong-scheme)$/,
  'service-code-of-unknown-app': /^endpoint\/auth\/(?:unknown|other-case)-app$/,
  'service-code-of-disabled-app': /^endpoint\/auth\/disabled-app$/,
  'service-code-of-unpaid-app': /^endpoint\/auth\/unpaid-app$/,
  'service-code-of-signature':
    /^endpoint\/auth\/(?:wrong-signature|other-secret|refusal-without-secret|refusal-without-signature)$/,
  'service-status-always-200':
    /refuses-(?!four-at-once)|without-(?:channel|token)|^endpoint\/auth\/|issues-|response-|^endpoint\/headers\/(?:names|authorization-in)-/,
  // Vectors pass whose expectation every error meets.
  'service-status-always-403': (vector) =>
    comesFirst(vector) &&
    /^endpoint\/(?!auth\/(?:wrong-scheme|missing|other-case-app)$|token\/refuses-(?:body-is-|no-json$)|streaming\/start-refuses-four-at-once$)/.test(
      vector.id,
    ),
  'service-status-always-500': startsNothing,
  'service-error-with-every-code':
    /^endpoint\/(?:token\/(?:refuses-(?!body-is|no-json)|error-)|auth\/(?!right|lower|streaming|open))/,
  'service-error-plain-text':
    /^endpoint\/(?:token\/(?:refuses-|error-)|auth\/(?!right|lower|streaming|open))/,
  'service-error-with-token': /^endpoint\/(?:auth\/refusal|token\/error)-without-token$/,
  'service-secret-in-error':
    /^endpoint\/auth\/(?:wrong-signature|other-secret|refusal-without-(?:secret|signature))$/,
  'service-signature-in-error':
    /^endpoint\/auth\/(?:wrong-signature|other-secret|refusal-without-(?:secret|signature))$/,
  'service-streaming-html': /^endpoint\/(?:streaming\/|auth\/streaming-)/,
  'service-status-403-for-406':
    /^endpoint\/auth\/(?:wrong-signature|other-secret|refusal-without-(?:secret|signature))$/,
  'service-start-of-several-refused': /^endpoint\/streaming\/start-(?:two|three)$/,
  'service-start-single-refused': /^endpoint\/streaming\/start-single$/,
  'service-start-delay-refused': /^endpoint\/streaming\/start-every-member-but-layout$/,
  'service-stop-without-id-refused': /^endpoint\/streaming\/stop-all$/,
  'service-update-url-refused': /^endpoint\/streaming\/update-url$/,
  'service-update-userid-refused': /^endpoint\/streaming\/update-presenter$/,
  'service-update-fps-refused':
    /^endpoint\/streaming\/(?:update-fps|update-without-channel|stop-one-leaves-others)$/,
  'service-update-watermarks-refused': /^endpoint\/streaming\/update-watermarks$/,
  'service-token-elsewhere': EVERY_TOKEN,
  'service-token-ends-with-dot': EVERY_TOKEN,
  'service-token-url-safe': EVERY_TOKEN,
  'service-token-version-03': EVERY_TOKEN,
  'service-token-of-another-app': EVERY_TOKEN,
  'service-token-signature-wrong': EVERY_TOKEN,
  'service-token-an-hour-old': EVERY_TOKEN,
  'service-token-of-tomorrow': EVERY_TOKEN,
  'service-token-without-duration':
    /^endpoint\/token\/(?:issues-(?:every-member-but-privileges|duration-1)|response-with-integers)$/,
  'service-token-without-privileges': /^endpoint\/token\/issues-privileges$/,
  'service-token-user-lower-cased': /^endpoint\/token\/issues-user-(?:upper-case|everything)/,
  'service-token-with-role': EVERY_TOKEN,
  'service-token-fractions':
    /^endpoint\/token\/(?:issues-(?:every-|channel-duration|duration-|size-|delay-|privileges)|response-with-integers)/,
  'service-token-byte-order-mark': EVERY_TOKEN,
  'service-token-member-twice': EVERY_TOKEN,
  'service-token-twice': /^endpoint\/token\/response-without-duplicates$/,
  'service-token-beside-code': EVERY_TOKEN,
  'service-authorization-optional': /^endpoint\/auth\/missing$/,
  'service-app-unknown-on-streaming': /^endpoint\/auth\/streaming-\w+-unknown-app$/,
  'service-body-no-object': /^endpoint\/token\/refuses-(?:body-is-|no-json$)/,
  'service-entry-first-only': /^endpoint\/streaming\/(?:start|update)-refuses-.*-in-entry-2$/,
  'service-fraction-cut-off':
    /^endpoint\/(?:token\/refuses-(?:privileges|channel-duration|duration|size|delay-close)-is-fraction|streaming\/\w+-refuses-(?:stream-id|flag|type|delay-close)-is-fraction)$/,
  'service-text-as-number':
    /^endpoint\/(?:token\/refuses-(?:privileges|channel-duration|duration|size|delay-close)-is-text|streaming\/\w+-refuses-(?:(?:stream-id|flag|type|fps|delay-close)-is-text|(?:fps|type)-\d+-as-text))$/,
  'service-boolean-as-number':
    /^endpoint\/streaming\/start-refuses-(?:flag|type)-is-boolean(?:-in-entry-2)?$/,
  // type and fps have their values as a list, which a wrong JSON type breaks as well.
  'service-body-type-unchecked': /[/-]refuses-(?!(?:type|fps)-).*-is-/,
  'service-body-required-unchecked':
    /[/-]refuses-(?!url-scheme).*-(?:missing|without-user-id)|\/error-without-token$/,
  'service-body-maximum-unchecked': /[/-]refuses-(?:duration|delay-close|flag)-\d/,
  'service-body-minimum-unchecked': /[/-]refuses-(?:flag|delay-close)-minus-/,
  'service-body-enum-unchecked': /[/-]refuses-(?:type|fps)-(?!missing|2-without)/,
  'service-body-pattern-unchecked': /[/-]refuses-url-(?:http|rtsp|scheme-missing|empty)/,
  'service-stop-all-ignored': /^endpoint\/streaming\/start-another-after-stop-all$/,
  'service-stop-one-stops-all': /^endpoint\/streaming\/stop-one-leaves-others$/,
  'service-stop-one-ignored': STOP_ONE,
  'service-stop-one-keeps-place': STOP_ONE,
  'service-start-fps-30-refused': /^endpoint\/streaming\/start-another$/,
  'service-limit-missing': /^endpoint\/streaming\/start-refuses-a-fourth-stream$/,
  // The others need three streams before.
  'service-limit-two': /^endpoint\/streaming\/start-three$/,
}

/** A faulty service fails what its row says, and nothing else. */
export async function expectFailures(id: string, alteration: WaitingAlteration): Promise<void> {
  const fails = FAILS[id]!
  const expected = gating
    .filter((vector) => (typeof fails === 'function' ? fails(vector) : fails.test(vector.id)))
    .map(({ id }) => id)
  expect(expected).not.toEqual([])
  // What is only observed may fail by the rules of every answer, and no list of vectors is needed for that.
  const failed = await failedWith(alteration)
  expect(failed.filter((id) => gating.some((vector) => vector.id === id))).toEqual(expected)
}
