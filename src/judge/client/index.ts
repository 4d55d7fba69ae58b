import type { ClientCheck } from '../../model/index.ts'
import type { Finding } from '../finding.ts'
import * as bodies from './body.ts'
import { gained } from './gained.ts'
import * as reports from './report.ts'
import * as requests from './request.ts'
import { isReused } from './reused.ts'
import type { Check, Seen } from './seen.ts'
import { inSequence, partsOf, trackingIdsOfAll } from './sequence.ts'

/** Each check of a vector, by its name. */
const CHECKS: Readonly<Record<ClientCheck, Check>> = {
  asked: requests.asked,
  route: requests.route,
  'content-type': requests.contentType,
  authorization: requests.authorization,
  'tracking-id': requests.trackingId,
  body: bodies.body,
  gained,
  framing: requests.framing,
  encoding: requests.encoding,
  unlisted: bodies.unlisted,
  integers: bodies.integers,
  repeated: bodies.repeated,
  'tracking-ids-differ': requests.trackingIdsDiffer,
  once: requests.once,
  'content-type-parameter': requests.contentTypeParameter,
  'tracking-id-sent': requests.trackingIdSent,
  success: reports.success,
  token: reports.token,
  'no-success': reports.noSuccess,
  status: reports.status,
  code: reports.code,
  retried: reports.retried,
  'started-again': requests.startedAgain,
  'failure-kind': reports.failureKind,
  'time-limit': reports.timeLimit,
  waited: reports.waited,
  'no-crash': reports.noCrash,
  'no-secret-in-error': reports.noSecretInError,
  'no-secret-in-output': reports.noSecretInOutput,
  'no-secret-in-request': reports.noSecretInRequest,
  'redirect-authorization': reports.redirectAuthorization,
  'redirect-method': reports.redirectMethod,
}

/** Judges what was seen of a call by the checks of its vector: what it must do, and then what it should. */
export function clientFindings(seen: Seen): Finding[] {
  const parts = partsOf(seen)
  const found = parts.flatMap((part, at) =>
    findingsOf(part).map((finding) => inSequence(finding, at, parts.length)),
  )
  const ids = parts.length > 1 ? trackingIdsOfAll(seen) : undefined
  return ids ? [...found, { ...ids, level: 'recommended' }] : found
}

function findingsOf(seen: Seen): Finding[] {
  if (isReused(seen)) return []
  const { checks, recommended = [] } = seen.expected
  const required = firstOf(checks, seen)
  const weaker = firstOf(recommended, seen)
  return [...(required ? [required] : []), ...(weaker ? [{ ...weaker, level: 'recommended' as const }] : [])]
}

/** The first check with a finding; later checks would find its consequences. */
function firstOf(checks: readonly ClientCheck[], seen: Seen): Finding | undefined {
  for (const check of checks) {
    const found = CHECKS[check](seen)
    if (found) return found
  }
  return undefined
}

/** One check alone. */
export const checkClient = (check: ClientCheck, seen: Seen): Finding | undefined => CHECKS[check](seen)

export type { Seen } from './seen.ts'
