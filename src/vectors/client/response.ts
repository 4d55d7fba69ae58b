import {
  OPERATIONS,
  type ClientCheck,
  type Family,
  type Need,
  type RequirementId,
  usesUpTheLimit,
} from '../../model/index.ts'
import { clientFamily, successBody, type ClientRow } from '../rows/client.ts'
import {
  answeredRedirects,
  dribbles,
  headCutOff,
  incomplete,
  large,
  redirects,
  refused,
  stalled,
} from './response/broken.ts'
import {
  compressedErrors,
  HTML,
  gateways,
  interimErrors,
  LIMITED,
  nameOf,
  streamingErrors,
  tokenErrors,
} from './response/errors.ts'
import { misnamedToken, noToken, successes } from './response/successes.ts'

const retries = (
  [
    ['404-then-200', [{ status: 404 }]],
    ['404-json-then-200', [{ status: 404, body: '{"code":"Some.Error"}' }]],
    ['404-html-then-200', [{ status: 404, headers: { 'Content-Type': 'text/html' }, body: HTML }]],
  ] as const
).map(([name, before]): ClientRow => ({
  name: nameOf('streaming.start', name),
  title: 'Repeats a start after the answer 404, if the adapter announces it',
  requirements: ['START-CHANNEL-MISSING-RETRY', 'SDK-SUCCESS-TO-CALLER'],
  operation: 'streaming.start',
  needs: ['retries-start'],
  answers: [...before, { status: 200, body: '{}' }],
  checks: ['asked', 'retried', 'success'],
}))

const limited = OPERATIONS.map((operation): ClientRow => ({
  name: nameOf(operation, '429-then-200'),
  title: `Open: whether ${operation} is sent again after 429 with Retry-After`,
  level: 'unspecified',
  requirements: ['SDK-CALL-AGAIN'],
  operation,
  answers: [LIMITED, { status: 200, body: successBody(operation) }],
  checks: ['asked', 'call-sent-again'],
}))

/** A rule of a standard or of plain safety for a call, in addition to the text. */
interface Aspect {
  readonly name: string
  readonly requirement: RequirementId
  readonly check: ClientCheck
  readonly needs?: readonly Need[]
}

const STATUS: Aspect = {
  name: 'status',
  requirement: 'SDK-ERROR-STATUS-TO-CALLER',
  check: 'status',
  needs: ['tells-status'],
}
const CODE: Aspect = {
  name: 'code',
  requirement: 'SDK-ERROR-CODE-TO-CALLER',
  check: 'code',
  needs: ['tells-code'],
}
const NO_CRASH: Aspect = { name: 'no-crash', requirement: 'SDK-ERROR-NO-CRASH', check: 'no-crash' }
const TIME_LIMIT: Aspect = { name: 'time-limit', requirement: 'SDK-TIME-LIMIT', check: 'time-limit' }
const QUIET_ERROR: Aspect = {
  name: 'no-secret-in-error',
  requirement: 'SDK-SECRET-NOT-IN-ERRORS',
  check: 'no-secret-in-error',
}
const QUIET_OUTPUT: Aspect = {
  name: 'no-secret-in-output',
  requirement: 'SDK-SECRET-NOT-LOGGED',
  check: 'no-secret-in-output',
}
const KEEPS_AUTHORIZATION: Aspect = {
  name: 'keeps-authorization',
  requirement: 'SDK-REDIRECT-AUTHORIZATION',
  check: 'redirect-authorization',
}
const KEEPS_METHOD: Aspect = {
  name: 'keeps-method',
  requirement: 'SDK-REDIRECT-METHOD',
  check: 'redirect-method',
}

/** The same call with one more check. Where no request can arrive, there is no check that it did. */
const lookedAt =
  ({ name, requirement, check, needs = [] }: Aspect) =>
  (row: ClientRow): ClientRow => ({
    ...row,
    name: `${row.name}-${name}`,
    title: `${row.title} (checked: ${name.replaceAll('-', ' ')})`,
    level: 'recommended',
    requirements: [requirement],
    checks: row.checks.includes('asked') ? ['asked', check] : [check],
    needs: [...(row.needs ?? []), ...needs],
    ...(row.answers?.some(usesUpTheLimit) && { sameCall: row.name }),
  })

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
    ...errors.map(lookedAt(STATUS)),
    ...[...tokenErrors, ...compressedErrors].map(lookedAt(CODE)),
    ...interimErrors,
    ...[refused, ...troubles].map(lookedAt(NO_CRASH)),
    ...[...incomplete, ...dribbles, ...stalled]
      .filter(({ name }) => /silent$|dribble$|stalled$/.test(name))
      .map(lookedAt(TIME_LIMIT)),
    ...[refused, ...secretive].map(lookedAt(QUIET_ERROR)),
    ...[...secretive, ...successes].map(lookedAt(QUIET_OUTPUT)),
    ...redirects.map(lookedAt(KEEPS_AUTHORIZATION)),
    ...redirects.filter(({ name }) => !name.endsWith('302')).map(lookedAt(KEEPS_METHOD)),
  ])
