import type { RequirementId } from '../model/index.ts'

/** One line of the tables in section 7: a code, when it applies, and its requirement. */
export interface ErrorCode {
  readonly code: string
  readonly condition: string
  readonly requirement: RequirementId
}

/** What an operation can answer. */
export interface Answer {
  readonly status: string
  readonly meaning: string
  readonly requirements: readonly RequirementId[]
  /** The file under schemas/ that describes the body. Without it the interface shows no body. */
  readonly schema?: string
  readonly codes?: readonly ErrorCode[]
}

const forbidden: readonly ErrorCode[] = [
  {
    code: 'Authorization.Type.Invalid',
    condition: 'the Authorization header has a wrong type',
    requirement: 'ERROR-AUTHORIZATION-TYPE',
  },
  {
    code: 'Authorization.Signature.Invalid',
    condition: 'the Authorization value is wrong: its signature information is invalid',
    requirement: 'ERROR-AUTHORIZATION-SIGNATURE',
  },
  {
    code: 'App.Status.Error',
    condition: 'the app is in a wrong state, for example disabled in the console',
    requirement: 'ERROR-APP-STATUS',
  },
  {
    code: 'Org.Status.Error',
    condition: 'the organisation is in a wrong state, for example with an unpaid balance',
    requirement: 'ERROR-ORG-STATUS',
  },
  {
    code: 'Invalid.Parameter.Value',
    condition: 'a request parameter is invalid',
    requirement: 'ERROR-PARAMETER-VALUE',
  },
]

const notAcceptable: readonly ErrorCode[] = [
  {
    code: 'App.Secret.Empty',
    condition: 'the app secret is wrong or missing',
    requirement: 'ERROR-APP-SECRET',
  },
  {
    code: 'Sign.Error',
    condition: 'the signature was not made by the required rules',
    requirement: 'ERROR-SIGN',
  },
]

const codes = (status: string, meaning: string, codes: readonly ErrorCode[]): Answer => ({
  status,
  meaning,
  requirements: codes.map(({ requirement }) => requirement),
  codes,
})

/** Section 7.1. */
export const tokenAnswers: readonly Answer[] = [
  {
    status: '200',
    meaning: 'Success: the token.',
    requirements: ['ERROR-TOKEN-SUCCESS', 'TOKEN-RESPONSE-STATUS', 'TOKEN-RESPONSE-TOKEN'],
    schema: 'auth-token-response.schema.json',
  },
  codes('403', 'Not allowed, or a parameter is invalid.', forbidden),
  codes('404', 'The app cannot be found.', [
    {
      code: 'InvalidEntity.NotFound',
      condition: 'the app cannot be found: the appId is wrong',
      requirement: 'ERROR-ENTITY-NOT-FOUND',
    },
  ]),
  codes('406', 'The app secret or the signature is wrong.', notAcceptable),
  codes('500', 'A fault inside the service.', [
    { code: 'Server.Error', condition: 'internal server error', requirement: 'ERROR-SERVER' },
  ]),
]

/** Section 7.2: status codes only. */
export const streamingAnswers = (body: RequirementId, missing: Omit<Answer, 'status'>): readonly Answer[] => [
  { status: '200', meaning: 'The request was handled.', requirements: ['ERROR-STREAMING-SUCCESS', body] },
  { status: '400', meaning: 'The request is malformed.', requirements: ['ERROR-STREAMING-MALFORMED'] },
  { status: '401', meaning: 'Authentication failed.', requirements: ['ERROR-STREAMING-AUTHENTICATION'] },
  { status: '404', ...missing },
  { status: '500', meaning: 'A fault inside the service.', requirements: ['ERROR-STREAMING-SERVER'] },
]
