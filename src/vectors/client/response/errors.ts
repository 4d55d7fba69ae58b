/** Errors of the service and of gateways before it, and what an SDK must tell of them (section 7). */
import {
  OPERATIONS,
  type ClientCheck,
  type Operation,
  type RequirementId,
  type ServedAnswer,
} from '../../../model/index.ts'
import { TOKEN_BODY, type ClientRow } from '../../rows/client.ts'

export const STREAMING = OPERATIONS.filter((operation) => operation !== 'auth.token')
export const nameOf = (operation: Operation, name: string): string => `${operation.replace('.', '-')}-${name}`

/** The errors of section 7.1. */
const ERRORS: readonly (readonly [status: number, code: string, requirement: RequirementId])[] = [
  [403, 'Authorization.Type.Invalid', 'ERROR-AUTHORIZATION-TYPE'],
  [403, 'Authorization.Signature.Invalid', 'ERROR-AUTHORIZATION-SIGNATURE'],
  [403, 'App.Status.Error', 'ERROR-APP-STATUS'],
  [403, 'Org.Status.Error', 'ERROR-ORG-STATUS'],
  [403, 'Invalid.Parameter.Value', 'ERROR-PARAMETER-VALUE'],
  [404, 'InvalidEntity.NotFound', 'ERROR-ENTITY-NOT-FOUND'],
  [406, 'App.Secret.Empty', 'ERROR-APP-SECRET'],
  [406, 'Sign.Error', 'ERROR-SIGN'],
  [500, 'Server.Error', 'ERROR-SERVER'],
]

/** Shapes of an error body: none is shown (ERROR-BODY-SHAPE), so each call gets another one. */
const shapes = (code: string): readonly string[] => [
  JSON.stringify({ code }),
  JSON.stringify({ errorCode: code, message: 'no' }),
  JSON.stringify({ error: { code, message: 'no' } }),
  JSON.stringify({ error: code }),
]

const FAILURE: readonly ClientCheck[] = ['asked', 'no-success', 'status']

export const tokenErrors = ERRORS.map(([status, code, requirement]): ClientRow => ({
  name: nameOf('auth.token', `${status}-${code.toLowerCase().replaceAll('.', '-')}`),
  title: `Reports ${status} ${code} with status and code`,
  requirements: [
    'SDK-ERROR-CODE-TO-CALLER',
    'SDK-ERROR-NOT-SUCCESS',
    'SDK-ERROR-STATUS-TO-CALLER',
    requirement,
  ],
  operation: 'auth.token',
  calls: shapes(code).length,
  answers: shapes(code).map((body) => ({ status, body })),
  checks: [...FAILURE, 'code'],
  expect: { status, code },
}))

const failing = (
  operation: Operation,
  name: string,
  title: string,
  answer: ServedAnswer,
  requirements: readonly RequirementId[] = [],
): ClientRow => ({
  name: nameOf(operation, name),
  title: `Reports ${title}: ${operation}`,
  requirements: ['SDK-ERROR-STATUS-TO-CALLER', 'SDK-ERROR-NOT-SUCCESS', ...requirements],
  operation,
  answers: [answer],
  checks: FAILURE,
  expect: { status: answer.status },
})

const STREAMING_RULE: Readonly<Record<number, RequirementId>> = {
  400: 'ERROR-STREAMING-MALFORMED',
  401: 'ERROR-STREAMING-AUTHENTICATION',
  500: 'ERROR-STREAMING-SERVER',
}

const MISSING_RULE: Readonly<Record<string, RequirementId>> = {
  'streaming.start': 'START-CHANNEL-MISSING',
  'streaming.update': 'UPDATE-CHANNEL-MISSING',
  'streaming.stop': 'STOP-CHANNEL-MISSING',
}
const ruleOf = (operation: Operation, status: number): RequirementId =>
  (status === 404 ? MISSING_RULE[operation] : STREAMING_RULE[status])!

export const streamingErrors = STREAMING.flatMap((operation) =>
  [400, 401, 404, 500].flatMap((status) => [
    failing(operation, String(status), `${status} with an empty body`, { status }, [
      ruleOf(operation, status),
    ]),
    failing(
      operation,
      `${status}-json`,
      `${status} with a JSON body`,
      { status, body: '{"code":"Some.Error"}' },
      [ruleOf(operation, status)],
    ),
  ]),
)

export const HTML = '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>'
const PAGE = { headers: { 'Content-Type': 'text/html' }, body: HTML }

/** Statuses of gateways, which stand before every service. */
export const gateways = OPERATIONS.flatMap((operation) => [
  failing(operation, '502-html', '502 with an HTML page', { status: 502, ...PAGE }),
  failing(operation, '429', '429 with Retry-After', {
    status: 429,
    headers: { 'Retry-After': '3600' },
    body: '{}',
  }),
  failing(operation, '403-token', '403, whatever the body holds', { status: 403, body: TOKEN_BODY }),
])
