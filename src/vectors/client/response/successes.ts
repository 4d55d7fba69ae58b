/** Answers with status 200: those that the text shows, and some that only resemble them. */
import {
  OPERATIONS,
  TOKEN_PLACE,
  type JsonObject,
  type Manner,
  type Operation,
} from '../../../model/index.ts'
import { successBody, TOKEN_BODY, type ClientRow } from '../../rows/client.ts'
import { twoCalls } from '../request/required.ts'
import { STREAMING } from '../../../interface/operations.ts'
import { rowName } from '../../rows/row.ts'
import { PAGE, recommended, type Answered } from './errors.ts'

/** A right call that anybody can make: it is the twin of those that show nothing, or that a client may refuse. */
export const CALLED = 'client/response/auth-token-200'

/** With members that are not shown. */
export const MORE = JSON.stringify({ requestId: 'r', data: { list: [1, null] }, token: TOKEN_PLACE })

const succeeding = (operation: Operation, name: string, title: string, answer: Answered): ClientRow => {
  const isToken = operation === 'auth.token'
  return {
    name: rowName(operation, name),
    title: `Reports success: ${operation}, ${title}`,
    requirements: ['SDK-SUCCESS-TO-CALLER', ...(isToken ? ['SDK-TOKEN-TO-CALLER'] : [])],
    operation,
    answers: [{ status: 200, ...answer }],
    checks: isToken ? ['asked', 'success', 'token'] : ['asked', 'success'],
  }
}

const eachServed = (name: string, title: string, manner: Manner): readonly ClientRow[] =>
  OPERATIONS.map((operation) => succeeding(operation, name, title, { body: successBody(operation), manner }))

const otherMembers = recommended('SDK-RESPONSE-OTHER-MEMBERS')

const withOtherMembers = (name: string, title: string, bodyOf: (operation: Operation) => string) =>
  OPERATIONS.map((operation) => otherMembers(succeeding(operation, name, title, { body: bodyOf(operation) })))

const tokenOf = (operation: Operation): JsonObject =>
  operation === 'auth.token' ? { token: TOKEN_PLACE } : {}

/** Section 1: all bodies are JSON. Section 4 does not show the body of a streaming call, so it may be any object. */
const shown: readonly ClientRow[] = [
  succeeding('auth.token', '200', 'as the interface shows it', { body: TOKEN_BODY }),
  ...STREAMING.map((operation) =>
    succeeding(operation, '200-json', 'with an empty JSON object', { body: '{}' }),
  ),
]

const slow = eachServed('200-slow', 'slowly, within the time limit', 'slow')
const compressed = eachServed('200-gzip', 'compressed, if the SDK accepts that', 'gzip')

/** Section 4.1 names the member; what else an answer holds is not shown, and another token is none for this call. */
const otherTokens: readonly ClientRow[] = ['before', 'after'].map((place) => {
  const other = { accessToken: '02.first', data: { token: '02.inner' }, tokens: ['02.last'] }
  const own = { token: TOKEN_PLACE }
  const body = JSON.stringify(place === 'before' ? { ...other, ...own } : { ...own, ...other })
  const title = `with other tokens ${place} the one that is shown`
  return otherMembers(succeeding('auth.token', `200-other-tokens-${place}`, title, { body }))
})

/** Members by which other services tell success and failure: of this one the status alone does (section 7). */
const wrapped = withOtherMembers('200-wrapped', 'with status, code and error in the body', (operation) =>
  JSON.stringify({ status: 'ok', code: 0, error: null, message: '', ...tokenOf(operation) }),
)

/**
 * Section 2.1: a token can be reused during its validity, and not after it. How short a duration may be is open, so a
 * client may refuse this one.
 */
const expired: ClientRow = {
  ...succeeding('auth.token', '200-after-expiry', 'and gets a new token when the first has expired', {
    body: TOKEN_BODY,
  }),
  open: 'PARAM-DURATION-MINIMUM',
  twin: CALLED,
  body: { channelId: 'c1', userId: 'u1', duration: 1 },
  calls: 2,
  pause: 2200,
}

/** A second start would be one push more (RFC 9110 section 9.2.2): the first is on its way. */
const late = recommended('SDK-CALL-ONCE')({
  ...succeeding('streaming.start', '200-late', 'when more than the half of the limit is over', {
    body: '{}',
    manner: 'late',
  }),
  timeoutMillis: 5000,
  checks: ['asked', 'success', 'once'],
})

/** RFC 9112 section 9.5: a connection that the service has closed is no connection for the next call. */
const closedAfter = eachServed(
  '200-closed-after',
  'and again, after the service has closed the connection',
  'closed-after',
)
  .map(recommended('SDK-CLOSED-CONNECTION'))
  .map((row) => ({
    ...row,
    ...twoCalls(row.operation),
    checks: row.operation === 'auth.token' ? [...row.checks, 'own-token' as const] : row.checks,
  }))

/** Each caller gets the answer to its own request, in whatever order answers come. */
const atOnce: ClientRow = {
  ...succeeding('auth.token', '200-newest-first', 'of three calls at a time the newest is answered first', {
    body: TOKEN_BODY,
    manner: 'newest-first',
  }),
  calls: 3,
  // Nothing waits for it: a client may make one after the other, and on a busy machine.
  timeoutMillis: 30_000,
  together: true,
  nextBodies: ['u2', 'u3'].map((userId) => ({ channelId: 'c1', userId })),
  checks: ['asked', 'success', 'token', 'own-token'],
}

const withoutJson = STREAMING.flatMap((operation) => [
  succeeding(operation, '200', 'without a body', { body: '' }),
  succeeding(operation, '200-text', 'with a body that is no JSON', {
    headers: { 'Content-Type': 'text/plain' },
    body: 'OK',
  }),
]).map(recommended('SDK-EMPTY-SUCCESS'))

const interim = eachServed('103-then-200', 'after an interim answer', 'interim')

/** RFC 9110 section 2.5: the minor version of an answer changes nothing. */
const inHttp10 = eachServed('200-http-1-0', 'in HTTP/1.0', 'http-1.0')

/** RFC 8259 section 6: beyond 2^53 numbers lose digits in some readers, and a member that is not shown is no failure. */
const largeIntegers = withOtherMembers(
  '200-large-integer',
  'with an integer above 2^53 beside what is shown',
  (operation) => JSON.stringify({ traceId: 0, ...tokenOf(operation) }).replace('0', '9007199254740993'),
)

export const successes: readonly ClientRow[] = [
  ...shown,
  ...OPERATIONS.flatMap((_, at) => [slow[at]!, compressed[at]!]),
  ...withOtherMembers('200-unknown-members', 'with members that are not shown', () => MORE),
  ...withoutJson,
  ...interim.map(recommended('SDK-INTERIM-RESPONSES')),
  ...inHttp10.map(recommended('SDK-HTTP-1-0')),
  ...largeIntegers,
  ...otherTokens,
  ...wrapped,
  late,
  ...closedAfter,
  atOnce,
  expired,
]

/** Answers that the interface does not describe. */
export const notSuccess = (
  operation: Operation,
  name: string,
  title: string,
  answer: Answered,
): ClientRow => ({
  name: rowName(operation, name),
  title: `Reports no success: ${operation}, ${title}`,
  level: 'recommended',
  requirements: ['SDK-INCOMPLETE-NOT-SUCCESS'],
  operation,
  answers: [{ status: 200, ...answer }],
  checks: ['asked', 'no-success'],
})

/** Readers of some languages match names of members without their letter case. */
const misnamedToken: ClientRow = {
  name: rowName('auth.token', '200-token-misnamed'),
  title: 'Open: whether a member Token is read as token (the text does not say)',
  requirements: ['SDK-TOKEN-MEMBER-CASE'],
  operation: 'auth.token',
  answers: [{ status: 200, body: '{"Token":"02.app"}' }],
  checks: ['asked'],
}

const withoutToken = (name: string, title: string, body: string): ClientRow =>
  notSuccess('auth.token', `200-${name}`, title, { body })

const OF_EACH_TYPE = Object.entries({
  null: 'null',
  number: '17',
  boolean: 'true',
  object: '{"value":"02.app"}',
  array: '["02.app"]',
  string: '"02.app"',
})
const notOfType = (due: string) => OF_EACH_TYPE.filter(([type]) => type !== due)

export const noToken: readonly ClientRow[] = [
  withoutToken('empty', 'without a body', ''),
  withoutToken('truncated-json', 'cut-off JSON', '{"token":"02.app.17000'),
  withoutToken('html', 'an HTML page', PAGE.body),
  withoutToken('no-token', 'JSON without a token', '{"ok":true}'),
  ...notOfType('string').map(([type, json]) =>
    withoutToken(`token-${type}`, `a token that is no string: ${type}`, `{"token":${json}}`),
  ),
  ...notOfType('object').map(([type, json]) =>
    withoutToken(`body-${type}`, `a body that is no object: ${type}`, json),
  ),
  misnamedToken,
]
