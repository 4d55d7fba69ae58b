import { clientRows, type ClientRow } from './clientFault.ts'
import { heard, inManner, isSuccess } from './reports.ts'

/** How much later than its limit a call may end, in milliseconds. */
const GRACE = 1000

const BROKEN_ROWS: readonly ClientRow[] = clientRows({
  'cut-off-accepted': {
    does: 'A body that ends before its Content-Length is taken for a whole one.',
    origin: 'Node http without a look at response.complete; PHP file_get_contents; old Python requests.',
    repair: 'Compare the length of the body with Content-Length, and report a network failure.',
    steps: { aborted: (status) => ({ ok: true, status }) },
    recognises: inManner('cut-off', isSuccess),
  },
  'head-cut-off-accepted': {
    does: 'An answer that ends within its headers is taken for a success.',
    origin: 'Hand-written HTTP over a socket, which looks at the first line alone.',
    repair: 'Read the headers up to the empty line; what ends before is a network failure.',
    steps: {
      broken: ({ code, message }, { operation }) =>
        code === 'ECONNRESET' && operation !== 'auth.token' && message === 'socket hang up'
          ? { ok: true, status: 200 }
          : undefined,
    },
    recognises: inManner('head-cut-off', isSuccess),
  },
  'interim-taken-for-final': {
    does: 'An interim answer such as 103 is taken for the final one.',
    origin: 'Hand-written HTTP over a socket; libraries from before Early Hints.',
    repair: 'Skip answers with status 100 to 199 and wait for the final one (RFC 9110 section 15.2).',
    steps: { interim: true },
    recognises: inManner('interim', (report) => 'status' in report && report.status === 103),
  },
  'refused-connection-panics': {
    does: 'A refused connection crashes the program.',
    origin: 'Go defer response.Body.Close() before the look at err; an unhandled rejection in Node.',
    repair: 'Look at the error first; where there is no connection, report a network failure.',
    reference: 'open-feature/flagd#79',
    steps: { broken: ({ code }) => (code === 'ECONNREFUSED' ? 'exit' : undefined) },
  },
})

const TIME_ROWS: readonly ClientRow[] = clientRows({
  'no-timeout': {
    does: 'A call waits for an answer without any limit.',
    origin: 'Go http.DefaultClient; Python requests and Java HttpURLConnection without a timeout.',
    repair: 'Set a limit for the whole call; Go: http.Client.Timeout, JavaScript: AbortSignal.timeout.',
    steps: { timeout: () => 60_000 },
    recognises: heard(
      ({ reports, millis }, { answers, timeoutMillis }) =>
        answers.every(({ manner }) => manner === 'silent') &&
        millis.every((time) => time > timeoutMillis + GRACE) &&
        !reports.some(isSuccess),
    ),
  },
  'limit-for-each-read': {
    does: 'The time limit begins anew with every byte, so that a slow answer has none.',
    origin: 'Python requests timeout; Java setReadTimeout; Node request.setTimeout.',
    repair: 'Set one limit for the whole call, its body included.',
    steps: { idle: true },
  },
  'gives-up-early': {
    does: 'A call is given up after a short limit of its own, whatever limit was given.',
    origin:
      'A default of the HTTP client that is not overridden: a read or connect timeout beside that of the call.',
    repair: 'Hand the limit of the caller to the HTTP client, and set no shorter one beside it.',
    by: 'generated',
    steps: { timeout: () => 900 },
    recognises: heard(
      ({ reports, unfinished = [] }, { timeoutMillis }) =>
        unfinished.some((millis) => millis < timeoutMillis / 2) &&
        reports.every((report) => 'kind' in report && report.kind === 'timeout'),
    ),
  },
  'retry-announced-only': {
    does: 'A start that is answered 404 is not sent again, though the adapter says so.',
    origin: 'An adapter that was copied from one whose SDK does it.',
    repair: 'Send the start again after 404, or leave retriesStart out of describe.',
    steps: { says: { retriesStart: true } },
    // Only a client that announces it gets such a call.
    recognises: (answer, { answers }) =>
      answers.length === 2 &&
      answers[0]?.status === 404 &&
      answers[1]?.status === 200 &&
      answer.requests.length === 1,
  },
})

/** Mistakes where the network breaks or delays an answer, or where a call must be sent again. */
export const CLIENT_NETWORK_ROWS: readonly ClientRow[] = [...BROKEN_ROWS, ...TIME_ROWS]
