/** Requests of a program without an adapter: what can be said about each without knowing the question. */
import { validateBody } from '../../body/index.ts'
import {
  BODY_OF,
  OPERATIONS,
  ROUTES,
  type ClientCheck,
  type Level,
  type Operation,
  type RequirementId,
  type SeenRequest,
  type Vector,
} from '../../model/index.ts'
import type { Finding } from '../finding.ts'
import { checkClient, type Seen } from './index.ts'
import { unreadableRule } from './request.ts'
import { jsonOf, textOf } from './seen.ts'
import { isObject } from '../../json.ts'

interface Row {
  readonly check: ClientCheck
  readonly level: Level
  readonly requirement: RequirementId
  readonly title: string
}

/** What is checked in each request of an operation. */
const ROWS: readonly Row[] = [
  { check: 'route', level: 'required', requirement: 'API-PATHS-BASE-URL', title: 'method and path' },
  { check: 'content-type', level: 'required', requirement: 'HEADER-CONTENT-TYPE', title: 'Content-Type' },
  { check: 'authorization', level: 'required', requirement: 'AUTH-HEADER-SCHEME', title: 'Authorization' },
  {
    check: 'tracking-id',
    level: 'required',
    requirement: 'HEADER-TRACKING-ID-FORMAT',
    title: 'Tracking-Id, where sent',
  },
  { check: 'body', level: 'required', requirement: 'API-REQUEST-BODY-JSON', title: 'the body' },
  {
    check: 'framing',
    level: 'recommended',
    requirement: 'SDK-BODY-FRAMING',
    title: 'how the body is framed',
  },
  { check: 'encoding', level: 'recommended', requirement: 'API-REQUEST-BODY-UTF8', title: 'UTF-8' },
  {
    check: 'unlisted',
    level: 'recommended',
    requirement: 'SDK-BODY-NOTHING-ADDED',
    title: 'nothing beside what the interface lists',
  },
  {
    check: 'integers',
    level: 'recommended',
    requirement: 'SDK-BODY-INTEGER-TEXT',
    title: 'integers written as such',
  },
  {
    check: 'repeated',
    level: 'recommended',
    requirement: 'API-REQUEST-BODY-DUPLICATE-KEYS',
    title: 'no member twice',
  },
  {
    check: 'tracking-ids-differ',
    level: 'recommended',
    requirement: 'SDK-TRACKING-ID-UNIQUE',
    title: 'a Tracking-Id of its own',
  },
]

/** The id of the capture vector of a check. */
export const captureId = (operation: Operation, check: string): string =>
  `client/capture/${operation.replace('.', '-')}-${check}`
const UNKNOWN = 'client/capture/unknown-route'

const NO_CALL = {
  appId: '',
  appSecret: '',
  body: {},
  basePath: '',
  timeoutMillis: 0,
  calls: 1,
  answers: [],
} as const

const vector = (
  id: string,
  title: string,
  level: Level,
  requirement: RequirementId,
  operation: Operation,
): Vector => ({
  id,
  title,
  level,
  requirements: [requirement],
  question: {
    method: 'client.call',
    params: { ...NO_CALL, operation },
  },
  expect: { verdict: 'accept', output: { checks: [] }, intermediates: {} },
})

/** The vectors that a capture gives verdicts on; a subject does not get them as questions. */
export const CAPTURE_VECTORS: readonly Vector[] = [
  ...OPERATIONS.flatMap((operation) =>
    ROWS.map(({ check, level, requirement, title }) =>
      vector(
        captureId(operation, check),
        `Every ${operation} that was captured: ${title}`,
        level,
        requirement,
        operation,
      ),
    ),
  ),
  vector(
    UNKNOWN,
    'Every request that was captured is one of the four operations',
    'required',
    'API-PATHS-BASE-URL',
    'auth.token',
  ),
]

export interface Captured {
  readonly operation: Operation | undefined
  /** By the id of the capture vector; undefined: nothing is wrong. */
  readonly findings: ReadonlyMap<string, Finding | undefined>
}

/**
 * Judges one request.
 * @param repeated its Tracking-Id was seen before, in another call
 */
export function judgeCaptured(request: SeenRequest, scheme: string, repeated: boolean): Captured {
  const path = request.target.split('?')[0]!
  const operation = OPERATIONS.find((name) => path.endsWith(ROUTES[name].path))
  if (!operation) return { operation, findings: new Map([[UNKNOWN, unknownRoute(request)]]) }
  const seen = asSeen(request, operation, scheme)
  const special: Partial<Record<ClientCheck, () => Finding | undefined>> = {
    unlisted: () => unlisted(request, operation),
    'tracking-ids-differ': () => (repeated ? sameTrackingId : undefined),
  }
  const found = ROWS.map(({ check }) => {
    const finding = special[check] ? special[check]() : checkClient(check, seen)
    return [captureId(operation, check), finding] as const
  })
  return { operation, findings: new Map(found) }
}

/** Takes the body itself as the question, because the real question is not known. */
export function asSeen(request: SeenRequest, operation: Operation, scheme: string): Seen {
  const value = jsonOf(request)?.value
  return {
    call: { ...NO_CALL, operation, body: isObject(value) ? value : {} },
    expected: { checks: [] },
    answer: { reports: [], requests: [{ ...request, elsewhere: false }], millis: [], scheme, leaks: [] },
  }
}

const unknownRoute = (request: SeenRequest): Finding => ({
  reason: request.unreadable === undefined ? 'wrong-path' : 'unreadable-request',
  rule: request.unreadable === undefined ? 'API-PATHS-BASE-URL' : unreadableRule(request),
  message:
    request.unreadable === undefined
      ? 'the request is for none of the four operations: the base URL is followed by the path of the operation.'
      : `what was sent cannot be read as a request: ${request.unreadable}.`,
  difference: {
    expected: OPERATIONS.map((name) => `${ROUTES[name].method} ${ROUTES[name].path}`).join(' or '),
    // A query may hold anything.
    got: `${request.method} ${request.target.split('?')[0]}`,
  },
})

const sameTrackingId: Finding = {
  reason: 'tracking-id-repeated',
  rule: 'SDK-TRACKING-ID-UNIQUE',
  message: 'two requests carry the same Tracking-Id; make a new one for each call.',
}

function unlisted(request: SeenRequest, operation: Operation): Finding | undefined {
  const violation = validateBody(BODY_OF[operation], textOf(request)).find(
    ({ level, keyword }) => level === 'recommended' && keyword === 'additionalProperties',
  )
  return violation && { reason: 'member-added', rule: 'SDK-BODY-NOTHING-ADDED', message: violation.message }
}
