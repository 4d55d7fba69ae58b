/** The rules of every call, whatever its vector looks at, and what the text leaves open in it. */
import { ROUTES } from '../../interface/operations.ts'
import type { ClientCheck, Finding, RequirementId, ServedAnswer } from '../../model/index.ts'
import { listOf, type Found } from '../finding.ts'
import { isWithoutEnd } from './report.ts'
import { queryAdded } from './request.ts'
import { direct, valuesOf, type Seen } from './seen.ts'

interface CallRow {
  readonly check: ClientCheck
  readonly level: Finding['level']
  /** The rule, where the check alone does not name it. */
  readonly rule?: RequirementId
}

const isServedWhole = ({ status, manner, elsewhere }: ServedAnswer): boolean =>
  status === 200 && manner === undefined && elsewhere === undefined

const UNTOLD: CallRow = { check: 'success', level: 'required', rule: 'SDK-SUCCESS-TO-CALLER' }

/**
 * A call without an end tells its caller of no success. One that sends nothing is timed from its question, and an
 * adapter that answers in order begins late with that: its time is no finding.
 */
export function rowsOfCall(seen: Seen): readonly CallRow[] {
  const { reports, requests } = seen.answer
  const isEndless = reports.some(isWithoutEnd)
  const isWhole = seen.call.answers.every(isServedWhole)
  const isSuccess = isWhole && looksAt(seen, 'success')
  return [
    ...(isEndless && isWhole && !isSuccess ? [UNTOLD] : []),
    ...(isEndless || requests.length > 0 ? [{ check: 'time-limit', level: 'recommended' } as const] : []),
    // An answer that the interface does not describe may be asked for again.
    ...(isSuccess ? [{ check: 'once', level: 'recommended' } as const] : []),
  ]
}

/** What the text leaves open: no call hides it, whatever its vector looks at. */
export const openInCall = (seen: Seen): readonly Found[] => [
  ...listOf(untraced(seen)),
  ...listOf(repeated(seen)),
  ...(looksAt(seen, 'query-added') ? [] : queryAdded(seen)).map(asMember),
]

const asMember = (found: Found): Found => ({ ...found, observed: 'member' })

const looksAt = ({ expected }: Seen, check: ClientCheck): boolean => expected.checks.includes(check)

function untraced(seen: Seen): Found | undefined {
  if (looksAt(seen, 'tracking-id-sent')) return undefined
  if (direct(seen).every((request) => valuesOf(request, 'tracking-id').length > 0)) return undefined
  return {
    reason: 'no-tracking-id',
    rule: 'HEADER-TRACKING-ID-REQUIRED',
    message: `sends ${seen.call.operation} without a Tracking-Id`,
    observed: 'member',
  }
}

const AGAIN: readonly ClientCheck[] = ['call-sent-again', 'started-again', 'once']

const repeated = (seen: Seen): Found | undefined =>
  isSentAgain(seen) && !AGAIN.some((check) => looksAt(seen, check)) ? asMember(againFinding(seen)) : undefined

const isSentAgain = (seen: Seen): boolean => direct(seen).length > seen.call.calls

function againFinding({ call: { operation, answers } }: Seen): Found {
  const isPost = ROUTES[operation].method === 'POST'
  return {
    reason: 'call-sent-again',
    rule: 'SDK-CALL-AGAIN',
    message: `sends ${operation} again after ${endOf(answers[0]!)}${isPost ? ', though POST is not idempotent (RFC 9110 section 9.2.2)' : ''}`,
  }
}

function endOf({ status, manner, headers = {} }: ServedAnswer): string {
  if (manner === 'silent') return 'no answer'
  if (manner === 'reset' || manner === 'cut-off' || manner === 'head-cut-off') return 'a broken connection'
  return `status ${status}${headers['Retry-After'] === undefined ? '' : ' with Retry-After'}`
}

/** The same as the answer to a question of its own: both ways are said. */
export const callSentAgain = (seen: Seen): readonly Found[] => {
  const { rule: _, ...again } = againFinding(seen)
  const message = again.message
    .replace(/^sends (\S+) again/, 'does not send $1 again')
    .replace(/, though .*/, '')
  const found = isSentAgain(seen) ? again : { reason: 'call-sent-once', message }
  return [{ ...found, observed: 'answer' }]
}
