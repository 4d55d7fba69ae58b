import { errorOf } from '../../interface/errors.ts'
import type { AllowedAnswer, AuthorizationKind, Family, Operation } from '../../model/index.ts'
import {
  endpointFamily,
  ok,
  push,
  RIGHT_BODY,
  RIGHT_TOKEN,
  started,
  status,
  type EndpointRow,
} from '../rows/endpoint.ts'

/** Rows of 7.1 about a wrong signature; the text does not show which of them applies where. */
const WRONG_SIGNATURE: readonly AllowedAnswer[] = [
  errorOf('Authorization.Signature.Invalid'),
  errorOf('Sign.Error'),
  errorOf('App.Secret.Empty'),
]

const SIGNATURE_RULES: EndpointRow['requirements'] = [
  'ERROR-SIGN',
  'ERROR-AUTHORIZATION-SIGNATURE',
  'ERROR-APP-SECRET',
  'ERROR-SIGNATURE-OVERLAP',
]

/** An app may be looked up by what stands in the value, whose construction is not shown (5.1). */
const NO_SIGNATURE: readonly AllowedAnswer[] = [
  ...WRONG_SIGNATURE,
  { ...errorOf('InvalidEntity.NotFound'), open: true },
]

/** Section 5 item 2: every code that an authentication failure may have. */
const AUTHENTICATION: readonly AllowedAnswer[] = [
  errorOf('Authorization.Type.Invalid'),
  ...WRONG_SIGNATURE,
  errorOf('InvalidEntity.NotFound'),
]

/** A row about the token endpoint; its body is right if the row has none. */
type TokenRow = Omit<EndpointRow, 'operation' | 'body'> & Partial<Pick<EndpointRow, 'body'>>

/** What the token endpoint answers to each kind of wrong authorisation (7.1). */
const TOKEN: readonly (Omit<TokenRow, 'name'> & { readonly authorization: AuthorizationKind })[] = [
  {
    authorization: 'missing',
    title: 'Refuses a request without Authorization with an error of section 5 item 2',
    requirements: ['ERROR-TOKEN-AUTHENTICATION', 'AUTH-HEADER-PRESENT'],
    answers: AUTHENTICATION,
  },
  {
    authorization: 'wrong-scheme',
    title: 'Answers another scheme with 403 Authorization.Type.Invalid',
    requirements: ['ERROR-AUTHORIZATION-TYPE'],
    answers: [errorOf('Authorization.Type.Invalid')],
  },
  {
    authorization: 'malformed',
    title: 'Refuses an Authorization value that is no signature at all',
    requirements: ['ERROR-AUTHORIZATION-SIGNATURE', 'ERROR-SIGNATURE-OVERLAP'],
    answers: NO_SIGNATURE,
  },
  {
    authorization: 'wrong-signature',
    title: 'Refuses a signature that was made with another secret',
    requirements: SIGNATURE_RULES,
    answers: WRONG_SIGNATURE,
    needs: ['known-secret'],
  },
  {
    authorization: 'other-secret',
    title: 'Refuses a signature that was made with the secret of another app',
    requirements: SIGNATURE_RULES,
    answers: WRONG_SIGNATURE,
    needs: ['known-secret', 'other-app'],
  },
  {
    authorization: 'unknown-app',
    title: 'Answers an appId that does not exist with 404 InvalidEntity.NotFound',
    requirements: ['ERROR-ENTITY-NOT-FOUND'],
    answers: [errorOf('InvalidEntity.NotFound')],
    needs: ['known-secret'],
  },
  {
    authorization: 'disabled-app',
    title: 'Answers a disabled app with 403 App.Status.Error',
    requirements: ['ERROR-APP-STATUS'],
    answers: [errorOf('App.Status.Error')],
    needs: ['disabled-app'],
  },
  {
    authorization: 'unpaid-app',
    title: 'Answers an organisation with an unpaid balance with 403 Org.Status.Error',
    requirements: ['ERROR-ORG-STATUS'],
    answers: [errorOf('Org.Status.Error')],
    needs: ['unpaid-app'],
  },
]

const STREAMING = ['streaming.start', 'streaming.update', 'streaming.stop'] as const
/** Section 5 item 2 lists an unknown appId among the authentication failures. */
const NO_STREAMING: readonly AuthorizationKind[] = [
  'missing',
  'wrong-scheme',
  'malformed',
  'wrong-signature',
  'other-secret',
  'unknown-app',
]
/** Authorizations of which the endpoint may find no app. */
const NO_APP: ReadonlyMap<AuthorizationKind, string> = new Map([
  ['unknown-app', 'an unknown app'],
  ['malformed', 'an Authorization that is no signature'],
])
/** It does not list the state of app and organisation, so the answer of streaming to those is open. */
const OPEN_STREAMING = ['disabled-app', 'unpaid-app'] as const

/** What has to be known to make such an Authorization. */
function needsOf(authorization: AuthorizationKind): Pick<EndpointRow, 'needs'> {
  if (authorization === 'other-secret') return { needs: ['known-secret', 'other-app'] }
  return /wrong-signature|unknown-app/.test(authorization) ? { needs: ['known-secret'] } : {}
}

const slug = (operation: Operation): string => operation.replace('.', '-')
const words = (authorization: AuthorizationKind): string => authorization.replace('-', ' ')

/** On the open channel, of a push that runs: 401 is then the only error that applies (ERROR-PRECEDENCE). */
const streamingRow = (operation: (typeof STREAMING)[number], authorization: AuthorizationKind) => ({
  operation,
  body: RIGHT_BODY[operation],
  channel: 'open' as const,
  ...(operation !== 'streaming.start' && { before: [started(push(1))] }),
  authorization,
  answers: status(401),
})

/** Section 5 item 3: whatever is wrong with the authorisation, streaming endpoints answer 401. */
const streamingRows: readonly EndpointRow[] = STREAMING.flatMap((operation) => [
  ...NO_STREAMING.map((authorization) => ({
    ...streamingRow(operation, authorization),
    name: `${slug(operation)}-${authorization}`,
    title: `Answers ${operation} with 401: authorization ${words(authorization)}`,
    requirements: ['ERROR-STREAMING-AUTHENTICATION'] as const,
    // An app that does not exist has no channel either (ERROR-STREAMING-UNKNOWN-APP).
    ...(NO_APP.has(authorization) && {
      title: `Does not ${operation.replace('streaming.', '')} pushes for ${NO_APP.get(authorization)}: 401 or 404`,
      requirements: ['ERROR-STREAMING-AUTHENTICATION', 'ERROR-STREAMING-UNKNOWN-APP'] as const,
      answers: [...status(401), { status: 404, open: true as const }],
    }),
    ...needsOf(authorization),
  })),
  ...OPEN_STREAMING.map((authorization) => ({
    ...streamingRow(operation, authorization),
    name: `open-${slug(operation)}-${authorization}`,
    title: `Open: what ${operation} answers to ${words(authorization)} (the text does not say)`,
    level: 'unspecified' as const,
    requirements: ['ERROR-STREAMING-APP-STATUS'] as const,
    needs: [authorization],
  })),
])

const ofToken = (row: TokenRow): EndpointRow => ({
  operation: 'auth.token',
  body: RIGHT_BODY['auth.token'],
  ...row,
})

const RIGHT: TokenRow = {
  name: 'right',
  title: 'Answers a rightly authorised request with 200',
  requirements: ['ERROR-TOKEN-SUCCESS'],
  answers: ok,
  // Status 200 with an empty body is no success.
  joinParams: RIGHT_TOKEN,
}

const MORE: readonly TokenRow[] = [
  {
    name: 'lower-case-scheme',
    title: 'Accepts the scheme in any letter case',
    level: 'recommended',
    requirements: ['AUTH-HEADER-SCHEME-CASE'],
    authorization: 'lower-case-scheme',
    answers: ok,
    joinParams: RIGHT_TOKEN,
  },
  {
    name: 'refusal-without-token',
    title: 'Issues no token when it refuses the authorisation',
    level: 'recommended',
    requirements: ['ERROR-TOKEN-NO-TOKEN'],
    authorization: 'malformed',
    answers: NO_SIGNATURE,
    absent: ['token'],
  },
  {
    name: 'refusal-without-secret',
    title: 'Shows no app secret when it refuses a request',
    level: 'recommended',
    requirements: ['API-RESPONSE-NO-SECRET'],
    authorization: 'wrong-signature',
    answers: WRONG_SIGNATURE,
    needs: ['known-secret'],
  },
  {
    name: 'refusal-without-signature',
    title: 'Does not show the right signature when it refuses a request',
    level: 'recommended',
    requirements: ['ERROR-NO-RIGHT-SIGNATURE'],
    authorization: 'wrong-signature',
    answers: WRONG_SIGNATURE,
    needs: ['stand-in'],
  },
  {
    name: 'open-missing',
    title: 'Open: which error a request without Authorization gets (the text does not say)',
    level: 'unspecified',
    requirements: ['AUTH-HEADER-MISSING-ERROR'],
    authorization: 'missing',
    answers: [errorOf('Authorization.Type.Invalid')],
  },
  ...(
    [
      ['white-space', 'after two blanks'],
      ['same-bytes', 'in another letter case (hex) or with an unused bit (base64)'],
    ] as const
  ).map(([how, words]) => ({
    name: `open-signature-${how}`,
    title: `Open: whether a signature of the same bytes is taken ${words} (the text does not say)`,
    level: 'unspecified' as const,
    requirements: ['AUTH-SIGNATURE-FORM'] as const,
    authorization: { altered: 'signature', how, at: 0 } as const,
    needs: ['signature-bytes'] as const,
    answers: ok,
  })),
  {
    name: 'open-several-errors',
    title: 'Open: which error comes first, scheme or body (the text does not say)',
    level: 'unspecified',
    requirements: ['ERROR-PRECEDENCE'],
    authorization: 'wrong-scheme',
    body: '{}',
    answers: [errorOf('Authorization.Type.Invalid')],
  },
]

/** Authorisation of requests (sections 5 and 7). */
export const endpointAuth = (): Family =>
  endpointFamily(
    'endpoint/auth',
    'How an endpoint answers requests that are not authorised (sections 5 and 7)',
    [
      ofToken(RIGHT),
      ...TOKEN.map((row) => ofToken({ name: row.authorization, ...row })),
      ...streamingRows,
      ...MORE.map(ofToken),
    ],
  )
