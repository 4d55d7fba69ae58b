import { BROKEN_LINE, type ClientAnswer } from '../../model/index.ts'
import { clientFaultsOf, clientRows, type Followed, type Random } from './clientFault.ts'
import {
  anyHeader,
  anyRequest,
  directRequests,
  isOk,
  isSeenBefore,
  noHeader,
  pathsOf,
  same,
  statusesFollowedWithAuthorization,
  headerValues,
} from './seen.ts'
import { CLIENT_BODY_ROWS, CLIENT_MEMBER_ROWS } from './body.ts'
import { CLIENT_MEMORY_ROWS, CLIENT_TOKEN_MEMORY_ROWS } from './memory.ts'

const bare = (value: string): string => value.replace(/[^0-9a-z]/gi, '').toLowerCase()

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** Faults in the headers of section 5. */
const HEADER_ROWS = clientRows({
  'tracking-id-dashed': {
    does: 'The Tracking-Id is a UUID with its dashes.',
    origin: 'JavaScript crypto.randomUUID(); Python str(uuid4()); Java UUID.toString().',
    repair: 'Take the dashes out; Python: uuid4().hex, Java: toString().replace("-", "").',
    reference: 'getsentry/uptime-checker#238',
    steps: { trackingId: uuid },
    others: [{ trackingId: (random) => uuid(random).toUpperCase() }],
    recognises: anyHeader('tracking-id', (value) => UUID.test(value)),
  },
  'tracking-id-short': {
    does: 'The Tracking-Id lacks the zeros in front.',
    origin: 'Java Long.toHexString and BigInteger.toString(16); Go %x of a number; JavaScript toString(16).',
    repair: 'Write every byte as two digits; Java: String.format("%032x", …), Go: %032x.',
    reference: 'jaegertracing/jaeger-client-java#746',
    // As if it had 16 bytes and the first were 0.
    steps: { trackingId: (random) => hex(random(15)) },
    others: [{ trackingId: (random) => `${hex(random(15))}${hex(random(1))[0]}` }],
    recognises: anyHeader('tracking-id', (value) => /^[0-9a-f]{17,31}$/i.test(value) && !isTime(value)),
  },
  'tracking-id-rune': {
    does: 'The Tracking-Id is one character, of which a number is the code.',
    origin: 'Go string(i) of an integer; PHP and Python chr; C putting an int through %c.',
    repair: 'Write random bytes in hexadecimal digits; Go: hex.EncodeToString.',
    reference: 'golang/go#32479',
    steps: { trackingId: (_random, count) => rune(count) },
    recognises: anyHeader('tracking-id', isOneCharacter),
  },
  'tracking-id-from-clock': {
    does: 'The Tracking-Id is the time.',
    origin: 'JavaScript String(Date.now()); Java System.nanoTime(); Python time.time_ns(); Go UnixNano().',
    repair: 'Write 16 random bytes in hexadecimal digits: two calls within one second need two ids.',
    steps: { trackingId: (_random, count) => String(CLOCK * 1000 + count) },
    others: [{ trackingId: (_random, count) => String(CLOCK * 1_000_000_000 + count * 1000) }],
    recognises: anyHeader('tracking-id', isTime),
  },
  'tracking-id-repeated': {
    does: 'Every call carries the same Tracking-Id.',
    origin: 'An id that is made once, as a constant, a default argument or a header of the whole client.',
    repair: 'Make a new Tracking-Id for each call.',
    steps: { trackingId: () => '4bf92f3577b34da6a3ce929d0e0e4736' },
    recognises: (answer, { calls }) => {
      const requests = directRequests(answer)
      const ids = requests.flatMap((request) => headerValues(request, 'tracking-id'))
      const isRepeated = isSeenBefore(answer) || (calls > 1 && requests.length === calls)
      const isOne = ids.length === requests.length && new Set(ids).size === 1
      return isRepeated && isOne && /^(?!0{16})[0-9a-f]{32}$/i.test(ids[0]!) && !isTime(ids[0]!)
    },
  },
  'authorization-malformed': {
    does: 'The value of Authorization is not the scheme word, one space and a signature without white space.',
    origin: 'A line feed of base64 (Python encodebytes, openssl), a forgotten space, or Bearer of a library.',
    repair: 'Send the scheme word, one space and the signature, as section 5 shows them.',
    reference: 'tornadoweb/tornado#246',
    steps: { byHand: (head) => head.replace(/^Authorization: .*$/m, '$&\n') },
    others: [
      { authorization: (given) => given.replace(/^\S+/, 'Bearer') },
      { authorization: (given) => given.replace(' ', '') },
      { authorization: (given) => given.replace(' ', '  ') },
    ],
    recognises: (answer, call) =>
      answer.requests.some(({ unreadable }) => unreadable === BROKEN_LINE) || isMalformed(answer, call),
  },
  'authorization-of-its-own': {
    does: 'Another value of Authorization is sent than the one that was given.',
    origin: 'A client that signs by itself, behind an adapter that does not say so.',
    repair: 'Send the given value byte for byte, or let the adapter say authorization: "own".',
    steps: { authorization: () => 'SvcSign something' },
    recognises: anyHeader(
      'authorization',
      (value, answer) =>
        answer.given !== undefined &&
        isWellFormed(value, answer) &&
        // A value that was damaged on the way is not the client's own.
        bare(value) !== bare(answer.given),
    ),
  },
  'authorization-missing': {
    does: 'Requests have no Authorization.',
    origin: 'Any language: headers of a call that replace the default headers of the client.',
    repair: 'Send Authorization with every request (section 5).',
    steps: { authorization: () => undefined },
    recognises: noHeader('authorization'),
  },
  'content-type-missing': {
    does: 'Requests have no Content-Type.',
    origin: 'Node http.request and Go http.NewRequest, which set none by themselves.',
    repair: 'Send Content-Type: application/json with every request.',
    steps: { contentType: () => undefined },
    recognises: noHeader('content-type'),
  },
  'content-type-text': {
    does: 'The body is sent as text/plain.',
    origin: 'JavaScript fetch with a string as body; Java RestTemplate with a String.',
    repair: 'Send Content-Type: application/json; name it where the library guesses.',
    steps: { contentType: () => 'text/plain' },
    others: [{ contentType: () => 'text/plain;charset=UTF-8' }],
    recognises: anyHeader('content-type', (value) => /^text\/plain\s*(?:;|$)/i.test(value)),
  },
})

/** A second of the year 2023: code of a catalogue has no clock. */
const CLOCK = 1700000000

/** Seconds, milliseconds, microseconds or nanoseconds since 1970, in the years from 2017 to 2033. */
const inDecimal = (digits: string): boolean => /^1[5-9][0-9]{8}(?:[0-9]{3}){0,3}$/.test(digits)

/** A number in decimal or hexadecimal digits that is a time; leading zeros do not matter. */
function isTime(value: string): boolean {
  const digits = value.replace(/^0+/, '')
  if (inDecimal(digits)) return true
  return /^[0-9a-f]{8,16}$/i.test(digits) && inDecimal(BigInt(`0x${digits}`).toString())
}

/** One byte, or the bytes of one character in UTF-8: header values come as Latin-1. */
function isOneCharacter(value: string): boolean {
  const text = Buffer.from(value, 'latin1').toString('utf8')
  return value.length === 1 || (Array.from(text).length === 1 && text !== '\ufffd')
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Version 4, as in RFC 9562 section 5.4. */
function uuid(random: Random): string {
  const digits = hex(random(16))
  const variant = '89ab'[random(1)[0]! % 4]!
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`
}

/** The interface does not show how an SDK makes its own signature (section 5). */
function isWellFormed(value: string, { scheme, given }: ClientAnswer): boolean {
  const right = given === undefined ? /^[ -~]+$/ : /^[!-~]+$/
  return value.startsWith(`${scheme} `) && right.test(value.slice(scheme.length + 1))
}

/** The given value may already look like this: then it is not the client's fault. */
const isMalformed = anyHeader(
  'authorization',
  (value, answer) => value !== answer.given && !isWellFormed(value, answer),
)

/** Printable characters of one byte: another one for each of 189 calls. */
const rune = (count: number): string => {
  const at = count % 189
  return String.fromCharCode(at < 94 ? 0x21 + at : 0xa1 + at - 94)
}

const joinedPath = (baseUrl: string, path: string): string => baseUrl.replace(/\/+$/, '') + path

const ROUTE_ROWS = clientRows({
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
  'url-without-brackets': {
    does: 'The brackets around an address of IPv6 in the base URL are lost.',
    origin: 'A URL that is put together again from host and port; Java URI.getHost; Go url.Hostname.',
    repair: 'Keep the base URL as it is, or put an address of IPv6 into brackets (RFC 3986 section 3.2.2).',
    steps: { url: (baseUrl, path) => joinedPath(baseUrl.replace(/[[\]]/g, ''), path) },
  },
  'url-version': {
    does: 'A version is put between the base URL and the path.',
    origin: 'Any language: a client made for an API whose paths begin with /v1.',
    repair: 'Append the path of the operation to the base URL and nothing between: the API has no versions.',
    steps: { url: (baseUrl, path) => joinedPath(baseUrl, `/v1${path}`) },
    others: [{ url: (baseUrl, path) => joinedPath(baseUrl, `/api/v2${path}`) }],
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

const SENDING_ROWS = clientRows({
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
  'redirect-renames-authorization': {
    does: 'A redirect to another host is followed with the value of Authorization under another name.',
    origin: 'A proxy header, or an own header that repeats the signature and is not known to the library.',
    repair: 'Do not follow redirects, or drop every header that holds a credential.',
    steps: { follow: (method) => ({ method, authorization: 'X-Authorization', body: true }) },
    recognises: ({ requests, given }) =>
      requests.some((request) => {
        const isGiven = request.headers.some(([, value]) => value === given)
        return request.elsewhere && isGiven && headerValues(request, 'authorization').length === 0
      }),
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
      requests.length === 0 && answers.every(({ manner }) => manner !== 'refused') && reports.every(isOk),
  },
  'start-sent-twice-when-slow': {
    does: 'A start that is not answered soon is sent a second time, and the faster answer counts.',
    origin: 'Hedged requests; a retry after a limit of its own, while the first request is on its way.',
    repair: 'Wait for the answer: POST is not idempotent (RFC 9110 section 9.2.2), and each start is a push.',
    steps: { sendsTwiceAfter: ['streaming.start', 1500] },
    recognises: (answer, { answers, calls }) =>
      answers.every(({ manner }) => manner === 'late') && directRequests(answer).length === 2 * calls,
  },
  'closed-connection-used': {
    does: 'A call on a kept connection fails where the service has closed it.',
    origin: 'A pool that does not look at idle connections; one socket for the life of the client.',
    repair: 'Drop a connection that the service has closed, and open another (RFC 9112 section 9.5).',
    steps: { keepsConnection: true, keepsClosedConnection: true },
  },
  'answers-from-a-cache': {
    does: 'A call that is like an earlier one is answered from memory and not sent.',
    origin: 'A caching layer or memoising decorator around the client; Python functools.lru_cache.',
    repair: 'Send every call: a token may be out of date, and streams come and go.',
    steps: { cache: (call) => JSON.stringify(call) },
    recognises: (answer, { calls, operation }) =>
      // Tokens may be kept, and some are for too long.
      operation !== 'auth.token' &&
      calls > 1 &&
      answer.requests.length === 1 &&
      directRequests(answer).length === 1 &&
      answer.reports.every((report) => isOk(report) && same(report, answer.reports[0])),
  },
})

/** Faults in what an HTTP client sends, in the order in which a request is made. */
export const CLIENT_REQUEST_FAULTS = clientFaultsOf('request', [
  ...ROUTE_ROWS,
  ...HEADER_ROWS,
  ...CLIENT_BODY_ROWS,
  ...SENDING_ROWS,
  ...CLIENT_MEMBER_ROWS,
  ...CLIENT_MEMORY_ROWS,
  ...CLIENT_TOKEN_MEMORY_ROWS,
])
