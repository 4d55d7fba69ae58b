/** The errors of section 7, a row each: other code looks up here, and nowhere says them again. */
import type { RequirementId } from '../model/index.ts'
import type { StreamingOperation } from './operations.ts'

interface ErrorRow {
  readonly status: number
  readonly code: string
  readonly condition: string
  readonly rule: RequirementId
}

/** Of POST /auth/token (section 7.1). */
export const TOKEN_ERRORS = [
  {
    status: 403,
    code: 'Authorization.Type.Invalid',
    condition: 'the Authorization header has a wrong type',
    rule: 'ERROR-AUTHORIZATION-TYPE',
  },
  {
    status: 403,
    code: 'Authorization.Signature.Invalid',
    condition: 'the Authorization value is wrong: its signature information is invalid',
    rule: 'ERROR-AUTHORIZATION-SIGNATURE',
  },
  {
    status: 403,
    code: 'App.Status.Error',
    condition: 'the app is in a wrong state, for example disabled in the console',
    rule: 'ERROR-APP-STATUS',
  },
  {
    status: 403,
    code: 'Org.Status.Error',
    condition: 'the organisation is in a wrong state, for example with an unpaid balance',
    rule: 'ERROR-ORG-STATUS',
  },
  {
    status: 403,
    code: 'Invalid.Parameter.Value',
    condition: 'a request parameter is invalid',
    rule: 'ERROR-PARAMETER-VALUE',
  },
  {
    status: 404,
    code: 'InvalidEntity.NotFound',
    condition: 'the app cannot be found: the appId is wrong',
    rule: 'ERROR-ENTITY-NOT-FOUND',
  },
  {
    status: 406,
    code: 'App.Secret.Empty',
    condition: 'the app secret is wrong or missing',
    rule: 'ERROR-APP-SECRET',
  },
  {
    status: 406,
    code: 'Sign.Error',
    condition: 'the signature was not made by the required rules',
    rule: 'ERROR-SIGN',
  },
  { status: 500, code: 'Server.Error', condition: 'internal server error', rule: 'ERROR-SERVER' },
] as const satisfies readonly ErrorRow[]

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
export const STREAMING_STATUSES: readonly (Omit<ErrorRow, 'code' | 'rule'> & {
  readonly rule?: RequirementId
})[] = [
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
