/** Requests of a program without an adapter: what can be said about each without knowing the question. */
import { REQUEST_ROWS } from '../../interface/requestRules.ts'
import { validateBody } from '../../body/index.ts'
import { BODY_OF, ROUTES } from '../../interface/operations.ts'
import {
  OPERATIONS,
  type ClientCheck,
  type Operation,
  type SeenRequest,
  type Vector,
} from '../../model/index.ts'
import type { Found } from '../finding.ts'
import { checkClient } from './index.ts'
import { repeatedId, foundUnreadable } from './request.ts'
import { jsonOf, seenText, type Seen } from './seen.ts'
import { isObject } from '../../json.ts'

const ROWS = REQUEST_ROWS.filter(({ needsQuestion }) => !needsQuestion)

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

const vector = (operation: Operation, row: Omit<Vector, 'question' | 'expect'>): Vector => ({
  ...row,
  question: { method: 'client.call', params: { ...NO_CALL, operation } },
  expect: { verdict: 'accept', output: { checks: [] } },
})

/** The vectors that a capture gives verdicts on; a subject does not get them as questions. */
export const CAPTURE_VECTORS: readonly Vector[] = [
  ...OPERATIONS.flatMap((operation) =>
    ROWS.map(({ check, level, rule, title: each }) => {
      const title = `Every ${operation} that was captured: ${each}`
      return vector(operation, { id: captureId(operation, check), title, level, requirements: [rule] })
    }),
  ),
  vector('auth.token', {
    id: UNKNOWN,
    title: 'Every request that was captured is one of the four operations',
    level: 'required',
    requirements: ['API-PATHS-BASE-URL'],
  }),
]

export interface Captured {
  readonly operation: Operation | undefined
  /** By the id of the capture vector; none: nothing is wrong. */
  readonly findings: ReadonlyMap<string, readonly Found[]>
}

/**
 * Judges one request.
 * @param repeated its Tracking-Id was seen before, in another call
 */
export function judgeCaptured(request: SeenRequest, scheme: string, repeated: boolean): Captured {
  const path = request.target.split('?')[0]!
  const operation = OPERATIONS.find((name) => path.endsWith(ROUTES[name].path))
  if (!operation) return { operation, findings: new Map([[UNKNOWN, [unknownRoute(request)]]]) }
  const seen = asSeen(request, operation, scheme)
  const special: Partial<Record<ClientCheck, () => readonly Found[]>> = {
    unlisted: () => unlisted(request, operation),
    'tracking-ids-differ': () => (repeated ? [repeatedId('two requests carry')] : []),
  }
  const found = ROWS.map(
    ({ check }) => [captureId(operation, check), special[check]?.() ?? checkClient(check, seen)] as const,
  )
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

const WRONG_PATH: Found = {
  reason: 'wrong-path',
  rule: 'API-PATHS-BASE-URL',
  message:
    'the request is for none of the four operations: the base URL is followed by the path of the operation.',
}

const unknownRoute = (request: SeenRequest): Found => ({
  ...(request.unreadable === undefined ? WRONG_PATH : foundUnreadable(request, 'what was sent')),
  difference: {
    expected: OPERATIONS.map((name) => `${ROUTES[name].method} ${ROUTES[name].path}`).join(' or '),
    // A query may hold anything.
    got: `${request.method} ${request.target.split('?')[0]}`,
  },
})

const unlisted = (request: SeenRequest, operation: Operation): Found[] =>
  validateBody(BODY_OF[operation], seenText(request))
    .filter(({ level, keyword }) => level === 'recommended' && keyword === 'additionalProperties')
    .map(({ message }) => ({ reason: 'member-added', rule: 'SDK-BODY-NOTHING-ADDED', message }))
