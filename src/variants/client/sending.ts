import type { Headers, Random } from '../../faults/client/clientFault.ts'
import { type ClientVariant, clientWaysWith, clientWay, type ClientWay } from './clientVariant.ts'

const adding = (does: string, others: Headers): ClientWay =>
  clientWay(does, { allHeaders: (headers) => ({ ...headers, ...others }) })

const named = (does: string, nameOf: (plain: string) => string): ClientWay =>
  clientWay(does, {
    allHeaders: (headers) =>
      Object.fromEntries(Object.entries(headers).map(([plain, value]) => [nameOf(plain), value])),
  })

/** The headers of a request: section 4 lists three, and does not mention their spelling or any other header. */
export const HEADER_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith({ section: '4' })({
    'query-added': {
      open: 'Whether a request has a query behind its path.',
      does: 'A query behind the path names the client.',
      decides: ['SDK-QUERY-ADDED'],
      steps: { url: (baseUrl, path) => `${withoutSlash(baseUrl)}${path}?client=sdk` },
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
    'header-names-lower-case': named('All header names are in lower case.', (name) => name.toLowerCase()),
    'header-names-upper-case': named('All header names are in upper case.', (name) => name.toUpperCase()),
  }),
  ...clientWaysWith({ section: '4' })({
    'headers-in-reverse': {
      open: 'In which order the headers stand.',
      does: 'The headers stand in the reverse order.',
      steps: { allHeaders: (headers) => Object.fromEntries(Object.entries(headers).toReversed()) },
    },
    'user-agent': {
      open: 'Whether other headers may stand beside those of section 4.',
      ...adding('User-Agent and Accept are sent.', {
        'User-Agent': 'sdk/1.2 (linux)',
        Accept: 'application/json',
      }),
    },
  }),
  ...clientWaysWith({ section: '4', open: 'Which content codings a client takes.' })({
    'accepts-nothing-compressed': adding('Accept-Encoding is identity.', { 'Accept-Encoding': 'identity' }),
    'accepts-gzip': adding('Accept-Encoding is gzip: answers are compressed.', { 'Accept-Encoding': 'gzip' }),
    'accepts-brotli': adding('Accept-Encoding is br and not gzip.', { 'Accept-Encoding': 'br, gzip;q=0' }),
  }),
  ...clientWaysWith({ section: '4' })({
    'trace-headers': {
      open: 'Whether other headers may stand beside those of section 4.',
      ...adding('Headers of a tracing library are sent: traceparent, X-Request-Id, and a cookie.', {
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        'X-Request-Id': 'r-1',
        Cookie: 'route=a',
      }),
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

const own = (does: string, authorization: string): ClientWay =>
  clientWay(does, { authorization: () => authorization, says: { authorization: 'own' } })

const hex = (random: Random): string => Buffer.from(random(16)).toString('hex')

/** Tracking-Id (section 4) and Authorization (section 5): the text shows their shape, not their contents. */
export const TRACING_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith({ section: '4' })({
    'no-tracking-id': {
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
      steps: { trackingId: (random) => hex(random).replace(/^.{16}/, (half) => half.toUpperCase()) },
    },
  }),
  ...clientWaysWith({ section: '4' })({
    'tracking-id-counted': {
      open: 'How a Tracking-Id is made.',
      does: 'The Tracking-Id counts the calls, with zeros in front.',
      steps: { trackingId: (_random, count) => (count + 1).toString(16).padStart(32, '0') },
    },
    'tracking-id-of-the-client': {
      open: 'Whether two calls may share a Tracking-Id.',
      does: 'Every call of a client carries the same Tracking-Id.',
      departs: ['SDK-TRACKING-ID-UNIQUE'],
      steps: { trackingId: () => '0af7651916cd43dd8448eb211c80319c' },
    },
  }),
  ...clientWaysWith({
    section: '5',
    open: 'How the signature in Authorization is made, and of which characters it is.',
    decides: ['AUTH-SIGNATURE-CONSTRUCTION'],
  })({
    'authorization-own': own('The client makes Authorization, and its adapter says so.', 'SvcSign its.own=='),
    'authorization-own-with-spaces': own(
      'The signature of its own holds spaces.',
      'SvcSign appId=app, timestamp=1700000000, signature=abc',
    ),
    'authorization-own-punctuated': own(
      'The signature of its own holds every kind of punctuation.',
      'SvcSign ~!@#$%^&*()_+-={}[]|:;"<>,.?/',
    ),
    'authorization-own-long': own('The signature has 4000 characters.', `SvcSign ${'a1'.repeat(2000)}`),
    'authorization-own-short': own('The signature of its own is one character.', 'SvcSign 0'),
  }),
]

const OPEN = { section: '4', open: 'How HTTP carries a request: the text names method, path, three headers.' }

const byHand = (does: string, written: NonNullable<ClientVariant['steps']['byHand']>): ClientWay =>
  clientWay(does, { byHand: written })
const withoutSlash = (baseUrl: string): string => baseUrl.replace(/\/+$/, '')

/** HTTP itself: connections, framing, forms of the target, redirects. */
export const TRANSPORT_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith(OPEN)({
    'connection-close': adding('Every request asks that its connection be closed.', { Connection: 'close' }),
    'connection-kept': clientWay('One connection carries many requests.', { keepsConnection: true }),
    chunked: clientWay('The body is chunked, without a Content-Length.', {
      headers: () => ({ 'Transfer-Encoding': 'chunked' }),
    }),
    'expect-continue': adding('Expect: 100-continue is sent.', { Expect: '100-continue' }),
    'http-2-upgrade': adding('Every request offers to go on with HTTP/2.', {
      Connection: 'Upgrade, HTTP2-Settings',
      Upgrade: 'h2c',
      'HTTP2-Settings': 'AAEAAEAA',
    }),
    'http-1-0': byHand('Requests are of HTTP/1.0.', (head) => head.replace('HTTP/1.1', 'HTTP/1.0')),
    'http-1-0-without-host': byHand('Requests are of HTTP/1.0, and have no Host, as it allows.', (head) =>
      head.replace('HTTP/1.1', 'HTTP/1.0').replace(/^Host: .*\r\n/m, ''),
    ),
    'head-by-hand': byHand('No space stands behind the colons of headers.', (head) =>
      head.replace(/^([\w-]+): /gm, '$1:'),
    ),
    'head-padded': byHand('Spaces stand around the values of headers (RFC 9112 section 5).', (head) =>
      head.replace(/^([\w-]+): (.*)$/gm, '$1:   $2  '),
    ),
    'query-with-app-id': {
      does: 'The appId stands in a query behind the path.',
      decides: ['AUTH-APP-IDENTITY'],
      steps: { url: (baseUrl, path) => `${withoutSlash(baseUrl)}${path}?appId=app` },
    },
    'query-empty': clientWay('An empty query stands behind the path.', {
      url: (baseUrl, path) => `${withoutSlash(baseUrl)}${path}?`,
    }),
    'target-absolute': byHand(
      'The target is the whole URL, as for a proxy (RFC 9112 section 3.2.2).',
      (head) => head.replace(/^(\w+) (\S+)(.*\r\nHost: )(.*)/, '$1 http://$4$2$3$4'),
    ),
    'path-percent-encoded': clientWay('A letter of the path is an escape (RFC 3986 section 6.2.2.2).', {
      url: (baseUrl, path) => withoutSlash(baseUrl) + path.replace('t', '%74'),
    }),
  }),
  ...clientWaysWith({ section: '1', open: 'Whether the base URL ends with a slash, and has a path.' })({
    'base-url-concatenated': {
      does: 'Base URL and path are concatenated as they are.',
      departs: ['API-BASE-URL-SLASH'],
      steps: { url: (baseUrl, path) => baseUrl + path },
    },
    'base-url-origin-only': clientWay('The client takes scheme, host and port alone, and says so.', {
      says: { baseUrl: 'origin' },
      url: (baseUrl, path) => new URL(path, baseUrl).href,
    }),
  }),
  ...clientWaysWith(OPEN)({
    'redirect-followed-rightly': clientWay('Redirects keep method and body, not Authorization.', {
      follow: (method) => ({ method, authorization: false, body: true }),
    }),
  }),
]
