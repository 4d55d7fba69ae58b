import type { Headers } from '../../faults/client/clientFault.ts'
import { clientWays, clientWaysWith, type ClientVariant } from './clientVariant.ts'

/** The headers of a request: section 4 lists three, and does not mention their spelling or any other header. */
export const HEADER_VARIANTS: readonly ClientVariant[] = [
  ...clientWays({
    'content-type-charset': {
      section: '4',
      open: 'Whether Content-Type may carry a parameter.',
      does: 'Content-Type has the parameter charset=utf-8.',
      decides: ['HEADER-CONTENT-TYPE-PARAMETER'],
      steps: { contentType: () => 'application/json; charset=utf-8' },
    },
    'content-type-charset-quoted': {
      section: '4',
      open: 'How a parameter of Content-Type is written.',
      does: 'Content-Type has the parameter charset="UTF-8", without a space before it.',
      decides: ['HEADER-CONTENT-TYPE-PARAMETER'],
      steps: { contentType: () => 'application/json;charset="UTF-8"' },
    },
    'content-type-upper-case': {
      section: '4',
      open: 'In which letter case the media type is written (RFC 9110 section 8.3.1: any).',
      does: 'Content-Type is Application/JSON.',
      steps: { contentType: () => 'Application/JSON' },
    },
  }),
  ...clientWaysWith({ section: '4', open: 'In which letter case the names of headers are written.' })({
    'header-names-lower-case': {
      does: 'The names of all headers are in lower case.',
      steps: { allHeaders: named((name) => name.toLowerCase()) },
    },
    'header-names-upper-case': {
      does: 'The names of all headers are in upper case.',
      steps: { allHeaders: named((name) => name.toUpperCase()) },
    },
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
    'accepts-nothing-compressed': {
      does: 'Accept-Encoding is identity.',
      steps: { allHeaders: more({ 'Accept-Encoding': 'identity' }) },
    },
    'accepts-gzip': {
      does: 'Accept-Encoding is gzip, and compressed answers are read.',
      steps: { allHeaders: more({ 'Accept-Encoding': 'gzip' }) },
    },
    'accepts-brotli': {
      does: 'Accept-Encoding is br, and gzip is refused by its weight.',
      steps: { allHeaders: more({ 'Accept-Encoding': 'br, gzip;q=0' }) },
    },
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

export function more(others: Headers): (headers: Headers) => Headers {
  return (headers) => ({ ...headers, ...others })
}
