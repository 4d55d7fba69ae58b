import type { Headers, Random } from '../../faults/client/clientFault.ts'
import { type ClientVariant, clientWays, clientWaysWith, clientWay } from './clientVariant.ts'

const more =
  (others: Headers): ((headers: Headers) => Headers) =>
  (headers) => ({ ...headers, ...others })

/** The headers of a request: section 4 lists three, and does not mention their spelling or any other header. */
export const HEADER_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith({ section: '4' })({
    'query-added': {
      open: 'Whether a request has a query behind its path.',
      does: 'A query behind the path names the client.',
      decides: ['SDK-QUERY-ADDED'],
      steps: { url: (baseUrl, path) => `${baseUrl.replace(/\/+$/, '')}${path}?client=sdk` },
    },
    'content-type-charset': {
      open: 'Whether Content-Type may carry a parameter.',
      does: 'Content-Type has the parameter charset=utf-8.',
      decides: ['HEADER-CONTENT-TYPE-PARAMETER'],
      steps: { contentType: () => 'application/json; charset=utf-8' },
    },
    'content-type-charset-quoted': {
      open: 'How a parameter of Content-Type is written.',
      does: 'Content-Type has the parameter charset="UTF-8", without a space before it.',
      decides: ['HEADER-CONTENT-TYPE-PARAMETER'],
      steps: { contentType: () => 'application/json;charset="UTF-8"' },
    },
    'content-type-upper-case': {
      open: 'In which letter case the media type is written (RFC 9110 section 8.3.1: any).',
      does: 'Content-Type is Application/JSON.',
      steps: { contentType: () => 'Application/JSON' },
    },
  }),
  ...clientWaysWith({ section: '4', open: 'In which letter case the names of headers are written.' })({
    'header-names-lower-case': clientWay('The names of all headers are in lower case.', {
      allHeaders: named((name) => name.toLowerCase()),
    }),
    'header-names-upper-case': clientWay('The names of all headers are in upper case.', {
      allHeaders: named((name) => name.toUpperCase()),
    }),
  }),
  ...clientWays({
    'headers-in-reverse': {
      section: '4',
      open: 'In which order the headers stand.',
      does: 'The headers stand in the reverse order.',
      steps: { allHeaders: (headers) => Object.fromEntries(Object.entries(headers).toReversed()) },
    },
    'user-agent': {
      section: '4',
      open: 'Whether other headers may stand beside those of section 4.',
      does: 'User-Agent and Accept are sent.',
      steps: { allHeaders: more({ 'User-Agent': 'sdk/1.2 (linux)', Accept: 'application/json' }) },
    },
  }),
  ...clientWaysWith({ section: '4', open: 'Which content codings a client takes.' })({
    'accepts-nothing-compressed': clientWay('Accept-Encoding is identity.', {
      allHeaders: more({ 'Accept-Encoding': 'identity' }),
    }),
    'accepts-gzip': clientWay('Accept-Encoding is gzip, and compressed answers are read.', {
      allHeaders: more({ 'Accept-Encoding': 'gzip' }),
    }),
    'accepts-brotli': clientWay('Accept-Encoding is br, and gzip is refused by its weight.', {
      allHeaders: more({ 'Accept-Encoding': 'br, gzip;q=0' }),
    }),
  }),
  ...clientWays({
    'trace-headers': {
      section: '4',
      open: 'Whether other headers may stand beside those of section 4.',
      does: 'Headers of a tracing library are sent: traceparent, X-Request-Id, and a cookie.',
      steps: {
        allHeaders: more({
          traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
          'X-Request-Id': 'r-1',
          Cookie: 'route=a',
        }),
      },
    },
    'app-id-header': {
      section: '5',
      open: 'How a request says which app it comes from.',
      does: 'The appId is sent in a header of its own.',
      decides: ['AUTH-APP-IDENTITY'],
      steps: { headers: (length, { appId }) => ({ 'Content-Length': length, 'X-App-Id': appId }) },
    },
  }),
]

function named(name: (plain: string) => string): (headers: Headers) => Headers {
  return (headers) =>
    Object.fromEntries(Object.entries(headers).map(([plain, value]) => [name(plain), value]))
}

const own = (authorization: string): ClientVariant['steps'] => ({
  authorization: () => authorization,
  says: { authorization: 'own' },
})

const hex = (random: Random): string => Buffer.from(random(16)).toString('hex')

const SIGNATURE = {
  section: '5',
  open: 'How the signature in Authorization is made, and of which characters it is.',
  decides: ['AUTH-SIGNATURE-CONSTRUCTION'],
} as const

/** Tracking-Id (section 4) and Authorization (section 5): the text shows their shape, not their contents. */
export const TRACING_VARIANTS: readonly ClientVariant[] = [
  ...clientWays({
    'no-tracking-id': {
      section: '4',
      open: 'Whether a Tracking-Id is required.',
      does: 'No Tracking-Id is sent.',
      decides: ['HEADER-TRACKING-ID-REQUIRED'],
      steps: { trackingId: () => undefined },
    },
  }),
  ...clientWaysWith({ section: '4', open: 'In which letter case the digits of a Tracking-Id are written.' })({
    'tracking-id-upper-case': {
      does: 'The Tracking-Id is in upper case.',
      decides: ['HEADER-TRACKING-ID-CASE'],
      steps: { trackingId: (random) => hex(random).toUpperCase() },
    },
    'tracking-id-mixed-case': {
      does: 'The first half of the Tracking-Id is in upper case.',
      decides: ['HEADER-TRACKING-ID-CASE'],
      steps: {
        trackingId: (random) => hex(random).replace(/^.{16}/, (half) => half.toUpperCase()),
      },
    },
  }),
  ...clientWays({
    'tracking-id-counted': {
      section: '4',
      open: 'How a Tracking-Id is made.',
      does: 'The Tracking-Id counts the calls, with zeros in front.',
      steps: { trackingId: (_random, count) => (count + 1).toString(16).padStart(32, '0') },
    },
    'tracking-id-of-the-client': {
      section: '4',
      open: 'Whether two calls may share a Tracking-Id.',
      does: 'Every call of a client carries the same Tracking-Id.',
      departs: ['SDK-TRACKING-ID-UNIQUE'],
      steps: { trackingId: () => '0af7651916cd43dd8448eb211c80319c' },
    },
  }),
  ...clientWaysWith(SIGNATURE)({
    'authorization-own': clientWay(
      'The client makes its Authorization itself, and its adapter says so.',
      own('SvcSign its.own=='),
    ),
    'authorization-own-with-spaces': clientWay(
      'The signature of its own holds spaces.',
      own('SvcSign appId=app, timestamp=1700000000, signature=abc'),
    ),
    'authorization-own-punctuated': clientWay(
      'The signature of its own holds every kind of punctuation.',
      own('SvcSign ~!@#$%^&*()_+-={}[]|:;"<>,.?/'),
    ),
    'authorization-own-long': clientWay(
      'The signature of its own has four thousand characters.',
      own(`SvcSign ${'a1'.repeat(2000)}`),
    ),
    'authorization-own-short': clientWay('The signature of its own is one character.', own('SvcSign 0')),
  }),
]

const OPEN = {
  section: '4',
  open: 'How HTTP carries a request: the text names method, path and three headers.',
}
const URLS = { section: '1', open: 'Whether the base URL ends with a slash, and has a path.' }

/** HTTP itself: connections, framing, forms of the target, redirects. */
export const TRANSPORT_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith(OPEN)({
    'connection-close': clientWay('Every request asks that its connection be closed.', {
      allHeaders: more({ Connection: 'close' }),
    }),
    'connection-kept': clientWay('One connection carries many requests.', { keepsConnection: true }),
    chunked: clientWay('The body is chunked, without a Content-Length.', {
      headers: () => ({ 'Transfer-Encoding': 'chunked' }),
    }),
    'expect-continue': clientWay('Expect: 100-continue is sent.', {
      allHeaders: more({ Expect: '100-continue' }),
    }),
    'http-2-upgrade': clientWay('Every request offers to go on with HTTP/2.', {
      allHeaders: more({
        Connection: 'Upgrade, HTTP2-Settings',
        Upgrade: 'h2c',
        'HTTP2-Settings': 'AAEAAEAA',
      }),
    }),
    'http-1-0': clientWay('Requests are of HTTP/1.0.', {
      byHand: (head) => head.replace('HTTP/1.1', 'HTTP/1.0'),
    }),
    'http-1-0-without-host': clientWay(
      'Requests are of HTTP/1.0 and have no Host, which HTTP/1.0 does not ask of them.',
      { byHand: (head) => head.replace('HTTP/1.1', 'HTTP/1.0').replace(/^Host: .*\r\n/m, '') },
    ),
    'head-by-hand': clientWay(
      'The request is written by hand, with no space behind the colons of its headers.',
      { byHand: (head) => head.replace(/^([\w-]+): /gm, '$1:') },
    ),
    'head-padded': clientWay('Spaces stand around the values of headers (RFC 9112 section 5).', {
      byHand: (head) => head.replace(/^([\w-]+): (.*)$/gm, '$1:   $2  '),
    }),
    'query-with-app-id': {
      does: 'The appId stands in a query behind the path.',
      decides: ['AUTH-APP-IDENTITY'],
      steps: { url: (baseUrl, path) => `${baseUrl.replace(/\/+$/, '')}${path}?appId=app` },
    },
    'query-empty': clientWay('An empty query stands behind the path.', {
      url: (baseUrl, path) => `${baseUrl.replace(/\/+$/, '')}${path}?`,
    }),
    'target-absolute': clientWay(
      'The target of the request is the whole URL, as it is for a proxy (RFC 9112 section 3.2.2).',
      {
        byHand: (head) => head.replace(/^(\w+) (\S+)(.*\r\nHost: )(.*)/, '$1 http://$4$2$3$4'),
      },
    ),
    'path-percent-encoded': clientWay(
      'A letter of the path is percent-encoded, which is the same path (RFC 3986 section 6.2.2.2).',
      { url: (baseUrl, path) => baseUrl.replace(/\/+$/, '') + path.replace('t', '%74') },
    ),
  }),
  ...clientWaysWith(URLS)({
    'base-url-concatenated': {
      does: 'Base URL and path are concatenated as they are.',
      departs: ['API-BASE-URL-SLASH'],
      steps: { url: (baseUrl, path) => baseUrl + path },
    },
    'base-url-origin-only': clientWay(
      'The client takes scheme, host and port alone, and its adapter says so.',
      { says: { baseUrl: 'origin' }, url: (baseUrl, path) => new URL(path, baseUrl).href },
    ),
  }),
  ...clientWaysWith(OPEN)({
    'redirect-followed-rightly': clientWay(
      'Redirects are followed with method and body, and without Authorization.',
      { follow: (method) => ({ method, authorization: false, body: true }) },
    ),
  }),
]
