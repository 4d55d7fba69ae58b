import { clientWaysWith, type ClientVariant } from './clientVariant.ts'
import { more } from './headers.ts'

const OPEN = {
  section: '4',
  open: 'How HTTP carries a request: the text names method, path and three headers.',
}
const URLS = { section: '1', open: 'Whether the base URL ends with a slash, and has a path.' }

/** HTTP itself: connections, framing, forms of the target, redirects. */
export const TRANSPORT_VARIANTS: readonly ClientVariant[] = [
  ...clientWaysWith(OPEN)({
    'connection-close': {
      does: 'Every request asks that its connection be closed.',
      steps: { allHeaders: more({ Connection: 'close' }) },
    },
    'connection-kept': {
      does: 'One connection carries many requests.',
      steps: { keepsConnection: true },
    },
    chunked: {
      does: 'The body is chunked, without a Content-Length.',
      steps: { headers: () => ({ 'Transfer-Encoding': 'chunked' }) },
    },
    'expect-continue': {
      does: 'Expect: 100-continue is sent.',
      steps: { allHeaders: more({ Expect: '100-continue' }) },
    },
    'http-2-upgrade': {
      does: 'Every request offers to go on with HTTP/2.',
      steps: {
        allHeaders: more({
          Connection: 'Upgrade, HTTP2-Settings',
          Upgrade: 'h2c',
          'HTTP2-Settings': 'AAEAAEAA',
        }),
      },
    },
    'http-1-0': {
      does: 'Requests are of HTTP/1.0.',
      steps: { byHand: (head) => head.replace('HTTP/1.1', 'HTTP/1.0') },
    },
    'http-1-0-without-host': {
      does: 'Requests are of HTTP/1.0 and have no Host, which HTTP/1.0 does not ask of them.',
      steps: { byHand: (head) => head.replace('HTTP/1.1', 'HTTP/1.0').replace(/^Host: .*\r\n/m, '') },
    },
    'head-by-hand': {
      does: 'The request is written by hand, with no space behind the colons of its headers.',
      steps: { byHand: (head) => head.replace(/^([\w-]+): /gm, '$1:') },
    },
    'head-padded': {
      does: 'Spaces stand around the values of headers (RFC 9112 section 5).',
      steps: { byHand: (head) => head.replace(/^([\w-]+): (.*)$/gm, '$1:   $2  ') },
    },
    'query-with-app-id': {
      does: 'The appId stands in a query behind the path.',
      decides: ['AUTH-APP-IDENTITY'],
      steps: { url: (baseUrl, path) => `${baseUrl.replace(/\/+$/, '')}${path}?appId=app` },
    },
    'query-empty': {
      does: 'An empty query stands behind the path.',
      steps: { url: (baseUrl, path) => `${baseUrl.replace(/\/+$/, '')}${path}?` },
    },
    'target-absolute': {
      does: 'The target of the request is the whole URL, as it is for a proxy (RFC 9112 section 3.2.2).',
      steps: {
        byHand: (head) => head.replace(/^(\w+) (\S+)(.*\r\nHost: )(.*)/, '$1 http://$4$2$3$4'),
      },
    },
    'path-percent-encoded': {
      does: 'A letter of the path is percent-encoded, which is the same path (RFC 3986 section 6.2.2.2).',
      steps: { url: (baseUrl, path) => baseUrl.replace(/\/+$/, '') + path.replace('t', '%74') },
    },
  }),
  ...clientWaysWith(URLS)({
    'base-url-concatenated': {
      does: 'Base URL and path are concatenated as they are.',
      departs: ['API-BASE-URL-SLASH'],
      steps: { url: (baseUrl, path) => baseUrl + path },
    },
    'base-url-origin-only': {
      does: 'The client takes scheme, host and port alone, and its adapter says so.',
      steps: { says: { baseUrl: 'origin' }, url: (baseUrl, path) => new URL(path, baseUrl).href },
    },
  }),
  ...clientWaysWith(OPEN)({
    'redirect-followed-rightly': {
      does: 'Redirects are followed with method and body, and without Authorization.',
      steps: { follow: (method) => ({ method, authorization: false, body: true }) },
    },
  }),
]
