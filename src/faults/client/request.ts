import { CLIENT_BODY_ROWS } from './body.ts'
import { CLIENT_HEADER_ROWS } from './headers.ts'
import { CLIENT_MEMBER_ROWS } from './members.ts'
import { CLIENT_MEMORY_ROWS } from './memory.ts'
import { clientRows, clientFaultsOf, type ClientRow, type Followed } from './clientFault.ts'
import { anyRequest, direct, pathsOf, same, statusesFollowedWithAuthorization } from './seenRequests.ts'

const ROUTE_ROWS: readonly ClientRow[] = clientRows({
  'update-as-post': {
    does: 'The update of a stream is sent with POST.',
    origin: 'Any language: one helper post(path, body) for all four operations.',
    repair: 'Send streaming/update with PUT (section 4.3).',
    steps: { method: () => 'POST' },
    recognises: anyRequest(({ method, target }, _answer, call) => {
      const { prefix, path } = pathsOf(call)
      return call.operation === 'streaming.update' && method === 'POST' && target === prefix + path
    }),
  },
  'url-join': {
    does: 'Base URL and path are joined wrongly: a double slash, or the path of the base URL lost.',
    origin: 'Any language: baseUrl + path; JavaScript new URL(path, base), Python urljoin, Java URI.resolve.',
    repair: 'Cut slashes off the end of the base URL, then append the path of the operation.',
    reference: 'firecrawl/firecrawl#4441',
    steps: { url: (baseUrl, path) => baseUrl + path },
    others: [
      { url: (baseUrl, path) => new URL(path, baseUrl).href },
      // Resolved as a relative path, which replaces the last segment.
      { url: (baseUrl, path) => new URL(path.slice(1), baseUrl).href },
    ],
    recognises: anyRequest(({ target }, _answer, call) => {
      const { prefix, path } = pathsOf(call)
      if (target === prefix + path) return false
      const lost = [path, prefix.replace(/\/[^/]*$/, '') + path]
      return lost.includes(target) || target.replace(/\/{2,}/g, '/') === prefix + path
    }),
  },
  'url-version': {
    does: 'A version is put between the base URL and the path.',
    origin: 'Any language: a client made for an API whose paths begin with /v1.',
    repair: 'Append the path of the operation to the base URL and nothing between: the API has no versions.',
    steps: { url: (baseUrl, path) => `${baseUrl.replace(/\/+$/, '')}/v1${path}` },
    others: [{ url: (baseUrl, path) => `${baseUrl.replace(/\/+$/, '')}/api/v2${path}` }],
    recognises: anyRequest(({ target }, _answer, call) => {
      const { prefix, path } = pathsOf(call)
      if (!target.startsWith(prefix) || !target.endsWith(path)) return false
      return /^(?:\/api)?\/v[0-9]+$/.test(target.slice(prefix.length, -path.length))
    }),
  },
})

/** After these a client may go on with GET (RFC 9110 sections 15.4.2 and 15.4.4); so it may after 302. */
const GET_AFTER = new Set([301, 303])
const GET: Followed = { method: 'GET', authorization: true, body: false }

const SENDING_ROWS: readonly ClientRow[] = clientRows({
  'redirect-leaks-authorization': {
    does: 'A redirect to another host is followed with the Authorization header.',
    origin: 'Erlang httpc; Python urllib; hand-written loops over Location; curl --location-trusted.',
    repair: 'Do not follow redirects, or drop Authorization where scheme, host or port change.',
    reference: 'erlang/otp#11212',
    steps: { follow: (method) => ({ method, authorization: true, body: true }) },
    recognises: (answer, call) =>
      !statusesFollowedWithAuthorization(answer, call).every((status) => GET_AFTER.has(status)),
  },
  'see-other-leaks-authorization': {
    does: 'A redirect with 301 or 303 is followed to another host with GET and the Authorization header.',
    origin: 'A loop over Location for these statuses alone, which takes the body away and keeps the headers.',
    repair: 'Drop Authorization at every redirect that changes scheme, host or port, whatever its status.',
    by: 'generated',
    steps: { follow: (_method, status) => (GET_AFTER.has(status) ? GET : undefined) },
    others: [{ follow: (_method, status) => (status === 301 ? GET : undefined) }],
    recognises: (answer, call) => {
      const statuses = statusesFollowedWithAuthorization(answer, call)
      return statuses.length > 0 && statuses.every((status) => GET_AFTER.has(status))
    },
  },
  'redirect-becomes-get': {
    does: 'A redirect with 307 or 308 is followed with GET and without the body.',
    origin: 'Old HTTP libraries, which do so for every redirect; curl -L -X is the inverse.',
    repair: 'Keep method and body on 307 and 308, or do not follow (RFC 9110 section 15.4.8).',
    reference: 'trufnetwork/kwil-db#645',
    steps: { follow: () => ({ method: 'GET', authorization: false, body: false }) },
    // Of 302 a client may make a GET (RFC 9110 section 15.4.3).
    recognises: ({ requests }, { answers }) =>
      answers.every(({ status }) => status === 307 || status === 308) &&
      requests.some(({ elsewhere, method, body }) => elsewhere && method === 'GET' && body === ''),
  },
  'never-calls': {
    does: 'Success is reported without any request to the base URL that was given.',
    origin: 'A stub or dry run that was left in, or an address that is written into the code.',
    repair: 'Send every call to the base URL that is given, and report what it answers.',
    steps: { before: () => ({ ok: true, status: 200, token: 'x' }) },
    recognises: ({ requests, reports }, { answers }) =>
      requests.length === 0 &&
      answers.every(({ manner }) => manner !== 'refused') &&
      reports.every((report) => 'ok' in report && report.ok),
  },
  'answers-from-a-cache': {
    does: 'A call that is like an earlier one is answered from memory and not sent.',
    origin: 'A caching layer or memoising decorator around the client; Python functools.lru_cache.',
    repair: 'Send every call: a token may be out of date, and streams come and go.',
    steps: { cache: (call) => JSON.stringify(call) },
    recognises: (answer, { calls }) =>
      calls > 1 &&
      answer.requests.length === 1 &&
      direct(answer).length === 1 &&
      answer.reports.every((report) => 'ok' in report && report.ok && same(report, answer.reports[0])),
  },
})

/** Mistakes in what an HTTP client sends, in the order in which a request is made. */
export const CLIENT_REQUEST_FAULTS = clientFaultsOf('request', [
  ...ROUTE_ROWS,
  ...CLIENT_HEADER_ROWS,
  ...CLIENT_BODY_ROWS,
  ...SENDING_ROWS,
  ...CLIENT_MEMBER_ROWS,
  ...CLIENT_MEMORY_ROWS,
])
