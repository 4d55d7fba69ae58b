/** Errors of the service and of gateways before it, and what an SDK must report about them (section 7). */
import {
  OPERATIONS,
  type ClientCheck,
  type Operation,
  type RequirementId,
  type ServedAnswer,
} from '../../../model/index.ts'
import { STREAMING } from '../../../interface/operations.ts'
import { CHANNEL_MISSING, ERROR_SHAPES, STREAMING_STATUSES, TOKEN_ERRORS } from '../../../interface/errors.ts'
import { TOKEN_BODY, type ClientRow } from '../../rows/client.ts'
import { IDS, rowName } from '../../rows/row.ts'

export type Answered = Partial<ServedAnswer>

const FAILURE: readonly ClientCheck[] = ['asked', 'no-success']

/** The rule of the service is cited beside, where a request can provoke the error: none provokes a fault inside. */
const notSuccessRules = (status: number, rule: RequirementId): ClientRow['requirements'] =>
  status === 500 ? ['SDK-ERROR-NOT-SUCCESS'] : ['SDK-ERROR-NOT-SUCCESS', rule]

/** Each call gets another shape of the body. */
export const tokenErrors = TOKEN_ERRORS.map(({ status, code, rule }): ClientRow => ({
  name: rowName('auth.token', `${status}-${code.toLowerCase().replaceAll('.', '-')}`),
  title: `Reports ${status} ${code} as a failure`,
  requirements: notSuccessRules(status, rule),
  operation: 'auth.token',
  calls: ERROR_SHAPES.length,
  nextBodies: ['u2', 'u3', 'u4'].map((userId) => ({ ...IDS, userId })),
  answers: ERROR_SHAPES.map((shape) => ({ status, body: shape(code) })),
  checks: FAILURE,
  expect: { status, code },
}))

const failing = (
  operation: Operation,
  name: string,
  title: string,
  answer: ServedAnswer,
  requirements: ClientRow['requirements'] = ['SDK-ERROR-NOT-SUCCESS'],
): ClientRow => ({
  name: rowName(operation, name),
  title: `Reports ${title}: ${operation}`,
  requirements,
  operation,
  answers: [answer],
  checks: FAILURE,
  expect: { status: answer.status },
})

export const streamingErrors = STREAMING.flatMap((operation) =>
  STREAMING_STATUSES.flatMap(({ status, rule = CHANNEL_MISSING[operation] }) => {
    if (status < 400) return []
    const rules = notSuccessRules(status, rule)
    const body = '{"code":"Some.Error"}'
    return [
      failing(operation, String(status), `${status} with an empty body`, { status }, rules),
      failing(operation, `${status}-json`, `${status} with a JSON body`, { status, body }, rules),
    ]
  }),
)

/** RFC 9110 section 8.4: a client that names a coding reads an error in it too. One code stands for all. */
export const compressedErrors: readonly ClientRow[] = tokenErrors.slice(0, 1).map((row) => ({
  ...row,
  name: rowName('auth.token', '403-gzip'),
  title: 'Reports 403 as a failure, compressed, if the SDK accepts that',
  answers: row.answers!.map((answer) => ({ ...answer, manner: 'gzip' })),
}))

/** RFC 9110 section 15.2: an interim answer may come before an error too. */
export const interimErrors = OPERATIONS.map((operation): ClientRow => ({
  ...failing(operation, '103-then-500', '500 after an interim answer', {
    status: 500,
    body: '{}',
    manner: 'interim',
  }),
  level: 'recommended',
  requirements: ['SDK-INTERIM-RESPONSES', 'SDK-ERROR-STATUS-TO-CALLER'],
  needs: ['tells-status'],
  checks: ['asked', 'no-success', 'status'],
}))

/** A row that only a standard or plain safety demands. */
export const recommended =
  (requirement: RequirementId) =>
  (row: ClientRow): ClientRow => ({ ...row, level: 'recommended', requirements: [requirement] })

/** For a status that section 7 does not list for the operation, such as those of gateways before the service. */
const unlisted = recommended('SDK-UNLISTED-STATUS')

export const PAGE = {
  headers: { 'Content-Type': 'text/html' },
  body: '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>',
}

/** RFC 9110 section 10.2.3: a client may wait so long before it asks again, and the run waits for it. */
export const LIMITED: ServedAnswer = { status: 429, headers: { 'Retry-After': '1' }, body: '{}' }

export const gateways = OPERATIONS.flatMap((operation) => {
  const withToken = { status: 403, body: TOKEN_BODY }
  const forbidden = failing(operation, '403-token', '403, whatever the body holds', withToken)
  return [
    unlisted(failing(operation, '502-html', '502 with an HTML page', { status: 502, ...PAGE })),
    unlisted(failing(operation, '429', '429 with Retry-After', LIMITED)),
    operation === 'auth.token' ? forbidden : unlisted(forbidden),
  ]
})
