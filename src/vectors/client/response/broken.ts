/** Answers that break, come too late, or never come. */
import { OPERATIONS, type Operation } from '../../../model/index.ts'
import { successBody, TOKEN_BODY, type ClientRow } from '../../rows/client.ts'
import { nameOf, STREAMING } from './errors.ts'
import { CALLED, MORE, notSuccess } from './successes.ts'

export const incomplete = OPERATIONS.flatMap((operation): ClientRow[] => [
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

export const headCutOff = STREAMING.map((operation) =>
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
export const dribbles = tooSlow('dribble', 'the answer comes byte by byte, too slowly', [
  'auth.token',
  'streaming.start',
  'streaming.stop',
])

/** A limit that ends with the head of an answer is none for its body. */
export const stalled = tooSlow('stalled', 'the answer stops in the middle of its body', [
  'auth.token',
  'streaming.start',
  'streaming.update',
])

/** No request can arrive, so only its twin shows that the SDK calls at all. */
export const refused: ClientRow = {
  ...notSuccess('auth.token', 'refused', 'nothing listens', { manner: 'refused' }),
  checks: ['no-success'],
  twin: CALLED,
}

/** With room for a slow reader: it is about the size, and no rule says how fast a client reads. */
export const large: ClientRow = {
  ...notSuccess('auth.token', '200-large', 'a body of 10 MB', { body: TOKEN_BODY, manner: 'large' }),
  timeoutMillis: 30_000,
}

/** To the other host name, which answers 500: the call cannot succeed, whether the client follows or not. */
export const redirects = [302, 307, 308].flatMap((status) =>
  OPERATIONS.map((operation) =>
    notSuccess(operation, `redirect-${status}`, `${status} to another host, which answers 500`, {
      status,
      elsewhere: true,
    }),
  ),
)

/** RFC 9110 section 15.4: where the redirect leads 200 is answered, and a call that is made there as it was succeeded. */
const answeredRedirect = (
  operation: Operation,
  status: number,
  elsewhere: true | 'same-host',
): ClientRow => ({
  name: nameOf(operation, `redirect-${status}-${elsewhere === true ? '' : 'same-host-'}answered`),
  title: `Reports a success only if the call was made: ${operation}, ${status} to ${elsewhere === true ? 'another host' : 'another path'}, where 200 is answered`,
  level: 'recommended',
  requirements: [
    'SDK-REDIRECT-METHOD',
    ...(elsewhere === true ? (['SDK-REDIRECT-AUTHORIZATION'] as const) : []),
  ],
  operation,
  answers: [{ status, elsewhere, there: { status: 200, body: successBody(operation) } }],
  checks: [
    'asked',
    'redirect-method',
    ...(elsewhere === true ? (['redirect-authorization'] as const) : []),
    'redirect-answered',
  ],
})
export const answeredRedirects = [307, 308].flatMap((status) =>
  OPERATIONS.flatMap((operation) => [
    answeredRedirect(operation, status, true),
    answeredRedirect(operation, status, 'same-host'),
  ]),
)
