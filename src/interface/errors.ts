/** The errors of section 7, a row each: other code looks up here, and nowhere says them again. */
import type { RequirementId } from '../model/index.ts'
import type { StreamingOperation } from './operations.ts'

const row = <const Code extends string>(
  status: number,
  code: Code,
  rule: RequirementId,
  condition: string,
) => ({ status, code, condition, rule })

/** Of POST /auth/token (section 7.1). */
export const TOKEN_ERRORS = [
  row(
    403,
    'Authorization.Type.Invalid',
    'ERROR-AUTHORIZATION-TYPE',
    'the Authorization header has a wrong type',
  ),
  row(
    403,
    'Authorization.Signature.Invalid',
    'ERROR-AUTHORIZATION-SIGNATURE',
    'the Authorization value is wrong: its signature information is invalid',
  ),
  row(
    403,
    'App.Status.Error',
    'ERROR-APP-STATUS',
    'the app is in a wrong state, for example disabled in the console',
  ),
  row(
    403,
    'Org.Status.Error',
    'ERROR-ORG-STATUS',
    'the organisation is in a wrong state, for example with an unpaid balance',
  ),
  row(403, 'Invalid.Parameter.Value', 'ERROR-PARAMETER-VALUE', 'a request parameter is invalid'),
  row(404, 'InvalidEntity.NotFound', 'ERROR-ENTITY-NOT-FOUND', 'the app cannot be found: the appId is wrong'),
  row(406, 'App.Secret.Empty', 'ERROR-APP-SECRET', 'the app secret is wrong or missing'),
  row(406, 'Sign.Error', 'ERROR-SIGN', 'the signature was not made by the required rules'),
  row(500, 'Server.Error', 'ERROR-SERVER', 'internal server error'),
]

export type ErrorCode = (typeof TOKEN_ERRORS)[number]['code']

/** An error of section 7.1. */
export interface TokenError {
  readonly status: number
  readonly code: ErrorCode
}

/** The row of section 7.1 with this code. */
export const errorRow = (code: ErrorCode) => TOKEN_ERRORS.find((row) => row.code === code)!

/** The error with this code, and the status that section 7.1 gives it. */
export function errorOf(code: ErrorCode): TokenError {
  return { status: errorRow(code).status, code }
}

/** Of the streaming operations (section 7.2): statuses alone. On start and on others 404 is told apart by a rule of each. */
export const STREAMING_STATUSES: readonly {
  readonly status: number
  readonly condition: string
  readonly rule?: RequirementId
}[] = [
  { status: 200, condition: 'The request was handled.', rule: 'ERROR-STREAMING-SUCCESS' },
  { status: 400, condition: 'The request is malformed.', rule: 'ERROR-STREAMING-MALFORMED' },
  { status: 401, condition: 'Authentication failed.', rule: 'ERROR-STREAMING-AUTHENTICATION' },
  { status: 404, condition: 'The channel does not exist.' },
  { status: 500, condition: 'A fault inside the service.', rule: 'ERROR-STREAMING-SERVER' },
]

/** The rules that answer 404 for a channel that does not exist. */
export const CHANNEL_MISSING: Readonly<Record<StreamingOperation, RequirementId>> = {
  'streaming.start': 'START-CHANNEL-MISSING',
  'streaming.update': 'UPDATE-CHANNEL-MISSING',
  'streaming.stop': 'STOP-CHANNEL-MISSING',
}

/** Shapes of an error body: none is shown (ERROR-BODY-SHAPE). */
export const ERROR_SHAPES: readonly ((code: string) => string)[] = [
  (code) => JSON.stringify({ code }),
  (code) => JSON.stringify({ status: 200, success: true, errorCode: code, message: 'no' }),
  (code) => JSON.stringify({ error: { code, message: 'no' } }),
  (code) => JSON.stringify({ error: code }),
]
