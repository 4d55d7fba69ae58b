/** What an SDK reports to its caller, and what it does on the way (sections 4 and 7). */
import { verify } from '../../token/index.ts'
import {
  bodiesOf,
  type ClientAnswer,
  type ClientCall,
  type ClientReport,
  type JsonObject,
  type SeenRequest,
} from '../../model/index.ts'
import type { Found } from '../finding.ts'
import { LEAKS } from '../rules.ts'
import { single, valuesOf, type Check, type Seen } from './seen.ts'

/** How much later than its limit a call may end, in milliseconds: timers and machines are not exact. */
export const LATE = 1000

const told = (report: ClientReport) => ('ok' in report ? report : undefined)

const show = (report: ClientReport): string => {
  if ('error' in report) return `an error without a kind: ${report.error}`
  if ('unanswered' in report) return `nothing within ${report.unanswered} ms`
  if (report.ok) return `ok${report.token === undefined ? '' : ' with a token'}`
  return ['not ok', report.kind, report.status, report.code].filter((part) => part !== undefined).join(', ')
}

const everyReport = (
  fits: (report: ClientReport, seen: Seen) => boolean,
  finding: (seen: Seen) => Omit<Found, 'difference'> & { expected: string },
): Check =>
  single((seen) => {
    const wrong = seen.answer.reports.find((report) => !fits(report, seen))
    if (!wrong) return undefined
    const { expected, ...rest } = finding(seen)
    return { ...rest, difference: { expected, got: show(wrong) } }
  })

/** A call without an end is a finding of its own: what it does not report is no other one. */
export const isWithoutEnd = (report: ClientReport): boolean => 'unanswered' in report

export const success = everyReport(
  (report) => told(report)?.ok === true,
  () => ({
    reason: 'success-not-reported',
    message: 'the service answered 200, so the call succeeded; the SDK does not say so.',
    expected: 'ok',
  }),
)

export const token = single(({ answer: { reports, tokens = [] } }) => {
  if (reports.every((report) => 'token' in report && tokens.some((one) => one === report.token)))
    return undefined
  return {
    reason: 'token-changed',
    rule: 'SDK-TOKEN-TO-CALLER',
    message: 'the token of the answer does not reach the caller as it stood there.',
  }
})

/** A token can be reused during its validity (section 2.1), so a call without a request may return an earlier one. */
export const isReused = ({ call, expected, answer: { requests, reports } }: Seen): boolean =>
  expected.reusable === true &&
  requests.length === 0 &&
  reports.every((report) => hasTokenFor(call.body, report, call))

function hasTokenFor(body: JsonObject, report: ClientReport | undefined, call: ClientCall): boolean {
  if (!report || !('token' in report) || report.token === undefined) return false
  // This run issued it, so its age was checked then.
  const verified = verify(report.token, { appId: call.appId, appSecret: call.appSecret, now: 0 })
  return verified.valid && ['channelId', 'userId'].every((name) => verified.joinParams[name] === body[name])
}

/** Of calls at a time each gets a token for its own channel and user (section 4.1). */
export const ownToken = single(({ call, answer: { reports } }) => {
  if (bodiesOf(call).every((body, at) => hasTokenFor(body, reports[at], call))) return undefined
  return {
    reason: 'token-of-another-call',
    rule: 'SDK-TOKEN-TO-CALLER',
    message:
      'of several calls at a time one got the token of another channel or user: give each caller the answer to its own request.',
  }
})

/** Statuses of section 7 that are not a success. */
const ERRORS: readonly number[] = [403, 404, 406, 500]
const STREAMING_ERRORS: readonly number[] = [400, 401, 404, 500]

function ruleOfFalseSuccess({ call, expected: { status } }: Seen): Found['rule'] {
  if (status === undefined) return 'SDK-INCOMPLETE-NOT-SUCCESS'
  const listed = call.operation === 'auth.token' ? ERRORS : STREAMING_ERRORS
  return listed.includes(status) ? 'SDK-ERROR-NOT-SUCCESS' : 'SDK-UNLISTED-STATUS'
}

export const noSuccess = everyReport(
  (report) => told(report)?.ok !== true,
  (seen) => ({
    reason: 'failure-reported-as-success',
    rule: ruleOfFalseSuccess(seen),
    message:
      'what came back was no success, and the SDK reports one. Look at the status, and whether the answer is complete.',
    expected: 'not ok',
  }),
)

export const statusTold = everyReport(
  (report, { expected }) => told(report)?.status === expected.status,
  ({ expected }) => ({
    reason: 'status-lost',
    rule: 'SDK-ERROR-STATUS-TO-CALLER',
    message: `the service answered ${expected.status}, and the caller does not learn it. Look at the status before the body is read.`,
    expected: `not ok, http, ${expected.status}`,
  }),
)

/** The shape of an error body is not shown: each call got a different one, and the SDK must find the code in one. */
export const code = single(({ answer, expected }) => {
  const codes = answer.reports.flatMap((report) => ('code' in report ? report.code : undefined) ?? [])
  if (codes.includes(expected.code!) && codes.every((other) => other === expected.code)) return undefined
  return {
    reason: codes.length === 0 ? 'code-lost' : 'code-changed',
    rule: 'SDK-ERROR-CODE-TO-CALLER',
    message:
      'the error code of section 7.1 does not reach the caller in its exact spelling, in whatever member the body carries it.',
    difference: { expected: expected.code!, got: codes.join(', ') || 'no code' },
  }
})

export const retried = single(({ answer }) => {
  if (answer.requests.length >= 2) return undefined
  const message = 'the adapter says retriesStart, but the start was not sent again after 404.'
  return { reason: 'start-not-retried', rule: 'START-CHANNEL-MISSING-RETRY', message }
})

/** What the answer of the service makes a failure, as runners/adapters/README.md names it. */
function failureOf({ answers }: Seen['call']): readonly [what: string, kind: string] {
  const { status, manner } = answers[0]!
  if (manner === 'silent') return ['a call without an answer in time', 'timeout']
  if (manner === 'reset') return ['a call whose connection broke', 'network']
  return [`an answer with status ${status}`, 'http']
}

/** The interface shows no kinds of failures, so an SDK may have one for all of them. */
export const failureKind = single(({ answer, call }) => {
  const [first] = answer.reports
  const report = first && told(first)
  if (!report || report.ok) return undefined
  const [what, kind] = failureOf(call)
  const isOther = report.kind !== kind
  return {
    reason: isOther ? 'failure-of-another-kind' : 'failure-of-its-kind',
    message: `reports ${what} as ${report.kind}${isOther ? `, which the protocol calls ${kind}` : ''}`,
    observed: 'answer',
  }
})

function whyLate({ call, answer }: Seen): string {
  const sent = answer.requests.length
  const [pause] = call.answers.flatMap(({ headers = {} }) => headers['Retry-After'] ?? [])
  if (sent > call.calls)
    return ` ${call.calls} calls sent ${sent} requests: a limit for each attempt is none for the call.`
  return pause === undefined
    ? ''
    : ` The answer says Retry-After: ${pause} (RFC 9110 section 10.2.3): wait for that only within the limit, or not at all.`
}

export const timeLimit = single((seen) => {
  const { timeoutMillis } = seen.call
  const slowest = Math.max(...seen.answer.millis)
  if (slowest <= timeoutMillis + LATE) return undefined
  return {
    reason: 'beyond-time-limit',
    rule: 'SDK-TIME-LIMIT',
    message: `the call did not end within the time limit that was given; the limit is for the whole call, body included.${whyLate(seen)}`,
    difference: {
      expected: `at most ${timeoutMillis} ms, and ${LATE} ms grace`,
      got: seen.answer.reports.some(isWithoutEnd) ? `no end within ${slowest} ms` : `${slowest} ms`,
    },
  }
})

/**
 * A call that failed while its answer was on the way, by the clock of the service that sent it. Half of the limit,
 * because a busy machine delays both sides.
 */
export const waited = single(({ answer: { reports, unfinished = [] }, call: { timeoutMillis } }) => {
  const isFailed = reports.some((report) => told(report)?.ok !== true)
  const soonest = Math.min(...unfinished)
  if (!isFailed || soonest > timeoutMillis / 2) return undefined
  return {
    reason: 'gave-up-early',
    rule: 'SDK-WAITS-FOR-RESPONSE',
    message:
      'the call was given up while its answer was on the way, long before the time limit that was given. Use that limit, and no shorter one beside it.',
    difference: { expected: `a limit of ${timeoutMillis} ms`, got: `given up after ${soonest} ms` },
  }
})

export const noCrash = single(({ answer }) => {
  const crash = answer.reports.find((report) => 'error' in report)
  if (!crash) return undefined
  return {
    reason: 'call-broke',
    rule: 'SDK-ERROR-NO-CRASH',
    message: 'the call ended in an error that says neither http, network, timeout nor protocol.',
    difference: { expected: 'a result with ok', got: show(crash) },
  }
})

export const noSecretIn =
  (place: ClientAnswer['leaks'][number]): Check =>
  ({ answer }) =>
    answer.leaks.includes(place) ? [LEAKS[place]] : []

const elsewhere = ({ answer }: Seen): SeenRequest[] => answer.requests.filter((request) => request.elsewhere)

/** Under whatever name: the value that the SDK was given is a secret of the first host. */
export const redirectAuthorization = single((seen) => {
  const { given, scheme } = seen.answer
  const signature = given?.slice(scheme.length).trim()
  const isSent = (request: SeenRequest): boolean =>
    valuesOf(request, 'authorization').length > 0 ||
    (signature !== undefined && request.headers.some(([, value]) => value.includes(signature)))
  if (!elsewhere(seen).some(isSent)) return undefined
  return {
    reason: 'authorization-to-other-host',
    rule: 'SDK-REDIRECT-AUTHORIZATION',
    message:
      'the redirect to another host was followed with the Authorization header, so the other host has it now.',
  }
})

const isLike = (first: SeenRequest | undefined, { method, body }: SeenRequest): boolean =>
  method === first?.method && body === first.body

/** Only 307 and 308: after 302 a client may send a GET (RFC 9110 section 15.4.3). */
export const redirectMethod = single((seen) => {
  const [first] = seen.answer.requests
  const other = elsewhere(seen).find((request) => !isLike(first, request))
  if (!other) return undefined
  return {
    reason: 'redirect-changes-request',
    rule: 'SDK-REDIRECT-METHOD',
    message: 'a redirect with 307 or 308 is followed with the same method and body, or not at all.',
    difference: {
      expected: `${first?.method} with its body`,
      got: `${other.method} with ${Buffer.from(other.body, 'base64').length} bytes`,
    },
  }
})

/** A call succeeded only if it reached the place where the redirect leads as it was, and was answered 200 there. */
export const redirectAnswered = single((seen) => {
  const [first] = seen.answer.requests
  const followed = elsewhere(seen)
  const isThere = followed.some((request) => isLike(first, request))
  if (isThere || !seen.answer.reports.some((report) => told(report)?.ok)) return undefined
  return {
    reason: 'failure-reported-as-success',
    rule: followed.length > 0 ? 'SDK-REDIRECT-METHOD' : 'SDK-INCOMPLETE-NOT-SUCCESS',
    message:
      'the SDK reports a success, but the call was not made: the request did not reach the place where the redirect leads as it was.',
  }
})
