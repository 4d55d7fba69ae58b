import {
  OPERATIONS,
  type ClientCheck,
  type Family,
  type Manner,
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
  gateways,
  interimErrors,
  LIMITED,
  PAGE,
  streamingErrors,
  tokenErrors,
  type Answered,
} from './response/errors.ts'
import { CALLED, MORE, noToken, notSuccess, successes } from './response/successes.ts'

const broken = (operation: Operation, manner: Manner, title: string, answer: Answered = {}): ClientRow =>
  notSuccess(operation, manner, title, { ...answer, manner })

/** One that outlasts the limit of the call. */
const overdue: typeof broken = (...row) => ({ ...broken(...row), timeoutMillis: 1000 })

const incomplete: readonly ClientRow[] = [
  ...OPERATIONS.flatMap((operation) => [
    broken(operation, 'cut-off', 'the answer ends before its Content-Length', { body: MORE }),
    broken(operation, 'reset', 'the connection is reset'),
    overdue(operation, 'silent', 'no answer comes'),
  ]),
  ...STREAMING.map((operation) => broken(operation, 'head-cut-off', 'the answer ends within its headers')),
]

const tooSlow: readonly ClientRow[] = [
  // A limit for each read is none for the call. A late but complete answer may still be reported as a success.
  ...(['auth.token', 'streaming.start', 'streaming.stop'] as const).map((operation) =>
    overdue(operation, 'dribble', 'the answer comes byte by byte, too slowly', { body: MORE }),
  ),
  // A limit that ends with the head of an answer is none for its body.
  ...(['auth.token', 'streaming.start', 'streaming.update'] as const).map((operation) =>
    overdue(operation, 'stalled', 'the answer stops in the middle of its body', { body: MORE }),
  ),
]

/** No request can arrive, so only its twin shows that the SDK calls at all. */
const refused: ClientRow = {
  ...broken('auth.token', 'refused', 'nothing listens'),
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
  OPERATIONS.flatMap((operation) =>
    ([true, 'same-host'] as const).map((elsewhere): ClientRow => {
      const where = elsewhere === true ? 'host' : 'path'
      return {
        name: rowName(operation, `redirect-${status}${where === 'host' ? '' : '-same-host'}-answered`),
        title: `Reports a success only if the call was made: ${operation}, ${status} to another ${where}, where 200 is answered`,
        level: 'recommended',
        requirements: ['SDK-REDIRECT-METHOD', ...(where === 'host' ? ['SDK-REDIRECT-AUTHORIZATION'] : [])],
        operation,
        answers: [{ status, elsewhere, there: { status: 200, body: successBody(operation) } }],
        checks: [
          'asked',
          'redirect-method',
          ...(where === 'host' ? (['redirect-authorization'] as const) : []),
          'redirect-answered',
        ],
      }
    }),
  ),
)

const retries = Object.entries({
  '404-then-200': {},
  '404-json-then-200': { body: '{"code":"Some.Error"}' },
  '404-html-then-200': PAGE,
}).map(([name, before]): ClientRow => ({
  name: rowName('streaming.start', name),
  title: 'Repeats a start after the answer 404, if the adapter announces it',
  requirements: ['START-CHANNEL-MISSING-RETRY', 'SDK-SUCCESS-TO-CALLER'],
  operation: 'streaming.start',
  needs: ['retries-start'],
  answers: [
    { status: 404, ...before },
    { status: 200, body: '{}' },
  ],
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

const errors = [...tokenErrors, ...streamingErrors, ...gateways]
const troubles = [...redirects, ...incomplete, ...tooSlow, ...noToken, ...gateways, large]
const secretive = [...tokenErrors, ...streamingErrors, ...troubles]

/** How an SDK's HTTP client handles what a real network sends back. */
export const clientResponse = (): Family =>
  clientFamily('client/response', 'Answers that an SDK gets, and what it reports to its caller (section 7)', [
    ...errors,
    ...successes,
    ...incomplete,
    ...noToken,
    refused,
    ...redirects,
    ...answeredRedirects,
    ...retries,
    ...limited,
    ...errors.map(lookedAt('status', 'SDK-ERROR-STATUS-TO-CALLER', 'status', ['tells-status'])),
    ...[...tokenErrors, ...compressedErrors].map(
      lookedAt('code', 'SDK-ERROR-CODE-TO-CALLER', 'code', ['tells-code']),
    ),
    ...interimErrors,
    ...[refused, ...troubles].map(lookedAt('no-crash', 'SDK-ERROR-NO-CRASH')),
    ...[...incomplete, ...tooSlow]
      .filter(({ name }) => /silent$|dribble$|stalled$/.test(name))
      .map(lookedAt('time-limit', 'SDK-TIME-LIMIT')),
    ...[refused, ...secretive].map(lookedAt('no-secret-in-error', 'SDK-SECRET-NOT-IN-ERRORS')),
    ...[...secretive, ...successes].map(lookedAt('no-secret-in-output', 'SDK-SECRET-NOT-LOGGED')),
    ...redirects.map(lookedAt('redirect-authorization', 'SDK-REDIRECT-AUTHORIZATION', 'keeps-authorization')),
    ...redirects
      .filter(({ name }) => !name.endsWith('302'))
      .map(lookedAt('redirect-method', 'SDK-REDIRECT-METHOD', 'keeps-method')),
  ])
