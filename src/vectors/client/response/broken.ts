/** Answers that break, come too late, or never come. */
import { OPERATIONS } from '../../../model/index.ts'
import { TOKEN_BODY, type ClientRow } from '../../rows/client.ts'
import { STREAMING } from './errors.ts'
import { MORE, notSuccess } from './successes.ts'

export const incomplete = OPERATIONS.flatMap((operation): ClientRow[] => [
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

export const headCutOff = STREAMING.map((operation) =>
  notSuccess(operation, 'head-cut-off', 'the answer ends within its headers', {
    status: 200,
    manner: 'head-cut-off',
  }),
)

/** A limit for each read is none for the call. That it is complete in the end is no reason to call it a failure. */
export const dribble: ClientRow = {
  ...notSuccess('auth.token', 'dribble', 'the answer comes byte by byte, too slowly', {
    status: 200,
    body: MORE,
    manner: 'dribble',
  }),
  timeoutMillis: 1000,
}

/** No request can arrive, so whether the SDK calls at all is told by its twin. */
const CALLED = 'client/response/auth-token-200'
export const refused: ClientRow = {
  ...notSuccess('auth.token', 'refused', 'nobody listens', { status: 200, manner: 'refused' }),
  checks: ['no-success'],
  twin: CALLED,
}

export const large = notSuccess('auth.token', '200-large', '10 MB come', {
  status: 200,
  body: TOKEN_BODY,
  manner: 'large',
})

/** To the other host name, which answers 500: following it or not, no success can come of it. */
export const redirects = [302, 307, 308].flatMap((status) =>
  OPERATIONS.map((operation) =>
    notSuccess(operation, `redirect-${status}`, `${status} to another host, which answers 500`, {
      status,
      elsewhere: true,
    }),
  ),
)
