import { errorOf, errorRow, type ErrorCode } from '../../interface/errors.ts'
import type { AllowedAnswer, AuthorizationKind, Family, RequirementId } from '../../model/index.ts'
import { STREAMING, type StreamingOperation } from '../../interface/operations.ts'
import { openRow, rowName, type Row } from '../rows/row.ts'
import {
  endpointFamily,
  ok,
  push,
  recommendedAs,
  RIGHT_BODY,
  RIGHT_TOKEN,
  startOf,
  status,
  TOKEN_CALL,
  type EndpointRow,
} from '../rows/endpoint.ts'

/** Rows of 7.1 about a wrong signature; the text does not show which of them applies where. */
const WRONG_SIGNATURE: readonly AllowedAnswer[] = (
  ['Authorization.Signature.Invalid', 'Sign.Error', 'App.Secret.Empty'] as const
).map(errorOf)

const SIGNATURE_RULES: EndpointRow['requirements'] = [
  'ERROR-SIGN',
  'ERROR-AUTHORIZATION-SIGNATURE',
  'ERROR-APP-SECRET',
  'ERROR-SIGNATURE-OVERLAP',
]

const WRONG_TYPE = errorOf('Authorization.Type.Invalid')
const NOT_FOUND = errorOf('InvalidEntity.NotFound')

/** An app may be looked up by what stands in the value, whose construction is not shown (5.1). */
const NO_SIGNATURE: readonly AllowedAnswer[] = [...WRONG_SIGNATURE, { ...NOT_FOUND, open: true }]

/** Section 5 item 2: every code that an authentication failure may have. */
const AUTHENTICATION: readonly AllowedAnswer[] = [WRONG_TYPE, ...WRONG_SIGNATURE, NOT_FOUND]

/** A request for a token with this Authorization, which has the name of the row, and a right body. */
const ofToken = (
  authorization: AuthorizationKind,
  title: string,
  requirements: EndpointRow['requirements'],
  answers: EndpointRow['answers'],
): EndpointRow => ({ ...TOKEN_CALL, name: authorization, title, requirements, authorization, answers })

const coded = (authorization: AuthorizationKind, what: string, code: ErrorCode): EndpointRow => {
  const { status, rule } = errorRow(code)
  return ofToken(authorization, `Answers ${what} with ${status} ${code}`, [rule], [{ status, code }])
}

const TAKEN = ofToken('right', 'Answers a rightly authorised request with 200', ['ERROR-TOKEN-SUCCESS'], ok)
/** Status 200 with an empty body is no success. */
const RIGHT: EndpointRow = { ...TAKEN, joinParams: RIGHT_TOKEN }
const MISSING = ofToken(
  'missing',
  'Refuses a request without Authorization with an error of section 5 item 2',
  ['ERROR-TOKEN-AUTHENTICATION', 'AUTH-HEADER-PRESENT'],
  AUTHENTICATION,
)
const SCHEME = coded('wrong-scheme', 'another scheme', WRONG_TYPE.code)
const MALFORMED = ofToken(
  'malformed',
  'Refuses an Authorization value that is no signature at all',
  ['ERROR-AUTHORIZATION-SIGNATURE', 'ERROR-SIGNATURE-OVERLAP'],
  NO_SIGNATURE,
)
const signedWith = (authorization: AuthorizationKind, secret: string): EndpointRow =>
  ofToken(authorization, `Refuses a signature that was made with ${secret}`, SIGNATURE_RULES, WRONG_SIGNATURE)
const SIGNATURE = signedWith('wrong-signature', 'another secret')

/** What the token endpoint answers to each kind of authorisation (7.1). */
const TOKEN: readonly EndpointRow[] = [
  RIGHT,
  MISSING,
  SCHEME,
  MALFORMED,
  SIGNATURE,
  signedWith('other-secret', 'the secret of another app'),
  coded('unknown-app', 'an appId that does not exist', NOT_FOUND.code),
  coded('disabled-app', 'a disabled app', 'App.Status.Error'),
  coded('unpaid-app', 'an organisation with an unpaid balance', 'Org.Status.Error'),
]

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
const NO_APP: Readonly<Partial<Record<AuthorizationKind, string>>> = {
  'unknown-app': 'an unknown app',
  malformed: 'an Authorization that is no signature',
}
/** It does not list the state of app and organisation, so the answer of streaming to those is open. */
const OPEN_STREAMING = ['disabled-app', 'unpaid-app'] as const

const words = (authorization: AuthorizationKind): string => authorization.replace('-', ' ')

/** On the open channel, of a push that runs: 401 is then the only error that applies (ERROR-PRECEDENCE). */
const streamingRow = (
  operation: StreamingOperation,
  authorization: AuthorizationKind,
  row: Row,
): EndpointRow => ({
  ...row,
  operation,
  body: RIGHT_BODY[operation],
  channel: 'open',
  ...(operation !== 'streaming.start' && { before: [startOf(push(1))] }),
  authorization,
  answers: status(401),
})

/** Section 5 item 3: whatever is wrong with the authorisation, streaming endpoints answer 401. */
const streamingRows: readonly EndpointRow[] = STREAMING.flatMap((operation) => [
  ...NO_STREAMING.map((authorization) => {
    const row = streamingRow(operation, authorization, {
      name: rowName(operation, authorization),
      title: `Answers ${operation} with 401: authorization ${words(authorization)}`,
      requirements: ['ERROR-STREAMING-AUTHENTICATION'],
    })
    const whose = NO_APP[authorization]
    if (whose === undefined) return row
    // An app that does not exist has no channel either (ERROR-STREAMING-UNKNOWN-APP).
    const title = `Does not ${operation.replace('streaming.', '')} pushes for ${whose}: 401 or 404`
    const requirements = [...row.requirements, 'ERROR-STREAMING-UNKNOWN-APP'] as const
    return { ...row, title, requirements, answers: [...row.answers, { status: 404, open: true as const }] }
  }),
  ...OPEN_STREAMING.map((authorization) =>
    streamingRow(operation, authorization, {
      name: `open-${rowName(operation, authorization)}`,
      title: `Open: what ${operation} answers to ${words(authorization)} (the text does not say)`,
      requirements: ['ERROR-STREAMING-APP-STATUS'],
    }),
  ),
])

const open = (name: string, what: string, requirement: RequirementId): Row => ({
  ...openRow(name, requirement),
  title: `Open: ${what} (the text does not say)`,
})

const sameBytes = (how: 'white-space' | 'same-bytes', words: string): EndpointRow => ({
  ...TAKEN,
  ...open(
    `signature-${how}`,
    `whether a signature of the same bytes is taken ${words}`,
    'AUTH-SIGNATURE-FORM',
  ),
  authorization: { altered: 'signature', how, at: 0 },
  needs: ['signature-bytes'],
})

const MORE: readonly EndpointRow[] = [
  recommendedAs(
    RIGHT,
    'lower-case-scheme',
    'Accepts the scheme in any letter case',
    'AUTH-HEADER-SCHEME-CASE',
    {
      authorization: 'lower-case-scheme',
    },
  ),
  recommendedAs(
    TAKEN,
    'other-case-app',
    'Does not take an appId for the same one in another letter case',
    'ERROR-APPID-LETTER-CASE',
    { authorization: 'other-case-app', answers: AUTHENTICATION },
  ),
  recommendedAs(
    MALFORMED,
    'refusal-without-token',
    'Issues no token when it refuses the authorisation',
    'ERROR-TOKEN-NO-TOKEN',
    { absent: ['token'] },
  ),
  recommendedAs(
    SIGNATURE,
    'refusal-without-secret',
    'Shows no app secret when it refuses a request',
    'API-RESPONSE-NO-SECRET',
  ),
  recommendedAs(
    SIGNATURE,
    'refusal-without-signature',
    'Does not show the right signature when it refuses a request',
    'ERROR-NO-RIGHT-SIGNATURE',
    { needs: ['stand-in'] },
  ),
  {
    ...MISSING,
    ...open('missing', 'which error a request without Authorization gets', 'AUTH-HEADER-MISSING-ERROR'),
    answers: [WRONG_TYPE],
  },
  sameBytes('white-space', 'after two blanks'),
  sameBytes('same-bytes', 'in another letter case (hex) or with an unused bit (base64)'),
  {
    ...SCHEME,
    ...open('several-errors', 'which error comes first, scheme or body', 'ERROR-PRECEDENCE'),
    body: '{}',
  },
]

/** Authorisation of requests (sections 5 and 7). */
export const endpointAuth = (): Family =>
  endpointFamily(
    'endpoint/auth',
    'How an endpoint answers requests that are not authorised (sections 5 and 7)',
    [...TOKEN, ...streamingRows, ...MORE],
  )
