import type { AllowedAnswer, AuthorizationKind, Family, Need, Operation } from '../model.ts'
import { endpointFamily, ok, RIGHT_BODY, status, type EndpointRow } from './endpoint-row.ts'

/** Rows of 7.1 that say that the signature is wrong; where which of them applies is not shown. */
const WRONG_SIGNATURE: readonly AllowedAnswer[] = [
  { status: 403, code: 'Authorization.Signature.Invalid' },
  { status: 406, code: 'Sign.Error' },
  { status: 406, code: 'App.Secret.Empty' },
]

interface TokenRow {
  readonly authorization: AuthorizationKind
  readonly title: string
  readonly requirements: readonly [string, ...string[]]
  readonly answers: readonly AllowedAnswer[]
  readonly needs?: readonly Need[]
}

/** What the token endpoint says to each way of not being authorised (7.1). */
const TOKEN: readonly TokenRow[] = [
  {
    authorization: 'wrong-scheme',
    title: 'Answers another scheme with 403 Authorization.Type.Invalid',
    requirements: ['ERROR-AUTHORIZATION-TYPE'],
    answers: [{ status: 403, code: 'Authorization.Type.Invalid' }],
  },
  {
    authorization: 'malformed',
    title: 'Refuses an Authorization value that is no signature at all',
    requirements: ['ERROR-AUTHORIZATION-SIGNATURE', 'ERROR-SIGNATURE-OVERLAP'],
    answers: WRONG_SIGNATURE,
  },
  {
    authorization: 'wrong-signature',
    title: 'Refuses a signature that was made with another secret',
    requirements: [
      'ERROR-SIGN',
      'ERROR-AUTHORIZATION-SIGNATURE',
      'ERROR-APP-SECRET',
      'ERROR-SIGNATURE-OVERLAP',
    ],
    answers: WRONG_SIGNATURE,
    needs: ['known-secret'],
  },
  {
    authorization: 'unknown-app',
    title: 'Answers an appId that does not exist with 404 InvalidEntity.NotFound',
    requirements: ['ERROR-ENTITY-NOT-FOUND'],
    answers: [{ status: 404, code: 'InvalidEntity.NotFound' }],
    needs: ['known-secret'],
  },
  {
    authorization: 'disabled-app',
    title: 'Answers a disabled app with 403 App.Status.Error',
    requirements: ['ERROR-APP-STATUS'],
    answers: [{ status: 403, code: 'App.Status.Error' }],
    needs: ['disabled-app'],
  },
  {
    authorization: 'unpaid-app',
    title: 'Answers an organisation with an unpaid balance with 403 Org.Status.Error',
    requirements: ['ERROR-ORG-STATUS'],
    answers: [{ status: 403, code: 'Org.Status.Error' }],
    needs: ['unpaid-app'],
  },
]

const STREAMING = ['streaming.start', 'streaming.update', 'streaming.stop'] as const
const NO_STREAMING: readonly AuthorizationKind[] = ['missing', 'wrong-scheme', 'malformed', 'wrong-signature']

const slug = (operation: Operation): string => operation.replace('.', '-')

/** Section 5 item 3: whatever is wrong with the authorisation, streaming endpoints say 401. */
const streamingRows: readonly EndpointRow[] = STREAMING.flatMap((operation) =>
  NO_STREAMING.map((authorization) => ({
    name: `${slug(operation)}-${authorization}`,
    title: `Answers ${operation} with 401: authorization ${authorization.replace('-', ' ')}`,
    requirements: ['ERROR-STREAMING-AUTHENTICATION'] as const,
    operation,
    body: RIGHT_BODY[operation],
    authorization,
    answers: status(401),
    ...(authorization === 'wrong-signature' && { needs: ['known-secret'] as const }),
  })),
)

const TOKEN_BODY = { operation: 'auth.token', body: RIGHT_BODY['auth.token'] } as const

/** Authorisation of requests (sections 5 and 7). */
export const endpointAuth = (): Family =>
  endpointFamily(
    'endpoint/auth',
    'How an endpoint answers requests that are not authorised (sections 5 and 7)',
    [
      {
        ...TOKEN_BODY,
        name: 'right',
        title: 'Answers a request that is rightly authorised with 200',
        requirements: ['ERROR-TOKEN-SUCCESS'],
        answers: ok,
      },
      ...TOKEN.map((row) => ({ ...TOKEN_BODY, name: row.authorization, ...row })),
      ...streamingRows,
      {
        ...TOKEN_BODY,
        name: 'lower-case-scheme',
        title: 'Takes the scheme in any letter case',
        level: 'recommended',
        requirements: ['AUTH-HEADER-SCHEME-CASE'],
        authorization: 'lower-case-scheme',
        answers: ok,
      },
      {
        ...TOKEN_BODY,
        name: 'open-missing',
        title: 'Open: which error a request without Authorization gets (the text does not say)',
        level: 'unspecified',
        requirements: ['AUTH-HEADER-MISSING-ERROR'],
        authorization: 'missing',
        answers: [{ status: 403, code: 'Authorization.Type.Invalid' }],
      },
      {
        ...TOKEN_BODY,
        name: 'open-several-errors',
        title: 'Open: which error comes first, scheme or body (the text does not say)',
        level: 'unspecified',
        requirements: ['ERROR-PRECEDENCE'],
        authorization: 'wrong-scheme',
        body: '{}',
        answers: [{ status: 403, code: 'Authorization.Type.Invalid' }],
      },
    ],
  )
