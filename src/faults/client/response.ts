import { clientFaultsOf, clientRows, type ClientSteps } from './clientFault.ts'
import {
  memberNamed,
  reportedCode,
  servedCodes,
  always,
  heard,
  inManner,
  isPlain200,
  isRefusal,
  isOk,
  isSyntaxError,
  reportedToken,
} from './seen.ts'
import { isObject } from '../../json.ts'
import { jsonOrNothing, objectOrNothing } from '../../members.ts'
import { bodiesOf, type Json } from '../../model/index.ts'
import { CLIENT_FRAMING_ROWS, unlessBroken } from './framing.ts'

/** A JSON object that says nothing of success. */
function isBareObject(text: string): boolean {
  const members = Object.keys(objectOrNothing(text) ?? { code: 0 })
  return !members.some((name) => /^(?:code|ok|status|success)$/.test(name))
}

/** How much later than its limit a call may end, in milliseconds. */
const GRACE = 1000

/** Faults where the network breaks or delays an answer, or where a call must be sent again. */
const NETWORK_ROWS = clientRows({
  'cut-off-accepted': {
    does: 'A body that ends before its Content-Length is taken for a whole one.',
    origin: 'Node http without a look at response.complete; PHP file_get_contents; old Python requests.',
    repair: 'Compare the length of the body with Content-Length, and report a network failure.',
    steps: { aborted: (status) => ({ ok: true, status }) },
    recognises: inManner('cut-off', isOk),
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
    recognises: inManner('head-cut-off', isOk),
  },
  'interim-taken-for-final': {
    does: 'An interim answer such as 103 is taken for the final one.',
    origin: 'Hand-written HTTP over a socket; libraries from before Early Hints.',
    repair: 'Skip answers with status 100 to 199 and wait for the final one (RFC 9110 section 15.2).',
    steps: { interim: true },
    recognises: inManner('interim', (report) => 'status' in report && report.status === 103),
  },
  'http-1-0-refused': {
    does: 'An answer in HTTP/1.0 is not understood.',
    origin: 'Hand-written HTTP that compares the first line with HTTP/1.1 200.',
    repair: 'Take every answer of HTTP/1.x (RFC 9110 section 2.5), and read its status as a number.',
    steps: unlessBroken((bytes) => bytes.toString('latin1', 0, 8) === 'HTTP/1.0'),
  },
  'large-integer-refused': {
    does: 'A whole number beyond 32 bits in an answer, in a member that the client does not need, fails the call.',
    origin: 'Jackson or Gson into a map of Integer; nlohmann get<int> over every member.',
    repair: 'Read token alone, and skip the other members of an answer.',
    steps: {
      success: (text) =>
        /:\s*-?[0-9]{11,}/.test(text) ? { ok: false, kind: 'protocol', status: 200 } : undefined,
    },
  },
  'refused-connection-panics': {
    does: 'A refused connection crashes the program.',
    origin: 'Go defer response.Body.Close() before the look at err; an unhandled rejection in Node.',
    repair: 'Look at the error first; where there is no connection, report a network failure.',
    reference: 'open-feature/flagd#79',
    steps: { broken: ({ code }) => (code === 'ECONNREFUSED' ? 'exit' : undefined) },
  },
  'no-timeout': {
    does: 'A call waits for an answer without any limit.',
    origin: 'Go http.DefaultClient; Python requests and Java HttpURLConnection without a timeout.',
    repair: 'Set a limit for the whole call; Go: http.Client.Timeout, JavaScript: AbortSignal.timeout.',
    steps: { timeout: () => 60_000 },
    recognises: heard(
      ({ reports, millis, requests }, { answers, timeoutMillis, calls }) =>
        answers.every(({ manner }) => manner === 'silent') &&
        // One that is sent again has a limit, for each attempt.
        requests.length === calls &&
        millis.every((time) => time > timeoutMillis + GRACE) &&
        !reports.some(isOk),
    ),
  },
  'limit-for-each-read': {
    does: 'The time limit begins anew with every byte, so that a slow answer has none.',
    origin: 'Python requests timeout; Java setReadTimeout; Node request.setTimeout.',
    repair: 'Set one limit for the whole call, its body included.',
    steps: { idle: true },
  },
  'limit-ends-with-head': {
    does: 'The time limit ends when the head of an answer has come, and its body has none.',
    origin: 'JavaScript clearTimeout after fetch; Go client without Timeout, with a context done early.',
    repair: 'Keep the limit until the body is read.',
    steps: { limitOfHead: true },
  },
  'gives-up-early': {
    does: 'A call is given up after a short limit of its own, whatever limit was given.',
    origin: 'A default of the HTTP client that is kept: a read or connect timeout beside that of the call.',
    repair: 'Hand the limit of the caller to the HTTP client, and set no shorter one beside it.',
    by: 'generated',
    steps: { timeout: () => 500 },
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
      answers.map(({ status }) => status).join() === '404,200' && answer.requests.length === 1,
  },
})

const userOf = (token = ''): Json | undefined =>
  objectOrNothing(Buffer.from(token.split('.')[3] ?? '', 'base64').toString('utf8'))?.['userId']

const UNREADABLE = { ok: false, kind: 'protocol' } as const

const tokenBy = (pattern: RegExp): ClientSteps => ({
  success: (text, { operation }) => {
    if (operation !== 'auth.token') return undefined
    const token = pattern.exec(text)?.[1]
    return token === undefined ? UNREADABLE : { ok: true, status: 200, token }
  },
})

const SUCCESS = { ok: true, status: 200, token: '' } as const

const tokenOf = (body: Json | undefined): Json | undefined =>
  isObject(body) ? (body['token'] ?? undefined) : undefined

const isNoText = (token: Json | undefined): boolean => token !== undefined && typeof token !== 'string'

/** What languages make of a token that is no text. */
const TEXTS_OF: readonly ((token: Json) => string)[] = [String, (token) => JSON.stringify(token)]
const madeText = (textOf: (token: Json) => string): ClientSteps => ({
  tokenIn: (body) => {
    const token = tokenOf(body)
    return isNoText(token) ? textOf(token!) : token
  },
})

const READING_ROWS = clientRows({
  'error-body-lost': {
    does: 'The error code of a refusal does not reach the caller.',
    origin: 'Java HttpURLConnection without getErrorStream; libraries that throw at 4xx and drop the body.',
    repair: 'Read the body of an error too, and hand its code to the caller.',
    reference: 'openid/AppAuth-Android#154',
    steps: { codeOf: () => undefined },
    // The code stood in several bodies of different shapes, and the client found none. In a framing it may get lost.
    recognises: heard(
      ({ reports }, { answers }) =>
        answers.length > 2 &&
        answers.every((served) => served.framing === undefined && servedCodes(served).length > 0) &&
        reports.every(
          (report, index) => isRefusal(report, answers[index]?.status) && reportedCode(report) === undefined,
        ),
    ),
  },
  'code-lowercased': {
    does: 'The error code reaches the caller in lower case.',
    origin: 'Any language: codes made comparable by toLowerCase() or strings.ToLower.',
    repair: 'Hand the error code on as it stands in the body.',
    steps: { codeOf: (code) => code?.toLowerCase() },
    recognises: heard(({ reports }, { answers }) => {
      const served = answers.flatMap(servedCodes)
      const lower = new Set(served.map((code) => code.toLowerCase()))
      const told = reports.flatMap((report) => reportedCode(report) ?? [])
      return told.some((code) => lower.has(code) && !served.includes(code))
    }),
  },
  'non-json-masks-status': {
    does: 'The body is parsed before the status is looked at, so that an HTML page of a gateway hides it.',
    origin: 'JavaScript await response.json() first; Python response.json() before raise_for_status().',
    repair: 'Look at the status first, and take a body that is no JSON for one without an error code.',
    reference: 'fingerprintjs/node-sdk#204',
    steps: {
      failure: (_status, text) => {
        JSON.parse(text)
        return undefined
      },
    },
    others: [{ failure: (_status, text) => (jsonOrNothing(text) === undefined ? UNREADABLE : undefined) }],
    recognises: always(
      ({ status, body = '' }) => status >= 400 && jsonOrNothing(body) === undefined,
      isSyntaxError,
    ),
  },
  'error-swallowed': {
    does: 'Refusals are reported as success.',
    origin: 'Any language: a catch block that logs and goes on; fetch, which does not reject at 403.',
    repair: 'Report every status but 200 as a failure.',
    steps: { failure: () => SUCCESS },
    wider: { failure: () => SUCCESS, broken: () => SUCCESS, success: () => SUCCESS },
    recognises: heard(
      ({ reports }, { answers }) =>
        answers.every(({ status, manner }) => status >= 400 && manner === undefined) && reports.some(isOk),
    ),
  },
  'empty-success-fails': {
    does: 'Status 200 without a body is reported as an error.',
    origin: 'PHP json_decode with an exception; JavaScript response.json() of an empty body.',
    repair: 'Take status 200 of a streaming call for success, whatever the body holds.',
    reference: 'maxmind/web-service-common-php#28',
    steps: { success: (text) => (text === '' ? UNREADABLE : undefined) },
    recognises: always(
      (served, { operation }) => operation !== 'auth.token' && isPlain200(served) && !served.body,
      isSyntaxError,
    ),
  },
  'success-member-demanded': {
    does: 'Status 200 is reported as an error where no member of the body says that it is a success.',
    origin: 'A wrapper from an API whose answers hold {"success": true} or {"code": 0}.',
    repair: 'Take status 200 for success (section 7): the interface shows no such member.',
    steps: { success: (text) => (isBareObject(text) ? { ok: false, kind: 'http', status: 200 } : undefined) },
    // Without a token it would be no success of auth.token (section 4.1).
    recognises: always(
      (served, { operation }) => {
        const { body = '' } = served
        const isSuccess = operation !== 'auth.token' || typeof tokenOf(jsonOrNothing(body)) === 'string'
        return isSuccess && isPlain200(served) && isBareObject(body)
      },
      (report) => 'kind' in report && report.kind === 'http',
    ),
  },
  'any-200-is-a-token': {
    does: 'Status 200 is reported as success though no token came.',
    origin: 'Any language: the token is read without a check, which gives null, none or an empty text.',
    repair: 'Report success of auth.token only with a token that is a non-empty string.',
    steps: { success: () => ({ ok: true, status: 200, token: 'none' }) },
    recognises: always(
      (served, { operation }) =>
        operation === 'auth.token' && isPlain200(served) && !/token/i.test(served.body ?? ''),
      isOk,
    ),
  },
  'token-made-text': {
    does: 'A token that is no JSON string is turned into text, and is reported as success.',
    origin: 'Gson and Jackson: they put a number into a String; JavaScript String(value), Python str(value).',
    repair: 'Report success of auth.token only with a token that is a string (section 4.1).',
    steps: madeText(TEXTS_OF[0]!),
    others: TEXTS_OF.slice(1).map(madeText),
    // Not any success: a client that tells one without a token has another fault.
    recognises: heard(({ reports }, { answers }) => {
      const tokens = answers.filter(isPlain200).map(({ body = '' }) => tokenOf(jsonOrNothing(body)))
      const texts = new Set(
        tokens.filter(isNoText).flatMap((token) => TEXTS_OF.map((textOf) => textOf(token!))),
      )
      return reports.every((report) => texts.has(reportedToken(report) ?? ''))
    }),
  },
  'first-token-like-member': {
    does: 'The token is taken from the first member whose name holds the word.',
    origin: 'A search by pattern; a client for several services, of which some say accessToken.',
    repair: 'Read the member token of the answer, and no other (section 4.1).',
    steps: { tokenIn: (body) => memberNamed(body, (name) => /token/i.test(name)) },
    recognises: always(
      ({ body = '' }) => body.startsWith('{"accessToken":"02.first"'),
      (report) => reportedToken(report) === '02.first',
    ),
  },
  'answers-in-order-of-calls': {
    does: 'Of several calls at a time the first caller gets the answer that comes first.',
    origin: 'A queue of callbacks beside a pool of connections; one field for the result of the client.',
    repair: 'Keep each answer with its own request.',
    steps: { answersInOrder: true },
    recognises: heard(
      ({ reports, tokens = [] }, call) =>
        call.together === true &&
        tokens.every((token) => reports.some((report) => reportedToken(report) === token)) &&
        bodiesOf(call).some(({ userId }, at) => userId !== userOf(reportedToken(reports[at]!))),
    ),
  },
  'token-by-pattern': {
    does: 'The token is looked for by a pattern that knows JSON without white space alone.',
    origin: 'A regular expression or strstr in the place of a JSON reader.',
    repair: 'Read the answer with a JSON reader.',
    steps: tokenBy(/"token":"([^"]*)"/),
  },
  'token-escapes-kept': {
    does: 'The escapes in the JSON string of the token stay in it.',
    origin: 'A pattern in place of a JSON reader; Gson writes an equals sign as \\u003d, PHP a slash as \\/.',
    repair: 'Read the answer with a JSON reader.',
    steps: tokenBy(/"token"\s*:\s*"([^"]*)"/),
  },
  'token-trimmed': {
    does: 'The equals signs at the end of the token are lost.',
    origin: 'A header or cookie parser that splits at every equals sign; Python rstrip("=").',
    repair: 'Hand the token to the caller as it stands in the answer.',
    steps: { tokenOf: (token) => token.replace(/=+$/, '') },
    recognises: heard(({ reports, tokens = [] }) => {
      const trimmed = tokens.filter((token) => token.endsWith('=')).map((token) => token.replace(/=+$/, ''))
      return trimmed.length > 0 && reports.every((report) => trimmed.includes(reportedToken(report) ?? ''))
    }),
  },
})

/** Faults in how an HTTP client reads an answer. */
export const CLIENT_RESPONSE_FAULTS = clientFaultsOf('response', [
  ...READING_ROWS,
  ...NETWORK_ROWS,
  ...CLIENT_FRAMING_ROWS,
])
