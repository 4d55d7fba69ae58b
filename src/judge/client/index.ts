import { REQUEST_ROWS } from '../../interface/requestRules.ts'
import { callsOf, type ClientCheck, type ExpectedCall } from '../../model/index.ts'
import type { Found } from '../finding.ts'
import * as bodies from './body.ts'
import * as reports from './report.ts'
import { callSentAgain, openInCall, rowsOfCall } from './everyCall.ts'
import * as requests from './request.ts'
import { unlike, type Check, type Seen } from './seen.ts'

const CHECKS: Readonly<Record<ClientCheck, Check>> = {
  asked: requests.asked,
  route: requests.route,
  'content-type': requests.contentType,
  authorization: requests.authorization,
  'tracking-id': requests.trackingId,
  body: bodies.body,
  gained: bodies.gained,
  framing: requests.framing,
  encoding: requests.encoding,
  unlisted: bodies.nothingAdded,
  integers: bodies.integers,
  repeated: bodies.repeated,
  'tracking-ids-differ': requests.trackingIdsDiffer,
  once: requests.sentOnce,
  'content-type-parameter': requests.contentTypeParameter,
  'tracking-id-sent': requests.trackingIdSent,
  'query-added': requests.queryAdded,
  success: reports.success,
  token: reports.token,
  'own-token': reports.ownToken,
  'no-success': reports.noSuccess,
  status: reports.statusTold,
  code: reports.code,
  retried: reports.retried,
  'started-again': requests.startedAgain,
  'call-sent-again': callSentAgain,
  'failure-kind': reports.failureKind,
  'time-limit': reports.timeLimit,
  waited: reports.waited,
  'no-crash': reports.noCrash,
  'no-secret-in-error': reports.noSecretIn('error'),
  'no-secret-in-output': reports.noSecretIn('output'),
  'no-secret-in-request': reports.noSecretIn('request'),
  'redirect-authorization': reports.redirectAuthorization,
  'redirect-method': reports.redirectMethod,
  'redirect-answered': reports.redirectAnswered,
}

/** Checks that find only the consequences of a finding of these: what it would say is said already. */
const AFTER: Readonly<Partial<Record<ClientCheck, readonly ClientCheck[]>>> = {
  success: ['asked'],
  token: ['asked', 'success'],
  'own-token': ['asked', 'success', 'token'],
  'no-success': ['asked'],
  status: ['asked', 'no-success'],
  code: ['asked', 'no-success'],
  retried: ['asked'],
  'failure-kind': ['asked', 'no-success'],
}

/** What a call without an end does not say is the consequence of that. */
const SAID = new Set<ClientCheck>(['token', 'status', 'code', 'retried', 'failure-kind', 'no-crash'])

/** Judges what was seen of each call: by the checks of its vector, and each request by the rules of every request. */
export function clientFindings(seen: Seen): Found[] {
  const parts = partsOf(seen)
  const found = parts.flatMap((part, at) =>
    findingsOf(part).map((finding) => inSequence(finding, at, parts.length)),
  )
  const ofAll = parts.length > 1 ? [...trackingIdsOfAll(seen), ...codesOfEarlier(parts)] : []
  return [...found, ...ofAll.map((one) => ({ ...one, level: 'recommended' as const }))]
}

function findingsOf(seen: Seen): Found[] {
  if (reports.isReused(seen)) return []
  const { checks, recommended = [] } = seen.expected
  const rows = [
    ...checks.map((check) => ({ check })),
    ...REQUEST_ROWS.map(({ check, level }) => ({ check, level })),
    ...recommended.map((check) => ({ check, level: 'recommended' as const })),
    ...rowsOfCall(seen),
  ]
  return unlike([
    ...rows.flatMap(({ check, ...more }) => foundBy(check, seen).map((one) => ({ ...more, ...one }))),
    ...openInCall(seen),
  ])
}

function foundBy(check: ClientCheck, seen: Seen): readonly Found[] {
  if (SAID.has(check) && seen.answer.reports.some(reports.isWithoutEnd)) return []
  const isConsequence = AFTER[check]?.some(
    (earlier) => seen.expected.checks.includes(earlier) && CHECKS[earlier](seen).length > 0,
  )
  return isConsequence ? [] : CHECKS[check](seen)
}

/** One check alone. */
export const checkClient = (check: ClientCheck, seen: Seen): readonly Found[] => CHECKS[check](seen)

function partsOf({ call, expected, answer }: Seen): readonly Seen[] {
  const { next: expectedNext = [], ...first } = expected
  const { next: answerNext = [], ...firstAnswer } = answer
  const due: readonly ExpectedCall[] = [first, ...expectedNext]
  const seen = [firstAnswer, ...answerNext]
  return callsOf(call).map((one, at) => ({ call: one, expected: due[at]!, answer: seen[at]! }))
}

const inSequence = (finding: Found, at: number, of: number): Found =>
  of === 1 ? finding : { ...finding, message: `call ${at + 1} of ${of}: ${finding.message}` }

function trackingIdsOfAll(seen: Seen): readonly Found[] {
  const all = [seen.answer, ...(seen.answer.next ?? [])].flatMap((answer) => answer.requests)
  return requests.trackingIdsShared({ ...seen, answer: { ...seen.answer, requests: all } })
}

/** An error code that stood in the answer of an earlier call, and not in that of the call which reports it. */
const codesOfEarlier = (parts: readonly Seen[]): Found[] =>
  parts.flatMap(({ answer }, at) => {
    const codes = answer.reports.flatMap((report) => ('code' in report ? (report.code ?? []) : []))
    const isIn = (code: string, calls: readonly Seen[]): boolean =>
      calls.some((one) => one.call.answers.some(({ body = '' }) => body.includes(code)))
    return codes
      .filter((code) => code !== '' && isIn(code, parts.slice(0, at)) && !isIn(code, parts.slice(at, at + 1)))
      .map((code) => inSequence(staleCode(code), at, parts.length))
  })

const staleCode = (code: string): Found => ({
  reason: 'code-of-earlier-call',
  rule: 'SDK-ERROR-CODE-TO-CALLER',
  message: `the caller gets the error code ${code}, which stood in the answer to an earlier call; report each call by its own answer.`,
})
