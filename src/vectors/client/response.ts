import {
  OPERATIONS,
  type ClientCheck,
  type Family,
  type Need,
  type Operation,
  type RequirementId,
  usesUpTheLimit,
} from '../../model/index.ts'
import { STREAMING } from '../../interface/operations.ts'
import { rowName } from '../rows/row.ts'
import { clientFamily, successBody, TOKEN_BODY, type ClientRow } from '../rows/client.ts'
import {
  compressedErrors,
  HTML,
  gateways,
  interimErrors,
  LIMITED,
  streamingErrors,
  tokenErrors,
} from './response/errors.ts'
import { CALLED, misnamedToken, MORE, noToken, notSuccess, successes } from './response/successes.ts'

const incomplete = OPERATIONS.flatMap((operation): ClientRow[] => [
  notSuccess(operation, 'cut-off', 'the answer ends before its Content-Length', {
    body: MORE,
    manner: 'cut-off',
  }),
  notSuccess(operation, 'reset', 'the connection is reset', { manner: 'reset' }),
  {
    ...notSuccess(operation, 'silent', 'no answer comes', { manner: 'silent' }),
    timeoutMillis: 1000,
  },
])

const headCutOff = STREAMING.map((operation) =>
  notSuccess(operation, 'head-cut-off', 'the answer ends within its headers', { manner: 'head-cut-off' }),
)

/** Answers that outlast the limit of the call. */
const tooSlow = (
  manner: 'dribble' | 'stalled',
  title: string,
  operations: readonly Operation[],
): ClientRow[] =>
  operations.map((operation) => ({
    ...notSuccess(operation, manner, title, { body: MORE, manner }),
    timeoutMillis: 1000,
  }))

/** A limit for each read is none for the call. A late but complete answer may still be reported as a success. */
const dribbles = tooSlow('dribble', 'the answer comes byte by byte, too slowly', [
  'auth.token',
  'streaming.start',
  'streaming.stop',
])

/** A limit that ends with the head of an answer is none for its body. */
const stalled = tooSlow('stalled', 'the answer stops in the middle of its body', [
  'auth.token',
  'streaming.start',
  'streaming.update',
])

/** No request can arrive, so only its twin shows that the SDK calls at all. */
const refused: ClientRow = {
  ...notSuccess('auth.token', 'refused', 'nothing listens', { manner: 'refused' }),
  checks: ['no-success'],
  twin: CALLED,
}

/** With room for a slow reader: it is about the size, and no rule says how fast a client reads. */
const large: ClientRow = {
  ...notSuccess('auth.token', '200-large', 'a body of 10 MB', { body: TOKEN_BODY, manner: 'large' }),
  timeoutMillis: 30_000,
}

/** To the other host name, which answers 500: the call cannot succeed, whether the client follows or not. */
const redirects = [302, 307, 308].flatMap((status) =>
  OPERATIONS.map((operation) =>
    notSuccess(operation, `redirect-${status}`, `${status} to another host, which answers 500`, {
      status,
      elsewhere: true,
    }),
  ),
)

/** RFC 9110 section 15.4: where the redirect leads 200 is answered, and a call that is made there as it was succeeded. */
const answeredRedirects = [307, 308].flatMap((status) =>
  OPERATIONS.flatMap((operation): ClientRow[] => {
    const title = `Reports a success only if the call was made: ${operation}, ${status} to`
    const row = (
      elsewhere: true | 'same-host',
    ): Omit<ClientRow, 'name' | 'title' | 'requirements' | 'checks'> => ({
      level: 'recommended',
      operation,
      answers: [{ status, elsewhere, there: { status: 200, body: successBody(operation) } }],
    })
    return [
      {
        ...row(true),
        name: rowName(operation, `redirect-${status}-answered`),
        title: `${title} another host, where 200 is answered`,
        requirements: ['SDK-REDIRECT-METHOD', 'SDK-REDIRECT-AUTHORIZATION'],
        checks: ['asked', 'redirect-method', 'redirect-authorization', 'redirect-answered'],
      },
      {
        ...row('same-host'),
        name: rowName(operation, `redirect-${status}-same-host-answered`),
        title: `${title} another path, where 200 is answered`,
        requirements: ['SDK-REDIRECT-METHOD'],
        checks: ['asked', 'redirect-method', 'redirect-answered'],
      },
    ]
  }),
)

const retries = (
  [
    ['404-then-200', [{ status: 404 }]],
    ['404-json-then-200', [{ status: 404, body: '{"code":"Some.Error"}' }]],
    ['404-html-then-200', [{ status: 404, headers: { 'Content-Type': 'text/html' }, body: HTML }]],
  ] as const
).map(([name, before]): ClientRow => ({
  name: rowName('streaming.start', name),
  title: 'Repeats a start after the answer 404, if the adapter announces it',
  requirements: ['START-CHANNEL-MISSING-RETRY', 'SDK-SUCCESS-TO-CALLER'],
  operation: 'streaming.start',
  needs: ['retries-start'],
  answers: [...before, { status: 200, body: '{}' }],
  checks: ['asked', 'retried', 'success'],
}))

const limited = OPERATIONS.map((operation): ClientRow => ({
  name: rowName(operation, '429-then-200'),
  title: `Open: whether ${operation} is sent again after 429 with Retry-After`,
  requirements: ['SDK-CALL-AGAIN'],
  operation,
  answers: [LIMITED, { status: 200, body: successBody(operation) }],
  checks: ['asked', 'call-sent-again'],
}))

/** The same call with one more check, by a rule of a standard or of plain safety in addition to the text. */
const lookedAt =
  (check: ClientCheck, requirement: RequirementId, name: string = check, needs: readonly Need[] = []) =>
  (row: ClientRow): ClientRow => ({
    ...row,
    name: `${row.name}-${name}`,
    title: `${row.title} (checked: ${name.replaceAll('-', ' ')})`,
    level: 'recommended',
    requirements: [requirement],
    // Where no request can arrive, there is no check that it did.
    checks: row.checks.includes('asked') ? ['asked', check] : [check],
    needs: [...(row.needs ?? []), ...needs],
    ...(row.answers?.some(usesUpTheLimit) && { sameCall: row.name }),
  })
const status = lookedAt('status', 'SDK-ERROR-STATUS-TO-CALLER', 'status', ['tells-status'])
const code = lookedAt('code', 'SDK-ERROR-CODE-TO-CALLER', 'code', ['tells-code'])
const noCrash = lookedAt('no-crash', 'SDK-ERROR-NO-CRASH')
const timeLimit = lookedAt('time-limit', 'SDK-TIME-LIMIT')
const quietError = lookedAt('no-secret-in-error', 'SDK-SECRET-NOT-IN-ERRORS')
const quietOutput = lookedAt('no-secret-in-output', 'SDK-SECRET-NOT-LOGGED')
const keepsAuthorization = lookedAt(
  'redirect-authorization',
  'SDK-REDIRECT-AUTHORIZATION',
  'keeps-authorization',
)
const keepsMethod = lookedAt('redirect-method', 'SDK-REDIRECT-METHOD', 'keeps-method')

const errors = [...tokenErrors, ...streamingErrors, ...gateways]
const troubles = [
  ...redirects,
  ...incomplete,
  ...headCutOff,
  ...dribbles,
  ...stalled,
  ...noToken,
  misnamedToken,
  ...gateways,
  large,
]
const secretive = [...tokenErrors, ...streamingErrors, ...troubles]

/** How an SDK's HTTP client handles what a real network sends back. */
export const clientResponse = (): Family =>
  clientFamily('client/response', 'Answers that an SDK gets, and what it reports to its caller (section 7)', [
    ...errors,
    ...successes,
    ...incomplete,
    ...headCutOff,
    ...noToken,
    misnamedToken,
    refused,
    ...redirects,
    ...answeredRedirects,
    ...retries,
    ...limited,
    ...errors.map(status),
    ...[...tokenErrors, ...compressedErrors].map(code),
    ...interimErrors,
    ...[refused, ...troubles].map(noCrash),
    ...[...incomplete, ...dribbles, ...stalled]
      .filter(({ name }) => /silent$|dribble$|stalled$/.test(name))
      .map(timeLimit),
    ...[refused, ...secretive].map(quietError),
    ...[...secretive, ...successes].map(quietOutput),
    ...redirects.map(keepsAuthorization),
    ...redirects.filter(({ name }) => !name.endsWith('302')).map(keepsMethod),
  ])
