import type { BodyKind, RequirementId } from '../model.ts'

/** One line of the tables in section 7: a code, when it comes, and the requirement that says so. */
export interface ErrorCode {
  readonly code: string
  readonly condition: string
  readonly requirement: RequirementId
}

/** What an operation can answer with. */
export interface Answer {
  readonly status: string
  readonly meaning: string
  readonly requirements: readonly RequirementId[]
  /** The file under schemas/ that the body keeps. Without it the interface shows no body. */
  readonly schema?: string
  readonly codes?: readonly ErrorCode[]
}

export interface Operation {
  readonly id: string
  readonly path: string
  readonly method: 'post' | 'put'
  readonly section: string
  readonly summary: string
  readonly description: string
  readonly requirements: readonly RequirementId[]
  readonly body: BodyKind
  readonly answers: readonly Answer[]
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
const tokenAnswers: readonly Answer[] = [
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
const streamingAnswers = (body: RequirementId, missing: Omit<Answer, 'status'>): readonly Answer[] => [
  { status: '200', meaning: 'The request was handled.', requirements: ['ERROR-STREAMING-SUCCESS', body] },
  { status: '400', meaning: 'The request is malformed.', requirements: ['ERROR-STREAMING-MALFORMED'] },
  { status: '401', meaning: 'Authentication failed.', requirements: ['ERROR-STREAMING-AUTHENTICATION'] },
  { status: '404', ...missing },
  { status: '500', meaning: 'A fault inside the service.', requirements: ['ERROR-STREAMING-SERVER'] },
]

/** The four operations of section 4, in its order. */
export const OPERATIONS: readonly Operation[] = [
  {
    id: 'auth.token',
    path: '/auth/token',
    method: 'post',
    section: '4.1',
    summary: 'Get a token from the service',
    description: 'The body holds the join parameters that the token is to carry.',
    requirements: ['TOKEN-REQUEST-METHOD-PATH', 'TOKEN-REQUEST-BODY'],
    body: 'auth-token',
    answers: tokenAnswers,
  },
  {
    id: 'streaming.start',
    path: '/streaming/start',
    method: 'post',
    section: '4.2',
    summary: 'Start pushes of a channel to a CDN',
    description:
      'Each entry of streamList starts one push. A channel has at most 3 streams configured at once by default; which status exceeds it is not shown.',
    requirements: ['START-METHOD-PATH', 'START-STREAMLIST-ENTRY-EACH', 'START-STREAMS-MAXIMUM'],
    body: 'streaming-start',
    answers: streamingAnswers('START-RESPONSE-BODY', {
      meaning:
        'The channel does not exist, for example because its first user has not opened it yet. The request can be sent again.',
      requirements: ['START-CHANNEL-MISSING', 'START-CHANNEL-MISSING-RETRY'],
    }),
  },
  {
    id: 'streaming.update',
    path: '/streaming/update',
    method: 'put',
    section: '4.3',
    summary: 'Change running pushes of a channel',
    description:
      'Layout, push address, presenter of a mixed push, frame rate and watermarks can change; type, flag and the userId of a single-stream push cannot. An empty watermarks array takes the watermarks away.',
    requirements: [
      'UPDATE-METHOD-PATH',
      'UPDATE-TYPE-FIXED',
      'UPDATE-FLAG-FIXED',
      'UPDATE-SINGLE-USERID-FIXED',
      'UPDATE-WATERMARKS-EMPTY',
    ],
    body: 'streaming-update',
    answers: streamingAnswers('UPDATE-RESPONSE-BODY', {
      meaning: 'The channel does not exist.',
      requirements: ['UPDATE-CHANNEL-MISSING'],
    }),
  },
  {
    id: 'streaming.stop',
    path: '/streaming/stop',
    method: 'post',
    section: '4.4',
    summary: 'Stop pushes of a channel',
    description: 'With a streamId that push stops, without one every push of the channel.',
    requirements: ['STOP-METHOD-PATH', 'STOP-ONE', 'STOP-ALL'],
    body: 'streaming-stop',
    answers: streamingAnswers('STOP-RESPONSE-BODY', {
      meaning: 'The channel does not exist.',
      requirements: ['STOP-CHANNEL-MISSING'],
    }),
  },
]
