import {
  OPERATIONS,
  type ClientCheck,
  type Family,
  type Operation,
  type RequirementId,
  type ServedAnswer,
} from '../../model/index.ts'
import { gateways, HTML, nameOf, STREAMING, streamingErrors, tokenErrors } from './response/errors.ts'
import { clientFamily, successBody, TOKEN, TOKEN_BODY, type ClientRow } from '../rows/client.ts'

const succeeding = (operation: Operation, name: string, title: string, answer: ServedAnswer): ClientRow => ({
  name: nameOf(operation, name),
  title: `Reports success: ${operation}, ${title}`,
  requirements:
    operation === 'auth.token'
      ? ['SDK-SUCCESS-TO-CALLER', 'SDK-TOKEN-TO-CALLER']
      : ['SDK-SUCCESS-TO-CALLER', 'SDK-EMPTY-SUCCESS'],
  operation,
  answers: [answer],
  checks: operation === 'auth.token' ? ['asked', 'success', 'token'] : ['asked', 'success'],
  ...(operation === 'auth.token' && { expect: { token: TOKEN } }),
})

const MORE = JSON.stringify({ requestId: 'r', data: { list: [1, null] }, token: TOKEN })

const successes = OPERATIONS.flatMap((operation): ClientRow[] => [
  succeeding(operation, '200', 'as it is shown', { status: 200, body: successBody(operation) }),
  succeeding(operation, '200-unknown-members', 'with members that are not shown', {
    status: 200,
    body: MORE,
  }),
  succeeding(operation, '200-slow', 'slowly, within the time limit', {
    status: 200,
    body: MORE,
    manner: 'slow',
  }),
  succeeding(operation, '200-gzip', 'compressed, where the SDK says that it may be', {
    status: 200,
    body: MORE,
    manner: 'gzip',
  }),
])
const bodyless = STREAMING.flatMap((operation) => [
  succeeding(operation, '200-json', 'with an empty JSON object', { status: 200, body: '{}' }),
  succeeding(operation, '200-text', 'with a body that is no JSON', {
    status: 200,
    headers: { 'Content-Type': 'text/plain' },
    body: 'OK',
  }),
])

const notSuccess = (operation: Operation, name: string, title: string, answer: ServedAnswer): ClientRow => ({
  name: nameOf(operation, name),
  title: `Reports no success: ${operation}, ${title}`,
  requirements: ['SDK-INCOMPLETE-NOT-SUCCESS'],
  operation,
  answers: [answer],
  checks: ['asked', 'no-success'],
})

const incomplete = OPERATIONS.flatMap((operation): ClientRow[] => [
  notSuccess(operation, 'cut-off', 'the answer ends before its Content-Length', {
    status: 200,
    body: MORE,
    manner: 'cut-off',
  }),
  notSuccess(operation, 'reset', 'the connection is reset', { status: 200, manner: 'reset' }),
  {
    ...notSuccess(operation, 'silent', 'nothing comes', { status: 200, manner: 'silent' }),
    timeoutMillis: 1000,
  },
])
const headCutOff = STREAMING.map((operation) =>
  notSuccess(operation, 'head-cut-off', 'the answer ends within its headers', {
    status: 200,
    manner: 'head-cut-off',
  }),
)
/** A limit for each read is none for the call. That it is complete in the end is no reason to call it a failure. */
const dribble: ClientRow = {
  ...notSuccess('auth.token', 'dribble', 'the answer comes byte by byte, too slowly', {
    status: 200,
    body: MORE,
    manner: 'dribble',
  }),
  timeoutMillis: 1000,
}
const interim = succeeding('auth.token', '103-then-200', 'after an interim answer', {
  status: 200,
  body: MORE,
  manner: 'interim',
})

const noToken: readonly ClientRow[] = [
  ['200-empty', 'without a body', ''],
  ['200-truncated-json', 'JSON that is cut off', '{"token":"02.app.17000'],
  ['200-html', 'an HTML page', HTML],
  ['200-no-token', 'JSON without a token', '{"ok":true}'],
  ['200-token-misnamed', 'a member whose name differs in case', '{"Token":"02.app"}'],
  ['200-token-null', 'a token that is no string', '{"token":null}'],
].map(([name, title, body]) => notSuccess('auth.token', name!, title!, { status: 200, body: body! }))

/** To the other host name, which answers 500: following it or not, no success can come of it. */
const redirects = [302, 307, 308].flatMap((status) =>
  OPERATIONS.map((operation) =>
    notSuccess(operation, `redirect-${status}`, `${status} to another host, which answers 500`, {
      status,
      elsewhere: true,
    }),
  ),
)

const retry: ClientRow = {
  name: nameOf('streaming.start', '404-then-200'),
  title: 'Repeats a start that was answered 404, where the adapter says so',
  requirements: ['START-CHANNEL-MISSING-RETRY', 'SDK-SUCCESS-TO-CALLER'],
  operation: 'streaming.start',
  needs: ['retries-start'],
  answers: [{ status: 404 }, { status: 200 }],
  checks: ['asked', 'retried', 'success'],
}

/** The same calls, looked at for what a standard or plain safety asks. */
const safely = (row: ClientRow, name: string, requirement: RequirementId, check: ClientCheck): ClientRow => ({
  ...row,
  name: `${row.name}-${name}`,
  title: `${row.title}; ${name.replaceAll('-', ' ')}`,
  level: 'recommended',
  requirements: [requirement],
  checks: ['asked', check],
})

/** No request can arrive, so whether the SDK calls at all is told by its twin. */
const CALLED = 'client/response/auth-token-200'
const refused: ClientRow = {
  ...notSuccess('auth.token', 'refused', 'nobody listens', { status: 200, manner: 'refused' }),
  checks: ['no-success'],
  twin: CALLED,
}
const refusedSafely: ClientRow = {
  ...safely(refused, 'no-crash', 'SDK-ERROR-NO-CRASH', 'no-crash'),
  checks: ['no-crash'],
}
const large = notSuccess('auth.token', '200-large', '10 MB come', {
  status: 200,
  body: TOKEN_BODY,
  manner: 'large',
})
const troubles = [...redirects, ...incomplete, ...headCutOff, dribble, ...noToken, ...gateways, large]
const secretive = [...tokenErrors, ...streamingErrors, ...troubles]
const safe: readonly ClientRow[] = [
  ...troubles.map((row) => safely(row, 'no-crash', 'SDK-ERROR-NO-CRASH', 'no-crash')),
  ...[...incomplete, dribble]
    .filter(({ name }) => /silent$|dribble$/.test(name))
    .map((row) => safely(row, 'time-limit', 'SDK-TIME-LIMIT', 'time-limit')),
  {
    ...safely(refused, 'no-secret-in-error', 'SDK-SECRET-NOT-IN-ERRORS', 'no-secret-in-error'),
    checks: ['no-secret-in-error'],
  },
  ...secretive.map((row) =>
    safely(row, 'no-secret-in-error', 'SDK-SECRET-NOT-IN-ERRORS', 'no-secret-in-error'),
  ),
  ...[...secretive, ...successes].map((row) =>
    safely(row, 'no-secret-in-output', 'SDK-SECRET-NOT-LOGGED', 'no-secret-in-output'),
  ),
  ...redirects.map((row) =>
    safely(row, 'keeps-authorization', 'SDK-REDIRECT-AUTHORIZATION', 'redirect-authorization'),
  ),
  ...redirects
    .filter(({ name }) => !name.endsWith('302'))
    .map((row) => safely(row, 'keeps-method', 'SDK-REDIRECT-METHOD', 'redirect-method')),
]

/** How an SDK's HTTP client takes what a real network sends back. */
export const clientResponse = (): Family =>
  clientFamily('client/response', 'Answers that an SDK gets, and what it tells its caller (section 7)', [
    ...tokenErrors,
    ...streamingErrors,
    ...gateways,
    ...successes,
    ...bodyless,
    ...incomplete,
    ...headCutOff,
    interim,
    ...noToken,
    refused,
    ...redirects,
    retry,
    refusedSafely,
    ...safe,
  ])
